//! The rules of a game: every point in which Tichu is played in more than one way, and the three sets of
//! answers that have a name.

/// The rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// True if bombs wait for one's turn.
    pub bombs: Bombs,
    /// The obligation of a wish.
    pub wish: WishRule,
    /// The seat that decides on the wish.
    pub wish_by: By,
    /// True if the Mah Jong may be played without a wish.
    pub wish_optional: bool,
    /// The way cards are exchanged.
    pub exchange: Exchange,
    /// True if Tichu and Grand Tichu may be called.
    pub calls: bool,
    /// True if the lower reading of an ambiguous play with the Phoenix is offered.
    pub phoenix: Phoenix,
    /// The receiver of a trick won with the Dragon.
    pub gift: Gift,
    /// Deviations of the report's program from the rules.
    pub quirks: Quirks,
    /// The meaning of equal totals beyond the target.
    pub tie: Tie,
    /// The points a match is played to; 0 for a single round.
    pub target: u16,
    /// The last round of a match, whatever the points.
    pub rounds: u16,
}

/// Times at which bombs may be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bombs {
    /// On one's turn only.
    InTurn,
    /// By anybody after any play and before a trick is taken.
    OutOfTurn,
}

/// Obligations of a wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WishRule {
    /// A play with the wished rank, if there is one.
    Strict,
    /// A play with the wished rank, if there is one, or any bomb.
    BombExempt,
    /// Nobody wishes.
    None,
}

/// The seat that decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum By {
    /// The seat.
    Choice,
    /// A lot.
    Lot,
}

/// The way cards are exchanged before a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exchange {
    /// Every seat gives each other seat a card of its choice.
    Chosen,
    /// The same with cards drawn at random.
    ByLot,
    /// Not at all.
    None,
}

/// True if both readings of an ambiguous play are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phoenix {
    /// Both.
    Ask,
    /// The higher one only.
    High,
}

/// The receiver of a trick won with the Dragon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gift {
    /// The opponent that the Dragon's player chooses.
    Chosen,
    /// The seat to the right.
    Right,
}

/// The meaning of equal totals beyond the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tie {
    /// A draw.
    Draw,
    /// Another round.
    ExtraRound,
}

/// Deviations of the report's program from the rules, a bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Quirks(pub u8);

impl Quirks {
    /// None.
    pub const NONE: Quirks = Quirks(0);
    /// All of them.
    pub const ALL: Quirks = Quirks(0xFF);
    /// A full house cannot be beaten by a full house.
    pub const FULL_HOUSE: Quirks = Quirks(1);
    /// A single Phoenix is always worth one and a half.
    pub const LOW_PHOENIX: Quirks = Quirks(1 << 1);
    /// A straight flush cannot be played on four of a kind.
    pub const FLUSH_ON_FOUR: Quirks = Quirks(1 << 2);
    /// A straight flush beats only straight flushes of its length.
    pub const FLUSH_LENGTH: Quirks = Quirks(1 << 3);
    /// The Phoenix is no ten below jack, queen, king and ace without a natural ten in the hand.
    pub const TEN: Quirks = Quirks(1 << 4);
    /// A suited straight may be played as a plain one.
    pub const SUITED: Quirks = Quirks(1 << 5);
    /// A trick that ends the round stays with its owner, the Dragon on top or not.
    pub const LAST_DRAGON: Quirks = Quirks(1 << 6);
    /// Straights are told apart by the suit of their lowest card; of every other rank they take the
    /// lowest suit.
    pub const STARTS: Quirks = Quirks(1 << 7);

    /// The names in specs, by bit.
    pub const NAMES: [&'static str; 8] = [
        "full-house",
        "low-phoenix",
        "flush-on-four",
        "flush-length",
        "ten",
        "suited",
        "last-dragon",
        "starts",
    ];

    /// True if `quirk` is among them.
    #[inline]
    pub fn has(self, quirk: Quirks) -> bool {
        self.0 & quirk.0 != 0
    }
}

impl Rules {
    /// The published game, one round of it.
    pub const OFFICIAL: Rules = Rules {
        bombs: Bombs::OutOfTurn,
        wish: WishRule::BombExempt,
        wish_by: By::Choice,
        wish_optional: true,
        exchange: Exchange::Chosen,
        calls: true,
        phoenix: Phoenix::Ask,
        gift: Gift::Chosen,
        quirks: Quirks::NONE,
        tie: Tie::ExtraRound,
        target: 0,
        rounds: 50,
    };

    /// The report's simplified game.
    pub const PESTALOZZI: Rules = Rules {
        bombs: Bombs::InTurn,
        wish: WishRule::Strict,
        wish_by: By::Lot,
        exchange: Exchange::ByLot,
        calls: false,
        ..Rules::OFFICIAL
    };

    /// The same as the report's program really plays it.
    pub const PESTALOZZI_CODE: Rules = Rules { quirks: Quirks::ALL, gift: Gift::Right, ..Rules::PESTALOZZI };
}
