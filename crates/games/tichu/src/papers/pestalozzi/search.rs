//! Small parts for searches: groups of moves, replies, moves that go out, simpler rules, and the evaluation of the
//! report's minimax.

use karuta_engine::Seat;
use karuta_engine::playout::ReplyRule;
use karuta_engine::search::papers::by_plies::ByPlies;

use crate::combos::Kind;
use crate::moves::{Move, What};
use crate::rules::{Gift, Quirks, WishRule};
use crate::{Call, Phase, Tichu};

/// The type of a combination, and one group for everything else.
pub fn group(mv: Move) -> u8 {
    mv.kind().map_or(Kind::ALL.len() as u8, |kind| kind as u8)
}

/// Passing says nothing, and a new trick is no reply to the last one.
pub const TALK: ReplyRule<Tichu> = ReplyRule {
    is_silent: |mv| mv.kind().is_none(),
    begins: |state| state.top.is_none() && state.phase == Phase::Play,
};

/// True if a play is the seat's last, the partner having called nothing. Stairs never count: the report's
/// program takes their pairs for cards, and is not mended here.
pub fn goes_out(state: &Tichu, mv: Move) -> bool {
    let seat = state.seat();
    match mv.what() {
        What::Play(Kind::Stairs) => false,
        What::Play(kind) => {
            let cards = mv.cards(kind, state.hands[seat], state.rules.quirks.has(Quirks::STARTS));
            state.calls[(seat + 2) % 4] == Call::None && cards == state.hands[seat]
        }
        _ => false,
    }
}

/// As the report's program searches: nobody wishes from now on, and a trick won with the Dragon goes to
/// either opponent.
pub fn simplify(state: &mut Tichu) {
    state.rules.wish = WishRule::None;
    state.rules.gift = Gift::Chosen;
}

/// The report's minimax.
pub const BY_PLIES: ByPlies<Tichu> = ByPlies { points, plies, order };

/// Fourteen less the cards in hand while the round is on; then the cube of four less the seats that were out
/// before, and a seat that is not out has lost.
fn points(state: &Tichu, seat: Seat) -> i32 {
    if state.phase != Phase::Over {
        return 14 - state.hands[seat].len() as i32;
    }
    let place = state.out.iter().position(|&out| usize::from(out) == seat);
    place.map_or(-1_000_000, |place| (4 - place as i32).pow(3))
}

/// Taking a trick is a move of its own in the report's program, and so is giving one away.
fn plies(before: &Tichu, after: &Tichu) -> u32 {
    let is_taken = before.top.is_some() && after.top.is_none() && after.phase == Phase::Play;
    1 + u32::from(is_taken)
}

/// The longest combination first, passing last.
fn order(_: &Tichu, mv: Move) -> i32 {
    match mv.what() {
        What::Play(Kind::Single) => 1,
        What::Play(Kind::Pair) => 2,
        What::Play(Kind::Triple) => 3,
        What::Play(Kind::Four) => 4,
        What::Play(Kind::FullHouse) => 5,
        What::Play(Kind::Stairs | Kind::Straight | Kind::Flush) => i32::from(mv.length()),
        _ => 0,
    }
}

#[cfg(test)]
mod tests;
