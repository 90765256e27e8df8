//! Positions of Hanamikoji, and the `Game` they make. What is legal is said in `legal`, what a move does in
//! `apply`, who knows what in `view`; nothing here knows of text or of good play.
//!
//! Cards are counted by suit, a byte each, and a round's plays are packed beside them, so a position
//! is 88 bytes and remembers the whole round. The deck has no order: the hidden seed says what is drawn
//! from it next, and what is dealt in the next round.

use karuta_engine::{Game, Rng, Scores, Seat};

use crate::cards::Cards;
use crate::deal::Chance;
use crate::moves::{Action, Move};
use crate::played::{Aside, Offers, Plays};
use crate::rules::{Rules, Style};
use crate::scoring::{Markers, Outcome};
use crate::view::View;

/// A position of Hanamikoji.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hanamikoji {
    pub(crate) hands: [Cards; 2],
    pub(crate) offers: [Offers; 2],
    pub(crate) aside: [Aside; 2],
    pub(crate) deck: Cards,
    pub(crate) chance: Chance,
    pub(crate) rules: Rules,
    pub(crate) markers: Markers,
    pub(crate) plays: [Plays; 2],
    /// Counted from 1.
    pub(crate) round: u16,
    /// Plays completed in this round, 0 to 8.
    pub(crate) turn: u8,
    /// The seat whose turn it is: it plays, or waits for the answer to its offer.
    pub(crate) actor: u8,
    pub(crate) phase: Phase,
}

/// The next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The actor plays an action.
    Play,
    /// The other seat answers the actor's offer.
    Answer,
    /// The actor draws a card. [`Game::apply`] never stops here; see [`Hanamikoji::make`].
    Draw,
    /// The round is over, its markers are given out, and the next one is not dealt yet.
    /// [`Game::apply`] never stops here either.
    Scored,
    /// The game is over.
    Over,
}

/// Turns in a round.
pub(crate) const TURNS: u8 = 8;

impl Hanamikoji {
    /// The first round, dealt from this seed.
    pub fn new(rules: Rules, seed: u64) -> Hanamikoji {
        Hanamikoji::at_round(rules, 1, Markers::default(), seed)
    }

    /// The first turn of a round, dealt from this seed, with the markers the rounds before it left. They
    /// must not have decided the game.
    pub fn at_round(rules: Rules, round: u16, markers: Markers, seed: u64) -> Hanamikoji {
        let mut state = Hanamikoji::empty(rules, round, markers, Chance(seed));
        state.open_round();
        state
    }

    /// A round without cards, for those who fill it.
    pub(crate) fn empty(rules: Rules, round: u16, markers: Markers, chance: Chance) -> Hanamikoji {
        Hanamikoji {
            hands: [Cards::NONE; 2],
            offers: [Offers::default(); 2],
            aside: [Aside::default(); 2],
            deck: Cards::NONE,
            chance,
            rules,
            markers,
            plays: [Plays::default(); 2],
            round,
            turn: 0,
            actor: 0,
            phase: Phase::Scored,
        }
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The round, counted from 1.
    #[inline]
    pub fn round(&self) -> u16 {
        self.round
    }

    /// The markers as the last round left them.
    #[inline]
    pub fn markers(&self) -> Markers {
        self.markers
    }

    /// The next step.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Turns completed in this round, 0 to 8.
    pub fn turns(&self) -> u8 {
        self.turn
    }

    /// The seat whose turn it is, also while the other one answers its offer.
    #[inline]
    pub fn actor(&self) -> Seat {
        // The mask spares every use as an index its check.
        usize::from(self.actor & 1)
    }

    /// True if nothing has been played in this round.
    #[inline]
    pub fn is_round_start(&self) -> bool {
        self.turn == 0 && self.phase == Phase::Play
    }

    /// A seat's hand.
    pub fn hand(&self, seat: Seat) -> Cards {
        self.hands[seat]
    }

    /// The cards that are still to be drawn.
    pub fn deck(&self) -> Cards {
        self.deck
    }

    /// The offers of a seat in this round, and the cards taken of them.
    pub fn offers(&self, seat: Seat) -> Offers {
        self.offers[seat]
    }

    /// The cards a seat hid in this round.
    pub fn aside(&self, seat: Seat) -> Aside {
        self.aside[seat]
    }

    /// The actions a seat has taken in this round.
    pub fn plays(&self, seat: Seat) -> Plays {
        self.plays[seat]
    }

    /// The offer that waits for an answer: the action and its cards.
    #[inline]
    pub fn pending(&self) -> Option<(Action, Cards)> {
        if self.phase != Phase::Answer {
            return None;
        }
        let actor = self.actor();
        let action = self.plays[actor].nth(self.turn / 2);
        Some((action, self.offers[actor].offered(action)))
    }

    /// The cards that lie on a seat's side of the table: scored whatever comes.
    pub fn pile(&self, seat: Seat) -> Cards {
        let own = match self.pending() {
            Some((_, offer)) if seat == self.actor() => self.offers[seat].left() - offer,
            Some(_) | None => self.offers[seat].left(),
        };
        match self.rules.style {
            Style::Hassan => own,
            Style::Official => own + self.offers[1 - seat].taken(),
        }
    }

    /// The card that was put aside before the round.
    pub fn removed(&self) -> Cards {
        let seats = (0..2).map(|seat| self.hands[seat] + self.aside[seat].cards() + self.offers[seat].left());
        let taken = match self.rules.style {
            Style::Hassan => Cards::NONE,
            Style::Official => self.offers[0].taken() + self.offers[1].taken(),
        };
        Cards::ALL - self.deck - seats.sum::<Cards>() - taken
    }

    /// The end of the game, once it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.phase != Phase::Over {
            return None;
        }
        self.markers.outcome(&self.rules, self.rules.is_last(self.round))
    }
}

impl Game for Hanamikoji {
    type Move = Move;
    type View = View;
    const SEATS: usize = 2;
    const HIDDEN: bool = true;

    #[inline]
    fn turn(&self) -> Option<Seat> {
        match self.phase {
            Phase::Play => Some(self.actor()),
            Phase::Answer => Some(1 - self.actor()),
            Phase::Draw | Phase::Scored | Phase::Over => None,
        }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        self.list_moves(out);
    }

    #[inline]
    fn apply(&mut self, mv: Move) {
        self.make(mv);
        if self.phase == Phase::Draw {
            self.draw_next();
        }
        if self.phase == Phase::Scored {
            self.next_round();
        }
    }

    fn payoff(&self) -> Scores {
        Scores::two(match self.outcome().and_then(|outcome| outcome.winner) {
            Some(seat) => 1.0 - seat as f64,
            None => 0.5,
        })
    }

    fn view(&self, seat: Seat) -> View {
        View::of(self, seat)
    }

    fn sample(view: &View, rng: &mut Rng) -> Self {
        view.sample(rng)
    }

    /// Nobody sees what the other hides.
    fn observe(&self, mv: Move, by: Seat) -> Option<Move> {
        Some(match mv.action() {
            Some(action @ (Action::Secret | Action::Trade)) if by != self.actor() => Move::face_down(action),
            Some(_) | None => mv,
        })
    }

    fn count_moves(&self, _: &mut Vec<Move>) -> usize {
        self.count_legal()
    }

    #[inline]
    fn random_move(&self, _: &mut Vec<Move>, rng: &mut Rng) -> Move {
        self.draw_legal(rng)
    }
}

#[cfg(test)]
mod tests;
