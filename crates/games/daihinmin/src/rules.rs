//! The points in which matches differ: how many games, and what happens between them.

/// Options of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Games of a match.
    pub games: u16,
    /// Titles are forgotten before game 1 and every so many games; 0 for never.
    pub reset: u16,
    /// Everybody gets a new place before game 1 and every so many games; 0 for never.
    pub reseat: u16,
    /// True if cards are exchanged between titles.
    pub exchange: bool,
}

impl Rules {
    /// The regulations of the official server, one game at a time.
    pub const OFFICIAL: Rules = Rules { games: 1, reset: 100, reseat: 3, exchange: true };

    /// True if titles are forgotten before this game, counted from 1.
    #[inline]
    pub fn resets(&self, game: u16) -> bool {
        is_due(self.reset, game)
    }

    /// True if places change before this game, counted from 1.
    #[inline]
    pub fn reseats(&self, game: u16) -> bool {
        is_due(self.reseat, game)
    }
}

fn is_due(period: u16, game: u16) -> bool {
    period != 0 && (game - 1).is_multiple_of(period)
}
