//! Checks of positions that somebody wrote down: whatever play and sampling rely on must hold. Knows no text but that
//! of its errors.

use karuta_engine::Seat;
use karuta_playable::error::InputError;

use crate::cards::Cards;
use crate::deal::TRIBUTE;
use crate::{DEADLOCK, Daihinmin, Phase, SEATS};

/// Says what is wrong with a position, if anything is.
pub(crate) fn check(state: &Daihinmin) -> Result<(), InputError> {
    check_cards(state)?;
    check_exchange(state)?;
    check_seats(state)?;
    check_table(state)?;
    check_tally(state)
}

fn bad(text: String) -> Result<(), InputError> {
    Err(InputError::new(text))
}

impl Daihinmin {
    /// The cards a seat had when play began; in the exchange, those it has now.
    pub(crate) fn start_hand(&self, seat: Seat) -> Cards {
        self.hands[seat] | self.played[seat]
    }

    /// True if the gift of a pair has been made.
    fn is_given(&self, pair: usize) -> bool {
        match self.phase {
            Phase::DaifugoGives => false,
            Phase::FugoGives => pair == 0,
            Phase::Play | Phase::Over => true,
        }
    }

    fn has_exchange(&self) -> bool {
        self.titled && self.rules.exchange
    }
}

/// Every card is in one place, and everybody was dealt ten or eleven.
fn check_cards(state: &Daihinmin) -> Result<(), InputError> {
    let mut seen = Cards::NONE;
    for cards in state.hands.iter().chain(&state.played) {
        if seen.meets(*cards) {
            return bad(format!("{} is in two places", seen & *cards));
        }
        seen |= *cards;
    }
    if seen != Cards::ALL {
        return bad(format!(
            "hands and played cards leave out {}: all 53 are needed",
            Cards::ALL.without(seen)
        ));
    }
    for seat in 0..SEATS {
        let mut dealt = state.start_hand(seat).len() as i32;
        for (pair, count) in TRIBUTE.into_iter().enumerate() {
            if state.has_exchange() && !state.is_given(pair) {
                let (rich, poor) = state.pair(pair);
                dealt += count as i32 * (i32::from(seat == poor) - i32::from(seat == rich));
            }
        }
        if !(10..=11).contains(&dealt) {
            return bad(format!("seat {seat} was dealt {dealt} cards: expected 10 or 11"));
        }
    }
    Ok(())
}

/// Tribute was the strongest of the hand that paid it, and gifts came from where they must.
fn check_exchange(state: &Daihinmin) -> Result<(), InputError> {
    if matches!(state.phase, Phase::DaifugoGives | Phase::FugoGives) {
        if !state.has_exchange() {
            return bad(String::from("phase: without titles or with exchange=off nobody gives cards"));
        }
        if state.played.iter().any(|cards| !cards.is_empty()) || !state.field.is_empty() {
            return bad(String::from("cards have been played before the exchange is over"));
        }
        let giver = state.order[usize::from(state.phase == Phase::FugoGives)];
        if state.turn != giver {
            return bad(format!("turn={}: seat {giver} is the one to give", state.turn));
        }
    }
    for (pair, count) in TRIBUTE.into_iter().enumerate() {
        let (tribute, gift) = (state.tribute[pair], state.gifts[pair]);
        let (rich, poor) = state.pair(pair);
        let due = if state.has_exchange() { count } else { 0 };
        let given = if state.is_given(pair) { due } else { 0 };
        if tribute.len() != due || gift.len() != given {
            return bad(format!(
                "tribute {tribute} and gift {gift} of seats {poor} and {rich}: expected {due} and {given} cards"
            ));
        }
        let kept = state.start_hand(poor).without(gift);
        let is_possible = (state.start_hand(rich) | gift).contains(tribute)
            && state.start_hand(poor).contains(gift)
            && (due == 0 || kept.is_empty() || kept.highest() < tribute.lowest());
        if !is_possible {
            return bad(format!(
                "tribute {tribute} and gift {gift} of seats {poor} and {rich} do not fit their hands"
            ));
        }
    }
    Ok(())
}

fn check_seats(state: &Daihinmin) -> Result<(), InputError> {
    if state.phase == Phase::Over {
        let is_end = usize::from(state.done) == SEATS && state.game == state.rules.games;
        let says = "phase=over: expected all five seats in out=.. and the last game of the match";
        return if is_end { Ok(()) } else { bad(String::from(says)) };
    }
    if state.passes >= DEADLOCK {
        return bad(format!("passes={}: the game ends with {DEADLOCK}", state.passes));
    }
    if usize::from(state.done) > 3 {
        return bad(format!("{} seats are out: the game ends with the fourth", state.done));
    }
    for seat in 0..SEATS {
        if state.is_in(seat) == state.hands[seat].is_empty() {
            let says = if state.is_in(seat) { "has no cards but is not out" } else { "is out but has cards" };
            return bad(format!("seat {seat} {says}"));
        }
        if state.has_passed(seat) && !state.is_in(seat) {
            return bad(format!("seat {seat} is out and cannot have passed"));
        }
    }
    let turn = usize::from(state.turn);
    if !state.is_in(turn) || state.has_passed(turn) {
        return bad(format!("turn={turn}: that seat is out or has passed"));
    }
    if state.phase == Phase::Play && !state.start_hand(state.first()).meets(Cards::DIAMOND_3) {
        return bad(format!("first={}: that seat did not hold the diamond 3", state.first));
    }
    Ok(())
}

fn check_table(state: &Daihinmin) -> Result<(), InputError> {
    let table = state.field.top.cards();
    if !state.played[state.last()].contains(table) {
        return bad(format!("table={}: last={} has not played that", state.field.top, state.last));
    }
    Ok(())
}

/// Every game that is over gave each seat one place and each place one seat.
fn check_tally(state: &Daihinmin) -> Result<(), InputError> {
    let games = u32::from(state.game) - u32::from(state.phase != Phase::Over);
    let row = |seat: usize| -> u32 { state.tally[seat].iter().map(|&n| u32::from(n)).sum() };
    let column = |place: usize| -> u32 { state.tally.iter().map(|row| u32::from(row[place])).sum() };
    if (0..SEATS).any(|at| row(at) != games || column(at) != games) {
        return bad(format!("tally: expected {games} games for every seat and every place"));
    }
    Ok(())
}
