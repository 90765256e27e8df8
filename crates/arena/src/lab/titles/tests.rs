//! Tests of `titles`.

use super::super::open;
use super::*;

fn lines(study: &str) -> Vec<String> {
    let asked = open(study).expect("a study");
    (0..asked.work.pieces()).map(|at| asked.work.piece(at)).collect()
}

#[test]
fn every_title_is_followed_after_every_game() {
    let text = lines("daihinmin-titles:agent=default,matches=3,games=21").join("\n");
    let all = titles::parse(&format!("{}\n{text}", titles::heading())).expect("a table");
    for counts in &all {
        for at in 0..SEATS {
            assert_eq!(counts.0[at].iter().sum::<u64>(), 20);
            assert_eq!(counts.0.iter().map(|row| row[at]).sum::<u64>(), 20);
        }
    }
    assert_ne!(all[0], all[1]);
}

#[test]
fn one_seat_among_others_is_followed_alone() {
    let text = lines("daihinmin-titles:agent=learned,others=random,matches=4,games=26").join("\n");
    let all = titles::parse(&format!("{}\n{text}", titles::heading())).expect("a table");
    let sum = TitleCounts::sum(&all);
    assert_eq!(sum.0.iter().flatten().sum::<u64>(), 100);
    assert!(sum.0[0].iter().sum::<u64>() > 60, "the better player is mostly daifugo: {sum:?}");
}

#[test]
fn the_tables_are_the_papers() {
    let asked = open("daihinmin-titles:matches=4,games=26").expect("a study");
    let lines: Vec<String> = (0..4).map(|at| asked.work.piece(at)).collect();
    let digests = asked.work.digest(&lines);
    let size = |at: usize| (digests[at].rows.len(), digests[at].head.len());
    assert_eq!([size(0), size(1), size(2)], [(5, 6), (16, 6), (16, 5)]);
    assert!(digests[1].rows[0][1].starts_with("5.000 \u{b1}0.000"), "{:?}", digests[1].rows[0]);
    assert!(digests[2].rows[0][1].starts_with("0.250"), "{:?}", digests[2].rows[0]);
    let chance: f64 = digests[0].rows[0][1].split(' ').next().expect("a cell").parse().expect("a number");
    assert!((0.2..0.7).contains(&chance), "{chance}");
}

#[test]
fn bad_parameters_are_named() {
    let error = |text: &str| open(text).map(|_| ()).expect_err(text).to_string();
    assert!(error("daihinmin-titles:games=1").contains("games=1"));
    assert!(error("daihinmin-titles:others=nobody").contains("nobody"));
}
