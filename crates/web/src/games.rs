//! The games of the page by name: their skins with the type forgotten, and the levels a person can choose.

use std::sync::LazyLock;

use karuta_daihinmin::Daihinmin;
use karuta_engine::Seat;
use karuta_hanamikoji::Hanamikoji;
use karuta_onitama::Onitama;
use karuta_playable::playable::Playable as _;
use karuta_playable::variant::Variant;
use karuta_tichu::Tichu;

use crate::game::{self, Beginning, Play};
use crate::skin::Skin;
use crate::skins::setup::Fields;
use crate::words::{self, GameRules};

/// A game as the page offers it.
pub struct GameCard {
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
    /// A move as an example of what can be typed.
    pub example: &'static str,
    /// The way positions of a spec are written.
    pub position_help: fn(&str) -> &'static str,
    /// The names of the seats.
    pub seat_names: fn() -> &'static [&'static str],
    /// The position that the controls of the analysis board say, for a game of a spec.
    pub written: fn(&Fields, &str) -> String,
    /// Opens it.
    pub open: fn(&str, Beginning<'_>) -> Result<Box<dyn Play>, String>,
}

/// The games, in the order they are offered.
pub static GAMES: LazyLock<[GameCard; 4]> = LazyLock::new(|| {
    let boards = GameCard { open: open_board, position_help: board_help, ..card::<Onitama<5>>() };
    [boards, card::<Hanamikoji>(), card::<Tichu>(), card::<Daihinmin>()]
});

/// The claim that a spec is one of the large board.
fn is_large(spec: &str) -> bool {
    spec.split(':').next() == Some(Onitama::<7>::NAME)
}

/// Opens Onitama on the board that its spec names.
fn open_board(spec: &str, beginning: Beginning<'_>) -> Result<Box<dyn Play>, String> {
    if is_large(spec) {
        game::open::<Onitama<7>>(spec, beginning)
    } else {
        game::open::<Onitama<5>>(spec, beginning)
    }
}

fn board_help(spec: &str) -> &'static str {
    if is_large(spec) { Onitama::<7>::POSITION_HELP } else { Onitama::<5>::POSITION_HELP }
}

fn card<G: Skin>() -> GameCard {
    GameCard {
        class: G::CLASS,
        title: G::TITLE,
        summary: G::summary,
        rules: G::rules,
        seats: G::SEATS,
        teams: G::TEAMS,
        is_hidden: G::HIDDEN,
        variants: G::VARIANTS,
        levels: G::LEVELS,
        judge: G::JUDGE,
        deep: G::DEEP,
        example: G::EXAMPLE,
        position_help: |_| G::POSITION_HELP,
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
    let is_of = |variant: &Variant| variant.spec.split(':').next() == Some(name);
    GAMES.iter().find(|game| game.variants.iter().any(is_of))
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
