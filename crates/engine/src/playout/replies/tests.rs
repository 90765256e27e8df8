//! Tests of `replies`.

use super::*;
use crate::referee::Referee;
use crate::toys::Tree;

/// Seat 0 has one move, then seat 1 loses, draws or wins, by the moves 2, 3 and 4.
fn start() -> Tree {
    Tree::parse("((1=0))")
}

fn begin(playout: &mut Replies<Tree>) {
    let mut referee = Referee::new(Tree::parse("(01)"));
    let state = *referee.state();
    playout.begin(&referee.decision().expect("a game that is on"), &state);
}

fn line_of(playout: &mut Replies<Tree>, rng: &mut Rng) -> (Vec<u16>, Scores) {
    let (mut state, mut trace) = (start(), Trace::new());
    playout.run_traced(&mut state, u32::MAX, &mut trace, rng);
    (trace.iter().map(|&(_, mv)| mv).collect(), state.payoff())
}

#[test]
fn a_good_reply_is_given_again_and_a_bad_one_is_forgotten() {
    let mut rng = Rng::new(4);
    let mut playout = Replies::<Tree>::new(ReplyRule::PLAIN);
    begin(&mut playout);
    let replies: Vec<u16> = (0..60)
        .map(|_| {
            let (line, scores) = line_of(&mut playout, &mut rng);
            playout.learn(&Trace::new(), &scores);
            line[1]
        })
        .collect();
    // Seat 1 wins with the third reply; once it has, it never says anything else.
    let found = replies.iter().position(|&mv| mv == 4).expect("found within sixty lines");
    assert!(found > 0, "it was not known beforehand");
    assert!(replies[found..].iter().all(|&mv| mv == 4), "{replies:?}");
    // A lost line with the same move makes it forget.
    let (line, _) = line_of(&mut playout, &mut rng);
    assert_eq!(line[1], 4);
    playout.learn(&Trace::new(), &Scores::two(1.0));
    let later: Vec<u16> = (0..30)
        .map(|_| {
            let line = line_of(&mut playout, &mut rng).0;
            playout.learn(&Trace::new(), &Scores::even(0.5));
            line[1]
        })
        .collect();
    assert!(later.iter().any(|&mv| mv != 4), "an even result teaches nothing: {later:?}");
}

#[test]
fn silence_is_no_reply_and_a_new_beginning_has_none() {
    let learned = |rule: ReplyRule<Tree>| {
        let mut playout = Replies::<Tree>::new(rule);
        begin(&mut playout);
        line_of(&mut playout, &mut Rng::new(2));
        playout.line.len()
    };
    assert_eq!(learned(ReplyRule::PLAIN), 1);
    assert_eq!(learned(ReplyRule { is_silent: |mv| mv == 1, ..ReplyRule::PLAIN }), 0);
    assert_eq!(learned(ReplyRule { begins: |_| true, ..ReplyRule::PLAIN }), 0);
}
