//! The games of the page by name: their skins with the type forgotten, and the levels a person can choose.

use std::sync::LazyLock;

use karuta_daihinmin::Daihinmin;
use karuta_engine::Seat;
use karuta_hanamikoji::Hanamikoji;
use karuta_onitama::Onitama;
use karuta_tichu::Tichu;

use crate::game::{self, Beginning, Play};
use crate::skin::{Skin, Variant};

/// A game as the page offers it.
pub struct GameCard {
    /// The name in specs.
    pub name: &'static str,
    /// The name in links.
    pub class: &'static str,
    /// The name on the page.
    pub title: &'static str,
    /// One sentence about it.
    pub summary: &'static str,
    /// The number of players and the length of a game.
    pub size: &'static str,
    /// The number of seats.
    pub seats: usize,
    /// The number of sides.
    pub teams: usize,
    /// Seats see less than everything.
    pub is_hidden: bool,
    /// Ways to play it.
    pub variants: &'static [Variant],
    /// The agents of the five levels.
    pub levels: [&'static str; 5],
    /// The way positions are written.
    pub position_help: &'static str,
    /// The names of the seats.
    pub seat_names: &'static [&'static str],
    /// Opens it.
    pub open: fn(&str, Beginning<'_>) -> Result<Box<dyn Play>, String>,
}

/// The names of the levels.
pub const LEVELS: [&str; 5] = ["Beginner", "Easy", "Medium", "Hard", "Best"];

/// The games, in the order they are offered.
pub static GAMES: LazyLock<[GameCard; 4]> =
    LazyLock::new(|| [card::<Onitama<5>>(), card::<Hanamikoji>(), card::<Tichu>(), card::<Daihinmin>()]);

fn card<G: Skin>() -> GameCard {
    GameCard {
        name: G::NAME,
        class: G::CLASS,
        title: G::TITLE,
        summary: G::SUMMARY,
        size: G::SIZE,
        seats: G::SEATS,
        teams: G::TEAMS,
        is_hidden: G::HIDDEN,
        variants: G::WAYS,
        levels: G::LEVELS,
        position_help: G::POSITION_HELP,
        seat_names: G::SEAT_NAMES,
        open: game::open::<G>,
    }
}

/// The game of this name.
pub fn find(class: &str) -> Option<&'static GameCard> {
    GAMES.iter().find(|game| game.class == class)
}

/// The game that specs call by this name.
pub fn named(name: &str) -> Option<&'static GameCard> {
    GAMES.iter().find(|game| game.name == name)
}

impl GameCard {
    /// The variant of this key, or the first.
    pub fn variant(&self, key: &str) -> &'static Variant {
        self.variants.iter().find(|variant| variant.key == key).unwrap_or(&self.variants[0])
    }

    /// The agent of a level, counted from 1.
    pub fn agent(&self, level: u8) -> &'static str {
        self.levels[usize::from(level.clamp(1, 5)) - 1]
    }

    /// The name of an agent of a level at a seat.
    pub fn agent_name(&self, seat: Seat, level: u8) -> String {
        match self.seats {
            2 => LEVELS[usize::from(level.clamp(1, 5)) - 1].to_string(),
            _ => self.seat_names[seat].to_string(),
        }
    }
}
