//! The learner's access to the policy of weighted features: deals, choices, situations.

use karuta_engine::{Game as _, Rng, Seat};

use crate::cards::Cards;
use crate::moves::Move;
use crate::play::features::{BLOCKS, Offer, PositionFeatures};
use crate::play::softmax::{Turn, turn};
use crate::rules::Rules;
use crate::{Phase, Tichu};
use karuta_playable::parts::{Learnable, Weighing};
use karuta_playable::weights;

/// Steps by which the strength of a team's start is measured.
const STEPS: usize = 40;

/// The parts of the game for learners.
pub(crate) fn learnable() -> Learnable<Tichu> {
    Learnable {
        start: include_str!("../play/weights/light.txt"),
        read: |text| weights::read(BLOCKS, text),
        write: |values| weights::write(BLOCKS, values),
        deal,
        situations: STEPS,
        situation,
        weigh,
    }
}

fn deal(table: &Tichu, rng: &mut Rng) -> Tichu {
    round(table.rules, rng)
}

/// One round, after the calls of Grand Tichu and the exchange, both by rule: plays are learned from hands as they are
/// played from.
pub(crate) fn round(rules: Rules, rng: &mut Rng) -> Tichu {
    let mut state = Tichu::new(Rules { target: 0, ..rules }, rng.bits());
    let mut buf = Vec::new();
    while matches!(state.phase, Phase::Grand | Phase::Give)
        && let Turn::Only(mv) = turn(&state, &mut buf)
    {
        state.apply(mv);
    }
    state
}

/// Strength of the hands of a seat's team against those of the others: specials, aces, kings and bombs count for a
/// hand, ranks against it.
fn situation(state: &Tichu, seat: Seat) -> usize {
    let strength = |seat: Seat| {
        let hand = state.hands[seat & 3] | state.played[seat & 3];
        let cards = |set: u64| (hand & Cards(set)).len();
        let high =
            6 * cards(Cards::DRAGON.0 | Cards::PHOENIX.0) + 4 * cards(0xF << 56) + 2 * cards(0xF << 52);
        (high + 6 * u32::from(hand.has_bomb())) as i32 - hand.ranks().count_ones() as i32
    };
    let difference = strength(seat) + strength(seat + 2) - strength(seat + 1) - strength(seat + 3);
    (difference / 2 + STEPS as i32 / 2).clamp(0, STEPS as i32 - 1) as usize
}

fn weigh(state: &Tichu, to: &mut Weighing<Move>) -> Option<Move> {
    let pass = match turn(state, &mut to.moves) {
        Turn::Only(mv) => return Some(mv),
        Turn::Choice { pass } => pass,
    };
    let glance = PositionFeatures::of(state);
    to.features.clear();
    to.ends.clear();
    let mut offer = Offer::default();
    for &mv in &to.moves {
        if let Some(kind) = mv.kind() {
            glance.play(mv, kind, &mut offer, |feature| to.features.push(feature as u16));
        }
        to.ends.push(to.features.len());
    }
    if let Some(pass) = pass {
        glance.pass(&offer, |feature| to.features.push(feature as u16));
        to.ends.push(to.features.len());
        to.moves.push(pass);
    }
    None
}

#[cfg(test)]
mod tests;
