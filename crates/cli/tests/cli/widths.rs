//! Everything that prints a table, in terminals of 80, 100 and 140 columns: nothing is wider than the terminal unless
//! that is asked for.

use karuta_playable::ink::columns;

use crate::child::{Folder, karuta, karuta_in};

/// Agents whose names alone fill a line.
const LONG: &str = "mcts:iters=10,select=(ucb1:counts=parent,tie=random),c=1.25,playout=priority,final=mean";

/// Commands that print tables and lists. FOLDER is one of the test's own.
const TABLES: &[&str] = &[
    "games",
    "agents",
    "agents --game tichu",
    "agents --game onitama5",
    "agents mcts",
    "agents hanamikoji-best",
    "lab list",
    "lab list levels",
    "lab run onitama/table-5-1 --size smoke --threads 1 --out FOLDER/results",
    "lab run tichu/table-5-5 --size smoke --threads 1 --out FOLDER/results",
    "lab run daihinmin/table-9 --size smoke --out FOLDER/results",
    "lab report --from FOLDER/results",
    "lab report levels --from RESULTS",
    "lab again onitama/table-5-1 --from FOLDER/results --out FOLDER/again",
    "bench onitama5 --seconds 0.001",
    "match onitama5 LONG random --deals 2 --threads 1",
    "match daihinmin default eager eager eager eager --deals 2 --threads 1",
    "match tichu light simple --deals 2 --threads 1",
    "tournament onitama5 LONG random priority heuristic alphabeta:nodes=20 --deals 1 --threads 1",
    "tournament onitama5 LONG random --deals 2 --threads 1 --sprt elo0=0,elo1=5",
    "match onitama5 LONG random --deals 2 --chunk 1/2 --threads 1 --out FOLDER/1.db",
    "match onitama5 LONG random --deals 2 --chunk 2/2 --threads 1 --out FOLDER/2.db",
    "merge FOLDER/1.db FOLDER/2.db --out FOLDER/all.db --deals 2",
    "analyze onitama5 --agent alphabeta:depth=2",
    "analyze tichu --agent mcts:iters=20 --all",
    "net daihinmin",
    "perft onitama5 --depth 2",
];

/// The results that come with the project.
const RESULTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../results");

#[test]
fn no_table_is_wider_than_the_terminal() {
    let folder = Folder::new();
    for width in [80, 100, 140] {
        for command in TABLES {
            let command =
                command.replace("FOLDER", &folder.file("")).replace("LONG", LONG).replace("RESULTS", RESULTS);
            let args: Vec<&str> = command.split(' ').collect();
            let told = karuta_in(width, &args);
            // A path or a spec is a word and cannot be broken; a line may hold one with its label.
            let is_word =
                |line: &str| line.contains(&folder.file("")) || line.split_whitespace().count() <= 2;
            for line in told.fine().lines().filter(|line| !is_word(line)) {
                assert!(columns(line) <= width, "{command}: {} of {width} columns: {line}", columns(line));
            }
        }
    }
}

/// Columns left out of a narrow table are there with `--wide`.
#[test]
fn wide_tables_have_every_column() {
    let plan = ["match", "tichu", "light", "simple", "--deals", "1", "--threads", "1"];
    let narrow = karuta_in(80, &plan).fine();
    assert!(narrow.contains("more columns with --wide") && !narrow.contains("rounds"), "{narrow}");
    let wide = karuta_in(80, &[&plan[..], &["--wide"]].concat()).fine();
    assert!(!wide.contains("more column") && wide.contains("rounds"), "{wide}");
    let bench = ["bench", "onitama5", "--seconds", "0.001"];
    assert!(karuta_in(60, &bench).fine().contains(" with --wide)"));
    assert!(karuta(&[&bench[..], &["--wide"]].concat()).fine().contains("from"));
    for list in [&["games"][..], &["agents"], &["lab", "list"]] {
        let wide = karuta_in(80, &[list, &["--wide"]].concat()).fine();
        assert!(wide.lines().any(|line| columns(line) > 80), "{list:?} has long lines to show: {wide}");
    }
}
