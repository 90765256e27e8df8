//! `karuta lab list`: what can be rerun, and how long it takes.

use clap::Args;
use karuta_arena::lab::STUDIES;
use karuta_arena::lab::experiment::{Experiment, builtin};
use serde_json::{Value, json};

use super::select;
use crate::out;
use crate::screen::Wide;
use crate::text::{folded, hanging, wrapped};

#[derive(Args)]
#[command(after_help = "Example:\n  karuta lab list onitama")]
pub struct List {
    /// A paper, an experiment, levels, or all.
    #[arg(default_value = "all")]
    paper: String,
    #[command(flatten)]
    wide: Wide,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The column at which the meaning of an option begins.
const OPTIONS: usize = 20;

/// Lists experiments and studies.
pub fn run(args: &List) -> anyhow::Result<()> {
    let experiments = select(&args.paper)?;
    if args.json {
        let studies: Vec<Value> = STUDIES
            .iter()
            .map(|study| {
                let params: Vec<Value> = study
                    .params
                    .iter()
                    .map(|p| json!({ "name": p.name, "default": p.default, "help": p.help }))
                    .collect();
                json!({ "name": study.name, "help": study.help, "params": params })
            })
            .collect();
        let experiments: Vec<Value> = experiments.iter().map(as_json).collect();
        return Ok(out::line(json!({ "experiments": experiments, "studies": studies }).to_string())?);
    }
    let width = args.wide.width();
    for folder in builtin::folders() {
        let rows: Vec<Vec<String>> =
            experiments.iter().filter(|experiment| experiment.paper() == folder).map(row).collect();
        if !rows.is_empty() {
            let head = ["experiment", "quick", "full", "shows", "about"];
            out::line(format!("{}\n", folded(&head, &rows, width)))?;
        }
    }
    out::line(wrapped(
        "Times are minutes of one core of a 2.8 GHz Xeon, as measured, or estimated from smaller runs.",
        width,
    ))?;
    if args.paper == "all" {
        out::line(wrapped("karuta lab list levels shows the levels of our own agents.", width))?;
        for study in STUDIES {
            out::line(format!(
                "\n{}",
                hanging("study", &format!("{}: {}", study.name, study.help), 6, width)
            ))?;
            for param in study.params {
                let option = format!("  {}={}", param.name, param.default);
                out::line(hanging(&option, param.help, OPTIONS, width))?;
            }
        }
    }
    Ok(())
}

fn row(experiment: &Experiment) -> Vec<String> {
    let time = |size: &str| match experiment.sizes.get(size).and_then(|size| size.minutes) {
        Some(minutes) if minutes < 1.0 => "< 1".to_string(),
        Some(minutes) if minutes < 120.0 => format!("{minutes:.0}"),
        Some(minutes) => format!("{:.0} h", minutes / 60.0),
        None => "-".to_string(),
    };
    let (id, shows, title) = (experiment.id.clone(), experiment.shows.clone(), experiment.title.clone());
    vec![id, time("quick"), time("full"), shows, title]
}

fn as_json(experiment: &Experiment) -> Value {
    let sizes: serde_json::Map<String, Value> = experiment
        .sizes
        .iter()
        .map(|(name, size)| (name.clone(), json!({ "deals": size.deals, "minutes": size.minutes })))
        .collect();
    json!({
        "id": experiment.id, "shows": experiment.shows, "title": experiment.title, "note": experiment.note,
        "sizes": sizes,
    })
}
