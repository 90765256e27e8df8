//! Programs that the tests need beside the Rust toolchain, and how they are installed. Nothing is installed
//! that is there already.

use std::path::PathBuf;
use std::process::Command;

use crate::run;

/// A program the tests start.
struct Program {
    /// Names it goes by, the usual one first.
    names: &'static [&'static str],
    /// Debian's package that has it.
    package: &'static str,
}

const PROGRAMS: &[Program] = &[
    Program { names: &["chromium", "chromium-browser", "google-chrome"], package: "chromium" },
    Program { names: &["python3"], package: "python3-venv" },
];

/// Installs what is missing, or says what to install.
pub fn all() -> Result<(), String> {
    let missing = missing();
    if missing.is_empty() {
        return Ok(());
    }
    let packages: Vec<&str> = missing.iter().map(|program| program.package).collect();
    if find("apt-get").is_none() || !is_root() {
        let advice = format!("apt-get install {}", packages.join(" "));
        return Err(format!(
            "the tests need {}, and this user cannot install them; on Debian, as root: {advice}",
            packages.join(" and ")
        ));
    }
    println!("xtask: installing {}", packages.join(", "));
    let apt = |args: &[&str]| {
        let mut command = Command::new("apt-get");
        command.env("DEBIAN_FRONTEND", "noninteractive").args(["-q", "-y"]).args(args);
        run::quietly(command)
    };
    apt(&["update"])?;
    let mut install = vec!["install", "--no-install-recommends"];
    install.extend(&packages);
    apt(&install)?;
    match self::missing().first() {
        None => Ok(()),
        Some(program) => {
            Err(format!("{} was installed, but there is no {}", program.package, program.names[0]))
        }
    }
}

fn missing() -> Vec<&'static Program> {
    PROGRAMS.iter().filter(|program| program.names.iter().all(|name| find(name).is_none())).collect()
}

/// The file a name stands for in the search path.
pub fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.starts_with(b"0\n"))
}
