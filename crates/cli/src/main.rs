//! The program `karuta`: the commands of the library, with the games of this project.

use std::process::ExitCode;

fn main() -> ExitCode {
    karuta_cli::run()
}
