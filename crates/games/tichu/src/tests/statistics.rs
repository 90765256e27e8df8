//! Random play compared with what the report's program does: 5,113 of its rounds without exchange and
//! wish had 41.1 plays, 58.5 passes and 18.9 tricks, 28.1 % double victories, 8.72 options to a lead and
//! 1.99 to an answer, and a standard deviation of 117.5 in the difference of points.

use karuta_engine::{Game, Rng};

use crate::moves::{Move, What};
use crate::rules::{Exchange, Gift, Rules, WishRule};
use crate::{Phase, Tichu};

#[test]
fn random_rounds_are_like_those_of_the_reports_program() {
    const ROUNDS: u32 = 6_000;
    let rules = Rules {
        exchange: Exchange::None,
        wish: WishRule::None,
        gift: Gift::Chosen,
        ..Rules::PESTALOZZI_CODE
    };
    let mut rng = Rng::new(1);
    let mut moves: Vec<Move> = Vec::new();
    let [mut plays, mut passes, mut leads, mut doubles] = [0u32; 4];
    let [mut lead_options, mut answer_options, mut squares] = [0.0f64; 3];
    for seed in 0..u64::from(ROUNDS) {
        let mut state = Tichu::new(rules, seed);
        while state.turn().is_some() {
            moves.clear();
            state.moves(&mut moves);
            if state.phase == Phase::Play && state.top.is_none() {
                leads += 1;
                lead_options += moves.len() as f64;
            } else if state.phase == Phase::Play {
                answer_options += moves.len() as f64;
            }
            let mv = moves[rng.index(moves.len())];
            plays += u32::from(matches!(mv.what(), What::Play(_)));
            passes += u32::from(mv == Move::PASS);
            state.apply(mv);
        }
        doubles += u32::from(state.tally.doubles != [0, 0]);
        squares += f64::from(state.scores[0] - state.scores[1]).powi(2);
    }
    let rounds = f64::from(ROUNDS);
    let answers = f64::from(plays + passes - leads);
    let found = [
        ("plays", f64::from(plays) / rounds, 41.1, 0.4),
        ("passes", f64::from(passes) / rounds, 58.5, 0.8),
        ("tricks", f64::from(leads) / rounds, 18.9, 0.4),
        ("double victories", 100.0 * f64::from(doubles) / rounds, 28.1, 2.5),
        ("options to a lead", lead_options / f64::from(leads), 8.72, 0.35),
        ("options to an answer", answer_options / answers, 1.99, 0.04),
        ("deviation", (squares / rounds).sqrt(), 117.5, 4.0),
    ];
    for (name, value, due, slack) in found {
        assert!((value - due).abs() <= slack, "{name}: {value} instead of {due} in {found:?}");
    }
}
