//! Legal moves: listing the moves of a position, counting them, and drawing one of them at random.

use karuta_engine::Rng;

use crate::cards::{Cards, Lot};
use crate::moves::{Action, Choices, Move, each_choice, pairings};
use crate::rules::Style;
use crate::{Hanamikoji, Phase};

impl Hanamikoji {
    /// True if the cards of this action come in two pairs.
    #[inline]
    pub(crate) fn is_paired(&self, action: Action) -> bool {
        self.rules.style == Style::Official && action == Action::Compete
    }

    /// The pairs of a competition that waits for its answer.
    #[inline]
    pub(crate) fn pairs(&self, offer: Cards) -> [Cards; 2] {
        let first = self.aside[self.actor()].first_pair();
        [first, offer - first]
    }

    /// Secret, trade, gift, compete, and each by ascending suits: the thesis' order.
    pub(crate) fn list_moves(&self, out: &mut Vec<Move>) {
        self.each_answer(&mut |answer| out.push(answer));
        if self.phase != Phase::Play {
            return;
        }
        let seat = self.actor();
        for action in Action::ALL {
            if self.plays[seat].has_used(action) {
                continue;
            }
            let paired = self.is_paired(action);
            each_choice(self.hands[seat], action.size(), &mut |cards| {
                if paired {
                    out.extend(pairings(cards));
                } else {
                    out.push(Move::play(action, cards));
                }
            });
        }
    }

    /// Calls `found` with every answer to the offer that waits for one, if any does.
    pub(crate) fn each_answer(&self, found: &mut impl FnMut(Move)) {
        let Some((action, offer)) = self.pending() else {
            return;
        };
        if !self.is_paired(action) {
            return each_choice(offer, action.taken(), &mut |cards| found(Move::take(cards)));
        }
        let [first, second] = self.pairs(offer);
        found(Move::take(first));
        if second != first {
            found(Move::take(second));
        }
    }

    /// The number of moves that [`Hanamikoji::list_moves`] would list.
    pub(crate) fn count_legal(&self) -> usize {
        if let Some((action, offer)) = self.pending() {
            if self.is_paired(action) {
                let [first, second] = self.pairs(offer);
                return 1 + usize::from(first != second);
            }
            return Choices::of(offer).count(action.taken()) as usize;
        }
        if self.phase != Phase::Play {
            return 0;
        }
        let seat = self.actor();
        let choices = Choices::of(self.hands[seat]);
        let count = |action: Action| match (self.plays[seat].has_used(action), self.is_paired(action)) {
            (true, _) => 0,
            (false, true) => choices.count_pairings() as usize,
            (false, false) => choices.count(action.size()) as usize,
        };
        Action::ALL.into_iter().map(count).sum()
    }

    /// One of the legal moves, all equally likely.
    #[inline]
    pub(crate) fn draw_legal(&self, rng: &mut Rng) -> Move {
        let Some((action, offer)) = self.pending() else {
            return self.draw_play(rng);
        };
        let mut lot = Lot::new(rng.bits());
        // Equal pairs are one move, drawn either way.
        if self.is_paired(action) {
            return Move::take(self.pairs(offer)[lot.below(2) as usize]);
        }
        Move::take(Choices::of(offer).draw(action.taken(), &mut lot))
    }

    #[inline]
    fn draw_play(&self, rng: &mut Rng) -> Move {
        let seat = self.actor();
        let choices = Choices::of(self.hands[seat]);
        // Four cards can be paired in at most three ways. Each choice of four gets a ticket for each,
        // and a ticket without a pairing is drawn again.
        let weights = Action::ALL.map(|action| match (self.plays[seat].has_used(action), action) {
            (true, _) => 0,
            (false, Action::Compete) if self.is_paired(action) => 3 * choices.count(4),
            (false, action) => choices.count(action.size()),
        });
        loop {
            let mut lot = Lot::new(rng.bits());
            let mut rank = lot.below(weights.iter().sum());
            let mut at = 0;
            while rank >= weights[at] {
                rank -= weights[at];
                at += 1;
            }
            let action = Action::ALL[at];
            if !self.is_paired(action) {
                return Move::play(action, choices.draw_ranked(action.size(), rank, &mut lot));
            }
            let cards = choices.draw_ranked(action.size(), rank / 3, &mut lot);
            if let Some(mv) = pairings(cards).nth(rank as usize % 3) {
                return mv;
            }
        }
    }
}

#[cfg(test)]
mod tests;
