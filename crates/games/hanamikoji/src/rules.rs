//! The rules that differ between the thesis, its fair variant and the official game, as data that
//! every position carries.

use karuta_engine::Seat;

/// Options of the game, down to every doubtful point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The exchange of cards.
    pub style: Style,
    /// The way the dealer chooses a card.
    pub deal_by: DealBy,
    /// In which order cards are dealt.
    pub deal_order: DealOrder,
    /// True if the removed card is among those a seat must guess; otherwise both seats know it.
    pub removed_in_pool: bool,
    /// The condition that counts first at the end of a round.
    pub priority: Priority,
    /// The tie-breaker after the last round.
    pub tiebreak: Tiebreak,
    /// The last round; 0 for no limit.
    pub rounds: u8,
    /// The seat that starts the first round; they take turns after that.
    pub starts: u8,
}

/// The exchange of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Style {
    /// Seven cards and a draw after each turn; any two cards of a competition may be taken; taken
    /// cards go to the hand, and the cards left in hand are scored.
    Hassan,
    /// Six cards and a draw before each turn; competitions in two pairs; taken cards are scored.
    Official,
}

impl Style {
    /// Cards dealt to each seat.
    #[inline]
    pub const fn dealt(self) -> u32 {
        match self {
            Style::Hassan => 7,
            Style::Official => 6,
        }
    }
}

/// The way the dealer chooses a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DealBy {
    /// A suit that is left, all equally likely, then a card of it: what the thesis' numbers show.
    Suit,
    /// Any card that is left, all equally likely: a shuffled deck.
    Card,
}

/// In which order cards are dealt. It matters only when dealing by suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DealOrder {
    /// One card to each seat in turn, then the removed card.
    Alternate,
    /// The removed card, then one to each seat in turn.
    RemovedFirst,
    /// All cards of the first seat, all of the other, the removed card.
    Block,
}

/// The condition that counts first at the end of a round, if one seat has four markers and the other eleven charm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Priority {
    /// Four markers, as in the thesis.
    Markers,
    /// Eleven charm, as in the official rules.
    Charm,
}

/// The tie-breaker after the last round when nobody has four markers or eleven charm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tiebreak {
    /// More markers, then more charm, then the highest charm held by one seat alone.
    MarkersCharmTier,
    /// More charm, then the highest charm held by one seat alone.
    CharmTier,
    /// More charm, or else a draw.
    Charm,
    /// A draw.
    Draw,
}

impl Rules {
    /// The thesis' game as its numbers show it was programmed.
    pub const HASSAN: Rules = Rules {
        style: Style::Hassan,
        deal_by: DealBy::Suit,
        deal_order: DealOrder::Alternate,
        removed_in_pool: false,
        priority: Priority::Markers,
        tiebreak: Tiebreak::MarkersCharmTier,
        rounds: 3,
        starts: 0,
    };

    /// The thesis' game dealt from a shuffled deck, with nothing leaked.
    pub const FAIR: Rules = Rules { deal_by: DealBy::Card, removed_in_pool: true, ..Rules::HASSAN };

    /// The official game.
    pub const OFFICIAL: Rules = Rules {
        style: Style::Official,
        priority: Priority::Charm,
        tiebreak: Tiebreak::CharmTier,
        rounds: 0,
        ..Rules::FAIR
    };

    /// The seat that starts a round, which are counted from 1.
    #[inline]
    pub fn starter(&self, round: u16) -> Seat {
        usize::from((u16::from(self.starts) + round + 1) & 1)
    }

    /// True if no other round follows this one.
    #[inline]
    pub fn is_last(&self, round: u16) -> bool {
        self.rounds != 0 && round >= u16::from(self.rounds)
    }
}
