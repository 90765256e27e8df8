//! Nets in files: safetensors, with a header that says what the net is for. Knows bytes, not where they are
//! kept. Tensors have the names and the `[output][input]` order of PyTorch's linear layers, so that either
//! side reads what the other wrote.

use std::collections::HashMap;

use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use serde_json::{Value, json};

use karuta_playable::error::InputError;

use crate::net::{Activation, Dense, Net, Shape};

/// The purpose and origin of a net.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The game it was trained on, as a spec.
    pub game: String,
    /// Its encoder.
    pub encoder: String,
    /// Its learner, as a spec.
    pub learner: String,
    /// For how long: games or decisions, as its learner counts.
    pub steps: u64,
    /// The seed it was trained with.
    pub seed: u64,
    /// The commit that trained it.
    pub commit: String,
}

/// The key of the header in the file's metadata.
const KEY: &str = "karuta";

/// The version of the header.
const FORMAT: u64 = 1;

/// Numbers to be kept.
pub enum Tensor<'a> {
    /// Single precision, with the sizes of a matrix or vector.
    Floats(Vec<usize>, std::borrow::Cow<'a, [f32]>),
    /// Whole numbers.
    Words(&'a [u64]),
}

/// Puts a header and tensors into the bytes of a file.
pub fn pack(header: &Value, tensors: &[(String, Tensor<'_>)]) -> Vec<u8> {
    let bytes: Vec<Vec<u8>> = tensors
        .iter()
        .map(|(_, tensor)| match tensor {
            Tensor::Floats(_, values) => values.iter().flat_map(|value| value.to_le_bytes()).collect(),
            Tensor::Words(values) => values.iter().flat_map(|value| value.to_le_bytes()).collect(),
        })
        .collect();
    let views = tensors.iter().zip(&bytes).map(|((name, tensor), bytes)| {
        let (kind, sizes) = match tensor {
            Tensor::Floats(sizes, _) => (Dtype::F32, sizes.clone()),
            Tensor::Words(values) => (Dtype::U64, vec![values.len()]),
        };
        (name.as_str(), TensorView::new(kind, sizes, bytes).expect("sizes that fit"))
    });
    // One key alone: several would be written in an order that changes from run to run.
    let metadata = HashMap::from([(KEY.to_string(), header.to_string())]);
    safetensors::serialize(views, Some(metadata)).expect("tensors that can be written")
}

/// A file that was read.
pub struct Unpacked<'a> {
    /// Its header.
    pub header: Value,
    tensors: SafeTensors<'a>,
}

impl<'a> Unpacked<'a> {
    /// Reads the bytes of a file.
    pub fn new(bytes: &'a [u8]) -> Result<Unpacked<'a>, InputError> {
        let broken =
            |error| InputError::file(format!("no safetensors file ({error}); karuta train writes one"));
        let (_, metadata) = SafeTensors::read_metadata(bytes).map_err(broken)?;
        let tensors = SafeTensors::deserialize(bytes).map_err(broken)?;
        let text = metadata.metadata().as_ref().and_then(|metadata| metadata.get(KEY));
        let text = text.ok_or_else(|| {
            InputError::file(format!(
                "has no header {KEY:?} that says what the net is for; karuta train writes one"
            ))
        })?;
        let header: Value = serde_json::from_str(text)
            .map_err(|error| InputError::file(format!("its header {KEY:?} is no JSON: {error}")))?;
        match header["format"].as_u64() {
            Some(FORMAT) => Ok(Unpacked { header, tensors }),
            _ => Err(InputError::file(format!(
                "its header has format {}; this program reads format {FORMAT}",
                header["format"]
            ))),
        }
    }

    fn bytes(&self, name: &str, kind: Dtype) -> Result<(Vec<usize>, &[u8]), InputError> {
        let view =
            self.tensors.tensor(name).map_err(|_| InputError::file(format!("has no tensor {name:?}")))?;
        if view.dtype() != kind {
            let given = format!("{:?}", view.dtype());
            return Err(InputError::file(format!("tensor {name:?} is {given}; expected {kind:?}")));
        }
        Ok((view.shape().to_vec(), view.data()))
    }

    /// A tensor of floats, which must have these sizes.
    pub fn floats(&self, name: &str, sizes: &[usize]) -> Result<Vec<f32>, InputError> {
        let (given, bytes) = self.bytes(name, Dtype::F32)?;
        if given != sizes {
            return Err(InputError::file(format!("tensor {name:?} has sizes {given:?}; expected {sizes:?}")));
        }
        let values: Vec<f32> = bytes
            .chunks_exact(4)
            .map(|four| f32::from_le_bytes(four.try_into().expect("four bytes")))
            .collect();
        match values.iter().all(|value| value.is_finite()) {
            true => Ok(values),
            false => Err(InputError::file(format!("tensor {name:?} has values that are no numbers"))),
        }
    }

    /// A vector of whole numbers of any length.
    pub fn words(&self, name: &str) -> Result<Vec<u64>, InputError> {
        let (_, bytes) = self.bytes(name, Dtype::U64)?;
        let word = |eight: &[u8]| u64::from_le_bytes(eight.try_into().expect("eight bytes"));
        Ok(bytes.chunks_exact(8).map(word).collect())
    }

    /// A whole number of the header.
    pub fn count(&self, key: &str) -> Result<u64, InputError> {
        self.header[key].as_u64().ok_or_else(|| InputError::file(format!("its header has no number {key:?}")))
    }

    fn text(&self, key: &str) -> Result<String, InputError> {
        let text = self.header[key].as_str().map(str::to_string);
        text.ok_or_else(|| InputError::file(format!("its header has no text {key:?}")))
    }
}

/// The header as it is written, with how the net is built.
pub fn header_json(header: &Header, shape: &Shape) -> Value {
    json!({
        "format": FORMAT,
        "game": header.game,
        "encoder": header.encoder,
        "learner": header.learner,
        "steps": header.steps,
        "seed": header.seed,
        "commit": header.commit,
        "shape": {
            "first": shape.first,
            "hidden": shape.hidden,
            "outputs": shape.outputs,
            "activation": shape.activation.name(),
            "last": shape.last.name(),
        },
    })
}

/// Reads the header and how the net is built.
pub fn read_header(file: &Unpacked<'_>) -> Result<(Header, Shape), InputError> {
    /// More parameters than any net we could use.
    const MOST: usize = 10_000_000;
    let bad = |key: &str| InputError::file(format!("its header does not say how the net is built: {key:?}"));
    let shape = &file.header["shape"];
    let size = |value: &Value| {
        value.as_u64().map(|size| size as usize).filter(|size| (1..=1_000_000).contains(size))
    };
    let sizes =
        |value: &Value| value.as_array().and_then(|list| list.iter().map(size).collect::<Option<Vec<_>>>());
    let word = |key: &str| {
        let named = |activation: &&Activation| Some(activation.name()) == shape[key].as_str();
        Activation::ALL.iter().find(named).copied().ok_or_else(|| bad(key))
    };
    let pair = |value: &Value| sizes(value).filter(|pair| pair.len() == 2).map(|pair| (pair[0], pair[1]));
    let first = shape["first"].as_array().and_then(|list| list.iter().map(pair).collect::<Option<Vec<_>>>());
    let shape = Shape {
        first: first.filter(|first| !first.is_empty()).ok_or_else(|| bad("first"))?,
        hidden: sizes(&shape["hidden"]).ok_or_else(|| bad("hidden"))?,
        outputs: size(&shape["outputs"]).ok_or_else(|| bad("outputs"))?,
        activation: word("activation")?,
        last: word("last")?,
    };
    let widths: Vec<usize> = shape.widths().into_iter().chain([shape.outputs]).collect();
    let layers = widths.windows(2).map(|pair| pair[0].saturating_mul(pair[1])).fold(0, usize::saturating_add);
    let first = shape.first.iter().map(|(inputs, units)| inputs.saturating_mul(*units));
    let first = first.fold(0, usize::saturating_add);
    if first.saturating_add(layers) > MOST || shape.inputs() > usize::from(u16::MAX) {
        return Err(InputError::file("its header speaks of a net that is too large"));
    }
    let header = Header {
        game: file.text("game")?,
        encoder: file.text("encoder")?,
        learner: file.text("learner")?,
        steps: file.count("steps")?,
        seed: file.count("seed")?,
        commit: file.text("commit")?,
    };
    Ok((header, shape))
}

/// The names of the layers with where they are; the last one lies `[output][input]` already.
fn named_layers(net: &Net) -> Vec<(String, Dense, bool)> {
    let plan = net.plan();
    let first = plan.groups.iter().enumerate().map(|(at, group)| (format!("first.{at}"), group.dense, true));
    let hidden = plan.hidden.iter().enumerate().map(|(at, &dense)| (format!("hidden.{at}"), dense, true));
    first.chain(hidden).chain([("last".to_string(), plan.last, false)]).collect()
}

fn turned(values: &[f32], rows: usize, columns: usize) -> Vec<f32> {
    let mut out = Vec::with_capacity(values.len());
    for column in 0..columns {
        out.extend((0..rows).map(|row| values[row * columns + column]));
    }
    out
}

/// The tensors of a net.
pub fn tensors(net: &Net) -> Vec<(String, Tensor<'_>)> {
    let mut tensors = Vec::new();
    for (name, Dense { weights, bias, inputs, outputs }, turn) in named_layers(net) {
        let matrix = &net.parameters[weights..bias];
        let matrix = if turn { turned(matrix, inputs, outputs).into() } else { matrix.into() };
        tensors.push((format!("{name}.weight"), Tensor::Floats(vec![outputs, inputs], matrix)));
        let vector = &net.parameters[bias..bias + outputs];
        tensors.push((format!("{name}.bias"), Tensor::Floats(vec![outputs], vector.into())));
    }
    tensors
}

/// The bytes of a net's file.
pub fn write_net(header: &Header, net: &Net) -> Vec<u8> {
    pack(&header_json(header, net.shape()), &tensors(net))
}

/// Reads a net.
pub fn read_net(bytes: &[u8]) -> Result<(Header, Net), InputError> {
    let file = Unpacked::new(bytes)?;
    let (header, shape) = read_header(&file)?;
    let mut net = Net::zero(shape);
    for (name, Dense { weights, bias, inputs, outputs }, turn) in named_layers(&net) {
        let matrix = file.floats(&format!("{name}.weight"), &[outputs, inputs])?;
        let matrix = if turn { turned(&matrix, outputs, inputs) } else { matrix };
        net.parameters[weights..bias].copy_from_slice(&matrix);
        let vector = file.floats(&format!("{name}.bias"), &[outputs])?;
        net.parameters[bias..bias + outputs].copy_from_slice(&vector);
    }
    Ok((header, net))
}

#[cfg(test)]
mod tests;
