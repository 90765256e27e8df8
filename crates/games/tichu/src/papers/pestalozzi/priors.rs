//! The probabilities of combinations in hands of each size: a table, its format and the way it is counted.
//! Knows hands, and not who holds them.
//!
//! The format is that of the report: a row `length,type,comblength,height,probability` for every
//! combination that hands of a length may hold, where the probability is its share among all combinations
//! counted in hands of that length.

use karuta_playable::error::InputError;
use std::sync::OnceLock;

use crate::cards::{ACE, Cards};
use crate::combos::{Combo, Kind};

/// The first row of a table.
pub const HEADING: &str = "length,type,comblength,height,probability";

/// The most cards of a hand.
pub const LONGEST: usize = 14;

/// The types as tables name them, in the order of [`Kind::ALL`].
const NAMES: [&str; 8] =
    ["Single", "Pair", "Trio", "PairSteps", "FullHouse", "Straight", "SquareBomb", "StraightBomb"];

/// A combination without its suits and cards: the subject of a row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct General {
    /// Type, length and height; a single's height is twice its rank.
    pub combo: Combo,
    /// The number of its cards.
    pub size: u8,
}

/// All 226 general combinations.
pub fn generals() -> &'static [General] {
    static ALL: OnceLock<Vec<General>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut all = Vec::new();
        let mut add = |kind, len, height, size| {
            all.push(General { combo: Combo::new(kind, len, height), size });
        };
        // The Dog, the Mah Jong, the Phoenix, the ranks, the Dragon.
        for height in [0, 2, Combo::LED_PHOENIX].into_iter().chain((2..=ACE).map(|rank| 2 * rank)) {
            add(Kind::Single, 0, height, 1);
        }
        add(Kind::Single, 0, Combo::DRAGON, 1);
        for (kind, size) in [(Kind::Pair, 2), (Kind::Triple, 3), (Kind::FullHouse, 5), (Kind::Four, 4)] {
            (2..=ACE).for_each(|rank| add(kind, 0, rank, size));
        }
        for top in 3..=ACE {
            (2..top).filter(|&pairs| pairs <= 7).for_each(|pairs| add(Kind::Stairs, pairs, top, 2 * pairs));
        }
        for top in 5..=ACE {
            (5..=top).for_each(|len| add(Kind::Straight, len, top, len));
            (5..top).for_each(|len| add(Kind::Flush, len, top, len));
        }
        all
    })
}

/// Cards, prepared for quick tests of which combinations are among them.
pub struct Holding {
    cards: Cards,
    ranks: u16,
    multiples: [u16; 3],
    has_phoenix: bool,
}

impl Holding {
    /// These cards.
    pub fn of(cards: Cards) -> Holding {
        Holding {
            cards,
            ranks: cards.ranks(),
            multiples: cards.multiples(),
            has_phoenix: cards.contains(Cards::PHOENIX),
        }
    }

    /// True if a combination is among them. The Phoenix fills gaps of straights and stairs only, as in the
    /// report's counts.
    #[inline]
    pub fn has(&self, general: General) -> bool {
        let Combo { kind, len, height } = general.combo;
        let [twos, threes, fours] = self.multiples;
        let at = |ranks: u16| ranks >> height & 1 == 1;
        let span = || ((1u32 << (height + 1)) - (1u32 << (height + 1 - len))) as u16;
        match kind {
            Kind::Single => {
                self.cards.contains(single(height)) || (height.is_multiple_of(2) && self.has_rank(height))
            }
            Kind::Pair => at(twos),
            Kind::Triple => at(threes),
            Kind::Four => at(fours),
            Kind::FullHouse => at(threes) && twos & !(1 << height) != 0,
            Kind::Stairs => {
                let lacking = span() & !twos;
                lacking == 0 || (self.has_phoenix && lacking.count_ones() == 1 && lacking & self.ranks != 0)
            }
            Kind::Straight => {
                let lacking = span() & !self.ranks;
                // The Phoenix is not the Mah Jong.
                lacking == 0 || (self.has_phoenix && lacking.count_ones() == 1 && lacking != 2)
            }
            Kind::Flush => {
                let low = height + 1 - len;
                self.cards.flush_starts(len).has_rank(low)
            }
        }
    }

    #[inline]
    fn has_rank(&self, height: u8) -> bool {
        (4..=28).contains(&height) && self.ranks >> (height / 2) & 1 == 1
    }
}

/// The special card of a single's height; no card, which nothing contains, for a suited one.
fn single(height: u8) -> Cards {
    match height {
        0 => Cards::DOG,
        2 => Cards::MAH,
        Combo::LED_PHOENIX => Cards::PHOENIX,
        Combo::DRAGON => Cards::DRAGON,
        _ => Cards(1 << 63),
    }
}

/// Counts of combinations in hands of each length.
#[derive(Clone, Debug, PartialEq)]
pub struct CombinationCounts(Vec<u64>);

impl Default for CombinationCounts {
    fn default() -> Self {
        CombinationCounts(vec![0; LONGEST * generals().len()])
    }
}

impl CombinationCounts {
    /// Counts the combinations of a hand.
    pub fn add(&mut self, hand: Cards) {
        let length = hand.len() as usize;
        if !(1..=LONGEST).contains(&length) {
            return;
        }
        let holding = Holding::of(hand);
        let from = (length - 1) * generals().len();
        for (at, &general) in generals().iter().enumerate() {
            self.0[from + at] += u64::from(holding.has(general));
        }
    }

    /// Adds the counts of another run.
    pub fn add_all(&mut self, other: &CombinationCounts) {
        self.0.iter_mut().zip(&other.0).for_each(|(count, more)| *count += more);
    }

    /// All counts in one line.
    pub fn line(&self) -> String {
        self.0.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
    }

    /// Counts from the line that [`CombinationCounts::line`] writes.
    pub fn parse(line: &str) -> Option<CombinationCounts> {
        let counts: Option<Vec<u64>> = line.split(' ').map(|word| word.parse().ok()).collect();
        counts.filter(|counts| counts.len() == LONGEST * generals().len()).map(CombinationCounts)
    }

    /// The rows of a table, those with a probability.
    pub fn rows(&self) -> Vec<String> {
        let mut rows = Vec::new();
        for (length, counts) in (1..).zip(self.0.chunks(generals().len())) {
            let total: u64 = counts.iter().sum();
            for (&count, general) in counts.iter().zip(generals()).filter(|&(&count, _)| count > 0) {
                let Combo { kind, len, height } = general.combo;
                let comblength = if kind == Kind::Stairs { len } else { general.size };
                let height = match kind {
                    Kind::Single if height == Combo::LED_PHOENIX => String::from("1.5"),
                    Kind::Single => (height / 2).to_string(),
                    _ => height.to_string(),
                };
                let share = count as f64 / total as f64;
                rows.push(format!("{length},{},{comblength},{height},{share:.6e}", NAMES[kind as usize]));
            }
        }
        rows
    }
}

/// The probabilities of combinations in hands.
#[derive(Clone, Debug, PartialEq)]
pub struct Priors(Vec<f32>);

impl Priors {
    /// The table that comes with the game, counted in rounds of the learned policy against itself.
    pub fn shipped() -> &'static Priors {
        static SHIPPED: OnceLock<Priors> = OnceLock::new();
        SHIPPED.get_or_init(|| {
            Priors::parse(include_str!("priors/self-play.csv")).expect("the shipped table can be read")
        })
    }

    /// Reads a table. Combinations without a row have the probability 0; remarks begin with `#`.
    pub fn parse(text: &str) -> Result<Priors, InputError> {
        let mut table: Vec<Option<f32>> = vec![None; LONGEST * generals().len()];
        let mut rows = 0;
        for (number, line) in (1..).zip(text.lines()) {
            let plain = line.replace(['"', ' '], "");
            if plain.is_empty() || plain.starts_with('#') || (rows == 0 && plain == HEADING) {
                continue;
            }
            let wrong = |why: &str| InputError::new(format!("line {number}: {line:?}: {why}"));
            let (slot, probability) = parse_row(&plain).map_err(|why| wrong(&why))?;
            if table[slot].replace(probability).is_some() {
                return Err(wrong("this combination has a row already"));
            }
            rows += 1;
        }
        if rows == 0 {
            return Err(InputError::new(format!("line 1: no rows: expected {HEADING}, then rows of these")));
        }
        for length in 1..=LONGEST {
            let from = (length - 1) * generals().len();
            if table[from..from + generals().len()].iter().all(|&p| p.is_none_or(|p| p == 0.0)) {
                let count = text.lines().count();
                return Err(InputError::new(format!(
                    "line {count}: the table ends without a row for hands of {length} cards"
                )));
            }
        }
        Ok(Priors(table.into_iter().map(|p| p.unwrap_or(0.0)).collect()))
    }

    /// The probabilities for hands of a length, in the order of [`generals`].
    #[inline]
    pub fn of_length(&self, length: usize) -> &[f32] {
        let from = (length.clamp(1, LONGEST) - 1) * generals().len();
        &self.0[from..from + generals().len()]
    }
}

/// The place of a row in the table, and its probability.
fn parse_row(row: &str) -> Result<(usize, f32), String> {
    let fields: Vec<&str> = row.split(',').collect();
    let [length, name, comblength, height, probability] = fields[..] else {
        return Err(format!("{} fields: expected {HEADING}", fields.len()));
    };
    let length: usize = length
        .parse()
        .ok()
        .filter(|length| (1..=LONGEST).contains(length))
        .ok_or(format!("length {length}: expected 1 to {LONGEST}"))?;
    let kind = NAMES.iter().position(|&known| known == name);
    let kind = Kind::ALL[kind.ok_or(format!("type {name}: expected one of {}", NAMES.join(", ")))?];
    let height = match (kind, height) {
        (Kind::Single, "1.5") => Some(Combo::LED_PHOENIX),
        (Kind::Single, rank) => rank.parse::<u8>().ok().filter(|&rank| rank <= 15).map(|rank| 2 * rank),
        (_, rank) => rank.parse().ok(),
    };
    let is_meant = |general: &General| {
        let Combo { kind: own, len, height: own_height } = general.combo;
        let counted = if kind == Kind::Stairs { len } else { general.size };
        own == kind && Some(own_height) == height && Ok(counted) == comblength.parse()
    };
    let at = generals()
        .iter()
        .position(is_meant)
        .ok_or(format!("there is no {name} of length {comblength} and height {}", fields[3]))?;
    let probability: f32 = probability
        .parse()
        .ok()
        .filter(|p| (0.0..=1.0).contains(p))
        .ok_or(format!("probability {probability}: expected 0 to 1"))?;
    Ok(((length - 1) * generals().len() + at, probability))
}

#[cfg(test)]
mod tests;
