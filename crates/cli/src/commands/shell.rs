//! `karuta completions` and `karuta man`: what shells and readers of manuals want to know of the commands.

use clap::{Args, Command, CommandFactory as _};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::{Cli, out};

/// Print completions for a shell.
#[derive(Args)]
#[command(after_help = "Example:\n  karuta completions bash > karuta.bash")]
pub struct Completions {
    /// The shell.
    shell: Shell,
}

/// Print the manual page of karuta or of one of its commands.
#[derive(Args)]
#[command(after_help = "Examples:\n  karuta man > karuta.1\n  karuta man play > karuta-play.1")]
pub struct Manual {
    /// The command.
    command: Option<String>,
}

/// Prints completions.
pub fn completions(args: &Completions) -> anyhow::Result<()> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "karuta", &mut text);
    Ok(out::text(String::from_utf8_lossy(&text))?)
}

/// Prints a manual page.
pub fn manual(args: &Manual) -> anyhow::Result<()> {
    let cli = Cli::command();
    let page = match &args.command {
        None => cli,
        Some(name) => match cli.find_subcommand(name) {
            Some(found) => found.clone(),
            None => {
                let names: Vec<&str> = cli.get_subcommands().map(Command::get_name).collect();
                anyhow::bail!("no command {name:?}; there are: {}", names.join(", "))
            }
        },
    };
    let mut text = Vec::new();
    let title = args.command.as_ref().map_or(String::from("karuta"), |name| format!("karuta-{name}"));
    Man::new(page).title(title).render(&mut text)?;
    Ok(out::text(String::from_utf8_lossy(&text))?)
}
