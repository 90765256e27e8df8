//! Checks of a position that was read: every card in one place, and a table that fits its phase.

use crate::cards::{Cards, card_name};
use crate::deal::{DEALT, FIRST};
use crate::plays::has_bomb_on;
use crate::rules::{Bombs, By, Exchange, Gift, WishRule};
use crate::{Call, NOBODY, Phase, Tichu};
use karuta_playable::error::InputError;

/// Says what is wrong with a position, if anything.
pub fn check(state: &Tichu) -> Result<(), InputError> {
    check_cards(state)?;
    check_out(state)?;
    check_table(state)?;
    check_calls(state)?;
    check_given(state)
}

fn wrong<T>(text: impl Into<String>) -> Result<T, InputError> {
    Err(InputError::new(text))
}

fn check_cards(state: &Tichu) -> Result<(), InputError> {
    let mut seen = Cards::NONE;
    for &cards in state.hands.iter().chain(&state.played) {
        if let Some(card) = (seen & cards).iter().next() {
            return wrong(format!("{} is in two places: expected every card once", card_name(card)));
        }
        seen |= cards;
    }
    for seat in 0..4 {
        let (hand, played) = (state.hands[seat].len(), state.played[seat].len());
        if state.phase == Phase::Grand {
            check_coming(state, seat)?;
            continue;
        }
        if hand + played != DEALT {
            return wrong(format!(
                "seat {seat} holds {hand} cards and played {played}: expected {DEALT} together"
            ));
        }
        if played > 0 && state.phase == Phase::Give {
            return wrong(format!("seat {seat} played {played} cards: expected none before the exchange"));
        }
    }
    Ok(())
}

/// Before the Grand calls a seat holds eight cards; those that come are all named or none.
fn check_coming(state: &Tichu, seat: usize) -> Result<(), InputError> {
    let (hand, coming) = (state.hands[seat].len(), state.played[seat].len());
    let due = if state.played == [Cards::NONE; 4] { 0 } else { DEALT - FIRST };
    if hand != FIRST {
        return wrong(format!("seat {seat} holds {hand} cards: expected {FIRST} before the Grand calls"));
    }
    if coming != due {
        return wrong(format!("seat {seat} has {coming} cards coming: expected {due}"));
    }
    Ok(())
}

fn check_out(state: &Tichu) -> Result<(), InputError> {
    let out = &state.out[..usize::from(state.finished)];
    for seat in 0..4u8 {
        let is_out = state.hands[usize::from(seat)].is_empty();
        if is_out != out.contains(&seat) {
            return wrong(format!("out= must name the seats without cards, which seat {seat} contradicts"));
        }
    }
    let is_double = out.len() >= 2 && out[0] % 2 == out[1] % 2;
    let most = if state.phase == Phase::Gift { 3 } else { 2 };
    if is_double || out.len() > most {
        return wrong("out= ends the round: expected at least two seats with cards, and no partners first");
    }
    Ok(())
}

fn check_table(state: &Tichu) -> Result<(), InputError> {
    let (turn, owner) = (usize::from(state.turn), usize::from(state.owner));
    let Some(top) = state.top else {
        if !matches!(state.phase, Phase::Grand | Phase::Give | Phase::Play) {
            return wrong("table=lead does not fit the phase: expected a combination on the table");
        }
        if state.phase == Phase::Play && (state.hands[turn].is_empty() || owner != turn) {
            return wrong(format!("seat {turn} cannot lead: expected a turn= and owner= with cards"));
        }
        if !state.top_cards.is_empty() || state.trick != 0 {
            return wrong("top= and trick= say that something was played: expected it in table=");
        }
        return Ok(());
    };
    if !state.played[owner].contains(state.top_cards) {
        return wrong(format!("top={} was not played by seat {owner}", state.top_cards));
    }
    let (named, needed) = (state.top_cards.len(), u32::from(top.kind.size(top.len)));
    if named != 0 && named != needed {
        return wrong(format!("top={} does not make up table=, which has {needed}", state.top_cards));
    }
    let rules = &state.rules;
    let asked = usize::from(state.asked);
    match state.phase {
        Phase::Grand | Phase::Give => wrong("table= does not fit the phase: nothing has been played yet"),
        Phase::Play if turn == owner || state.hands[turn].is_empty() => wrong(format!(
            "seat {turn} cannot answer seat {owner}: expected another seat with cards in turn="
        )),
        Phase::Window if rules.bombs == Bombs::InTurn => {
            wrong("phase=window: bombs wait for their turn here")
        }
        Phase::Window if turn != owner && (asked == turn || state.hands[turn].is_empty()) => {
            wrong(format!("phase=window with turn={turn} and asked={asked}: expected two seats with cards"))
        }
        Phase::Window if !has_bomb_on(state.hands[asked], top, rules) => {
            wrong(format!("phase=window: seat {asked} has no bomb that beats the table"))
        }
        Phase::Wish if rules.wish == WishRule::None || rules.wish_by == By::Lot => {
            wrong("phase=wish: nobody chooses a wish by these rules")
        }
        Phase::Wish if turn != owner || !state.played[owner].contains(Cards::MAH) => {
            wrong("phase=wish: expected turn= and owner= to be the seat that played the Mah Jong")
        }
        Phase::Gift if rules.gift == Gift::Right || turn != owner || !top.is_dragon() => {
            wrong("phase=gift: expected the Dragon on the table, its owner in turn=, and rules with a choice")
        }
        Phase::Play | Phase::Window | Phase::Wish | Phase::Gift | Phase::Over => Ok(()),
    }
}

fn check_calls(state: &Tichu) -> Result<(), InputError> {
    if !state.rules.calls && state.calls != [Call::None; 4] {
        return wrong("calls=: nobody calls by these rules");
    }
    if state.phase == Phase::Grand && !state.rules.calls {
        return wrong("phase=grand: nobody calls by these rules");
    }
    let is_early = |seat: usize| seat >= usize::from(state.turn) && state.calls[seat] != Call::None;
    if state.phase == Phase::Grand && (0..4).any(|seat| is_early(seat) || state.calls[seat] == Call::Tichu) {
        return wrong("phase=grand: expected calls of grand by the seats before turn= only");
    }
    if state.wish != 0 && state.rules.wish == WishRule::None {
        return wrong("wish=: nobody wishes by these rules");
    }
    Ok(())
}

fn check_given(state: &Tichu) -> Result<(), InputError> {
    let counts = state.given.map(|cards| cards.iter().filter(|&&card| card != NOBODY).count());
    if state.phase == Phase::Give {
        if state.rules.exchange != Exchange::Chosen {
            return wrong("phase=give: no cards are chosen by these rules");
        }
        let turn = usize::from(state.turn);
        let fits = |seat: usize| match seat.cmp(&turn) {
            std::cmp::Ordering::Less => counts[seat] == 3,
            std::cmp::Ordering::Equal => counts[seat] < 3,
            std::cmp::Ordering::Greater => counts[seat] == 0,
        };
        if !(0..4).all(fits) {
            return wrong(format!(
                "given=: seats before seat {turn} give three cards, those after it none yet"
            ));
        }
    } else if counts != [0; 4] && counts != [3; 4] {
        return wrong("given=: expected three cards from every seat, or none from any");
    }
    let mut seen = Cards::NONE;
    for seat in 0..4 {
        for way in 1..=3 {
            let card = state.given[seat][way - 1];
            if card == NOBODY {
                continue;
            }
            let place = if state.phase == Phase::Give { seat } else { (seat + way) % 4 };
            let card = Cards::one(card);
            if seen.meets(card) || !(state.hands[place] | state.played[place]).contains(card) {
                return wrong(format!("given=: {card} is not with seat {place}, or given twice"));
            }
            seen |= card;
        }
    }
    Ok(())
}
