//! The movement cards: names, stamps, sets, offsets. Data only.
//!
//! Offsets are (right, forward) from the owner's side of the board. The sixteen base cards and their
//! stamps agree in six independent public programs, fifteen of Sensei's Path in three (the Turtle as
//! two of them have it). Goat and Sheep agree in two; the other promotional cards come from a single
//! program and carry no known stamp.

/// The colour printed on a card; the player of that colour starts when it lies at the side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stamp {
    /// Blue.
    Blue,
    /// Red.
    Red,
}

/// The box a card comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// The sixteen cards of the base game.
    Base,
    /// The sixteen cards of the expansion Sensei's Path.
    Sensei,
    /// Promotional cards.
    Promo,
}

/// The print of a card.
#[derive(Debug)]
pub struct Face {
    /// Lower case, one word.
    pub name: &'static str,
    /// The colour, where one is known.
    pub stamp: Option<Stamp>,
    /// The edition it comes from.
    pub set: Set,
    /// (right, forward) steps.
    pub offsets: &'static [(i8, i8)],
}

/// A card, as an index into [`FACES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub u8);

impl Card {
    /// The print of it.
    pub fn face(self) -> &'static Face {
        &FACES[usize::from(self.0)]
    }

    /// The card of this name; case, spaces, hyphens and underscores do not matter.
    pub fn named(text: &str) -> Option<Card> {
        let plain: String =
            text.chars().filter(|c| !matches!(c, ' ' | '-' | '_')).flat_map(char::to_lowercase).collect();
        Card::all().find(|card| card.face().name == plain)
    }

    /// Every card there is.
    pub fn all() -> impl Iterator<Item = Card> {
        (0..FACES.len() as u8).map(Card)
    }
}

const fn card(name: &'static str, stamp: Option<Stamp>, set: Set, offsets: &'static [(i8, i8)]) -> Face {
    Face { name, stamp, set, offsets }
}

const BLUE: Option<Stamp> = Some(Stamp::Blue);
const RED: Option<Stamp> = Some(Stamp::Red);

/// The number of cards.
pub const COUNT: usize = 43;

/// Every card; a card's number never changes, because recorded games name cards and hashes use them.
pub static FACES: [Face; COUNT] = [
    card("tiger", BLUE, Set::Base, &[(0, 2), (0, -1)]),
    card("crab", BLUE, Set::Base, &[(0, 1), (-2, 0), (2, 0)]),
    card("monkey", BLUE, Set::Base, &[(-1, 1), (1, 1), (-1, -1), (1, -1)]),
    card("crane", BLUE, Set::Base, &[(0, 1), (-1, -1), (1, -1)]),
    card("rabbit", BLUE, Set::Base, &[(1, 1), (2, 0), (-1, -1)]),
    card("goose", BLUE, Set::Base, &[(-1, 1), (-1, 0), (1, 0), (1, -1)]),
    card("eel", BLUE, Set::Base, &[(-1, 1), (-1, -1), (1, 0)]),
    card("ox", BLUE, Set::Base, &[(0, 1), (1, 0), (0, -1)]),
    card("dragon", RED, Set::Base, &[(-2, 1), (2, 1), (-1, -1), (1, -1)]),
    card("elephant", RED, Set::Base, &[(-1, 1), (1, 1), (-1, 0), (1, 0)]),
    card("mantis", RED, Set::Base, &[(-1, 1), (1, 1), (0, -1)]),
    card("boar", RED, Set::Base, &[(0, 1), (-1, 0), (1, 0)]),
    card("frog", RED, Set::Base, &[(-1, 1), (-2, 0), (1, -1)]),
    card("rooster", RED, Set::Base, &[(1, 1), (-1, 0), (1, 0), (-1, -1)]),
    card("horse", RED, Set::Base, &[(0, 1), (-1, 0), (0, -1)]),
    card("cobra", RED, Set::Base, &[(1, 1), (1, -1), (-1, 0)]),
    card("fox", RED, Set::Sensei, &[(1, 1), (1, 0), (1, -1)]),
    card("dog", BLUE, Set::Sensei, &[(-1, 1), (-1, 0), (-1, -1)]),
    card("panda", RED, Set::Sensei, &[(0, 1), (1, 1), (-1, -1)]),
    card("bear", BLUE, Set::Sensei, &[(0, 1), (-1, 1), (1, -1)]),
    card("viper", RED, Set::Sensei, &[(0, 1), (-2, 0), (1, -1)]),
    card("seasnake", BLUE, Set::Sensei, &[(0, 1), (2, 0), (-1, -1)]),
    card("rat", RED, Set::Sensei, &[(0, 1), (-1, 0), (1, -1)]),
    card("mouse", BLUE, Set::Sensei, &[(0, 1), (1, 0), (-1, -1)]),
    card("iguana", RED, Set::Sensei, &[(0, 1), (-2, 1), (1, -1)]),
    card("tanuki", BLUE, Set::Sensei, &[(0, 1), (2, 1), (-1, -1)]),
    card("otter", RED, Set::Sensei, &[(-1, 1), (2, 0), (1, -1)]),
    card("sable", BLUE, Set::Sensei, &[(1, 1), (-2, 0), (-1, -1)]),
    card("kirin", RED, Set::Sensei, &[(-1, 2), (1, 2), (0, -2)]),
    card("giraffe", BLUE, Set::Sensei, &[(-2, 1), (2, 1), (0, -1)]),
    card("turtle", RED, Set::Sensei, &[(-2, 0), (2, 0), (-1, -1), (1, -1)]),
    card("phoenix", BLUE, Set::Sensei, &[(-2, 0), (2, 0), (-1, 1), (1, 1)]),
    card("goat", None, Set::Promo, &[(1, 1), (-1, 0), (0, -1)]),
    card("sheep", None, Set::Promo, &[(-1, 1), (1, 0), (0, -1)]),
    card("lobster", None, Set::Promo, &[(-1, 1), (1, 1), (-1, -2), (1, -2)]),
    card("steer", None, Set::Promo, &[(-1, 0), (1, 0), (-1, -1), (1, -1)]),
    card("hornet", None, Set::Promo, &[(0, 1), (1, 0), (-2, -2)]),
    card("centipede", None, Set::Promo, &[(0, 1), (-1, 0), (2, -2)]),
    card("cat", None, Set::Promo, &[(0, 1), (-1, 0), (2, 0), (0, -2)]),
    card("serow", None, Set::Promo, &[(0, 1), (1, 0), (-2, 0), (0, -2)]),
    card("nessie", None, Set::Promo, &[(-2, 1), (2, 0), (-1, -1), (1, -1)]),
    card("butterfly", None, Set::Promo, &[(-2, 1), (2, 1), (0, -1)]),
    card("moth", None, Set::Promo, &[(0, 1), (-2, -1), (2, -1)]),
];

#[cfg(test)]
mod tests;
