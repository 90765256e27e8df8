//! Nets by name: those in the program, those in files that come with it, and files of the user. Knows where
//! files may lie; what a net is good for is decided in `kinds/nets.rs` and `karuta_learn`.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use karuta_learn::shipped::{self, BESIDE, SHIPPED};
use karuta_records::content::ContentHash;

/// The folder of nets that come in files, beside the program or in a folder above it: an unpacked release has
/// it there as well as the source folder, in which the program lies under `target/`.
const FOLDER: &str = "nets";

/// The variable that names another folder for them.
const VARIABLE: &str = "KARUTA_NETS";

/// The names of all nets that come with the project; those in the program first.
pub fn names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(name, _)| *name).chain(BESIDE.iter().map(|(name, _)| *name))
}

/// The content of a net: one that comes with the project, by name, or a file. The error is one line.
pub fn read(name: &str) -> Result<Cow<'static, [u8]>, String> {
    if let Some(bytes) = shipped::find(name) {
        return Ok(Cow::Borrowed(bytes));
    }
    match BESIDE.iter().find(|(known, _)| *known == name) {
        Some((_, hash)) => read_beside(name, *hash).map(Cow::Owned),
        None => std::fs::read(name).map(Cow::Owned).map_err(|error| error.to_string()),
    }
}

/// A net that comes in a file of its own.
fn read_beside(name: &str, hash: u64) -> Result<Vec<u8>, String> {
    let file = format!("{name}.safetensors");
    let Some(path) = folders().map(|folder| folder.join(&file)).find(|path| path.is_file()) else {
        return Err(format!(
            "it comes with the project in the file {FOLDER}/{file}, which is not there; put the folder {FOLDER} \
             of the source beside the program or name it in {VARIABLE}"
        ));
    };
    let bytes = std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    // The name stands for one net in experiments and their results.
    match ContentHash::of(&bytes).number() == hash {
        true => Ok(bytes),
        false => Err(format!(
            "{} is not the net that comes with the project; restore it, or give another name to yours",
            path.display()
        )),
    }
}

/// The folders in which nets may lie, in the order they are looked at.
fn folders() -> impl Iterator<Item = PathBuf> {
    let named = std::env::var_os(VARIABLE).map(PathBuf::from);
    let program = std::env::current_exe().unwrap_or_default();
    let above: Vec<PathBuf> = program.ancestors().skip(1).map(|folder| folder.join(FOLDER)).collect();
    // A build folder may lie far from the source.
    named.into_iter().chain(above).chain([Path::new(FOLDER).to_path_buf()])
}
