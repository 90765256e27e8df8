//! The effect of a move: plays, answers, draws, the end of a turn and of a round.

use karuta_engine::Rng;
use karuta_engine::playout::Policy;

use crate::cards::Cards;
use crate::deal::deal_round;
use crate::moves::{Action, Move};
use crate::played::{Aside, Offers, Plays};
use crate::rules::Style;
use crate::state::TURNS;
use crate::{Hanamikoji, Phase};

impl Hanamikoji {
    /// Makes a move but leaves the draw and the next deal to the caller: for searches that list draws and
    /// for playouts that stop with the round. [`Phase::Draw`] asks for [`Hanamikoji::draw`],
    /// [`Phase::Scored`] for [`Hanamikoji::next_round`].
    #[inline]
    pub fn make(&mut self, mv: Move) {
        match self.phase {
            Phase::Play => self.play(mv),
            Phase::Answer => self.answer(mv.unpaired()),
            Phase::Draw | Phase::Scored | Phase::Over => debug_assert!(false, "{mv} in {self:?}"),
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let seat = self.actor();
        let Some(action) = mv.action() else {
            debug_assert!(false, "{mv} in {self:?}");
            return;
        };
        let cards = match self.rules.style {
            Style::Hassan => mv.unpaired(),
            Style::Official => mv.cards(),
        };
        debug_assert_eq!(cards.len(), action.size(), "{mv} in {self:?}");
        self.hands[seat] -= cards;
        self.plays[seat].push(self.turn / 2, action);
        if !action.is_offer() {
            self.aside[seat].hide(action, cards);
            return self.end_turn();
        }
        self.offers[seat].offer(action, cards);
        if self.rules.style == Style::Official && action == Action::Compete {
            self.aside[seat].set_pair(mv.unpaired());
        }
        self.phase = Phase::Answer;
    }

    #[inline]
    fn answer(&mut self, cards: Cards) {
        let seat = self.actor();
        let action = self.plays[seat].nth(self.turn / 2);
        debug_assert_eq!(cards.len(), action.taken(), "{cards} in {self:?}");
        self.offers[seat].take(action, cards);
        match self.rules.style {
            Style::Hassan => self.hands[1 - seat] += cards,
            Style::Official => self.aside[seat].set_pair(Cards::NONE),
        }
        self.end_turn();
    }

    /// The thesis draws at the end of a turn, after the answer to an offer: its tree sizes need that
    /// order, though its example shows the draw first. The official game draws before a turn.
    #[inline]
    pub(crate) fn end_turn(&mut self) {
        match self.rules.style {
            Style::Hassan if self.is_draw_due() => self.phase = Phase::Draw,
            Style::Hassan => self.pass_turn(Phase::Play),
            Style::Official => self.pass_turn(Phase::Draw),
        }
    }

    /// True if the card of this turn of the thesis' game is still in the deck. Trees may have listed it
    /// before the answer to an offer.
    #[inline]
    pub(crate) fn is_draw_due(&self) -> bool {
        let left = self.deck.len();
        left > 0 && left + u32::from(self.turn) >= 20 - 2 * self.rules.style.dealt()
    }

    #[inline]
    fn pass_turn(&mut self, next: Phase) {
        self.turn += 1;
        self.actor ^= 1;
        self.phase = next;
        if self.turn == TURNS {
            self.score();
        }
    }

    /// Gives the actor a card from the deck, in [`Phase::Draw`].
    #[inline]
    pub fn draw(&mut self, card: Cards) {
        debug_assert!(self.phase == Phase::Draw && card.len() == 1, "{card} in {self:?}");
        self.deck -= card;
        self.hands[self.actor()] += card;
        match self.rules.style {
            Style::Hassan => self.pass_turn(Phase::Play),
            Style::Official => self.phase = Phase::Play,
        }
    }

    /// Gives the actor the card that the hidden seed brings, in [`Phase::Draw`].
    #[inline]
    pub fn draw_next(&mut self) {
        let card = self.next_card();
        self.draw(card);
    }

    /// Gives out the markers. The cards stay where they are, to be looked at.
    #[inline]
    pub(crate) fn score(&mut self) {
        let scored = self.scored();
        debug_assert_eq!(scored[0].len() + scored[1].len(), 16, "each seat scores eight cards");
        self.award(scored);
    }

    /// The cards each seat scores when the round is over.
    #[inline]
    pub(crate) fn scored(&self) -> [Cards; 2] {
        [0, 1].map(|seat| {
            let own = self.offers[seat].left() + self.aside[seat].secret();
            match self.rules.style {
                Style::Hassan => own + self.hands[seat],
                Style::Official => own + self.offers[1 - seat].taken(),
            }
        })
    }

    /// Gives out markers for the cards scored, and ends the round or the game.
    #[inline]
    pub(crate) fn award(&mut self, scored: [Cards; 2]) {
        self.markers.score(scored);
        let is_over = self.markers.outcome(&self.rules, self.rules.is_last(self.round)).is_some();
        self.phase = if is_over { Phase::Over } else { Phase::Scored };
    }

    /// Plays on to the end of the round and gives out its markers, but deals no other: for playouts that
    /// look up what the markers are worth. Returns the moves made.
    #[inline]
    pub fn finish_round<P: Policy<Self>>(
        &mut self,
        policy: &mut P,
        buf: &mut Vec<Move>,
        rng: &mut Rng,
    ) -> u32 {
        let mut plies = 0;
        while matches!(self.phase, Phase::Play | Phase::Answer) {
            let mv = policy.pick(self, buf, rng);
            self.make(mv);
            if self.phase == Phase::Draw {
                self.draw_next();
            }
            plies += 1;
        }
        plies
    }

    /// Deals the next round, in [`Phase::Scored`].
    pub fn next_round(&mut self) {
        debug_assert_eq!(self.phase, Phase::Scored, "{self:?}");
        self.round = self.round.saturating_add(1);
        self.open_round();
    }

    pub(crate) fn open_round(&mut self) {
        (self.hands, self.deck) = deal_round(&self.rules, &mut self.chance);
        self.offers = [Offers::default(); 2];
        self.aside = [Aside::default(); 2];
        self.plays = [Plays::default(); 2];
        self.turn = 0;
        self.actor = self.rules.starter(self.round) as u8;
        match self.rules.style {
            Style::Hassan => self.phase = Phase::Play,
            Style::Official => {
                self.phase = Phase::Draw;
                self.draw_next();
            }
        }
    }
}

#[cfg(test)]
mod tests;
