//! Spellings and files of earlier versions: one line says what takes their place, and that works.

use std::fs;

use rusqlite::Connection;

use crate::child::{Folder, karuta};

/// A game, an agent as it was written, today's spelling as the line has it, and the agent as it is written now.
const AGENTS: &[(&str, &str, &str, &str)] = &[
    (
        "onitama5",
        "mcts:iters=9,playout=(settle:depth=2)",
        "playout=(quiescence:depth=2)",
        "mcts:iters=9,playout=(quiescence:depth=2)",
    ),
    ("onitama5", "mcts:iters=9,select=thesis-rave", "select=schulz-rave", "mcts:iters=9,select=schulz-rave"),
    (
        "onitama5",
        "mcts:iters=9,select=rave,bias=0.1",
        "select=(rave:bias=0.1)",
        "mcts:iters=9,select=(rave:bias=0.1)",
    ),
    (
        "onitama5",
        "mcts:iters=9,amaf=thesis",
        "select=(schulz-rave:amaf=thesis)",
        "mcts:iters=9,select=(schulz-rave:amaf=thesis)",
    ),
    (
        "onitama5",
        "mcts:iters=9,early=0.99",
        "select=(schulz-rave:early=0.99)",
        "mcts:iters=9,select=(schulz-rave:early=0.99)",
    ),
    (
        "onitama5",
        "mcts:iters=9,playout=priority,cut=50",
        "playout=(PLAYOUT:cut=50)",
        "mcts:iters=9,playout=(priority:cut=50)",
    ),
    (
        "onitama5",
        "flat:iters=9,playout=priority,eval=pieces",
        "playout=(PLAYOUT:eval=pieces)",
        "flat:iters=9,playout=(priority:cut=50,eval=pieces)",
    ),
    (
        "onitama5",
        "mcts:iters=9,judge=200",
        "playout=(PLAYOUT:judge=200)",
        "mcts:iters=9,playout=(uniform:cut=10,judge=200)",
    ),
    (
        "onitama5",
        "mcts:iters=9,advice=(alphabeta:nodes=50),trust=5",
        "advice=(prior:agent=(AGENT),visits=5)",
        "mcts:iters=9,advice=(prior:agent=(alphabeta:nodes=50),visits=5)",
    ),
    ("hanamikoji", "flat:iters=9,presampled=on", "ends=presampled", "flat:iters=9,ends=presampled"),
    ("hanamikoji", "flat:iters=9,order=STGC", "rules=order-STGC", "flat:iters=9,rules=order-STGC"),
    ("daihinmin", "flat:iters=9,sure=on", "rules=sure", "flat:iters=9,rules=sure"),
    ("daihinmin", "flat:iters=9,consider=plays", "rules=plays", "flat:iters=9,rules=plays"),
    ("daihinmin", "flat:iters=9,places=sq", "ends=sq", "flat:iters=9,ends=sq"),
    (
        "daihinmin",
        "flat:iters=9,advice=dmc,lean=0.4",
        "advice=(blend:agent=(AGENT),weight=0.4)",
        "flat:iters=9,advice=(blend:agent=(dmc),weight=0.4)",
    ),
    (
        "tichu",
        "ruled:agent=(flat:iters=9)",
        "flat:iters=9,rules=calls+exchange+endings",
        "flat:iters=9,rules=calls+exchange+endings",
    ),
    ("tichu", "mcts:iters=9,reward=ranking", "ends=ranking", "mcts:iters=9,ends=ranking"),
    ("tichu", "mcts:iters=9,nodes=trick", "tree=(graph:by=trick)", "mcts:iters=9,tree=(graph:by=trick)"),
    ("tichu", "mcts:iters=9,groups=layer", "tree=groups", "mcts:iters=9,tree=groups"),
    (
        "tichu",
        "mcts:iters=9,groups=coded",
        "tree=(graph:by=KEY,groups=totals)",
        "mcts:iters=9,tree=(graph:by=information,groups=totals)",
    ),
    ("tichu", "mcts:iters=9,observers=all", "tree=observers", "mcts:iters=9,tree=observers"),
    ("tichu", "mcts:iters=9,finish=on", "rules=go-out", "mcts:iters=9,rules=go-out"),
    (
        "tichu",
        "mcts:iters=9,counts=parent",
        "select=(RULE:counts=parent)",
        "mcts:iters=9,select=(ucb1:counts=parent)",
    ),
    ("tichu", "mcts:iters=9,tie=random", "select=(RULE:tie=random)", "mcts:iters=9,select=(ucb1:tie=random)"),
    ("tichu", "mcts:iters=9,playout=foresee", "playout=value", "mcts:iters=9,playout=value"),
];

/// Agents with something that has no successor.
const REMOVED: &[(&str, &str, &str)] = &[
    ("hanamikoji", "flat:iters=9,offers=random", "offers=random"),
    ("hanamikoji", "flat:iters=9,consider=weak-gifts", "consider=weak-gifts"),
    ("hanamikoji", "expectiminimax:rule=B", "rule=B"),
    ("onitama5", "mcts:iters=9,fpu=1", "fpu=1"),
    ("onitama5", "mcts:iters=9,expand=listed", "expand=listed"),
    ("tichu", "mcts:iters=9,peek_at=enemies", "peek_at=enemies"),
    ("daihinmin", "flat:iters=9,playout=probe", "playout=probe"),
];

fn analysed(game: &str, agent: &str) -> crate::child::Ended {
    karuta(&["analyze", game, "--seed", "1", "--agent", agent])
}

#[test]
fn agents_of_old_get_the_new_spelling_which_works() {
    for (game, old, said, new) in AGENTS {
        let line = analysed(game, old).refusal();
        assert!(line.contains(&format!("is written {said} now")), "{old}: {line}");
        analysed(game, new).fine();
    }
}

#[test]
fn what_was_removed_is_said_to_be() {
    for (game, old, what) in REMOVED {
        let line = analysed(game, old).refusal();
        assert!(line.contains(&format!("{what} was removed")), "{old}: {line}");
    }
}

#[test]
fn a_playout_that_needs_a_tree_is_refused_elsewhere() {
    let line = analysed("tichu", "flat:iters=9,playout=lgrf").refusal();
    assert!(line.contains("playout=lgrf needs a tree: only mcts has it"), "{line}");
}

/// The first format had no identities of agents; it is known by the number in the header.
#[test]
fn a_record_of_the_first_format_is_refused_and_kept() {
    let folder = Folder::new();
    let file = folder.file("old.db");
    let old = Connection::open(&file).expect("a new file");
    let script = "PRAGMA application_id = 0x6b727461; PRAGMA user_version = 1;
                  CREATE TABLE plan (id INTEGER PRIMARY KEY, spec TEXT NOT NULL, version TEXT NOT NULL);";
    old.execute_batch(script).expect("an old record");
    drop(old);
    let before = fs::read(&file).expect("the record");
    let joined = folder.file("joined.db");
    for args in [
        vec!["export", &file],
        vec!["match", "onitama5", "random", "random", "--deals", "2", "--out", &file],
        vec!["tournament", "onitama5", "random", "priority", "--deals", "2", "--out", &file],
        vec!["merge", &file, "--out", &joined],
    ] {
        let line = karuta(&args).refusal();
        assert!(line.contains("older format 1") && line.contains("play anew"), "{args:?}: {line}");
    }
    assert_eq!(fs::read(&file).expect("the record"), before, "nothing is changed");
}

/// Results of an experiment whose agents were written differently.
#[test]
fn results_of_old_agents_get_the_new_spelling() {
    let folder = Folder::new();
    let results = folder.file("results");
    let old = include_str!("../../../../results/tichu/table-5-3.json").replace("ends=", "reward=");
    fs::create_dir_all(format!("{results}/tichu")).expect("a folder");
    fs::write(format!("{results}/tichu/table-5-3.json"), old).expect("old results");
    let line = karuta(&["lab", "report", "tichu/table-5-3", "--from", &results]).refusal();
    assert!(line.contains("belongs to another plan") && line.contains(" now)"), "{line}");
}
