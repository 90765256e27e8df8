//! The ending of two: exact play once only two seats hold cards. They are opponents, each knows the
//! other's cards by counting, and who was first out is settled, so all that is left is how the cards of
//! the deck are shared. Knows the rules; does not know good play.

use karuta_engine::{Game, Seat};

use crate::cards::Cards;
use crate::moves::{Move, What};
use crate::rules::{By, Rules, WishRule};
use crate::{Call, Phase, Tichu};

/// A solved position, or bounds on it. The whole of what matters is kept, so two positions can never be
/// taken for each other.
#[derive(Clone, Copy)]
struct Entry {
    hands: [Cards; 2],
    rest: u64,
    /// Points still to come to the team that was not first out.
    least: i16,
    most: i16,
}

const EMPTY: Entry = Entry { hands: [Cards::NONE; 2], rest: 0, least: i16::MIN, most: i16::MAX };

/// No result is as good or bad as this.
const FAR: i32 = 1_000;

/// A solver with its memory. What it has learned stays true as long as the rules do.
pub struct Endings {
    table: Vec<Entry>,
    rules: Option<Rules>,
    /// The moves of all open positions, one after the other.
    moves: Vec<Move>,
    left: u32,
}

/// True if the position is an ending that can be counted out: two seats with cards, or one and a trick to
/// be given away. A wish that is drawn at random cannot be counted out.
fn is_ending(state: &Tichu) -> bool {
    let is_on = matches!(state.phase, Phase::Play | Phase::Window | Phase::Wish | Phase::Gift);
    let rules = &state.rules;
    let by_lot = rules.wish != WishRule::None && rules.wish_by == By::Lot;
    is_on && state.finished >= 2 && !(by_lot && state.hands.iter().any(|hand| hand.contains(Cards::MAH)))
}

/// The team that was not first out.
fn second_team(state: &Tichu) -> usize {
    1 - usize::from(state.out[0] & 1)
}

/// The seat of that team that is out: what it has won stays won.
fn second_out(state: &Tichu) -> Seat {
    let team = second_team(state);
    (0..4).find(|&seat| seat % 2 == team && state.hands[seat].is_empty()).unwrap_or(team)
}

impl Endings {
    /// A solver that remembers 2^`bits` positions.
    pub fn new(bits: u32) -> Endings {
        Endings { table: vec![EMPTY; 1 << bits], rules: None, moves: Vec::with_capacity(512), left: 0 }
    }

    /// The card points of both teams if both play right from here on; `None` unless two seats are left
    /// and `nodes` positions are enough to tell.
    pub fn value(&mut self, state: &Tichu, nodes: u32) -> Option<[i32; 2]> {
        if !is_ending(state) {
            return None;
        }
        let plain = self.begin(state, nodes);
        let points = self.solve(&plain, -FAR, FAR)?;
        let held = plain.hands.iter().map(|hand| hand.points()).sum::<i32>();
        let all = held + i32::from(plain.won.iter().sum::<i16>() + plain.trick);
        let mut both = [all - points; 2];
        both[second_team(state)] = points;
        Some(both)
    }

    /// A best move, under the same conditions.
    pub fn best(&mut self, state: &Tichu, nodes: u32) -> Option<Move> {
        if !is_ending(state) {
            return None;
        }
        let plain = self.begin(state, nodes);
        let goal = self.solve(&plain, -FAR, FAR)?;
        let from = self.list(&plain);
        for at in from..self.moves.len() {
            let mv = self.moves[at];
            let mut next = plain;
            next.apply(mv);
            if self.solve(&next, -FAR, FAR)? == goal {
                return Some(mv);
            }
        }
        None
    }

    /// The position without what no longer matters: calls are decided, and the match is another matter.
    fn begin(&mut self, state: &Tichu, nodes: u32) -> Tichu {
        let mut plain = *state;
        plain.rules.calls = false;
        plain.rules.target = 0;
        plain.calls = [Call::None; 4];
        plain.scores = [0; 2];
        if self.rules != Some(plain.rules) {
            self.rules = Some(plain.rules);
            self.table.fill(EMPTY);
        }
        self.left = nodes;
        self.moves.clear();
        plain
    }

    /// Lists the moves, those first that shed most cards; says where they begin.
    #[inline]
    fn list(&mut self, state: &Tichu) -> usize {
        let from = self.moves.len();
        state.moves(&mut self.moves);
        if self.moves.len() > from + 2 {
            self.moves[from..].sort_by_key(|mv| match mv.what() {
                What::Play(kind) => -i32::from(mv.size(kind)),
                _ => 1,
            });
        }
        from
    }

    /// The points of the team that was second out, exact within the bounds, else a bound.
    fn solve(&mut self, state: &Tichu, mut alpha: i32, mut beta: i32) -> Option<i32> {
        let team = second_team(state);
        if state.phase == Phase::Over {
            return Some(state.scores[team]);
        }
        let base = i32::from(state.won[second_out(state)]);
        let (hands, rest) = key(state);
        let slot = self.slot(hands, rest);
        let entry = self.table[slot];
        let is_known = entry.hands == hands && entry.rest == rest;
        let (mut least, mut most) = (-FAR, FAR);
        if is_known {
            (least, most) = (i32::from(entry.least) + base, i32::from(entry.most) + base);
            if least >= beta || least == most {
                return Some(least);
            }
            if most <= alpha {
                return Some(most);
            }
            alpha = alpha.max(least);
            beta = beta.min(most);
        }
        self.left = self.left.checked_sub(1)?;
        let (floor, roof) = (alpha, beta);
        let wants_more = state.seat() % 2 == team;
        let from = self.list(state);
        let mut best = if wants_more { -FAR } else { FAR };
        for at in from..self.moves.len() {
            let mut next = *state;
            next.apply(self.moves[at]);
            let Some(value) = self.solve(&next, alpha, beta) else {
                self.moves.truncate(from);
                return None;
            };
            if wants_more {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        self.moves.truncate(from);
        if best < roof {
            most = most.min(best);
        }
        if best > floor {
            least = least.max(best);
        }
        let (least, most) = ((least - base) as i16, (most - base) as i16);
        self.table[slot] = Entry { hands, rest, least, most };
        Some(best)
    }

    #[inline]
    fn slot(&self, hands: [Cards; 2], rest: u64) -> usize {
        let mut hash = hands[0].0.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash = (hash ^ hash >> 29 ^ hands[1].0).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        hash = (hash ^ hash >> 31 ^ rest).wrapping_mul(0x94D0_49BB_1331_11EB);
        (hash >> 32) as usize & (self.table.len() - 1)
    }
}

/// Key of an ending: the hands by seat, and everything else that bears on the points to come. The tricks won by the
/// second team's seat with cards count too, since it may yet lose them as the last one.
#[inline]
fn key(state: &Tichu) -> ([Cards; 2], u64) {
    let mut hands = [Cards::NONE; 2];
    let (mut held, mut mask) = (0, 0u64);
    for seat in 0..4 {
        if !state.hands[seat].is_empty() && held < 2 {
            hands[held] = state.hands[seat];
            held += 1;
            mask |= 1 << seat;
        }
    }
    let team = second_team(state);
    let at_stake = (0..4)
        .filter(|&seat| seat % 2 == team && !state.hands[seat].is_empty())
        .map(|seat| state.won[seat])
        .sum::<i16>();
    let top = state
        .top
        .map_or(0, |top| 1 | (top.kind as u64) << 1 | u64::from(top.len) << 4 | u64::from(top.height) << 8);
    let rest = top
        | mask << 13
        | u64::from(state.turn) << 17
        | u64::from(state.owner) << 19
        | u64::from(state.asked) << 21
        | (state.phase as u64) << 23
        | u64::from(state.wish) << 26
        | (team as u64) << 30
        | u64::from(state.trick as u8) << 32
        | u64::from(at_stake as u16) << 40
        | 1 << 63;
    (hands, rest)
}

#[cfg(test)]
mod tests;
