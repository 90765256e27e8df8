//! Lessons for the policy net: games with titles, the features of moves, places. Knows nothing of the net.

use karuta_engine::{Game as _, MAX_SEATS};
use karuta_playable::parts::{Lesson, Weighing};

use crate::learning::policy_weights::titled;
use crate::moves::Move;
use crate::play::remainder::{self, COUNT, Sink};
use crate::rules::Rules;
use crate::{Daihinmin, SEATS};

/// Single games by the official rules.
pub fn lesson() -> Lesson<Daihinmin> {
    Lesson { inputs: COUNT, deal: |rng| titled(Rules::OFFICIAL, rng), weigh, made: |_, mv| mv, points }
}

impl Sink for Weighing<Move> {
    fn take(&mut self, feature: usize) {
        self.features.push(feature as u16);
    }

    fn end(&mut self) {
        self.ends.push(self.features.len());
    }
}

fn weigh(state: &Daihinmin, to: &mut Weighing<Move>) -> Option<Move> {
    to.features.clear();
    to.ends.clear();
    let mut moves = std::mem::take(&mut to.moves);
    let only = remainder::weigh(state, &mut moves, to);
    to.moves = moves;
    only
}

/// A place is one apart from the next.
fn points(state: &Daihinmin) -> [f32; MAX_SEATS] {
    let payoffs = state.payoff();
    std::array::from_fn(|seat| if seat < SEATS { 4.0 * payoffs[seat] as f32 } else { 0.0 })
}
