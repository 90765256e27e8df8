//! A move, packed into one word: which cards leave the hand and what they are declared to be. Knows
//! nothing of what is legal.

use std::fmt;

use crate::cards::{Cards, EIGHT, FIRST_ROW, RANK_LETTERS, SUIT_LETTERS, card_name};

/// A pass, a play or a choice of the exchange.
///
/// The natural cards are in their own bits. The four bits below them say what kind of move it is, the
/// eight above them where the joker stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Move(u64);

/// The kind of the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Nothing is played; on the table: nothing lies there.
    Pass,
    /// One card.
    Single,
    /// Two to five cards of one rank.
    Group,
    /// Three or more cards of one suit whose ranks follow each other.
    Sequence,
    /// Cards handed over in the exchange.
    Give,
    /// Cards handed over, seen by somebody they do not concern.
    GiveUnseen,
}

/// Place of a joker among played cards, before it is known what they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Joker {
    /// It is not there.
    Absent,
    /// In a cell of the four suits.
    At(Cards),
    /// Beside all four cards of a rank.
    Fifth,
}

/// The joker alone, as the fifth card of a group, or handed over: it stands for no card.
const STANDS_FOR_NOTHING: u64 = 61;

const JOKER_SHIFT: u32 = 56;
const KIND_MASK: u64 = 0xF;

impl Move {
    /// No play.
    pub const PASS: Move = Move(0);
    /// The joker alone.
    pub const JOKER: Move = Move(Kind::Single as u64 | STANDS_FOR_NOTHING << JOKER_SHIFT);
    /// The spade 3 alone.
    pub const SPADE_3: Move = Move::single(Cards::SPADE_3);
    /// An exchange as the other seats see it.
    pub const UNSEEN: Move = Move(Kind::GiveUnseen as u64);

    /// One natural card.
    #[inline]
    pub const fn single(card: Cards) -> Move {
        Move(card.0 | Kind::Single as u64)
    }

    /// Two to four natural cards of one rank.
    #[inline]
    pub const fn group(cards: Cards) -> Move {
        Move(cards.0 | Kind::Group as u64)
    }

    /// Natural cards in sequence.
    #[inline]
    pub const fn sequence(cards: Cards) -> Move {
        Move(cards.0 | Kind::Sequence as u64)
    }

    /// All four cards of a rank and the joker.
    #[inline]
    pub const fn five(cards: Cards) -> Move {
        Move(cards.0 | Kind::Group as u64 | STANDS_FOR_NOTHING << JOKER_SHIFT)
    }

    /// The same play with a joker standing in a cell that it does not have yet.
    #[inline]
    pub const fn with_joker_at(self, cell: Cards) -> Move {
        Move(self.0 | (cell.lowest() as u64 + 1) << JOKER_SHIFT)
    }

    /// Cards handed over, the joker among them perhaps.
    #[inline]
    pub const fn give(cards: Cards) -> Move {
        let joker = if cards.meets(Cards::JOKER) { STANDS_FOR_NOTHING << JOKER_SHIFT } else { 0 };
        Move(cards.0 & Cards::NATURAL.0 | Kind::Give as u64 | joker)
    }

    /// The play that natural cards and a joker make; `None` if they make none. A joker without other
    /// cards is alone wherever it lies.
    pub fn of(natural: Cards, joker: Joker) -> Option<Move> {
        if !Cards::NATURAL.contains(natural) {
            return None;
        }
        let cell = match joker {
            Joker::Absent => Cards::NONE,
            Joker::At(cell) if natural.is_empty() && cell.len() == 1 => return Some(Move::JOKER),
            Joker::At(cell) if cell.len() == 1 && !natural.meets(cell) => cell,
            Joker::At(_) => return None,
            Joker::Fifth => {
                let is_rank = natural.len() == 4 && Cards::column(natural.lowest() / 4) == natural;
                return is_rank.then_some(Move::five(natural));
            }
        };
        let cells = natural | cell;
        if natural.is_empty() || !Cards::CELLS.contains(cells) {
            return None;
        }
        let (low, count) = (cells.lowest(), cells.len());
        let play = if Cards::column(low / 4).contains(cells) {
            if count == 1 { Move::single(natural) } else { Move::group(natural) }
        } else if count >= 3 && cells == span(low, count) {
            Move::sequence(natural)
        } else {
            return None;
        };
        Some(if cell.is_empty() { play } else { play.with_joker_at(cell) })
    }

    /// The kind of the move.
    #[inline]
    pub const fn kind(self) -> Kind {
        match self.0 & KIND_MASK {
            0 => Kind::Pass,
            1 => Kind::Single,
            2 => Kind::Group,
            3 => Kind::Sequence,
            4 => Kind::Give,
            _ => Kind::GiveUnseen,
        }
    }

    /// The word it is packed into.
    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// True if nothing is played.
    #[inline]
    pub const fn is_pass(self) -> bool {
        self.0 == 0
    }

    /// True if it is the joker alone.
    #[inline]
    pub const fn is_joker(self) -> bool {
        self.0 == Move::JOKER.0
    }

    /// The natural cards.
    #[inline]
    pub const fn natural(self) -> Cards {
        Cards(self.0 & Cards::NATURAL.0)
    }

    /// True if the joker is among the cards.
    #[inline]
    pub const fn uses_joker(self) -> bool {
        self.0 >> JOKER_SHIFT != 0
    }

    /// The cards that leave the hand.
    #[inline]
    pub const fn cards(self) -> Cards {
        Cards(self.natural().0 | (self.uses_joker() as u64) << Cards::JOKER.lowest())
    }

    /// The cell the joker stands in, where it stands in for a card.
    #[inline]
    pub const fn joker_cell(self) -> Option<Cards> {
        match self.0 >> JOKER_SHIFT {
            0 | STANDS_FOR_NOTHING => None,
            cell => Some(Cards::bit(cell as u32 - 1)),
        }
    }

    /// The cells the play is declared to fill; the fifth card of a group fills none.
    #[inline]
    pub const fn cells(self) -> Cards {
        match self.joker_cell() {
            Some(cell) => Cards(self.natural().0 | cell.0),
            None => self.natural(),
        }
    }

    /// True if it is a play that [`Move::of`] makes.
    pub fn is_well_formed(self) -> bool {
        let joker = match (self.uses_joker(), self.joker_cell()) {
            (false, _) => Joker::Absent,
            (true, Some(cell)) => Joker::At(cell),
            (true, None) if self.is_joker() => return true,
            (true, None) => Joker::Fifth,
        };
        Move::of(self.natural(), joker) == Some(self)
    }

    /// The number of cards.
    #[inline]
    pub const fn len(self) -> u32 {
        self.natural().len() + self.uses_joker() as u32
    }

    /// True if no card is played.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The lowest declared column; of no use for a pass or the joker alone.
    #[inline]
    pub const fn column(self) -> u32 {
        self.cells().lowest() / 4
    }

    /// The declared suits, one bit a row, and bit 4 for the fifth card of a group. The joker alone has
    /// none.
    #[inline]
    pub const fn suits(self) -> u32 {
        match self.kind() {
            Kind::Group => {
                let cells = self.cells();
                cells.rows_of(cells.lowest() / 4) | ((self.len() == 5) as u32) << 4
            }
            Kind::Single if self.is_joker() => 0,
            Kind::Single | Kind::Sequence => 1 << (self.cells().lowest() % 4),
            Kind::Pass | Kind::Give | Kind::GiveUnseen => 0,
        }
    }

    /// True if the play ends the round by an eight.
    #[inline]
    pub const fn cuts(self) -> bool {
        self.cells().meets(Cards::column(EIGHT))
    }

    /// True if the play turns the order of the ranks round.
    #[inline]
    pub const fn revolts(self) -> bool {
        match self.kind() {
            Kind::Group => self.len() >= 4,
            Kind::Sequence => self.len() >= 5,
            Kind::Pass | Kind::Single | Kind::Give | Kind::GiveUnseen => false,
        }
    }
}

/// So many cells of one row, from a bit upwards.
#[inline]
pub(crate) const fn span(bit: u32, count: u32) -> Cards {
    Cards((FIRST_ROW & ((1 << (4 * count)) - 1)) << bit)
}

/// `pass`, `JO`, `S7+JO:H7`, `S4-S5-JO:S6`, `give C3 D4`. The fifth card of a group is a plain `JO`;
/// a joker below the threes stands at rank `0`, one above the twos at rank `X`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            Kind::Pass => f.pad("pass"),
            Kind::Give => {
                let names: Vec<String> = self.cards().by_rank().map(card_name).collect();
                f.pad(&format!("give {}", names.join(" ")))
            }
            Kind::GiveUnseen => f.pad("give ?"),
            Kind::Single | Kind::Group | Kind::Sequence => {
                let joker = self.joker_cell();
                let mut names: Vec<String> =
                    self.cells().by_rank().map(|cell| cell_name(cell, joker)).collect();
                if self.uses_joker() && joker.is_none() {
                    names.push(String::from("JO"));
                }
                f.pad(&names.join(if self.kind() == Kind::Sequence { "-" } else { "+" }))
            }
        }
    }
}

fn cell_name(cell: Cards, joker: Option<Cards>) -> String {
    if joker != Some(cell) {
        return card_name(cell);
    }
    let (column, row) = (cell.lowest() / 4, cell.lowest() % 4);
    format!("JO:{}{}", SUIT_LETTERS[row as usize], RANK_LETTERS[column as usize])
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
