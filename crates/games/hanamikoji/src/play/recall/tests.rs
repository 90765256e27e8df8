//! Tests of `recall`.

use super::*;
use crate::play::inputs::Inputs;
use crate::rules::Rules;
use karuta_engine::Game;

/// The table as a seat sees it where it decides and as the policy net is told it, without the hand.
fn table(state: &Hanamikoji, seat: Seat) -> (Vec<usize>, [Cards; 2], u8, Option<(Action, Cards)>) {
    let mut shared = Vec::new();
    Inputs::of(state).shared(|input| shared.push(input));
    (shared, [state.pile(seat), state.pile(1 - seat)], state.plays[seat].unused(), state.pending())
}

#[test]
fn decisions_are_those_that_were_made() {
    let (mut rng, mut met, mut all) = (Rng::new(1), 0, 0);
    for (seed, rules) in
        (0..60).flat_map(|seed| [Rules::OFFICIAL, Rules::FAIR, Rules::HASSAN].map(|rules| (seed, rules)))
    {
        let mut state = Hanamikoji::new(rules, seed);
        let mut made: [Vec<(Hanamikoji, Move)>; 2] = Default::default();
        let round = state.round();
        while let Some(seat) = state.turn() {
            if state.round() != round {
                break;
            }
            for (of, made) in made.iter().enumerate() {
                let (mut at, mut found) = (0, 0);
                each_decision(&state, of, &mut rng, |then, mv| {
                    at += made[at..].iter().take_while(|(was, _)| was.turns() != then.turns()).count();
                    let (was, chosen) = &made[at];
                    assert_eq!(table(then, of), table(was, of), "turn {}", was.turns());
                    assert_eq!(then.hand(of).len(), was.hand(of).len(), "turn {} of {state:?}", was.turns());
                    assert_eq!(mv, *chosen);
                    let mut legal = Vec::new();
                    then.list_moves(&mut legal);
                    assert!(legal.contains(&mv), "{mv} of {then:?}");
                    if !rules.removed_in_pool {
                        assert_eq!(then.removed(), state.removed());
                    }
                    (at, found) = (at + 1, found + 1);
                });
                met += found;
                all += made.len();
            }
            let mv = state.random_move(&mut Vec::new(), &mut rng);
            made[seat].push((state, mv));
            state.apply(mv);
        }
    }
    assert!(met * 100 > all * 99, "{met} of {all} decisions are recalled");
}
