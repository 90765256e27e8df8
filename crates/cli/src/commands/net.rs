//! `karuta net`: what a net is, what it says, and how fast it is.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, anyhow, bail};
use clap::Args;
use cpu_time::ThreadTime;
use karuta_agents::nets;
use karuta_learn::file::{header_json, read_net};
use karuta_learn::net::{Net, Workspace};
use karuta_learn::teach::{Adam, Fault, Gradients, Sample};
use serde_json::{Value, json};

use super::whole;
use crate::text::wrapped;
use crate::{out, screen};

/// Show a net: how it was trained, what it says to given inputs, how fast it is.
#[derive(Args)]
#[command(
    after_help = "Inputs are one JSON array a line of [number, value] pairs, zeros left out. How a net plays is \
                  measured as of any agent: karuta match GAME dmc:net=NET AGENT --deals N\n\nExamples:\n  karuta \
                  net net.safetensors\n  karuta net net.safetensors --speed"
)]
pub struct NetArgs {
    /// A file that karuta train wrote, or the name of a net that comes with the program.
    net: String,
    /// Print what it says to the inputs of this file, a JSON array of all outputs for each line.
    #[arg(long, value_name = "FILE", conflicts_with = "speed")]
    inputs: Option<PathBuf>,
    /// Measure single positions and training steps by CPU time of one thread.
    #[arg(long)]
    speed: bool,
    /// Inputs that are not zero in the positions measured.
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = whole(1..=65_535))]
    active: u64,
    /// Outputs that are asked for in each position, those of the legal moves [default: all].
    #[arg(long, value_name = "N", value_parser = whole(1..=65_535))]
    legal: Option<u64>,
    /// Samples of a training step measured.
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = whole(1..=100_000))]
    batch: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Shows.
pub fn run(args: &NetArgs) -> anyhow::Result<()> {
    let bytes = nets::read(&args.net).map_err(|error| {
        let names: Vec<&str> = nets::names().collect();
        anyhow!("cannot read net {:?}: {error}; with the project come: {}", args.net, names.join(", "))
    })?;
    let (header, net) = read_net(&bytes).map_err(|error| anyhow!("net {:?}: {error}", args.net))?;
    if let Some(path) = &args.inputs {
        return answer(&net, path);
    }
    if args.speed {
        let legal = args.legal.map_or(net.shape().outputs, |legal| legal as usize);
        return show(&speed(&net, args.active as usize, legal, args.batch as usize), args.json);
    }
    let mut json = header_json(&header, net.shape());
    json["parameters"] = net.parameters.len().into();
    json["bytes"] = bytes.len().into();
    show(&json, args.json)
}

/// A JSON object as it is, or a line for each of its fields.
fn show(found: &Value, json: bool) -> anyhow::Result<()> {
    let Some(fields) = found.as_object().filter(|_| !json) else {
        return Ok(out::line(found.to_string())?);
    };
    for (name, value) in fields {
        let value = value.as_str().map_or_else(|| value.to_string(), String::from);
        let line = format!("{:<26}{value}", name.replace('_', " "));
        out::line(wrapped(&line, screen::width()))?;
    }
    Ok(())
}

fn answer(net: &Net, path: &PathBuf) -> anyhow::Result<()> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut workspace = Workspace::default();
    for (number, line) in (1..).zip(text.lines()) {
        let inputs: Vec<(u16, f32)> = serde_json::from_str(line)
            .with_context(|| format!("line {number} of {} is no array of [number, value]", path.display()))?;
        if let Some((at, _)) = inputs.iter().find(|(at, _)| usize::from(*at) >= net.shape().inputs()) {
            bail!("line {number} has input {at}; the net has inputs 0 to {}", net.shape().inputs() - 1);
        }
        net.set_view(&inputs, &mut workspace);
        net.forward(&[], 0, &mut workspace);
        let said: Vec<f32> = (0..net.shape().outputs).map(|output| net.output(output, &workspace)).collect();
        out::line(Value::from(said).to_string())?;
    }
    Ok(())
}

/// CPU seconds that each of many repetitions takes, the best of several tries.
fn best_of(mut work: impl FnMut()) -> f64 {
    const TRIES: usize = 5;
    let mut best = f64::INFINITY;
    for _ in 0..TRIES {
        let began = ThreadTime::now();
        let mut count = 0;
        while began.elapsed().as_secs_f64() < 0.2 {
            work();
            count += 1;
        }
        best = best.min(began.elapsed().as_secs_f64() / f64::from(count));
    }
    best
}

fn speed(net: &Net, active: usize, legal: usize, batch: usize) -> Value {
    let (inputs, outputs) = (net.shape().inputs(), net.shape().outputs);
    let (active, legal) = (active.min(inputs), legal.min(outputs));
    // Every input in turn, spread out: which ones they are makes no difference to the time.
    let sample = |from: usize| -> Vec<(u16, f32)> {
        (0..active).map(|at| (((from + at * inputs / active) % inputs) as u16, 1.0)).collect()
    };
    let samples: Vec<Vec<(u16, f32)>> = (0..batch).map(sample).collect();
    let mut workspace = Workspace::default();
    let (mut at, mut sum) = (0, 0.0);
    let one = best_of(|| {
        for _ in 0..20 {
            at = (at + 1) % samples.len();
            net.set_view(&samples[at], &mut workspace);
            net.forward(&[], 0, &mut workspace);
            let output = |nth: usize| (at + nth * outputs / legal) % outputs;
            sum += (0..legal).map(|nth| net.output(output(nth), &workspace)).sum::<f32>();
        }
    }) / 20.0;
    let told: Vec<Sample<'_>> = samples.iter().map(Vec::as_slice).collect();
    let (mut pupil, mut gradients, mut adam) = (net.clone(), Gradients::default(), Adam::default());
    let step = best_of(|| {
        gradients.show(&pupil, &told);
        let fault = |sample: usize| {
            let output = sample % pupil.shape().outputs;
            Fault { sample, output, slope: gradients.output(&pupil, sample, output) - 0.5 }
        };
        let faults: Vec<Fault> = (0..told.len()).map(fault).collect();
        gradients.learn(&pupil, &told, &faults);
        adam.step(&mut pupil, &mut gradients.gradient, faults.len(), 1e-3);
    });
    json!({
        "microseconds_a_position": 1e6 * one,
        "training_steps_a_second": 1.0 / step,
        "active_inputs": active,
        "outputs_asked_for": legal,
        "batch": batch,
        "parameters": net.parameters.len(),
        "is_finite": sum.is_finite(),
    })
}
