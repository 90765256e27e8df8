//! Tests of `encoders`.

use super::*;
use crate::rules::Rules;
use karuta_engine::{Game, Rng};

#[test]
fn every_combination_has_an_output_of_its_own() {
    let mut used = vec![0; OUTPUTS];
    let state = Tichu::new(Rules::PESTALOZZI, 1);
    let view = state.view(0);
    let mut note = |mv: Move| used[output(&view, mv).expect("an output")] += 1;
    [Move::PASS, Move::DOG, Move::MAH, Move::PHOENIX, Move::DRAGON].into_iter().for_each(&mut note);
    for rank in 2..=ACE {
        let kinds = [Kind::Single, Kind::Pair, Kind::Triple, Kind::Four];
        kinds.into_iter().for_each(|kind| note(Move::same(kind, rank)));
        note(Move::full_house(rank, if rank == 2 { 3 } else { 2 }));
    }
    for len in 2..=ACE {
        for top in len..=ACE {
            if len >= 5 {
                note(Move::run(Kind::Straight, top, len));
                note(Move::run(Kind::Flush, top, len));
            }
            if top > len {
                note(Move::run(Kind::Stairs, top, len));
            }
        }
    }
    assert_eq!(used, vec![1; OUTPUTS]);
}

#[test]
fn cards_are_numbered_as_in_the_report() {
    for (size, code) in [FIFTY_SIX_CODE, SEVENTEEN_CODE] {
        let mut counts = vec![0; size];
        Cards::ALL.iter().for_each(|card| counts[code(card)] += 1);
        assert!(counts.iter().all(|&count| count == if size == 56 || count == 1 { 1 } else { 4 }));
    }
    let card = |name: &str| crate::cards::parse_card(name).expect("a card");
    let numbers = ["G2", "GA", "R2", "SA", "B2", "BA"].map(|name| FIFTY_SIX_CODE.1(card(name)));
    assert_eq!(numbers, [4, 16, 17, 42, 43, 55]);
}

#[test]
fn fair_nets_are_told_what_a_view_says_and_no_more() {
    let mut rng = Rng::new(3);
    for encoder in encoders() {
        let inputs = encoder.part.view_inputs();
        for seed in 0..40 {
            let mut state = Tichu::new(Rules::PESTALOZZI, seed);
            for _ in 0..seed {
                let mv = state.random_move(&mut Vec::new(), &mut rng);
                state.apply(mv);
                if state.turn().is_none() {
                    break;
                }
            }
            let Some(seat) = state.turn() else { continue };
            let told = |view: &View| {
                let mut to = Inputs::default();
                (encoder.part.view)(view, &mut to);
                assert!(to.0.iter().all(|&(at, _)| usize::from(at) < inputs));
                to
            };
            let (fair, open) = (state.view(seat), View::peek(&state, seat));
            let world = Tichu::sample(&fair, &mut rng);
            assert_eq!(told(&fair), told(&world.view(seat)));
            if encoder.part.peeks {
                let sum: f32 =
                    told(&open).0.iter().filter(|(at, _)| *at < 4 * inputs as u16 / 5).map(|p| p.1).sum();
                let held: u32 = (0..4).map(|seat| state.hand(seat).len()).sum();
                let table = state.top_cards.len() as f32;
                assert!(sum >= held as f32 && sum <= held as f32 + table + 1.0, "{sum} {held}");
            }
        }
    }
}
