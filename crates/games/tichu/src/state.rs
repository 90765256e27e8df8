//! Tichu, the official game and the simplified one of Pestalozzi's report: positions, and the `Game` they
//! make. Legal moves are in `legal`, the effects of moves in `apply`, the knowledge of a seat in `view`; nothing here
//! knows of text (`text`) or of good play (`play`).
//!
//! Seats 0 and 2 play against 1 and 3. Hands are sets of 64 bits. Chance is a hidden seed: it says what is
//! dealt next, and in the report's game what is exchanged and wished.

use karuta_engine::{Game, Rng, Scores, Seat};

use crate::cards::Cards;
use crate::combos::Combo;
use crate::deal::Chance;
use crate::moves::{Move, What};
use crate::rules::Rules;
use crate::scoring::Tally;
use crate::view::View;

/// A position of Tichu.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tichu {
    pub(crate) hands: [Cards; 4],
    /// The cards each seat has played in this round. Before the Grand calls, where a deal was entered whole: those that
    /// it will get after them, which nobody sees.
    pub(crate) played: [Cards; 4],
    pub(crate) chance: Chance,
    /// The cards of the combination on the table.
    pub(crate) top_cards: Cards,
    /// Points by team.
    pub(crate) scores: [i32; 2],
    pub(crate) rules: Rules,
    pub(crate) tally: Tally,
    /// Points of the tricks that each seat has taken.
    pub(crate) won: [i16; 4],
    /// Points of the trick on the table.
    pub(crate) trick: i16,
    /// Counted from 1.
    pub(crate) round: u16,
    /// The cards each seat gave to the seats one, two and three places to its right.
    pub(crate) given: [[u8; 3]; 4],
    /// The seats that are out, the first one first.
    pub(crate) out: [u8; 4],
    pub(crate) finished: u8,
    pub(crate) calls: [Call; 4],
    pub(crate) top: Option<Combo>,
    /// The seat that played what is on the table.
    pub(crate) owner: u8,
    /// The seat whose turn it is. While a trick is about to be taken, its owner.
    pub(crate) turn: u8,
    /// The seat that is asked for a bomb out of turn.
    pub(crate) asked: u8,
    /// The wished rank, 0 for none.
    pub(crate) wish: u8,
    pub(crate) phase: Phase,
}

/// No card, or no seat.
pub(crate) const NOBODY: u8 = 255;

/// A card that the looker does not know.
pub(crate) const UNKNOWN: u8 = 254;

/// Calls that a seat can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Call {
    /// Nothing.
    None,
    /// Tichu.
    Tichu,
    /// Grand Tichu.
    Grand,
}

/// The next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// With eight cards in hand a seat calls Grand Tichu or not.
    Grand,
    /// A seat chooses a card to give away.
    Give,
    /// A seat leads, follows or passes.
    Play,
    /// A seat is asked for a bomb out of turn.
    Window,
    /// The seat that played the Mah Jong wishes.
    Wish,
    /// The seat that won with the Dragon gives the trick away.
    Gift,
    /// The game is over.
    Over,
}

impl Tichu {
    /// The first round, dealt from this seed.
    pub fn new(rules: Rules, seed: u64) -> Tichu {
        let mut state = Tichu::empty(rules, Chance(seed));
        state.open_round();
        state
    }

    /// Before anything is dealt.
    pub(crate) fn empty(rules: Rules, chance: Chance) -> Tichu {
        Tichu {
            hands: [Cards::NONE; 4],
            played: [Cards::NONE; 4],
            chance,
            top_cards: Cards::NONE,
            scores: [0; 2],
            rules,
            tally: Tally::default(),
            won: [0; 4],
            trick: 0,
            round: 1,
            given: [[NOBODY; 3]; 4],
            out: [NOBODY; 4],
            finished: 0,
            calls: [Call::None; 4],
            top: None,
            owner: 0,
            turn: 0,
            asked: 0,
            wish: 0,
            phase: Phase::Play,
        }
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The next step.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// A seat's hand.
    pub fn hand(&self, seat: Seat) -> Cards {
        self.hands[seat]
    }

    /// The cards a seat has played in this round.
    pub fn played(&self, seat: Seat) -> Cards {
        self.played[seat]
    }

    /// The combination on the table.
    pub fn top(&self) -> Option<Combo> {
        self.top
    }

    /// The cards of the combination on the table.
    pub fn top_cards(&self) -> Cards {
        self.top_cards
    }

    /// The seat that played what is on the table.
    pub fn owner(&self) -> Seat {
        usize::from(self.owner & 3)
    }

    /// The points of the trick on the table.
    pub fn trick_points(&self) -> i16 {
        self.trick
    }

    /// The points of the tricks that a seat has taken in this round.
    pub fn won(&self, seat: Seat) -> i16 {
        self.won[seat]
    }

    /// The call of a seat in this round.
    pub fn call(&self, seat: Seat) -> Call {
        self.calls[seat]
    }

    /// The seats that are out, the first one first.
    pub fn finished(&self) -> impl Iterator<Item = Seat> {
        self.out[..usize::from(self.finished)].iter().map(|&seat| usize::from(seat))
    }

    /// The wished rank, 0 for none.
    pub fn wish(&self) -> u8 {
        self.wish
    }

    /// The points of both teams.
    pub fn scores(&self) -> [i32; 2] {
        self.scores
    }

    /// The round, counted from 1.
    pub fn round(&self) -> u16 {
        self.round
    }

    /// The seat to move, while the game is on.
    #[inline]
    pub(crate) fn seat(&self) -> Seat {
        let seat = if self.phase == Phase::Window { self.asked } else { self.turn };
        // The mask spares every use as an index its check.
        usize::from(seat & 3)
    }
}

impl Game for Tichu {
    type Move = Move;
    type View = View;
    const SEATS: usize = 4;
    const HIDDEN: bool = true;

    #[inline]
    fn turn(&self) -> Option<Seat> {
        (self.phase != Phase::Over).then(|| self.seat())
    }

    fn moves(&self, out: &mut Vec<Move>) {
        self.list_moves(out);
    }

    #[inline]
    fn apply(&mut self, mv: Move) {
        match mv.what() {
            What::Play(kind) => self.play(mv, kind),
            What::Pass => self.pass(),
            What::Hold => self.hold(),
            What::Tichu => self.calls[self.seat()] = Call::Tichu,
            What::Grand | What::NoCall => {
                if mv == Move::GRAND {
                    self.calls[self.seat()] = Call::Grand;
                }
                if self.turn == 3 {
                    self.complete_deal();
                } else {
                    self.turn += 1;
                }
            }
            What::Give => self.give(mv),
            What::Wish => {
                self.wish = mv.rank();
                self.after_play();
            }
            What::Gift => self.gift(mv.way()),
        }
    }

    fn payoff(&self) -> Scores {
        self.payoffs()
    }

    fn view(&self, seat: Seat) -> View {
        View::of(self, seat)
    }

    fn sample(view: &View, rng: &mut Rng) -> Self {
        view.sample(rng)
    }

    /// Cards change hands face down, and a bomb that is not played is not observed.
    fn observe(&self, mv: Move, by: Seat) -> Option<Move> {
        match mv.what() {
            What::Give if by != self.seat() => Some(Move::face_down(mv.way())),
            What::Hold if by != self.seat() => None,
            // Everybody sees which cards they are; what searches remember is the play without suits.
            _ => Some(mv.unnamed()),
        }
    }
}
