//! Draws that are listed instead of made, and in which order trees list them: what exhaustive searches
//! ask of the game. How far a tree goes and what its leaves are worth is theirs to say.
//!
//! When a round is over its markers are not given out yet: a seat does not see what the other hid
//! before that, so a search may still draw it anew. [`go_on`] then scores what is there.

use karuta_engine::Seat;
use karuta_engine::chances::{Chances, StandIns};

use crate::cards::Cards;
use crate::moves::Move;
use crate::rules::Style;
use crate::{Hanamikoji, Phase};
use karuta_playable::playable::Named;

/// The ways to list draws.
pub(crate) const RULES: [Named<Chances<Hanamikoji>>; 3] = [
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
    Named {
        name: "B",
        help: "as A, but without the draw too many after the answer to an offer",
        part: Chances { make, outcomes: after_plays, stops: is_deck_empty, go_on },
    },
];

/// Draws listed as played, and markers given out at the end of the round: for searches that know every
/// card. They stop there and need no other deal.
pub(crate) const OPEN: Chances<Hanamikoji> =
    Chances { make: Hanamikoji::make, outcomes: as_played, stops: |_| false, go_on: |_| {} };

/// How a seat may judge an offer of its own that is not answered yet.
pub(crate) const OFFERS: [Named<StandIns<Hanamikoji>>; 2] = [
    Named {
        name: "all-to-opponent",
        help: "as if the other seat took all of it, which may be what the thesis' agents believed",
        part: all_taken,
    },
    Named { name: "worst-case", help: "by the answer that is worst for the agent", part: every_answer },
];

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

fn after_plays(state: &Hanamikoji, out: &mut Vec<(Hanamikoji, f64)>) {
    let is_thesis = state.rules.style == Style::Thesis;
    if state.phase == Phase::Draw || is_thesis && state.phase == Phase::Answer && state.is_draw_due() {
        list(state, out);
    }
}

fn after_all(state: &Hanamikoji, out: &mut Vec<(Hanamikoji, f64)>) {
    if state.phase == Phase::Draw || state.rules.style == Style::Thesis {
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

fn every_answer(state: &Hanamikoji, seat: Seat, out: &mut Vec<Hanamikoji>) {
    if state.phase != Phase::Answer || state.actor() != seat {
        return out.push(*state);
    }
    state.each_answer(&mut |answer| {
        let mut next = *state;
        make(&mut next, answer);
        out.push(next);
    });
}

/// Cards taken go to the hand in the thesis' game. The official one lays them on the table two by two
/// and has no place for more, so nothing is changed there.
fn all_taken(state: &Hanamikoji, seat: Seat, out: &mut Vec<Hanamikoji>) {
    let mut next = *state;
    if let Some((action, offer)) = state.pending()
        && state.actor() == seat
        && state.rules.style == Style::Thesis
    {
        next.offers[seat].withdraw(action);
        next.hands[1 - seat] += offer;
        unscored(&mut next, Hanamikoji::end_turn);
    }
    out.push(next);
}

#[cfg(test)]
mod tests;
