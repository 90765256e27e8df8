//! Lessons for the policy net: rounds, the inputs of moves, points. Knows nothing of the net.

use karuta_engine::MAX_SEATS;
use karuta_playable::parts::{Lesson, Weighing};

use crate::Tichu;
use crate::learning::policy_weights::round;
use crate::moves::Move;
use crate::play::features::inputs::{COUNT, GivenUp, Inputs};
use crate::play::softmax::{Turn, made, turn};
use crate::rules::Rules;

/// Rounds by the official rules.
pub fn lesson() -> Lesson<Tichu> {
    Lesson { inputs: COUNT, deal: |rng| round(Rules::OFFICIAL, rng), weigh, made, points }
}

fn weigh(state: &Tichu, to: &mut Weighing<Move>) -> Option<Move> {
    let pass = match turn(state, &mut to.moves) {
        Turn::Only(mv) => return Some(mv),
        Turn::Choice { pass } => pass,
    };
    let inputs = Inputs::of(state);
    to.features.clear();
    to.ends.clear();
    inputs.shared(|input| to.shared.push(input as u16));
    let mut given_up = GivenUp::default();
    for &mv in &to.moves {
        if let Some(kind) = mv.kind() {
            inputs.play(mv, kind, &mut given_up, |input| to.features.push(input as u16));
        }
        to.ends.push(to.features.len());
    }
    if let Some(pass) = pass {
        inputs.pass(&given_up, |input| to.features.push(input as u16));
        to.ends.push(to.features.len());
        to.moves.push(pass);
    }
    None
}

/// Hundreds of points ahead.
fn points(state: &Tichu) -> [f32; MAX_SEATS] {
    let [one, other] = state.scores();
    let ahead = (one - other) as f32 / 100.0;
    std::array::from_fn(|seat| if seat % 2 == 0 { ahead } else { -ahead })
}
