//! Inputs of a net, from a view and its moves. Everything comes from what the seat sees; seats are told as
//! oneself and the other, so that a net plays both.

use crate::cards::{CHARM, Cards, SUITS};
use crate::moves::{Action, Move};
use crate::rules::Style;
use crate::view::View;
use crate::{Hanamikoji, Phase};
use karuta_playable::encoding::{Encoder, InputSink, MoveCode, Rows};
use karuta_playable::parts::Named;

/// The view and one move at a time.
pub(crate) const CANDIDATES: Named<Encoder<Hanamikoji>> = Named {
    name: "candidates",
    help: "the view, and moves one at a time: cards by suit and place, actions, markers, round",
    part: Encoder {
        groups: GROUPS,
        peeks: false,
        trained,
        view,
        dense: Some(|state, seat, to| view(&View::without_fates(state, seat), to)),
        moves: MoveCode::Inputs { count: MOVE, encode },
    },
};

/// An input for the first card of a suit, the second and so on.
const CARDS: usize = 21;

/// Index of the first card of each suit.
const FIRST: [usize; SUITS] = {
    let mut first = [0; SUITS];
    let mut suit = 1;
    while suit < SUITS {
        first[suit] = first[suit - 1] + CHARM[suit - 1] as usize;
        suit += 1;
    }
    first
};

/// Hand, unseen, piles, what was taken of the offers, own secret, own discards, open offer and its first
/// pair, the removed card.
const PLACES: usize = 11;
/// Actions of both seats, the open offer's action.
const ACTIONS: usize = 4 + 4 + 2;
/// Inputs for the state of the game: owners of the markers, the round, the last round, turns, the seat that acts,
/// style.
const STANDING: usize = 2 * SUITS + 4 + 1 + 9 + 1 + 1;

const GROUPS: &[usize] = &[PLACES * CARDS, ACTIONS, STANDING];

/// Action or taking; cards, those of a second pair, the hand afterwards, what taking leaves to the other.
const MOVE: usize = 5 + 4 * CARDS;

fn trained(view: &View) -> &'static str {
    match view.rules().style {
        Style::Hassan => "hanamikoji",
        Style::Official => "hanamikoji:rules=official",
    }
}

fn put(at: usize, cards: Cards, to: &mut impl InputSink) {
    for suit in cards.each_suit() {
        to.fill(at + FIRST[usize::from(suit)], usize::from(cards.of(suit)), CHARM[usize::from(suit)].into());
    }
}

fn view(view: &View, to: &mut impl InputSink) {
    let me = view.seat();
    let other = 1 - me;
    let pending = view.pending();
    to.clear(0, GROUPS.iter().sum());
    let places: [Cards; PLACES] = [
        view.hand(),
        view.unseen(),
        view.pile(me),
        view.pile(other),
        view.offers(me).taken(),
        view.offers(other).taken(),
        view.aside(me).secret(),
        view.aside(me).discards(),
        pending.map_or(Cards::NONE, |(_, cards)| cards),
        match pending {
            Some((Action::Compete, _)) => view.aside(view.actor()).first_pair(),
            Some(_) | None => Cards::NONE,
        },
        view.removed().unwrap_or(Cards::NONE),
    ];
    for (place, cards) in places.into_iter().enumerate() {
        put(place * CARDS, cards, to);
    }
    let mut at = PLACES * CARDS;
    for action in Action::ALL {
        to.set_if(at + action as usize, view.plays(me).has_used(action));
        to.set_if(at + 4 + action as usize, view.plays(other).has_used(action));
    }
    if let Some((action, _)) = pending {
        to.set(at + 8 + usize::from(action == Action::Compete));
    }
    at += ACTIONS;
    for suit in 0..SUITS {
        if let Some(owner) = view.markers().owner(suit) {
            to.set(at + 2 * suit + usize::from(owner == other));
        }
    }
    at += 2 * SUITS;
    to.set(at + usize::from(view.round().clamp(1, 4)) - 1);
    to.set_if(at + 4, view.rules().is_last(view.round()));
    to.set(at + 5 + usize::from(view.turns().min(8)));
    to.set_if(at + 14, view.actor() == me && view.phase() == Phase::Play);
    to.set_if(at + 15, view.rules().style == Style::Official);
}

fn encode(view: &View, moves: &[Move], rows: &mut Rows) {
    let pending = view.pending().map_or(Cards::NONE, |(_, cards)| cards);
    for &mv in moves {
        let to = &mut rows.inputs;
        to.set(mv.action().map_or(4, |action| action as usize));
        let (first, second) = mv.pairs();
        put(5, first, to);
        put(5 + CARDS, second, to);
        match mv.action() {
            Some(_) => put(5 + 2 * CARDS, view.hand() - mv.cards(), to),
            None => {
                let kept = if view.rules().style == Style::Hassan { mv.cards() } else { Cards::NONE };
                put(5 + 2 * CARDS, view.hand() + kept, to);
                put(5 + 3 * CARDS, pending - mv.cards(), to);
            }
        }
        rows.end();
    }
}

#[cfg(test)]
mod tests;
