//! Rule-based play: the report's random agents.

use karuta_engine::Rng;
use karuta_engine::playout::Policy;

use crate::Tichu;
use crate::combos::Kind;
use crate::moves::{Move, What};
use karuta_engine::Game;

/// The report's balanced random agent: any type of combination it has, all equally likely and passing one
/// of them, then any play of that type. It calls nothing; everything else it decides at random.
#[derive(Clone, Copy, Debug, Default)]
pub struct BalancedRandom;

/// The report's simple agent: it passes where it may, and otherwise plays a single at random if it can.
#[derive(Clone, Copy, Debug, Default)]
pub struct Simple;

/// Leaves out calls of Tichu, and Grand Tichu.
fn list_without_calls(state: &Tichu, buf: &mut Vec<Move>) {
    buf.clear();
    state.moves(buf);
    let keeps = buf.len() > 1;
    if keeps && buf.last().is_some_and(|mv| matches!(mv.what(), What::Tichu | What::Grand)) {
        buf.pop();
    }
}

/// The groups that are equally likely: types, and everything that is no play.
fn group(mv: Move) -> usize {
    mv.kind().map_or(Kind::ALL.len(), |kind| kind as usize)
}

/// One of the moves that `wanted` holds for. There must be one.
fn pick_of(buf: &[Move], wanted: impl Fn(Move) -> bool, count: usize, rng: &mut Rng) -> Move {
    let lot = rng.index(count);
    let mut fitting = buf.iter().copied().filter(|&mv| wanted(mv));
    fitting.nth(lot).expect("so many moves fit")
}

impl Policy<Tichu> for BalancedRandom {
    fn pick(&mut self, state: &Tichu, buf: &mut Vec<Move>, rng: &mut Rng) -> Move {
        list_without_calls(state, buf);
        if buf.len() == 1 {
            return buf[0];
        }
        let mut counts = [0usize; Kind::ALL.len() + 1];
        for &mv in buf.iter() {
            counts[group(mv)] += 1;
        }
        let groups = counts.iter().filter(|&&count| count > 0).count();
        let lot = rng.index(groups);
        let drawn =
            (0..counts.len()).filter(|&at| counts[at] > 0).nth(lot).expect("there are so many groups");
        pick_of(buf, |mv| group(mv) == drawn, counts[drawn], rng)
    }
}

impl Policy<Tichu> for Simple {
    fn pick(&mut self, state: &Tichu, buf: &mut Vec<Move>, rng: &mut Rng) -> Move {
        list_without_calls(state, buf);
        if let Some(&mv) = buf.iter().find(|mv| matches!(mv.what(), What::Pass | What::Hold)) {
            return mv;
        }
        let singles = buf.iter().filter(|mv| mv.kind() == Some(Kind::Single)).count();
        if singles > 0 {
            return pick_of(buf, |mv| mv.kind() == Some(Kind::Single), singles, rng);
        }
        buf[rng.index(buf.len())]
    }
}

#[cfg(test)]
mod tests;
