//! The moves of some games as a file: what one process has played and another learns from. Knows bytes and numbers,
//! not where files are kept nor which games are due.

use std::borrow::Cow;

use karuta_playable::error::InputError;
use serde_json::{Value, json};

use crate::dmc::Samples;
use crate::file::{Tensor, Unpacked, pack};

/// Puts games with their numbers, and what says where they come from, into the bytes of a file.
pub fn pack_games(origin: &Value, played: &[(u64, Samples)]) -> Vec<u8> {
    let games: Vec<u64> = played.iter().map(|(game, _)| *game).collect();
    let counts: Vec<u64> = played.iter().map(|(_, samples)| samples.ends.len() as u64).collect();
    let each = || played.iter().map(|(_, samples)| samples);
    let lengths: Vec<u64> = each()
        .flat_map(|samples| {
            let starts = std::iter::once(&0).chain(&samples.ends);
            samples.ends.iter().zip(starts).map(|(end, start)| (end - start) as u64)
        })
        .collect();
    // Numbers of inputs are below 65,536, which single precision tells apart.
    let inputs: Vec<f32> =
        each().flat_map(|samples| samples.inputs.iter().map(|&(at, _)| f32::from(at))).collect();
    let values: Vec<f32> =
        each().flat_map(|samples| samples.inputs.iter().map(|&(_, value)| value)).collect();
    let payoffs: Vec<f32> = each().flat_map(|samples| samples.payoffs.iter().copied()).collect();
    let judged: Vec<f32> = each().flat_map(|samples| samples.values.iter().copied()).collect();
    let floats = |name: &str, values: Vec<f32>| {
        (name.to_string(), Tensor::Floats(vec![values.len()], Cow::Owned(values)))
    };
    let mut header = json!({ "format": 1, "origin": origin });
    header["sizes"] = json!([inputs.len(), payoffs.len()]);
    pack(
        &header,
        &[
            ("games".to_string(), Tensor::Words(&games)),
            ("counts".to_string(), Tensor::Words(&counts)),
            ("lengths".to_string(), Tensor::Words(&lengths)),
            floats("inputs", inputs),
            floats("values", values),
            floats("payoffs", payoffs),
            floats("judged", judged),
        ],
    )
}

/// Reads what [`pack_games`] wrote: where the games come from, and the games with their numbers.
pub fn unpack_games(bytes: &[u8]) -> Result<(Value, Vec<(u64, Samples)>), InputError> {
    let file = Unpacked::new(bytes)?;
    let bad = || InputError::file("its games do not fit together");
    let size = |at: usize| file.header["sizes"][at].as_u64().map(|size| size as usize).ok_or_else(bad);
    let (wide, long) = ([size(0)?], [size(1)?]);
    let inputs = file.floats("inputs", &wide)?;
    let values = file.floats("values", &wide)?;
    let (payoffs, judged) = (file.floats("payoffs", &long)?, file.floats("judged", &long)?);
    let (games, counts, lengths) = (file.words("games")?, file.words("counts")?, file.words("lengths")?);
    let total = |sizes: &[u64]| sizes.iter().try_fold(0u64, |sum, &size| sum.checked_add(size));
    if games.len() != counts.len()
        || lengths.len() != long[0]
        || total(&counts) != Some(long[0] as u64)
        || total(&lengths) != Some(wide[0] as u64)
    {
        return Err(bad());
    }
    let (mut played, mut input, mut sample) = (Vec::new(), 0, 0);
    for (&game, &count) in games.iter().zip(&counts) {
        let mut samples = Samples::default();
        for _ in 0..count {
            let end = input + lengths[sample] as usize;
            let told = inputs[input..end].iter().zip(&values[input..end]);
            samples.inputs.extend(told.map(|(&at, &value)| (at as u16, value)));
            samples.ends.push(samples.inputs.len());
            samples.payoffs.push(payoffs[sample]);
            samples.values.push(judged[sample]);
            (input, sample) = (end, sample + 1);
        }
        played.push((game, samples));
    }
    Ok((file.header["origin"].clone(), played))
}

#[cfg(test)]
mod tests;
