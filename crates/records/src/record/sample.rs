//! Records made up for tests, and a folder of its own for each test.
//!
//! Knows values that careless storing would change. Must not know what is tested with them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::{AgentIdentity, Effort, GameRecord, GroupRecord, Plan, RecordError, Store};

/// A folder that goes away with the test.
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("karuta-record-{}-{count}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("tests may write to the temporary directory");
        Self(path)
    }

    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Everything in the folder: names and bytes.
    pub(super) fn contents(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let entries = fs::read_dir(&self.0).expect("the folder is there");
        let paths = entries.map(|entry| entry.expect("it can be listed").path());
        paths.map(|path| (path.clone(), fs::read(&path).unwrap_or_default())).collect()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(super) fn plan(seed: u64) -> Plan {
    Plan {
        game: "onitama(cards=fixed)".into(),
        contestants: vec!["mcts(playouts=100)".into(), "random".into()],
        seed,
        agents: vec![agent("mcts(playouts=100)"), agent("random")],
    }
}

fn agent(spec: &str) -> AgentIdentity {
    AgentIdentity {
        spec: spec.into(),
        files: BTreeMap::from([("boar.end".into(), "17".into())]),
        behaviour: "a".into(),
        is_timed: false,
    }
}

/// A group with floats and counters that do not survive careless storing.
pub(super) fn group(index: u64) -> GroupRecord {
    let game = |seating: [usize; 2]| {
        let share = (index % 7) as f64 / 7.0;
        GameRecord {
            seating: seating.into(),
            start: "rnbqk/5 \"quoted\" \u{2603}".into(),
            moves: vec!["a1b2".into(), "c3d4\n".into()],
            spent: vec![index, u64::MAX],
            payoffs: vec![share, 1.0 - share],
            plies: 2,
            measures: BTreeMap::from([
                ("pieces left".into(), vec![Some(0.1 + 0.2), None]),
                ("tiny".into(), vec![Some(5e-324), Some(0.0)]),
            ]),
            effort: vec![Effort { decisions: 1, iterations: u64::MAX, nanos: 17, ..Effort::default() }; 2],
        }
    };
    GroupRecord { index, games: vec![game([0, 1]), game([1, 0])] }
}

/// Writes these groups of the first plan and closes.
pub(super) fn write(store: &Store, indices: impl IntoIterator<Item = u64>) {
    let writer = store.writer().expect("the record can be written");
    for index in indices {
        writer.send(0, &group(index)).expect("the writer lives");
    }
    writer.close().expect("all is written");
}

/// A closed record of `plan(seed)` with `groups` groups.
pub(super) fn record(path: &Path, seed: u64, groups: u64) -> Store {
    let store = Store::open(path, &[plan(seed)]).expect("a new record");
    write(&store, 0..groups);
    store
}

/// The number of groups of `plan(1)` in the record.
pub(super) fn count(path: &Path) -> usize {
    let store = Store::open(path, &[plan(1)]).expect("it is a record of the plan");
    store.done(0).expect("it can be read").len()
}

/// The error's text, after making sure it is one line that names the file.
pub(super) fn line(error: &RecordError) -> String {
    let text = error.to_string();
    let name = error.path.file_name().expect("records have names");
    assert!(!text.contains('\n'), "{text}");
    assert!(text.contains(&*name.to_string_lossy()), "{text}");
    text
}
