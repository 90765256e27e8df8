//! Tests of `text`.

use super::*;

#[test]
fn tables_fit_their_width() {
    let head = ["agent", "score", "95 % interval", "wins", "time/move"];
    let row = |agent: &str| [agent, "97.5 %", "90.1 % to 99.2 %", "39", "1.2 ms"].map(String::from).to_vec();
    let rows = [row("alphabeta"), row("mcts:iters=100,playout=balanced-random,select=rave,solver=on")];
    let all = fitted(&head, &rows, usize::MAX);
    assert!(all.lines().next().is_some_and(|line| line.ends_with("time/move")), "{all}");
    for width in [40, 60, 80, 100] {
        let text = fitted(&head, &rows, width);
        assert!(text.lines().all(|line| columns(line) <= width.max(46)), "{width}:\n{text}");
        assert!(text.contains("97.5 %") && text.contains("solver=on"), "{text}");
    }
    assert!(fitted(&head, &rows, 80).contains("more columns with --wide"));
}

#[test]
fn tables_are_folded_with_every_column() {
    let head = ["experiment", "quick", "about"];
    let about = "tree searches by their exploration constant, against a quick player";
    let rows = [["onitama/table-5-1", "< 1", about].map(String::from).to_vec()];
    for width in [40, 60, 80] {
        let text = folded(&head, &rows, width);
        assert!(text.lines().all(|line| columns(line) <= width), "{width}:\n{text}");
        let words: Vec<&str> = text.split_whitespace().collect();
        assert!(words.ends_with(&["player"]) && words.contains(&"constant,"), "{text}");
    }
    assert_eq!(folded(&head, &rows, 200).lines().count(), 2);
    let rows = [vec!["MCTS".to_string(), "wins of the heuristic (%)".to_string()]];
    assert_eq!(folded(&["", "column"], &rows, 30), "      column\nMCTS  wins of the heuristic\n      (%)");
}

#[test]
fn explanations_stand_below_themselves() {
    assert_eq!(hanging("c", "one two three", 4, 11), "c   one two\n    three");
    assert_eq!(hanging("c", "= mcts:iters=10,c=2 x", 4, 16), "c   =\n    mcts:iters=\n    10,c=2 x");
    assert_eq!(hanging("longer", "one", 4, 80), "longer one");
}

#[test]
fn paragraphs_break_between_words() {
    assert_eq!(wrapped("  one two three\nfour", 9), "  one two\n  three\nfour");
    assert_eq!(wrapped("\u{1b}[1mbold\u{1b}[0m text", 9), "\u{1b}[1mbold\u{1b}[0m text");
}

#[test]
fn numbers_read_well() {
    assert_eq!(thousands(-1_234_567), "-1,234,567");
    assert_eq!(rounded(12.345), "12.3");
    assert_eq!(rounded(45_678.9), "45,679");
    assert_eq!(seconds(0.0034), "3.4 ms");
}
