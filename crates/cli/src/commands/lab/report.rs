//! `karuta lab report`: the papers' numbers beside ours.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use karuta_arena::lab::results;
use karuta_report::lab::{self as report, Item};

use super::terminal::terminal;
use super::{RESULTS, select};
use crate::out;
use crate::output::{self, Force};
use crate::screen::Wide;

#[derive(Args)]
#[command(
    after_help = "Examples:\n  karuta lab report hanamikoji\n  karuta lab report all --format html --out report.html"
)]
pub struct Report {
    /// An experiment, a paper, levels, or all.
    #[arg(default_value = "all")]
    item: String,
    /// The form [default: text on the terminal, md in a file].
    #[arg(long, value_enum)]
    format: Option<Format>,
    #[command(flatten)]
    wide: Wide,
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
    /// Tables as wide as the terminal.
    Text,
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
    // Whoever waits for a long report must not learn at its end that it cannot be written.
    if let Some(path) = &args.out {
        args.force.check(path)?;
    }
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
        write_figures(folder, &items, args.force)?;
    }
    let default = if args.out.is_some() { Format::Md } else { Format::Text };
    let text = match args.format.unwrap_or(default) {
        Format::Text => texts(&items, args.wide.width()),
        Format::Md => report::markdown(&items),
        Format::Html => report::page(&items),
        Format::Json => report::json(&items).to_string(),
        Format::Csv => report::csv(&items),
    };
    match &args.out {
        Some(path) => output::write(path, text + "\n"),
        None => Ok(out::line(text)?),
    }
}

fn texts(items: &[Item], width: usize) -> String {
    let texts: Vec<String> = items.iter().map(|item| terminal(item, width)).collect();
    texts.join("\n\n\n")
}

/// Writes every figure, or none if one of them must not be replaced.
fn write_figures(folder: &Path, items: &[Item], force: Force) -> anyhow::Result<()> {
    let figures = report::figures(items);
    for (name, _) in &figures {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
        }
        force.check(&path)?;
    }
    figures.into_iter().try_for_each(|(name, figure)| output::write(&folder.join(name), figure))
}
