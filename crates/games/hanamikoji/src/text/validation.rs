//! Checks of a position: plays in turn, hands of the right size, every card somewhere, and nothing
//! played before it can have been in hand. For positions that come from outside.

use karuta_engine::Seat;
use karuta_playable::error::InputError;

use crate::cards::{Cards, SUITS};
use crate::moves::Action;
use crate::rules::Style;
use crate::state::TURNS;
use crate::text::notation::parse_cards;
use crate::{Hanamikoji, Phase};

/// One play as written: what it was, its cards (the second pair apart), and what was taken.
pub(crate) struct Play {
    pub(crate) action: Action,
    pub(crate) first: Cards,
    pub(crate) second: Cards,
    pub(crate) taken: Option<Cards>,
}

impl Play {
    /// The claim that such cards can be played like this, whoever holds them.
    pub(crate) fn is_possible(&self) -> bool {
        let (first, second, action) = (self.first, self.second, self.action);
        let paired =
            second.is_empty() || (action == Action::Compete && first.len() == 2 && second.len() == 2);
        let all = first + second;
        let fits = self.taken.is_none_or(|taken| taken.len() == action.taken() && all.contains(taken));
        paired && all.len() == action.size() && fits && Cards::ALL.contains(all)
    }
}

/// Makes the plays of both seats, and finds out whose turn it is.
pub(crate) fn lay_down(state: &mut Hanamikoji, plays: &[Vec<Play>; 2]) -> Result<(), InputError> {
    let starter = state.rules.starter(state.round);
    let (own, other) = (plays[starter].len(), plays[1 - starter].len());
    if own != other && own != other + 1 {
        let text =
            format!("{own} plays of seat {starter}, who started, and {other} of the other: they take turns");
        return Err(InputError::new(text));
    }
    let official = state.rules.style == Style::Official;
    for turn in 0..own + other {
        let seat = (starter + turn) % 2;
        let play = &plays[seat][turn / 2];
        let is_open = play.action.is_offer() && play.taken.is_none();
        if is_open && turn + 1 != own + other {
            return Err(InputError::new("only the last offer can wait for an answer"));
        }
        if state.plays[seat].has_used(play.action) {
            return Err(InputError::new(format!("seat {seat} plays {} twice", play.action.name())));
        }
        let needs_pairs = official && is_open && play.action == Action::Compete;
        if play.action == Action::Compete && needs_pairs == play.second.is_empty() {
            let form = "C11/24>? under the official rules, C1124>? under the thesis', C1124>14 once answered";
            return Err(InputError::new(format!("a competition is written {form}")));
        }
        let cards = play.first + play.second;
        state.plays[seat].push((turn / 2) as u8, play.action);
        match play.action {
            Action::Secret | Action::Trade => state.aside[seat].hide(play.action, cards),
            Action::Gift | Action::Compete => state.offers[seat].offer(play.action, cards),
        }
        if needs_pairs {
            state.aside[seat].set_pair(play.first);
        }
        if let Some(taken) = play.taken {
            state.offers[seat].take(play.action, taken);
        }
        if is_open {
            state.phase = Phase::Answer;
        } else {
            state.turn += 1;
        }
    }
    if state.turn == TURNS {
        return Err(InputError::new("all eight plays are made: the round is over"));
    }
    state.actor = ((starter + usize::from(state.turn)) % 2) as u8;
    Ok(())
}

/// Cards a seat has drawn by now.
fn drawn(state: &Hanamikoji, seat: Seat) -> u32 {
    let starter = state.rules.starter(state.round);
    let turn = u32::from(state.turn);
    let completed = if seat == starter { turn.div_ceil(2) } else { turn / 2 };
    match state.rules.style {
        Style::Hassan => completed.min(3),
        Style::Official => completed + u32::from(seat == state.actor()),
    }
}

/// Checks that each seat holds as many cards as its plays have left it.
pub(crate) fn check_hands(state: &Hanamikoji) -> Result<(), InputError> {
    (0..2).try_for_each(|seat| check_hand(state, seat))
}

/// Checks that a seat holds as many cards as its plays have left it.
pub(crate) fn check_hand(state: &Hanamikoji, seat: Seat) -> Result<(), InputError> {
    let (held, due) = (state.hands[seat].len(), due(state, seat));
    if held == due {
        return Ok(());
    }
    Err(InputError::new(format!("seat {seat} holds {held} cards and should hold {due} by now")))
}

/// The number of cards that a seat holds by now.
pub(crate) fn due(state: &Hanamikoji, seat: Seat) -> u32 {
    let played: u32 = state.plays[seat].iter().map(Action::size).sum();
    let taken = match state.rules.style {
        Style::Hassan => state.offers[1 - seat].taken().len(),
        Style::Official => 0,
    };
    state.rules.style.dealt() + drawn(state, seat) + taken - played
}

/// The cards that are in no hand and were not played.
pub(crate) fn left_over(state: &Hanamikoji) -> Result<Cards, InputError> {
    let taken = match state.rules.style {
        Style::Hassan => Cards::NONE,
        Style::Official => state.offers[0].taken() + state.offers[1].taken(),
    };
    let seats = (0..2).map(|seat| state.hands[seat] + state.aside[seat].cards() + state.offers[seat].left());
    let table = seats.sum::<Cards>() + taken;
    if !Cards::ALL.contains(table) {
        return Err(InputError::new(format!("{table} are more cards of a suit than there are")));
    }
    Ok(Cards::ALL - table)
}

/// Finds the deck and the removed card among the cards that are left.
pub(crate) fn place_rest(
    state: &mut Hanamikoji,
    deck: Option<&str>,
    removed: Option<&str>,
) -> Result<(), InputError> {
    let rest = left_over(state)?;
    let (deck, removed) = match (deck.map(parse_cards).transpose()?, removed.map(parse_cards).transpose()?) {
        (Some(deck), Some(removed)) => (deck, removed),
        (Some(deck), None) if rest.contains(deck) => (deck, rest - deck),
        (None, Some(removed)) if rest.contains(removed) => (rest - removed, removed),
        (None, None) if rest.len() == 1 => (Cards::NONE, rest),
        _ => return Err(InputError::new(format!("of {rest} one card is removed and the rest is the deck"))),
    };
    if removed.len() != 1 || deck + removed != rest {
        let form = format!("deck={deck} removed={removed}: expected one removed card, both making up {rest}");
        return Err(InputError::new(form));
    }
    state.deck = deck;
    Ok(())
}

/// Checks that cards taken from an offer were kept or played later.
pub(crate) fn check_story(state: &Hanamikoji) -> Result<(), InputError> {
    if state.rules.style == Style::Official {
        return Ok(());
    }
    for seat in 0..2 {
        if !state.hands[seat].contains(kept(state, seat)) {
            let taken = state.offers[1 - seat].taken();
            return Err(InputError::new(format!(
                "seat {seat} took {taken}, which it neither holds nor played"
            )));
        }
    }
    Ok(())
}

/// The cards that a seat must still hold in the thesis' game. What it had played by some turn and not taken before was
/// its own; its own cards and those it took must all be accounted for. Sizes need no check here: by every turn a seat
/// has been dealt more cards than it can have played.
pub(crate) fn kept(state: &Hanamikoji, seat: Seat) -> Cards {
    let starter = state.rules.starter(state.round);
    let (mut played, mut taken, mut own) = (Cards::NONE, Cards::NONE, Cards::NONE);
    for turn in 0..TURNS {
        let actor = (starter + usize::from(turn)) % 2;
        if turn / 2 >= state.plays[actor].count() {
            break;
        }
        let action = state.plays[actor].nth(turn / 2);
        if actor != seat {
            taken += state.offers[actor].taken_of(action);
            continue;
        }
        played += match action {
            Action::Secret => state.aside[seat].secret(),
            Action::Trade => state.aside[seat].discards(),
            Action::Gift | Action::Compete => state.offers[seat].offered(action),
        };
        let short = |suit| played.of(suit).saturating_sub(taken.of(suit)).max(own.of(suit));
        own = (0..SUITS as u8).flat_map(|suit| (0..short(suit)).map(move |_| suit)).collect();
    }
    let missing = |suit: u8| (taken.of(suit) + own.of(suit)).saturating_sub(played.of(suit));
    (0..SUITS as u8).flat_map(|suit| (0..missing(suit)).map(move |_| suit)).collect()
}
