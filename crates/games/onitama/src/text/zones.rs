//! Views of Onitama as data. Everything is open, so they say no more and no less than a position.

use karuta_engine::{Game, Seat};
use karuta_playable::error::InputError;
use karuta_playable::knowledge::{Datum, Knowledge};

use super::notation::{square, square_name};
use super::render::prompt;
use crate::Onitama;

/// The pieces and cards, whose turn it is, and how many plies there were.
pub fn knowledge<const N: usize>(state: &Onitama<N>, looker: Seat) -> Knowledge {
    let s = state.setting();
    let squares = |bits: u64| {
        Datum::list((0..N * N).filter(|square| bits >> square & 1 == 1).map(|at| square_name::<N>(at as u8)))
    };
    let mut known = Knowledge::default();
    let cards = s.hands.map(|hand| Datum::list(hand.map(|card| card.face().name)));
    known.zones.add("cards", Datum::List(cards.to_vec()));
    known.zones.add("side", Datum::list([s.side.face().name]));
    known.zones.add("master", Datum::List(s.masters.map(squares).to_vec()));
    let students = [0, 1].map(|seat| squares(s.pieces[seat] & !s.masters[seat]));
    known.zones.add("students", Datum::List(students.to_vec()));
    known.facts.add("turn", state.turn().map_or(Datum::Nothing, |seat| Datum::Number(seat as i64)));
    known.facts.add("plies", i64::from(state.plies()));
    known.facts.add("draw_at", i64::from(s.cap));
    known.prompt = prompt(state, looker);
    known
}

/// The position that zones and facts say.
pub fn position_of<const N: usize>(known: &Knowledge, seat: Seat, cap: u16) -> Result<String, InputError> {
    let by_seat = |zone: &str| -> Result<[Vec<&str>; 2], InputError> {
        let missing = || InputError::new(format!("zone {zone} is missing: expected a list for each seat"));
        let lists = known.cards_by_seat(zone, 2, seat)?.ok_or_else(missing)?;
        let mut seats = lists.into_iter().map(|list| {
            let list: Option<Vec<&str>> = list.and_then(|list| list.into_iter().collect());
            list.ok_or_else(|| {
                InputError::new(format!("zone {zone} hides something: everything is open here"))
            })
        });
        let mut next = || seats.next().unwrap_or_else(|| Ok(Vec::new()));
        Ok([next()?, next()?])
    };
    let mut digits = vec![b'0'; N * N];
    for (zone, first) in [("students", b'1'), ("master", b'2')] {
        for (side, squares) in by_seat(zone)?.iter().enumerate() {
            for name in squares {
                let at = square::<N>(name).ok_or_else(|| {
                    let last = char::from(b'a' + N as u8 - 1);
                    InputError::new(format!("zone {zone}: {name:?} is no square: expected a1 to {last}{N}"))
                })?;
                let digit = &mut digits[usize::from(at)];
                if *digit != b'0' {
                    return Err(InputError::new(format!("zone {zone}: there are two pieces on {name}")));
                }
                *digit = first + 2 * side as u8;
            }
        }
    }
    let side = known.cards("side")?.unwrap_or_default();
    let [one, other] = by_seat("cards")?;
    if one.len() != 2 || other.len() != 2 || side.len() != 1 {
        let counts = format!("{}, {} and {}", one.len(), other.len(), side.len());
        return Err(InputError::new(format!(
            "zones cards and side have {counts} cards: expected two for each seat and one beside the board"
        )));
    }
    let names = one.into_iter().chain(other).map(Some).chain(side);
    let names: Vec<&str> = names.map(|name| name.unwrap_or("?")).collect();
    let turn = known.number("turn")?.unwrap_or(seat as i64);
    let plies = known.number("plies")?.unwrap_or(0);
    let cap = known.number("draw_at")?.unwrap_or(i64::from(cap));
    let board = String::from_utf8_lossy(&digits);
    Ok(format!("{board} {} {turn} {plies} {cap}", names.join(",")))
}
