//! The games of the page by name: their skins with the type forgotten, and the levels a person can choose.

use std::sync::LazyLock;

use karuta_daihinmin::Daihinmin;
use karuta_engine::Seat;
use karuta_hanamikoji::Hanamikoji;
use karuta_onitama::Onitama;
use karuta_tichu::Tichu;

use crate::game::{self, Beginning, Play};
use crate::skin::{Skin, Variant};
use crate::skins::setup::Fields;
use crate::words::{self, GameRules};

/// A game as the page offers it.
pub struct GameCard {
    /// The name in specs.
    pub name: &'static str,
    /// The name in links.
    pub class: &'static str,
    /// The name on the page.
    pub title: &'static str,
    /// One sentence about it, and the number of players with the length of a game.
    pub summary: fn() -> (&'static str, &'static str),
    /// The rules in short.
    pub rules: fn() -> &'static GameRules,
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
    /// The agent that gives hints and judges finished games.
    pub judge: &'static str,
    /// The agent of the analysis board.
    pub deep: &'static str,
    /// The way positions are written.
    pub position_help: &'static str,
    /// The names of the seats.
    pub seat_names: fn() -> &'static [&'static str],
    /// The position that the controls of the analysis board say, for a game of a spec.
    pub written: fn(&Fields, &str) -> String,
    /// Opens it.
    pub open: fn(&str, Beginning<'_>) -> Result<Box<dyn Play>, String>,
}

/// The games, in the order they are offered.
pub static GAMES: LazyLock<[GameCard; 4]> =
    LazyLock::new(|| [card::<Onitama<5>>(), card::<Hanamikoji>(), card::<Tichu>(), card::<Daihinmin>()]);

fn card<G: Skin>() -> GameCard {
    GameCard {
        name: G::NAME,
        class: G::CLASS,
        title: G::TITLE,
        summary: G::summary,
        rules: G::rules,
        seats: G::SEATS,
        teams: G::TEAMS,
        is_hidden: G::HIDDEN,
        variants: G::WAYS,
        levels: G::LEVELS,
        judge: G::JUDGE,
        deep: G::DEEP,
        position_help: G::POSITION_HELP,
        seat_names: G::seat_names,
        written: G::written,
        open: game::open::<G>,
    }
}

/// The game of this name.
pub fn find(class: &str) -> Option<&'static GameCard> {
    GAMES.iter().find(|game| game.class == class)
}

/// The game of a spec.
pub fn of_spec(spec: &str) -> Option<&'static GameCard> {
    named(spec.split(':').next().unwrap_or_default())
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
            2 => words::now().levels[usize::from(level.clamp(1, 5)) - 1].to_string(),
            _ => (self.seat_names)()[seat].to_string(),
        }
    }
}
