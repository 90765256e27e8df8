//! `karuta lab report`: the papers' numbers beside ours.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use karuta_arena::lab::results;
use karuta_report::lab::{self as report, Item};

use super::{RESULTS, select};
use crate::out;
use crate::output::{self, Force};

#[derive(Args)]
#[command(
    after_help = "Examples:\n  karuta lab report hanamikoji\n  karuta lab report all --format html --out report.html"
)]
pub struct Report {
    /// An experiment, a paper, or all.
    #[arg(default_value = "all")]
    item: String,
    /// The form.
    #[arg(long, value_enum, default_value_t = Format::Md)]
    format: Format,
    /// The folder of results.
    #[arg(long, value_name = "DIR", default_value = RESULTS)]
    from: PathBuf,
    /// The file it goes to, rather than the terminal.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// A folder that gets every figure as an SVG file.
    #[arg(long, value_name = "DIR")]
    figures: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Markdown.
    Md,
    /// One page that needs nothing else.
    Html,
    /// Everything for other programs.
    Json,
    /// One value a row.
    Csv,
}

/// Reads what was found and shows it.
pub fn run(args: &Report) -> anyhow::Result<()> {
    let mut items = Vec::new();
    let experiments = select(&args.item)?;
    anyhow::ensure!(
        args.from.is_dir(),
        "no folder of results {:?}; karuta lab run makes one, and --from names another",
        args.from
    );
    for experiment in experiments {
        let findings = results::load(&args.from, &experiment)?;
        items.push(Item::new(experiment, findings)?);
    }
    if let Some(folder) = &args.figures {
        for (name, figure) in report::figures(&items) {
            let path = folder.join(name);
            if let Some(parent) = path.parent() {
                std::fs::create_dir_all(parent)
                    .with_context(|| format!("cannot make {}", parent.display()))?;
            }
            args.force.check(&path)?;
            output::write(&path, figure)?;
        }
    }
    let text = match args.format {
        Format::Md => report::markdown(&items),
        Format::Html => report::page(&items),
        Format::Json => report::json(&items).to_string(),
        Format::Csv => report::csv(&items),
    };
    match &args.out {
        Some(path) => {
            args.force.check(path)?;
            output::write(path, text + "\n")
        }
        None => Ok(out::line(text)?),
    }
}
