//! The messages of the server to each player: the tables of the start of a game, of a turn, and after it. A
//! table holds what its receiver may know and nothing else.

use karuta_daihinmin::Daihinmin;
use karuta_daihinmin::cards::Cards;
use karuta_daihinmin::field::Field;
use karuta_daihinmin::moves::Move;
use karuta_engine::Game as _;

use super::PLAYERS;
use super::card_cells::CardCells;
use super::plays::laid_hand;
use super::table::{CellTable, NOBODY, State};

/// The number of cards a title hands over in the exchange, daifugo to daihinmin; negative for those who have
/// to pay so many.
pub const TO_GIVE: [i32; PLAYERS] = [2, 1, 0, -1, -2];

/// The answer to a submission.
pub const ACCEPTED: i32 = 9;
/// The answer to what was not accepted, and to a pass on cards.
pub const NOT_ACCEPTED: i32 = 8;

/// The state of the game after a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// With another turn.
    Turn = 0,
    /// With another game.
    Game = 1,
    /// Not at all.
    Nothing = 2,
}

/// The hands as they were dealt. Tribute is paid in a new position already.
pub fn dealt(state: &Daihinmin) -> [Cards; PLAYERS] {
    std::array::from_fn(|player| {
        let hand = state.hand(player);
        match state.title(player) {
            Some(0) => hand.without(state.tribute(0)),
            Some(1) => hand.without(state.tribute(1)),
            Some(3) => hand | state.tribute(1),
            Some(4) => hand | state.tribute(0),
            Some(_) | None => hand,
        }
    })
}

/// The table a player gets at the start of a game: the rich see their hand with the tribute, the poor
/// before they pay it, and all see how many cards were dealt.
pub fn opening(state: &Daihinmin, player: usize) -> CellTable {
    let dealt = dealt(state);
    let to_give = state.title(player).map_or(0, |title| TO_GIVE[title]);
    let hand = if to_give > 0 { state.hand(player) } else { dealt[player] };
    let counts = dealt.map(|hand| hand.len() as i32);
    let people = people(state);
    CellTable::new(&laid_hand(hand), &State { is_exchange: true, to_give, player: NOBODY, counts, ..people })
}

/// The table a player gets at the start of a turn.
pub fn turn(state: &Daihinmin, player: usize) -> CellTable {
    let mover = state.turn().unwrap_or(PLAYERS + 1);
    let field = state.field();
    let told = State {
        is_my_turn: player == mover,
        player: mover as i32,
        is_empty: field.is_empty(),
        is_reversed: field.reversed,
        is_locked: field.locked,
        ..people(state)
    };
    CellTable::new(&laid_hand(state.hand(player)), &told)
}

/// The table everybody gets after a turn, with the cards that lie there then: also those of a round
/// that has just ended.
pub fn after(before: &Daihinmin, now: &Daihinmin, player: usize, mv: Move, lying: &CardCells) -> CellTable {
    let field = covered(before.field(), mv);
    let told = State {
        player: player as i32,
        is_empty: field.is_empty(),
        is_reversed: field.reversed,
        is_locked: field.locked,
        ..people(now)
    };
    CellTable::new(lying, &told)
}

/// The table with a play on it, before it is known whether that ends the round.
pub fn covered(field: &Field, mv: Move) -> Field {
    if mv.is_pass() {
        return *field;
    }
    Field {
        top: mv,
        locked: !mv.is_joker() && (field.locked || mv.suits() == field.top.suits()),
        reversed: field.reversed ^ mv.revolts(),
    }
}

/// Counts, titles and places.
fn people(state: &Daihinmin) -> State {
    State {
        counts: std::array::from_fn(|player| state.hand(player).len() as i32),
        titles: std::array::from_fn(|player| state.title(player).unwrap_or(0) as i32),
        seats: state.seating().map(|player| player as i32),
        ..State::default()
    }
}
