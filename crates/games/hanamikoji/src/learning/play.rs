//! Lessons for the policy net: single rounds, the inputs of moves, and what the markers are worth when the round is
//! over. Knows nothing of the net.

use karuta_engine::{MAX_SEATS, Rng};
use karuta_playable::parts::{Lesson, Weighing};

use crate::moves::Move;
use crate::play::inputs::{COUNT, Inputs};
use crate::play::policies::HassanRandom;
use crate::play::round_values;
use crate::rules::{Rules, Style};
use crate::{Hanamikoji, Phase};

/// Rounds by the official rules.
pub fn official() -> Lesson<Hanamikoji> {
    lesson(|rng| deal(Rules::OFFICIAL, rng))
}

/// Rounds by the thesis' rules, dealt in one or the other way.
pub fn hassan() -> Lesson<Hanamikoji> {
    lesson(|rng| deal(if rng.index(2) == 0 { Rules::HASSAN } else { Rules::FAIR }, rng))
}

fn lesson(deal: fn(&mut Rng) -> Hanamikoji) -> Lesson<Hanamikoji> {
    Lesson { inputs: COUNT, deal, weigh, made: |_, mv| mv, points }
}

/// Of a hundred lessons, those that begin with the markers that no, one, two rounds have given out; the others, three.
const ROUNDS_BEFORE: [usize; 3] = [40, 75, 92];

/// A round, the last of its game, whose markers were given out by rounds played at random.
fn deal(rules: Rules, rng: &mut Rng) -> Hanamikoji {
    let lot = rng.index(100);
    let most = if rules.rounds == 0 { u16::MAX } else { u16::from(rules.rounds) - 1 };
    let before = (ROUNDS_BEFORE.iter().filter(|&&share| lot >= share).count() as u16).min(most);
    let mut buf = Vec::new();
    loop {
        let mut state = Hanamikoji::new(rules, rng.bits());
        while state.round() <= before && state.phase() != Phase::Over {
            state.finish_round(&mut HassanRandom, &mut buf, rng);
            if state.phase() == Phase::Scored {
                state.next_round();
            }
        }
        if state.phase() != Phase::Over {
            let last = Rules { rounds: state.round() as u8, ..rules };
            return Hanamikoji::at_round(last, state.round(), state.markers(), rng.bits());
        }
    }
}

fn weigh(state: &Hanamikoji, to: &mut Weighing<Move>) -> Option<Move> {
    to.moves.clear();
    state.list_moves(&mut to.moves);
    if let [only] = to.moves[..] {
        return Some(only);
    }
    let inputs = Inputs::of(state);
    to.features.clear();
    to.ends.clear();
    inputs.shared(|input| to.shared.push(input as u16));
    for &mv in &to.moves {
        let before = to.ends.len();
        inputs.each_outcome(mv, |outcome| {
            inputs.outcome(mv, outcome, |input| to.features.push(input as u16));
            to.ends.push(to.features.len());
        });
        to.outcomes.push(to.ends.len() - before);
    }
    None
}

/// The value of the markers when the next round begins, or of the game if they decide it.
fn points(state: &Hanamikoji) -> [f32; MAX_SEATS] {
    let game = match state.rules().style {
        Style::Hassan => Rules { rounds: Rules::HASSAN.rounds, ..*state.rules() },
        Style::Official => Rules::OFFICIAL,
    };
    let value = round_values::worth(&game, state.round() + 1, state.markers());
    std::array::from_fn(|seat| match seat {
        0 => value,
        1 => -value,
        _ => 0.0,
    })
}

#[cfg(test)]
mod tests;
