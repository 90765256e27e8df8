//! Keys that tell nodes of a tree apart, instead of the moves that lead to them: the information sets of the report's
//! program, and the episodes of EPIC (Powley, Cowling and Whitehouse), where a trick is an episode, as the report
//! describes and as its program has them.

use karuta_engine::Seat;
use karuta_engine::search::mcts::Identity;

use crate::moves::{Move, What};
use crate::{Phase, Tichu};
use karuta_playable::parts::Named;

/// All of them by name.
pub fn identities() -> Vec<Named<Identity<Tichu>>> {
    vec![
        Named {
            name: "information",
            help: "what the report's program takes for an information set: who is out, the wish, hand sizes, \
                   one's own hand, and of every trick its owner, length and last combination",
            part: Identity { begin: |state, seat| (0, information(0, state, None, seat)), step: inform },
        },
        Named {
            name: "episode",
            help: "EPIC as the report describes it: the moves since the trick began, and who began it",
            part: Identity { begin: |state, _| twice(started(state)), step: in_episode },
        },
        Named {
            name: "trick",
            help: "EPIC as its program has it: owner, length and last combination of the trick, or who begins \
                   it",
            part: Identity { begin: |state, _| (0, trick(0, state, None)), step: in_trick },
        },
    ]
}

/// Joins a number to a hash.
fn mix(hash: u64, number: u64) -> u64 {
    let mut z = (hash ^ number).wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

fn twice(hash: u64) -> (u64, u64) {
    (hash, hash)
}

/// True if a seat is about to lead.
fn is_lead(state: &Tichu) -> bool {
    state.top.is_none() && state.phase == Phase::Play
}

/// Key of the start of a line: a lead is known by its seat alone, so that lines come back to it.
fn started(state: &Tichu) -> u64 {
    let seat = state.seat() as u64;
    match state.top {
        None => mix(1, seat),
        Some(top) => {
            let top = u64::from(top.height) << 16 | u64::from(top.len) << 8 | top.kind as u64;
            mix(mix(2, u64::from(state.owner) << 8 | seat), top)
        }
    }
}

fn in_episode(path: u64, before: &Tichu, mv: Move, after: &Tichu, _: Seat) -> (u64, u64) {
    if is_lead(after) {
        return twice(started(after));
    }
    let made = (before.seat() as u64) << 32 | u64::from(mv.bits());
    twice(mix(path, made))
}

/// The trick as the report's program sees it: owner, how many moves it has, the last combination by type
/// and height, and what the last move was; an empty one by who leads.
fn trick(moves: u64, state: &Tichu, last: Option<Move>) -> u64 {
    if is_lead(state) {
        return mix(1, state.seat() as u64);
    }
    let top = state.top.map_or(0, |top| u64::from(top.height) << 8 | top.kind as u64);
    let class = last.map_or(0, |mv| match mv.what() {
        What::Play(_) => 1,
        What::Pass => 2,
        What::Gift => 3,
        _ => 4,
    });
    // Only windows for bombs, which the report's game has not, need to say whose they are.
    let window = if state.phase == Phase::Window { 1 + u64::from(state.asked) } else { 0 };
    mix(mix(3, u64::from(state.owner) << 32 | top), moves << 16 | class << 8 | window)
}

fn in_trick(moves: u64, _: &Tichu, mv: Move, after: &Tichu, _: Seat) -> (u64, u64) {
    let moves = if is_lead(after) { 0 } else { moves + 1 };
    (moves, trick(moves, after, Some(mv)))
}

/// The number that goes along has the moves of the trick in its lowest byte; above it are the finished
/// tricks, in whatever order they were taken.
fn inform(number: u64, before: &Tichu, mv: Move, after: &Tichu, seat: Seat) -> (u64, u64) {
    let (tricks, moves) = (number >> 8, number & 0xFF);
    let number = if is_lead(after) && before.top.is_some() {
        tricks.wrapping_add(mix(before.owner.into(), trick(moves + 1, before, Some(mv))) >> 8) << 8
    } else if is_lead(after) {
        tricks << 8
    } else {
        tricks << 8 | (moves + 1).min(0xFF)
    };
    (number, information(number, after, Some(mv), seat))
}

fn information(number: u64, state: &Tichu, last: Option<Move>, seat: Seat) -> u64 {
    let mut hash = mix(number >> 8, trick(number & 0xFF, state, last));
    hash = mix(hash, (state.seat() as u64) << 16 | u64::from(state.wish) << 8 | state.phase as u64);
    for other in 0..4 {
        let place = u64::from(state.out[other]) << 16 | (state.calls[other] as u64) << 8;
        hash = mix(hash, place | u64::from(state.hands[other].len()));
    }
    mix(hash, state.hands[seat].0)
}

#[cfg(test)]
mod tests;
