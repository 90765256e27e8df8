//! Daihinmin by the rules of the official UECda server: positions, and the `Game` they make. Legal
//! plays are in `field`, the effects of moves in `apply`, the steps between games in `deal`, the knowledge of a seat
//! in `view`; nothing here knows of text (`text`) or of good play (`play`).
//!
//! A match of several games is one game of the engine. Seats are players, numbered for the whole match;
//! the places where they sit change and only say who moves after whom. A position remembers who played
//! and exchanged what in this game, because that is what a seat may conclude from.

use karuta_engine::{Game, Rng, Scores, Seat};

use crate::cards::Cards;
use crate::deal::Chance;
use crate::field::Field;
use crate::moves::Move;
use crate::rules::Rules;
use crate::view::View;

/// The number of seats.
pub const SEATS: usize = 5;

/// A position of Daihinmin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Daihinmin {
    pub(crate) hands: [Cards; SEATS],
    /// The cards each seat has played in this game.
    pub(crate) played: [Cards; SEATS],
    /// Cards that the poor of each pair handed over: daihinmin, hinmin.
    pub(crate) tribute: [Cards; 2],
    /// Cards that the rich of each pair gave in return: daifugo, fugo.
    pub(crate) gifts: [Cards; 2],
    pub(crate) chance: Chance,
    pub(crate) field: Field,
    pub(crate) rules: Rules,
    /// The number of times each seat came in at each place, in the games that are over.
    pub(crate) tally: [[u16; SEATS]; SEATS],
    /// Counted from 1.
    pub(crate) game: u16,
    /// The seat at each place.
    pub(crate) seating: [u8; SEATS],
    /// The seat that sits after each seat.
    pub(crate) after: [u8; SEATS],
    /// The seats by title, daifugo first.
    pub(crate) order: [u8; SEATS],
    /// The seats that are out of this game, in order; `done` of them count.
    pub(crate) finished: [u8; SEATS],
    pub(crate) done: u8,
    /// The seats that hold cards, one bit each.
    pub(crate) active: u8,
    /// The seats that passed in this round, one bit each.
    pub(crate) passed: u8,
    /// Passes since the last play.
    pub(crate) passes: u8,
    pub(crate) turn: u8,
    /// The seat that played last.
    pub(crate) last: u8,
    /// The seat that held the diamond 3 when play began.
    pub(crate) first: u8,
    /// True if the seats have titles in this game.
    pub(crate) titled: bool,
    pub(crate) phase: Phase,
}

/// The next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The daifugo chooses two cards for the daihinmin.
    DaifugoGives,
    /// The fugo chooses a card for the hinmin.
    FugoGives,
    /// Cards are played.
    Play,
    /// The match is over.
    Over,
}

impl Daihinmin {
    /// A match, dealt from this seed.
    pub fn new(rules: Rules, seed: u64) -> Daihinmin {
        Daihinmin::blank(rules, seed).opened(false)
    }

    /// A match whose first game is played with titles: the seats from daifugo to daihinmin.
    pub fn titled(rules: Rules, order: [u8; SEATS], seed: u64) -> Daihinmin {
        Daihinmin { order, ..Daihinmin::blank(rules, seed) }.opened(true)
    }

    fn opened(mut self, titled: bool) -> Daihinmin {
        self.open_game(titled);
        self
    }

    /// A match before anything is dealt.
    pub(crate) fn blank(rules: Rules, seed: u64) -> Daihinmin {
        Daihinmin {
            hands: [Cards::NONE; SEATS],
            played: [Cards::NONE; SEATS],
            tribute: [Cards::NONE; 2],
            gifts: [Cards::NONE; 2],
            chance: Chance(seed),
            field: Field::default(),
            rules,
            tally: [[0; SEATS]; SEATS],
            game: 1,
            seating: [0, 1, 2, 3, 4],
            after: [1, 2, 3, 4, 0],
            order: [0, 1, 2, 3, 4],
            finished: [0; SEATS],
            done: 0,
            active: 0b1_1111,
            passed: 0,
            passes: 0,
            turn: 0,
            last: 0,
            first: 0,
            titled: false,
            phase: Phase::Play,
        }
    }

    /// The rules of the match.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The game, counted from 1.
    pub fn game(&self) -> u16 {
        self.game
    }

    /// The next step.
    #[inline]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The table.
    #[inline]
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// A seat's hand.
    #[inline]
    pub fn hand(&self, seat: Seat) -> Cards {
        self.hands[seat]
    }

    /// The cards a seat has played in this game.
    pub fn played(&self, seat: Seat) -> Cards {
        self.played[seat]
    }

    /// Cards that the poor of a pair (0 daihinmin, 1 hinmin) handed over in this game.
    pub fn tribute(&self, pair: usize) -> Cards {
        self.tribute[pair]
    }

    /// Cards that the rich of a pair (0 daifugo, 1 fugo) gave in this game, once they have.
    pub fn gift(&self, pair: usize) -> Cards {
        self.gifts[pair]
    }

    /// The seat at each place, in the order of turns.
    pub fn seating(&self) -> [Seat; SEATS] {
        self.seating.map(usize::from)
    }

    /// The title of a seat in this game, 0 daifugo to 4 daihinmin; `None` where titles are forgotten.
    pub fn title(&self, seat: Seat) -> Option<usize> {
        if !self.titled {
            return None;
        }
        self.order.iter().position(|&titled| usize::from(titled) == seat)
    }

    /// The seats that are out of this game, first place first. Once the match is over, its last game.
    pub fn finished(&self) -> impl Iterator<Item = Seat> {
        self.finished[..usize::from(self.done)].iter().map(|&seat| usize::from(seat))
    }

    /// True if a seat has passed in this round.
    pub fn has_passed(&self, seat: Seat) -> bool {
        self.passed >> seat & 1 == 1
    }

    /// True if a seat still holds cards.
    pub fn is_in(&self, seat: Seat) -> bool {
        self.active >> seat & 1 == 1
    }

    /// Passes in a row, counted over rounds.
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// The seat that played last, or leads if nobody has played.
    pub fn last(&self) -> Seat {
        usize::from(self.last)
    }

    /// The seat that held the diamond 3 when play began; of no use before.
    pub fn first(&self) -> Seat {
        usize::from(self.first)
    }

    /// The number of times a seat came in at a place (0 first), in the games that are over.
    pub fn tally(&self, seat: Seat, place: usize) -> u16 {
        self.tally[seat][place]
    }

    /// The points of a seat in the games that are over: 5 for the first place to 1 for the last.
    pub fn points(&self, seat: Seat) -> u32 {
        (0..SEATS).map(|place| u32::from(self.tally[seat][place]) * (SEATS - place) as u32).sum()
    }
}

impl Game for Daihinmin {
    type Move = Move;
    type View = View;
    const SEATS: usize = SEATS;
    const HIDDEN: bool = true;

    #[inline]
    fn turn(&self) -> Option<Seat> {
        if self.phase == Phase::Over { None } else { Some(usize::from(self.turn)) }
    }

    /// The canonical plays and, last, the pass: it is legal on an empty table too.
    #[inline]
    fn moves(&self, out: &mut Vec<Move>) {
        self.list_moves(out);
    }

    #[inline]
    fn apply(&mut self, mv: Move) {
        self.make(mv);
    }

    /// The mean over the games of (points - 1) / 4.
    fn payoff(&self) -> Scores {
        let mut scores = Scores::default();
        let games = f64::from(self.rules.games);
        for seat in 0..SEATS {
            scores[seat] = (f64::from(self.points(seat)) - games) / (4.0 * games);
        }
        scores
    }

    fn view(&self, seat: Seat) -> View {
        View::of(self, seat)
    }

    fn sample(view: &View, rng: &mut Rng) -> Self {
        view.sample(rng)
    }

    /// The exchange of a pair is seen by that pair only.
    fn observe(&self, mv: Move, by: Seat) -> Option<Move> {
        let pair = match self.phase {
            Phase::DaifugoGives => 0,
            Phase::FugoGives => 1,
            Phase::Play | Phase::Over => return Some(mv),
        };
        let (rich, poor) = self.pair(pair);
        Some(if by == rich || by == poor { mv } else { Move::UNSEEN })
    }

    /// Most turns answer a single card, and there the moves need not be listed.
    #[inline]
    fn random_move(&self, buf: &mut Vec<Move>, rng: &mut Rng) -> Move {
        if let Some(mv) = self.draw_answer(rng) {
            return mv;
        }
        buf.clear();
        self.moves(buf);
        buf[rng.index(buf.len())]
    }
}

#[cfg(test)]
mod tests;
