//! The experiments that come with the program, built into it so that they can be run anywhere. Knows where
//! they lie; a test compares the list with the folder.

use karuta_playable::error::{ErrorKind, InputError};
use karuta_playable::spec::nearest;

use super::{Experiment, read};

macro_rules! items {
    ($($id:literal),* $(,)?) => {
        &[$(($id, include_str!(concat!("../../../experiments/", $id, ".toml")))),*]
    };
}

/// Every experiment by paper and name, with the text of its file.
pub static ITEMS: &[(&str, &str)] = items![
    "hanamikoji/fig-4",
    "hanamikoji/table-1",
    "hanamikoji/fig-5",
    "hanamikoji/fig-6",
    "hanamikoji/fig-7",
    "hanamikoji/fig-8",
    "hanamikoji/fig-8-mistaken",
    "hanamikoji/table-2",
    "hanamikoji/fig-9",
    "hanamikoji/fig-9-mistaken",
    "hanamikoji/table-3",
    "hanamikoji/table-3-mistaken",
    "hanamikoji/table-4",
    "hanamikoji/table-4-mistaken",
    "hanamikoji/table-5",
    "hanamikoji/table-5-mistaken",
    "hanamikoji/fig-10",
    "hanamikoji/fig-10-mistaken",
    "hanamikoji/table-6",
    "hanamikoji/table-6-mistaken",
    "hanamikoji/table-7",
    "hanamikoji/table-7-mistaken",
    "hanamikoji/table-8",
    "hanamikoji/table-8-mistaken",
    "hanamikoji/table-9",
    "hanamikoji/table-9-mistaken",
    "hanamikoji/fig-11",
    "hanamikoji/table-10",
    "hanamikoji/fig-12",
    "hanamikoji/fig-13",
    "hanamikoji/table-11",
    "hanamikoji/table-11-mistaken",
    "hanamikoji/fig-14",
    "hanamikoji/q-rules",
    "hanamikoji/q-resampled",
    "hanamikoji/q-strength",
    "hanamikoji/q-branching",
    "onitama/branching",
    "onitama/table-5-1",
    "onitama/table-5-2",
    "onitama/bias-range",
    "onitama/table-5-3",
    "onitama/table-5-4",
    "onitama/table-5-4-rave",
    "onitama/table-5-5",
    "onitama/table-5-6",
    "onitama/table-5-7",
    "onitama/table-6-1",
    "onitama/q-lead",
    "onitama/q-choices",
    "onitama/q-ranking",
    "onitama/q-rave-by-board",
    "daihinmin/fig-1",
    "daihinmin/fig-1-squares",
    "daihinmin/table-1",
    "daihinmin/table-2",
    "daihinmin/table-3",
    "daihinmin/table-4",
    "daihinmin/table-5",
    "daihinmin/table-5-chances",
    "daihinmin/fig-2",
    "daihinmin/fig-3",
    "daihinmin/fig-4",
    "daihinmin/table-6",
    "daihinmin/table-7",
    "daihinmin/table-8",
    "daihinmin/table-9",
    "daihinmin/table-10",
    "daihinmin/table-12",
    "daihinmin/table-13",
    "daihinmin/table-14",
    "daihinmin/table-15",
    "daihinmin/table-16",
    "daihinmin/table-17",
    "daihinmin/table-18",
    "daihinmin/q-targeting",
    "daihinmin/q-targeting-hands",
    "daihinmin/q-targeting-how",
    "tichu/fig-4-3",
    "tichu/appendix",
    "tichu/fig-4-5",
    "tichu/branching",
    "tichu/table-5-1",
    "tichu/table-5-2",
    "tichu/table-5-3",
    "tichu/table-5-3-normalised",
    "tichu/table-5-4",
    "tichu/table-5-5",
    "tichu/table-5-6",
    "tichu/table-5-7",
    "tichu/table-5-8",
    "tichu/table-5-9",
    "tichu/table-5-10",
    "tichu/q-play",
    "tichu/q-final",
    "tichu/q-cheating",
    "tichu/q-decisions",
    "levels/onitama5",
    "levels/onitama7",
    "levels/hanamikoji",
    "levels/daihinmin",
    "levels/tichu",
];

/// The folder of the levels that people choose from, which are no paper's.
pub const LEVELS: &str = "levels";

/// The papers in the order of their items, and the levels.
pub fn folders() -> Vec<&'static str> {
    let mut folders = Vec::new();
    for (id, _) in ITEMS {
        if !folders.contains(&folder(id)) {
            folders.push(folder(id));
        }
    }
    folders
}

fn folder(id: &str) -> &str {
    id.split('/').next().unwrap_or(id)
}

/// The experiment of this name.
pub fn open(id: &str) -> Result<Experiment, InputError> {
    match ITEMS.iter().find(|(known, _)| *known == id) {
        Some((id, text)) => read(id, &format!("experiments/{id}.toml"), text),
        None => Err(unknown(id)),
    }
}

/// The experiments that `text` names: one, those of a paper, the levels, or `all` of all papers.
pub fn select(text: &str) -> Result<Vec<Experiment>, InputError> {
    let is_chosen = |id: &str| folder(id) == text || (text == "all" && folder(id) != LEVELS);
    let chosen: Vec<&str> = ITEMS.iter().map(|(id, _)| *id).filter(|id| is_chosen(id)).collect();
    if chosen.is_empty() { Ok(vec![open(text)?]) } else { chosen.into_iter().map(open).collect() }
}

fn unknown(id: &str) -> InputError {
    let ids: Vec<&str> = ITEMS.iter().map(|(id, _)| *id).chain(folders()).collect();
    let (kind, hint) = match nearest(id, &ids) {
        Some(near) => (ErrorKind::Misspelt, format!(" did you mean {near}?")),
        None => (ErrorKind::Unknown, String::new()),
    };
    let papers = folders().join(", ");
    let text = format!("no experiment {id:?};{hint} karuta lab list shows them; there are: {papers}");
    InputError::of_kind(kind, text)
}

#[cfg(test)]
mod tests;
