//! Measures of columns and their notation. Knows the words; how they are counted in records is
//! `measuring.rs`.

use std::collections::BTreeMap;

use super::{Vars, fill};

/// The measure of a column, before the values of a row's axes are filled in.
#[derive(Clone, Debug, Default)]
pub struct Template {
    /// The measure's name.
    pub measure: String,
    /// The contestant; all of them where there is none.
    pub of: Option<usize>,
    /// The seat it must sit at, if any.
    pub seat: Option<usize>,
    /// The games that count.
    pub conditions: Vec<String>,
    /// The event that `share` counts, `kind` looks for or `next` follows.
    pub event: String,
    /// The kinds of moves that `kind` chooses between.
    pub among: Vec<String>,
    /// Comparisons that hold before every decision that counts for `kind`.
    pub quantities: Vec<String>,
    /// The number of the contestant's decision, counted from one.
    pub turn: String,
    /// After how many decisions counting begins anew; 0 for never.
    pub cycle: usize,
    /// The occurrence, counted from one; any if empty.
    pub lap: String,
    /// The value of each event for `places`.
    pub worth: BTreeMap<String, f64>,
    /// The event another contestant must have in the same game of the match: `0:first`.
    pub given: String,
    /// The event the seat itself must have had in the game before: `fifth`; or another contestant: `0:fifth`.
    pub previous: String,
    /// The standing of the seat, or of another contestant, when the game begins: `0:ahead`.
    pub dealt: String,
    /// The contestant whose worth in the same game is taken off.
    pub against: Option<usize>,
    /// The columns whose quotient it is.
    pub ratio: Option<(String, String)>,
    /// The columns whose printed values are taken from each other.
    pub minus: Option<(String, String)>,
}

/// A measure, and the games it is taken in.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolved {
    /// The measure itself.
    pub measure: Measure,
    /// The contestant; all of them where there is none.
    pub of: Option<usize>,
    /// The seat it must sit at, if any.
    pub seat: Option<usize>,
    /// The condition on the seat.
    pub conditions: Vec<Condition>,
}

/// The measure.
#[derive(Clone, Debug, PartialEq)]
pub enum Measure {
    /// The mean payoff.
    Score,
    /// The share of games in which no rival did as well.
    Wins,
    /// Moves a game, of all seats.
    Plies,
    /// CPU-seconds a game.
    Seconds,
    /// CPU-seconds a decision.
    SecondsPerMove,
    /// Playouts or nodes a decision.
    PlayoutsPerMove,
    /// Legal moves a decision, of all decisions or of one.
    Choices(Option<Turn>),
    /// The share of decisions with more legal moves than this.
    ChoicesAbove(f64),
    /// The number of the contestant's decision at which it first makes a move of a kind.
    When(String),
    /// The share of games won by the seat that was first so many pieces ahead at its turn.
    LeaderWins(i32),
    /// The share of games in which something holds.
    Share(Condition),
    /// The game's own measure of this name.
    Game(String),
    /// The seat's part of what its team and the others have of a measure together.
    Part(String),
    /// The share of moves of a kind at one of the contestant's decisions.
    Kind {
        /// The kind.
        kind: String,
        /// The kinds that count as decisions.
        among: Vec<String>,
        /// The decision; all of them where there is none.
        turn: Option<Turn>,
        /// Comparisons that hold before it.
        quantities: Vec<Comparison>,
    },
    /// Playouts or nodes of one of the contestant's decisions.
    Spent(Turn),
    /// The value of the seat's places in the games of a match.
    Places {
        /// The value of each.
        worth: BTreeMap<String, f64>,
        /// A contestant and the place it must have in that game.
        given: Option<(usize, String)>,
        /// The place the seat, or a contestant, must have had in the game before.
        previous: Option<(Option<usize>, String)>,
        /// The standing of the seat, or of a contestant, when the game begins.
        dealt: Option<(Option<usize>, Standing)>,
        /// The contestant whose worth in the same game is taken off, if any.
        against: Option<usize>,
    },
    /// The quotient of two columns.
    Ratio(String, String),
    /// The number a study has in the cell of this row and column.
    Studied,
    /// The value that the paper prints in a column.
    Printed(String),
    /// The difference of the values that the paper prints in two columns.
    Minus(String, String),
    /// Points over so many more games, from a place.
    Expected {
        /// The place, 0 for the best.
        place: usize,
        /// The number of further games.
        games: u32,
    },
    /// The gain over the place below, as a part of the whole range.
    Step {
        /// The place, 0 for the best.
        place: usize,
        /// The number of further games.
        games: u32,
    },
}

/// A seat's cards or pieces compared with the others'.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Less.
    Behind,
    /// As much.
    Level,
    /// More.
    Ahead,
}

impl Standing {
    /// That of a seat so far ahead.
    pub fn of(ahead: i32) -> Standing {
        match ahead {
            ..0 => Standing::Behind,
            0 => Standing::Level,
            1.. => Standing::Ahead,
        }
    }

    fn parse(text: &str) -> Result<Standing, String> {
        match text {
            "behind" => Ok(Standing::Behind),
            "level" => Ok(Standing::Level),
            "ahead" => Ok(Standing::Ahead),
            _ => Err(format!("dealt = {text:?} should be behind, level or ahead")),
        }
    }
}

/// One of a contestant's decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Counted from nought.
    pub at: usize,
    /// After how many decisions counting begins anew; 0 for never.
    pub cycle: usize,
    /// The occurrence, counted from zero; any if there is none.
    pub lap: Option<usize>,
}

impl Turn {
    /// True if decision number `index`, counted from zero, is meant.
    pub fn is(self, index: usize) -> bool {
        match self.cycle {
            0 => index == self.at,
            cycle => index % cycle == self.at && self.lap.is_none_or(|lap| index / cycle == lap),
        }
    }
}

/// Something that holds of a seat in a finished game, or does not.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// Nobody did as well.
    Won,
    /// Somebody did better.
    Lost,
    /// The seat made the first move.
    Began,
    /// A measure of the game compares so with a number, or a quantity of the seat at its first decision.
    Compares(Comparison),
}

/// A number that is counted, and the one it is compared with.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The name of what is counted.
    pub name: String,
    /// The relation between them.
    pub relation: Relation,
    /// The number.
    pub number: f64,
}

/// A relation between two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// They are the same.
    Same,
    /// The first is at least the second.
    AtLeast,
    /// The first is at most the second.
    AtMost,
}

impl Comparison {
    /// Reads `name=number`, `name>=number` or `name<=number`.
    pub fn parse(text: &str) -> Option<Comparison> {
        let signs = [(">=", Relation::AtLeast), ("<=", Relation::AtMost), ("=", Relation::Same)];
        let found = signs.iter().find_map(|&(sign, relation)| Some((text.split_once(sign)?, relation)));
        let ((name, number), relation) = found?;
        let (name, number) = (name.trim(), number.trim().parse().ok()?);
        (!name.is_empty()).then(|| Comparison { name: name.to_string(), relation, number })
    }

    /// True if a value compares so.
    pub fn holds(&self, value: f64) -> bool {
        match self.relation {
            Relation::Same => value == self.number,
            Relation::AtLeast => value >= self.number,
            Relation::AtMost => value <= self.number,
        }
    }
}

impl Condition {
    /// Reads `won`, `lost`, `began` or a comparison.
    pub fn parse(text: &str) -> Result<Condition, String> {
        match text.trim() {
            "won" => Ok(Condition::Won),
            "lost" => Ok(Condition::Lost),
            "began" => Ok(Condition::Began),
            text => Comparison::parse(text).map(Condition::Compares).ok_or_else(|| {
                format!(
                    "{text:?} is no condition; expected won, lost, began, measure=number, measure>=number or \
                     measure<=number"
                )
            }),
        }
    }
}

impl Template {
    /// The measure with these values filled in; the error says what is wrong.
    pub fn resolve(&self, vars: &[&Vars]) -> Result<Resolved, String> {
        let conditions = self
            .conditions
            .iter()
            .map(|text| Condition::parse(&fill(text, vars)?))
            .collect::<Result<_, String>>()?;
        let event = fill(&self.event, vars)?;
        let measure = match self.measure.as_str() {
            "score" => Measure::Score,
            "wins" => Measure::Wins,
            "plies" => Measure::Plies,
            "seconds" => Measure::Seconds,
            "seconds_per_move" => Measure::SecondsPerMove,
            "playouts_per_move" => Measure::PlayoutsPerMove,
            "choices" if self.turn.is_empty() => Measure::Choices(None),
            "choices" => Measure::Choices(Some(self.turn(vars)?)),
            "choices_above" => match event.parse() {
                Ok(number) => Measure::ChoicesAbove(number),
                Err(_) => return Err(format!("choices_above needs event = a number, not {event:?}")),
            },
            "when" if event.is_empty() => return Err("when needs event = the kind of move".to_string()),
            "when" => Measure::When(event),
            "leader_wins" => match event.parse() {
                Ok(pieces @ 1..) => Measure::LeaderWins(pieces),
                _ => return Err(format!("leader_wins needs event = a number of pieces, not {event:?}")),
            },
            "share" => Measure::Share(Condition::parse(&event)?),
            "part" if event.is_empty() => return Err("part needs event = a measure of the game".to_string()),
            "part" => Measure::Part(event),
            "kind" if event.is_empty() => return Err("kind needs event = the kind of move".to_string()),
            "kind" => Measure::Kind {
                kind: event,
                among: self.among.clone(),
                turn: if self.turn.is_empty() { None } else { Some(self.turn(vars)?) },
                quantities: self.quantities(vars)?,
            },
            "spent" => Measure::Spent(self.turn(vars)?),
            "places" => self.places(vars)?,
            "ratio" => match self.ratio.clone() {
                Some((above, below)) => Measure::Ratio(above, below),
                None => return Err("ratio needs ratio = [\"column\", \"column\"]".to_string()),
            },
            "study" => Measure::Studied,
            "printed" => Measure::Printed(event),
            "minus" => match self.minus.clone() {
                Some((from, what)) => Measure::Minus(from, what),
                None => return Err("minus needs minus = [\"column\", \"column\"]".to_string()),
            },
            "expected" => Measure::Expected { place: self.place(&event)?, games: self.games(vars)? },
            "step" => Measure::Step { place: self.place(&event)?, games: self.games(vars)? },
            "" => return Err("there is no measure".to_string()),
            name => Measure::Game(name.to_string()),
        };
        Ok(Resolved { measure, of: self.of, seat: self.seat, conditions })
    }

    fn quantities(&self, vars: &[&Vars]) -> Result<Vec<Comparison>, String> {
        let read = |text: &String| {
            let text = fill(text, vars)?;
            Comparison::parse(&text).ok_or_else(|| {
                format!("quantities = {text:?} should be such as cards=5, cards>=5 or choices>=2")
            })
        };
        self.quantities.iter().map(read).collect()
    }

    fn turn(&self, vars: &[&Vars]) -> Result<Turn, String> {
        let number = |what: &str, text: &str| match fill(text, vars)?.parse::<usize>() {
            Ok(number @ 1..) => Ok(number - 1),
            _ => Err(format!("{what} = {text:?} is no number from 1 on")),
        };
        let lap = if self.lap.is_empty() { None } else { Some(number("lap", &self.lap)?) };
        let at = number("turn", &self.turn)?;
        if self.cycle > 0 && at >= self.cycle {
            return Err(format!("turn {} never comes in a cycle of {}", at + 1, self.cycle));
        }
        Ok(Turn { at, cycle: self.cycle, lap })
    }

    fn places(&self, vars: &[&Vars]) -> Result<Measure, String> {
        if self.worth.is_empty() {
            return Err("places needs worth = { place = number, .. }".to_string());
        }
        let given = match of_somebody("given", &fill(&self.given, vars)?)? {
            Some((Some(who), place)) => Some((who, place)),
            Some((None, place)) => return Err(format!("given = {place:?} should be such as 0:first")),
            None => None,
        };
        let previous = of_somebody("previous", &fill(&self.previous, vars)?)?;
        let dealt = match of_somebody("dealt", &fill(&self.dealt, vars)?)? {
            Some((who, text)) => Some((who, Standing::parse(&text)?)),
            None => None,
        };
        let mut worth = BTreeMap::new();
        for (place, &points) in &self.worth {
            worth.insert(fill(place, vars)?, points);
        }
        Ok(Measure::Places { worth, given, previous, dealt, against: self.against })
    }

    fn place(&self, event: &str) -> Result<usize, String> {
        event.parse().map_err(|_| format!("event = {event:?} should be a place, 0 for the best"))
    }

    fn games(&self, vars: &[&Vars]) -> Result<u32, String> {
        let text = fill("{n}", vars)?;
        text.parse().map_err(|_| format!("n = {text:?} is no number of games"))
    }
}

/// An event of a contestant, such as `0:first`, or of the seat itself, such as `first`; `None` for an empty text.
fn of_somebody(key: &str, text: &str) -> Result<Option<(Option<usize>, String)>, String> {
    match text.split_once(':') {
        Some((who, event)) => match who.trim().parse() {
            Ok(who) => Ok(Some((Some(who), event.trim().to_string()))),
            Err(_) => Err(format!("{key} = {text:?} does not begin with a contestant's number")),
        },
        None => Ok((!text.is_empty()).then(|| (None, text.to_string()))),
    }
}

#[cfg(test)]
mod tests;
