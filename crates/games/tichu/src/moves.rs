//! Moves, packed into four bytes. A play names ranks and what the Phoenix stands for; suits only where
//! they matter. Which cards of a hand are laid down is decided here, too, so that a move means the same
//! in every world a search looks at.

use std::fmt;

use karuta_engine::Seat;

use crate::cards::{Cards, SUITS, card_name, parse_rank, rank_name};
use crate::combos::{Combo, Kind};

/// A move.
///
/// From the lowest bit: what (4 bits), rank (4), length (4), the rank of a full house's pair (4), what the
/// Phoenix stands for (4), suit + 1 (3), the seat that bombs out of turn + 1 (3). A card that is given has
/// its number in bits 4 to 9 and the way it goes in bits 12 and 13.
///
/// A play that a person made with cards of his own choice has the highest bit set and says which cards of the
/// hand they are, a bit each: eleven of them above the Phoenix's bits, the others in the bits of the full house's
/// pair or, in a full house, of the length. Searches never see such a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u32);

/// The kind of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A combination is played.
    Play(Kind),
    /// Nothing is played.
    Pass,
    /// Tichu is called.
    Tichu,
    /// Grand Tichu is called.
    Grand,
    /// Grand Tichu is not called.
    NoCall,
    /// A card is given in the exchange.
    Give,
    /// A rank is wished.
    Wish,
    /// The trick won with the Dragon is given away.
    Gift,
    /// A bomb is not thrown out of turn.
    Hold,
}

const PASS: u32 = 8;
const TICHU: u32 = 9;
const GRAND: u32 = 10;
const NO_CALL: u32 = 11;
const GIVE: u32 = 12;
const WISH: u32 = 13;
const GIFT: u32 = 14;
const HOLD: u32 = 15;

/// The bit of a play whose cards were chosen by name.
const NAMED: u32 = 1 << 31;

/// The number of a card that the looker does not see.
const FACE_DOWN: u8 = 63;

impl Move {
    /// Nothing is played.
    pub const PASS: Move = Move(PASS);
    /// Tichu.
    pub const TICHU: Move = Move(TICHU);
    /// Grand Tichu.
    pub const GRAND: Move = Move(GRAND);
    /// No Grand Tichu.
    pub const NO_CALL: Move = Move(NO_CALL);
    /// The Dog.
    pub const DOG: Move = Move(Kind::Single as u32);
    /// The Mah Jong alone.
    pub const MAH: Move = Move(Kind::Single as u32 | 1 << 4);
    /// The Phoenix alone.
    pub const PHOENIX: Move = Move(Kind::Single as u32 | 15 << 4 | 15 << 16);
    /// The Dragon.
    pub const DRAGON: Move = Move(Kind::Single as u32 | 15 << 4);

    /// A single, pair, triple or four of a rank.
    #[inline]
    pub fn same(kind: Kind, rank: u8) -> Move {
        Move(kind as u32 | u32::from(rank) << 4)
    }

    /// A full house.
    #[inline]
    pub fn full_house(triple: u8, pair: u8) -> Move {
        Move(Kind::FullHouse as u32 | u32::from(triple) << 4 | u32::from(pair) << 12)
    }

    /// Stairs, a straight or a straight flush by its top rank.
    #[inline]
    pub fn run(kind: Kind, top: u8, len: u8) -> Move {
        Move(kind as u32 | u32::from(top) << 4 | u32::from(len) << 8)
    }

    /// The same with the Phoenix standing for a rank.
    #[inline]
    pub fn with_phoenix(self, rank: u8) -> Move {
        Move(self.0 | u32::from(rank) << 16)
    }

    /// The same in a suit.
    #[inline]
    pub fn in_suit(self, suit: u8) -> Move {
        Move(self.0 | u32::from(suit + 1) << 20)
    }

    /// The same played out of turn.
    #[inline]
    pub fn out_of_turn(self, seat: Seat) -> Move {
        Move(self.0 | (seat as u32 + 1) << 23)
    }

    /// The same out of turn by another seat.
    pub(crate) fn of_seat(self, seat: Seat) -> Move {
        Move(self.0 & !(7 << 23)).out_of_turn(seat)
    }

    /// The same play with these cards of the hand, where they are not those it takes by itself.
    pub(crate) fn named(self, kind: Kind, cards: Cards, hand: Cards) -> Move {
        let places = hand.iter().enumerate().filter(|&(_, card)| cards.contains(Cards::one(card)));
        let mask = places.fold(0u32, |mask, (place, _)| mask | 1 << place);
        Move(self.0 | NAMED | (mask & 0x7FF) << 20 | (mask >> 11 & 7) << Self::spare_bits(kind))
    }

    /// Position of the three bits for the choice of cards: a run has no pair and a full house no length.
    fn spare_bits(kind: Kind) -> u32 {
        if kind == Kind::FullHouse { 8 } else { 12 }
    }

    /// The claim that its cards were chosen by name.
    #[inline]
    pub(crate) fn is_named(self) -> bool {
        self.0 & NAMED != 0
    }

    /// The same play without a choice of cards, as searches know it.
    pub(crate) fn unnamed(self) -> Move {
        match self.kind() {
            Some(kind) if self.is_named() => Move(self.0 & 0xF_FFFF & !(7 << Self::spare_bits(kind))),
            Some(_) | None => self,
        }
    }

    /// The cards of `hand` that were chosen.
    pub(crate) fn named_cards(self, kind: Kind, hand: Cards) -> Cards {
        let mask = self.0 >> 20 & 0x7FF | (self.0 >> Self::spare_bits(kind) & 7) << 11;
        hand.iter().enumerate().filter(|&(place, _)| mask >> place & 1 == 1).map(|(_, card)| card).collect()
    }

    /// A play in words, with these very cards.
    pub(crate) fn text_with(self, kind: Kind, cards: Cards) -> String {
        let mut left = cards;
        let exact = |name: String| {
            let Some(rank) = parse_rank(&name) else { return name };
            let card = left.lowest_of(rank, 1);
            left -= card;
            card.iter().next().map_or(name, card_name)
        };
        self.names(kind).into_iter().map(exact).collect::<Vec<_>>().join(" ")
    }

    /// The number of natural cards of a rank that a play takes.
    pub(crate) fn needs(self, kind: Kind, rank: u8) -> u8 {
        let count = match kind {
            Kind::Single | Kind::Pair | Kind::Triple | Kind::Four if self.rank() != rank => 0,
            Kind::Single => 1,
            Kind::Pair => 2,
            Kind::Triple => 3,
            Kind::Four => 4,
            Kind::FullHouse if self.rank() == rank => 3,
            Kind::FullHouse if self.pair() == rank => 2,
            Kind::FullHouse => 0,
            Kind::Stairs | Kind::Straight | Kind::Flush if !(self.low()..=self.rank()).contains(&rank) => 0,
            Kind::Stairs => 2,
            Kind::Straight | Kind::Flush => 1,
        };
        count - u8::from(count > 0 && self.phoenix() == rank)
    }

    /// A bomb is not thrown. It names the seat, so that in a search over many worlds it is not taken for
    /// what another seat does.
    pub fn hold(seat: Seat) -> Move {
        Move(HOLD).out_of_turn(seat)
    }

    /// A card is given to the seat so many places to the right.
    pub fn give(card: u8, way: usize) -> Move {
        Move(GIVE | u32::from(card) << 4 | (way as u32) << 12)
    }

    /// The same as others see it.
    pub fn face_down(way: usize) -> Move {
        Move::give(FACE_DOWN, way)
    }

    /// A wish; 0 for none.
    pub fn wish(rank: u8) -> Move {
        Move(WISH | u32::from(rank) << 4)
    }

    /// The trick goes to the seat so many places to the right.
    pub fn gift(way: usize) -> Move {
        Move(GIFT | (way as u32) << 4)
    }

    /// All of it as a number.
    pub fn bits(self) -> u32 {
        self.0
    }

    /// The subject.
    #[inline]
    pub fn what(self) -> What {
        match self.0 & 15 {
            PASS => What::Pass,
            TICHU => What::Tichu,
            GRAND => What::Grand,
            NO_CALL => What::NoCall,
            GIVE => What::Give,
            WISH => What::Wish,
            GIFT => What::Gift,
            HOLD => What::Hold,
            kind => What::Play(Kind::ALL[(kind & 7) as usize]),
        }
    }

    /// The type, if a combination is played.
    #[inline]
    pub fn kind(self) -> Option<Kind> {
        let tag = self.0 & 15;
        (tag < PASS).then(|| Kind::ALL[(tag & 7) as usize])
    }

    /// The rank of a wish, of a play's triple or top; 15 for Phoenix and Dragon.
    #[inline]
    pub fn rank(self) -> u8 {
        (self.0 >> 4 & 15) as u8
    }

    /// The length of a run.
    #[inline]
    pub fn length(self) -> u8 {
        (self.0 >> 8 & 15) as u8
    }

    /// The lowest rank of a run.
    #[inline]
    fn low(self) -> u8 {
        self.rank() + 1 - self.length()
    }

    /// The rank of a full house's pair.
    #[inline]
    pub fn pair(self) -> u8 {
        (self.0 >> 12 & 15) as u8
    }

    /// The rank that the Phoenix stands for; 0 if it is not played, 15 if it is played alone.
    #[inline]
    pub fn phoenix(self) -> u8 {
        (self.0 >> 16 & 15) as u8
    }

    /// The suit, where it matters.
    #[inline]
    pub fn suit(self) -> Option<u8> {
        let suit = (self.0 >> 20 & 7) as u8;
        (suit > 0).then(|| suit - 1)
    }

    /// The seat that plays out of turn.
    pub fn by(self) -> Option<Seat> {
        let seat = (self.0 >> 23 & 7) as usize;
        (seat > 0).then(|| seat - 1)
    }

    /// The card that is given, if it is seen.
    pub fn card(self) -> Option<u8> {
        let card = (self.0 >> 4 & 63) as u8;
        (card != FACE_DOWN).then_some(card)
    }

    /// The number of places to the right that a card or trick goes.
    pub fn way(self) -> usize {
        match self.what() {
            What::Gift => usize::from(self.rank()),
            _ => (self.0 >> 12 & 3) as usize,
        }
    }

    /// The combination it is on `table`.
    #[inline]
    pub fn combo(self, kind: Kind, table: Option<Combo>, low_phoenix: bool) -> Combo {
        let height = match kind {
            Kind::Single if self.phoenix() != 0 => match table {
                Some(top) if !low_phoenix => top.height + 1,
                Some(_) | None => Combo::LED_PHOENIX,
            },
            Kind::Single => 2 * self.rank(),
            _ => self.rank(),
        };
        Combo::new(kind, self.length(), height)
    }

    /// The number of cards of a play of this type.
    #[inline]
    pub fn size(self, kind: Kind) -> u8 {
        kind.size(self.length())
    }

    /// True if a natural card of `rank` is played.
    #[inline]
    pub fn has_natural(self, kind: Kind, rank: u8) -> bool {
        match kind {
            Kind::Single | Kind::Pair | Kind::Triple | Kind::Four => self.rank() == rank,
            // The Phoenix cannot be all of a rank in stairs or a full house.
            Kind::Stairs => (self.low()..=self.rank()).contains(&rank),
            Kind::FullHouse => self.rank() == rank || self.pair() == rank,
            Kind::Straight | Kind::Flush => {
                (self.low()..=self.rank()).contains(&rank) && self.phoenix() != rank
            }
        }
    }

    /// The cards of `hand` that are played: of each rank those that leave straight flushes whole, lowest
    /// suit first. With `starts` straights take them as the report's program does.
    #[inline]
    pub fn cards(self, kind: Kind, hand: Cards, starts: bool) -> Cards {
        let flushes = hand.in_flushes();
        let phoenix = self.phoenix();
        let mut out = if phoenix == 0 { Cards::NONE } else { Cards::PHOENIX };
        let mut take = |rank: u8, count: u8| {
            let count = count - u8::from(phoenix == rank);
            out |= if flushes.is_empty() {
                hand.lowest_of(rank, count)
            } else {
                spare(hand, flushes, rank, count)
            };
        };
        match kind {
            Kind::Single => match self {
                Move::PHOENIX => {}
                Move::DRAGON => return Cards::DRAGON,
                Move::DOG => return Cards::DOG,
                Move::MAH => return Cards::MAH,
                _ => take(self.rank(), 1),
            },
            Kind::Pair => take(self.rank(), 2),
            Kind::Triple => take(self.rank(), 3),
            Kind::Four => take(self.rank(), 4),
            Kind::FullHouse => {
                take(self.rank(), 3);
                take(self.pair(), 2);
            }
            Kind::Stairs => (self.low()..=self.rank()).for_each(|rank| take(rank, 2)),
            Kind::Straight if starts => return self.straight_by_start(hand),
            Kind::Straight => {
                (self.low()..=self.rank()).for_each(|rank| take(rank, 1));
                return mixed(out, hand, flushes);
            }
            Kind::Flush => return self.flush_cards(),
        }
        out
    }

    fn flush_cards(self) -> Cards {
        let suit = self.suit().unwrap_or(0);
        (self.low()..=self.rank()).map(|rank| 4 * rank + suit).collect()
    }

    /// The straight from a given lowest card with the lowest suit of every other rank.
    fn straight_by_start(self, hand: Cards) -> Cards {
        let mut out = if self.phoenix() == 0 { Cards::NONE } else { Cards::PHOENIX };
        for rank in (self.low()..=self.rank()).filter(|&rank| rank != self.phoenix()) {
            out |= match self.suit() {
                Some(suit) if rank == self.low() => Cards::one(4 * rank + suit),
                Some(_) | None => hand.lowest_of(rank, 1),
            };
        }
        out
    }
}

/// Cards of a rank that are part of no straight flush, as far as they go, then those at the end of one.
fn spare(hand: Cards, flushes: Cards, rank: u8, count: u8) -> Cards {
    let loose = (hand - flushes).lowest_of(rank, count);
    let missing = count - loose.len() as u8;
    if missing == 0 {
        return loose;
    }
    // An end card leaves more of its run than an inner one.
    let held = flushes.0;
    let inner = Cards(held & held << 4 & held >> 4);
    let ends = (flushes - inner).lowest_of(rank, missing);
    let rest = missing - ends.len() as u8;
    loose | ends | (flushes & inner).lowest_of(rank, rest)
}

/// A straight that came out in one suit would be a bomb: one of its cards is exchanged for another suit.
fn mixed(straight: Cards, hand: Cards, flushes: Cards) -> Cards {
    // Only in a hand with a straight flush can this happen.
    if flushes.is_empty() || straight.flush_starts(straight.len() as u8).is_empty() {
        return straight;
    }
    let others = |card: u8| (hand - straight) & Cards(0xF << (card & !3));
    let swaps = || straight.iter().filter(|&card| !others(card).is_empty());
    let kindest = swaps().find(|&card| others(card).meets(hand - flushes)).or_else(|| swaps().next());
    match kindest {
        Some(card) => {
            let loose = others(card) - flushes;
            let new = if loose.is_empty() { others(card) } else { loose };
            (straight - Cards::one(card)) | Cards(new.0 & new.0.wrapping_neg())
        }
        None => straight,
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const WAYS: [&str; 4] = ["?", "right", "partner", "left"];
        if self.is_named() {
            return fmt::Display::fmt(&self.unnamed(), f);
        }
        match self.what() {
            What::Pass => f.write_str("pass"),
            What::Tichu => f.write_str("tichu"),
            What::Grand => f.write_str("grand tichu"),
            What::NoCall => f.write_str("no call"),
            What::Hold => f.write_str("hold"),
            What::Wish if self.rank() == 0 => f.write_str("wish none"),
            What::Wish => write!(f, "wish {}", rank_name(self.rank())),
            What::Gift => write!(f, "dragon {}", WAYS[self.way() & 3]),
            What::Give => {
                let card = self.card().map_or("?".into(), card_name);
                write!(f, "give {card} {}", WAYS[self.way() & 3])
            }
            What::Play(kind) => {
                if self.by().is_some() {
                    f.write_str("bomb ")?;
                }
                f.write_str(&self.names(kind).join(" "))
            }
        }
    }
}

impl Move {
    /// The cards of a play, as people say them.
    fn names(self, kind: Kind) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        let mut add = |rank: u8, count: u8| {
            let natural = count - u8::from(self.phoenix() == rank);
            for _ in 0..natural {
                names.push(if rank == 1 { "Mah".into() } else { rank_name(rank).to_string() });
            }
            if natural < count {
                names.push("Pho".into());
            }
        };
        match kind {
            Kind::Single => match self {
                Move::PHOENIX => names.push("Pho".into()),
                Move::DRAGON => names.push("Dra".into()),
                Move::DOG => names.push("Dog".into()),
                _ => add(self.rank(), 1),
            },
            Kind::Pair => add(self.rank(), 2),
            Kind::Triple => add(self.rank(), 3),
            Kind::Four => add(self.rank(), 4),
            Kind::FullHouse => {
                add(self.rank(), 3);
                add(self.pair(), 2);
            }
            Kind::Stairs => (self.low()..=self.rank()).for_each(|rank| add(rank, 2)),
            Kind::Straight => {
                (self.low()..=self.rank()).for_each(|rank| add(rank, 1));
                // Only the lowest card has a suit, and only where straights are told apart by it.
                if let Some(suit) = self.suit() {
                    names[0].insert(0, SUITS[usize::from(suit)]);
                }
            }
            Kind::Flush => return self.flush_cards().iter().map(card_name).collect(),
        }
        names
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
