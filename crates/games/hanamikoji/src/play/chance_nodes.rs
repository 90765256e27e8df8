//! Draws that are listed instead of made, and in which order trees list them: what exhaustive searches
//! ask of the game. How far a tree goes and what its leaves are worth is theirs to say.
//!
//! When a round is over its markers are not given out yet: a seat does not see what the other hid
//! before that, so a search may still draw it anew. [`go_on`] then scores what is there.

use karuta_engine::chances::Chances;

use crate::cards::Cards;
use crate::moves::Move;
use crate::rules::Style;
use crate::{Hanamikoji, Phase};
use karuta_playable::parts::Named;

/// The ways to list draws.
pub(crate) const RULES: [Named<Chances<Hanamikoji>>; 2] = [
    Named {
        name: "game",
        help: "draws come where the game has them",
        part: Chances { make, outcomes: as_played, stops: |_| false, go_on },
    },
    Named {
        name: "A",
        help: "the thesis' trees: a draw after every play and every answer, and none when the deck is empty",
        part: Chances { make, outcomes: after_all, stops: is_deck_empty, go_on },
    },
];

/// Draws listed as played, and markers given out at the end of the round: for searches that know every
/// card. They stop there and need no other deal.
pub(crate) const OPEN: Chances<Hanamikoji> =
    Chances { make: Hanamikoji::make, outcomes: as_played, stops: |_| false, go_on: |_| {} };

fn make(state: &mut Hanamikoji, mv: Move) {
    unscored(state, |state| state.make(mv));
}

fn unscored(state: &mut Hanamikoji, change: impl FnOnce(&mut Hanamikoji)) {
    let markers = state.markers;
    change(state);
    if matches!(state.phase, Phase::Scored | Phase::Over) {
        state.markers = markers;
        state.phase = Phase::Scored;
    }
}

fn go_on(state: &mut Hanamikoji) {
    match state.phase {
        Phase::Draw => state.draw_next(),
        Phase::Scored => {
            state.score();
            if state.phase == Phase::Scored {
                state.next_round();
            }
        }
        Phase::Play | Phase::Answer | Phase::Over => {}
    }
}

fn is_deck_empty(state: &Hanamikoji) -> bool {
    state.deck.is_empty()
}

fn as_played(state: &Hanamikoji, out: &mut Vec<(Hanamikoji, f64)>) {
    if state.phase == Phase::Draw {
        list(state, out);
    }
}

fn after_all(state: &Hanamikoji, out: &mut Vec<(Hanamikoji, f64)>) {
    if state.phase == Phase::Draw || state.rules.style == Style::Hassan {
        list(state, out);
    }
}

fn list(state: &Hanamikoji, out: &mut Vec<(Hanamikoji, f64)>) {
    out.extend(state.draws().map(|(card, weight)| {
        let mut next = *state;
        if next.phase == Phase::Draw {
            next.draw(card);
        } else {
            draw_early(&mut next, card);
        }
        (next, weight)
    }));
}

/// A card drawn before its time goes to the seat whose it would have been: the first to the seat of the
/// first turn and so on. So however a tree lists its draws, each seat has its cards in the end.
fn draw_early(state: &mut Hanamikoji, card: Cards) {
    let drawn = 20 - 2 * state.rules.style.dealt() - state.deck.len();
    let ahead = drawn as usize - usize::from(state.turn);
    let seat = (state.actor() + ahead) & 1;
    state.deck -= card;
    state.hands[seat] += card;
}

#[cfg(test)]
mod tests;
