//! Play at random, as the thesis' random agent does it.

use karuta_engine::Rng;
use karuta_engine::playout::Policy;

use crate::cards::Lot;
use crate::moves::{Action, Move};
use crate::rules::Style;
use crate::{Hanamikoji, Phase};

/// The thesis' random agent: any action it has left, then any cards of its hand, and any cards of an
/// offer, each card equally likely. Unlike a uniform choice of moves it favours what it holds most of
/// and does not play the actions with many choices first.
#[derive(Clone, Copy, Debug, Default)]
pub struct HassanRandom;

/// The members of each set of four actions, two bits each, and how many they are.
const MEMBERS: [(u8, u8); 16] = {
    let mut table = [(0, 0); 16];
    let mut set = 0;
    while set < 16 {
        let mut member = 0;
        while member < 4 {
            if set >> member & 1 == 1 {
                table[set].0 |= (member as u8) << (2 * table[set].1);
                table[set].1 += 1;
            }
            member += 1;
        }
        set += 1;
    }
    table
};

impl Policy<Hanamikoji> for HassanRandom {
    #[inline]
    fn pick(&mut self, state: &Hanamikoji, _: &mut Vec<Move>, rng: &mut Rng) -> Move {
        let mut lot = Lot::new(rng.bits());
        let seat = state.actor();
        let official = state.rules.style == Style::Official;
        if state.phase == Phase::Answer {
            let action = state.plays[seat].nth(state.turn / 2);
            let mut offer = state.offers[seat].offered(action);
            if official && action == Action::Compete {
                return Move::take(state.pairs(offer)[lot.below(2) as usize]);
            }
            return Move::take(offer.draw(action.taken(), &mut lot));
        }
        let (actions, count) = MEMBERS[usize::from(state.plays[seat].unused())];
        let action = Action::ALL[usize::from(actions >> (2 * lot.below(u32::from(count))) & 3)];
        let mut hand = state.hands[seat];
        if official && action == Action::Compete {
            let (one, other) = (hand.draw(2, &mut lot), hand.draw(2, &mut lot));
            return Move::compete(one, other);
        }
        Move::play(action, hand.draw(action.size(), &mut lot))
    }
}

#[cfg(test)]
mod tests;
