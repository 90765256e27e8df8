//! Measures counted in records. Knows what a recorded game says about a contestant; must not know papers.

use karuta_engine::Seat;
use karuta_playable::error::InputError;
use karuta_playable::playable::{AHEAD, Quantity};

use super::experiment::Unit;
use super::experiment::measure::{Comparison, Condition, Measure, Resolved, Standing};
use karuta_agents::any::AnyGame;
use karuta_agents::retrace::{Step, Trace};
use karuta_records::record::{GameRecord, GroupRecord};
use karuta_records::stats::quotient::{GroupSums, Quotient, Range, quotient};

/// A number, and in how many games it was looked for.
pub(super) struct Measured {
    pub quotient: Quotient,
    /// Games in which the contestant sat where it had to.
    pub games: f64,
}

/// The value of `wanted` over all groups; `None` if nothing was observed.
pub(super) fn measured<'a>(
    game: &dyn AnyGame,
    wanted: &Resolved,
    unit: Unit,
    groups: impl Iterator<Item = &'a GroupRecord>,
) -> Result<Option<Measured>, InputError> {
    let range = match unit {
        Unit::Percent => Range::Share,
        Unit::Number | Unit::Seconds => Range::Free,
    };
    let mut tallies = Vec::new();
    let mut games = 0.0;
    for group in groups {
        let mut tally = GroupSums::default();
        for record in &group.games {
            let trace = match needs_trace(game, wanted) {
                true => Some(game.retrace(record).map_err(|error| {
                    InputError::new(format!("the record of deal {} cannot be replayed: {error}", group.index))
                })?),
                false => None,
            };
            let (teams, quantities) = (game.teams(), game.quantities());
            let recorded = RecordedGame { record, teams, quantities, trace: trace.as_ref() };
            games += f64::from(u8::from(recorded.seats(wanted).next().is_some()));
            recorded.add(wanted, &mut tally);
        }
        tallies.push(tally);
    }
    let found = quotient(&tallies, range).map(|quotient| match wanted.measure {
        // Counted are points; observed were games.
        Measure::Part(_) => Quotient { observations: games, ..quotient },
        _ => quotient,
    });
    Ok(found.map(|quotient| Measured { quotient, games }))
}

/// The least and the largest value that an observation of a measure can have.
///
/// A game's own measure may count anything; the column says what it cannot be.
pub(super) fn bounds(measure: &Measure) -> (f64, f64) {
    match measure {
        Measure::Score
        | Measure::Wins
        | Measure::Share(_)
        | Measure::ChoicesAbove(_)
        | Measure::LeaderWins(_)
        | Measure::Kind { .. } => (0.0, 1.0),
        Measure::Plies
        | Measure::Seconds
        | Measure::SecondsPerMove
        | Measure::PlayoutsPerMove
        | Measure::Choices(_)
        | Measure::When(_)
        | Measure::Spent(_) => (0.0, f64::INFINITY),
        // A place that is not named is worth nothing.
        Measure::Places { worth, against, .. } => {
            let unnamed = if worth.len() < 5 { (0.0, 0.0) } else { (f64::INFINITY, f64::NEG_INFINITY) };
            let (low, high) = worth.values().fold(unnamed, |(low, high), &x| (low.min(x), high.max(x)));
            if against.is_some() { (low - high, high - low) } else { (low, high) }
        }
        Measure::Game(_)
        | Measure::Part(_)
        | Measure::Ratio(..)
        | Measure::Studied
        | Measure::Printed(_)
        | Measure::Minus(..)
        | Measure::Expected { .. }
        | Measure::Step { .. } => (f64::NEG_INFINITY, f64::INFINITY),
    }
}

fn needs_trace(game: &dyn AnyGame, wanted: &Resolved) -> bool {
    // What is no measure of finished games is a quantity of a position.
    let looks_at_moves = |condition: &Condition| match condition {
        Condition::Began => true,
        Condition::Compares(Comparison { name, .. }) => {
            game.measures().iter().all(|measure| measure.name != *name)
        }
        Condition::Won | Condition::Lost => false,
    };
    let of_measure = match &wanted.measure {
        Measure::Choices(_)
        | Measure::ChoicesAbove(_)
        | Measure::LeaderWins(_)
        | Measure::When(_)
        | Measure::Kind { .. }
        | Measure::Spent(_)
        | Measure::Places { .. } => true,
        Measure::Share(condition) => looks_at_moves(condition),
        Measure::Score
        | Measure::Wins
        | Measure::Plies
        | Measure::Seconds
        | Measure::SecondsPerMove
        | Measure::PlayoutsPerMove
        | Measure::Game(_)
        | Measure::Part(_)
        | Measure::Ratio(..)
        | Measure::Studied
        | Measure::Printed(_)
        | Measure::Minus(..)
        | Measure::Expected { .. }
        | Measure::Step { .. } => false,
    };
    of_measure || wanted.conditions.iter().any(looks_at_moves)
}

/// A recorded game with what is needed to look at it.
struct RecordedGame<'a> {
    record: &'a GameRecord,
    teams: usize,
    /// The quantities of the game.
    quantities: &'static [Quantity],
    trace: Option<&'a Trace>,
}

impl RecordedGame<'_> {
    /// The seats that are looked at.
    fn seats(&self, wanted: &Resolved) -> impl Iterator<Item = Seat> + '_ {
        let (of, at) = (wanted.of, wanted.seat);
        let sitters = self.record.seating.iter().enumerate();
        let meant = sitters
            .filter(move |&(seat, &who)| of.is_none_or(|of| of == who) && at.is_none_or(|at| at == seat));
        meant.map(|(seat, _)| seat)
    }

    fn add(&self, wanted: &Resolved, tally: &mut GroupSums) {
        for seat in self.seats(wanted) {
            if wanted.conditions.iter().all(|condition| self.holds(condition, seat)) {
                self.add_seat(&wanted.measure, seat, tally);
            }
        }
    }

    fn add_seat(&self, measure: &Measure, seat: Seat, tally: &mut GroupSums) {
        let flag = |claim: bool| f64::from(u8::from(claim));
        let effort = &self.record.effort[seat];
        // Averages over decisions weigh games by their length.
        let mut per_decision = |total: f64| {
            let decisions = f64::from(effort.decisions);
            tally.sum += total;
            tally.count += decisions;
            if decisions > 0.0 {
                tally.squares += total * total / decisions;
            }
        };
        match measure {
            Measure::Score => tally.add(self.record.payoffs[seat]),
            Measure::Wins => tally.add(flag(self.won(seat))),
            Measure::Plies => tally.add(f64::from(self.record.plies)),
            Measure::Seconds => tally.add(effort.cpu_seconds()),
            Measure::SecondsPerMove => per_decision(effort.cpu_seconds()),
            Measure::PlayoutsPerMove => per_decision((effort.iterations + effort.nodes) as f64),
            Measure::Share(condition) => tally.add(flag(self.holds(condition, seat))),
            Measure::Game(name) => {
                if let Some(value) = self.game_measure(name, seat) {
                    tally.add(value);
                }
            }
            Measure::Part(name) => {
                // One seat of every team: partners have their measures together.
                let all =
                    (0..self.teams).filter_map(|team| self.game_measure(name, (seat + team) % self.teams));
                let (own, all) =
                    (self.game_measure(name, seat % self.teams).unwrap_or(0.0), all.sum::<f64>());
                tally.sum += own;
                tally.count += all;
                tally.squares += if all == 0.0 { 0.0 } else { own * own / all };
            }
            Measure::Choices(_)
            | Measure::ChoicesAbove(_)
            | Measure::LeaderWins(_)
            | Measure::When(_)
            | Measure::Kind { .. }
            | Measure::Spent(_)
            | Measure::Places { .. } => {
                if let Some(trace) = self.trace {
                    self.add_traced(trace, measure, seat, tally);
                }
            }
            // These are not counted in games.
            Measure::Ratio(..)
            | Measure::Studied
            | Measure::Printed(_)
            | Measure::Minus(..)
            | Measure::Expected { .. }
            | Measure::Step { .. } => {}
        }
    }

    fn add_traced(&self, trace: &Trace, measure: &Measure, seat: Seat, tally: &mut GroupSums) {
        let own = trace.steps.iter().filter(|step| step.seat == seat);
        match measure {
            Measure::Choices(turn) => {
                let meant = own.enumerate().filter(|&(index, _)| turn.is_none_or(|turn| turn.is(index)));
                meant.for_each(|(_, step)| tally.add(step.choices as f64));
            }
            Measure::ChoicesAbove(number) => {
                own.for_each(|step| tally.add(f64::from(u8::from(step.choices as f64 > *number))));
            }
            Measure::LeaderWins(pieces) => {
                let is_ahead = |step: &&Step| {
                    self.quantity(AHEAD, &step.quantities).is_some_and(|ahead| ahead >= *pieces)
                };
                let leads = trace.steps.iter().find(is_ahead);
                if leads.is_some_and(|step| step.seat == seat) {
                    tally.add(f64::from(u8::from(self.won(seat))));
                }
            }
            Measure::When(kind) => {
                let first = own.enumerate().find(|(_, step)| step.kind == *kind);
                first.into_iter().for_each(|(index, _)| tally.add(index as f64 + 1.0));
            }
            Measure::Kind { kind, among, turn, quantities } => {
                let counted = own.filter(|step| among.is_empty() || among.contains(&step.kind));
                let at_turn =
                    counted.enumerate().filter(|&(index, _)| turn.is_none_or(|turn| turn.is(index)));
                let meant = at_turn
                    .filter(|(_, step)| quantities.iter().all(|quantity| self.compares(quantity, step)));
                meant.for_each(|(_, step)| tally.add(f64::from(u8::from(step.kind == *kind))));
            }
            Measure::Spent(turn) => {
                let meant = own.enumerate().filter(|&(index, _)| turn.is(index));
                meant.for_each(|(_, step)| tally.add(step.spent as f64));
            }
            Measure::Places { worth, given, previous, dealt, against } => {
                let rival = against.and_then(|who| self.seat_of(who));
                let worth_at = |seat: Seat, game: usize| {
                    trace.events[seat].get(game).and_then(|place| worth.get(*place)).copied().unwrap_or(0.0)
                };
                let meant = |who: Option<usize>| who.map_or(Some(seat), |who| self.seat_of(who));
                let other = given.as_ref().map(|(who, place)| (self.seat_of(*who), place.as_str()));
                for game in 0..trace.events[seat].len() {
                    let fits_other = other.is_none_or(|(other, wanted)| {
                        other.is_some_and(|other| trace.events[other].get(game) == Some(&wanted))
                    });
                    let fits_previous = previous.as_ref().is_none_or(|(who, place)| {
                        let before = game.checked_sub(1);
                        meant(*who).zip(before).is_some_and(|(seat, before)| {
                            trace.events[seat].get(before) == Some(&place.as_str())
                        })
                    });
                    let fits_dealt = dealt.is_none_or(|(who, wanted)| {
                        let quantities = meant(who).zip(trace.dealt.get(game));
                        let ahead =
                            quantities.and_then(|(seat, quantities)| self.quantity(AHEAD, &quantities[seat]));
                        ahead.is_some_and(|ahead| Standing::of(ahead) == wanted)
                    });
                    if fits_other && fits_previous && fits_dealt {
                        tally.add(worth_at(seat, game) - rival.map_or(0.0, |rival| worth_at(rival, game)));
                    }
                }
            }
            _ => {}
        }
    }

    fn seat_of(&self, who: usize) -> Option<Seat> {
        self.record.seating.iter().position(|&sitter| sitter == who)
    }

    fn rivals(&self, seat: Seat) -> impl Iterator<Item = f64> + '_ {
        let teams = self.teams;
        let rivals =
            self.record.payoffs.iter().enumerate().filter(move |&(other, _)| other % teams != seat % teams);
        rivals.map(|(_, &payoff)| payoff)
    }

    fn won(&self, seat: Seat) -> bool {
        self.rivals(seat).all(|rival| rival < self.record.payoffs[seat])
    }

    fn game_measure(&self, name: &str, seat: Seat) -> Option<f64> {
        self.record.measures.get(name)?.get(seat).copied().flatten()
    }

    fn holds(&self, condition: &Condition, seat: Seat) -> bool {
        match condition {
            Condition::Won => self.won(seat),
            Condition::Lost => self.rivals(seat).any(|rival| rival > self.record.payoffs[seat]),
            Condition::Began => {
                self.trace.and_then(|trace| trace.steps.first()).is_some_and(|first| first.seat == seat)
            }
            Condition::Compares(wanted) => match self.record.measures.contains_key(&wanted.name) {
                true => self.game_measure(&wanted.name, seat).is_some_and(|value| wanted.holds(value)),
                false => self.first_of(seat).is_some_and(|step| self.compares(wanted, step)),
            },
        }
    }

    fn first_of(&self, seat: Seat) -> Option<&Step> {
        self.trace?.steps.iter().find(|step| step.seat == seat)
    }

    /// True if what a comparison names was so before a move.
    fn compares(&self, wanted: &Comparison, step: &Step) -> bool {
        if wanted.name == CHOICES {
            return wanted.holds(step.choices as f64);
        }
        self.quantity(&wanted.name, &step.quantities).is_some_and(|value| wanted.holds(f64::from(value)))
    }

    fn quantity(&self, name: &str, values: &[i32]) -> Option<i32> {
        let at = self.quantities.iter().position(|quantity| quantity.name == name)?;
        values.get(at).copied()
    }
}

/// A quantity that every game has: the number of legal moves.
const CHOICES: &str = "choices";

fn quantities(game: &dyn AnyGame) -> impl Iterator<Item = &'static str> {
    game.quantities().iter().map(|quantity| quantity.name).chain([CHOICES])
}

/// The names of what can be counted in a game: its measures, then its quantities.
pub(super) fn countable(game: &dyn AnyGame) -> Vec<&'static str> {
    game.measures().iter().map(|measure| measure.name).chain(quantities(game)).collect()
}

/// A name that is neither a word of the lab nor a measure or quantity of the game.
pub(super) fn unknown_measure(game: &dyn AnyGame, wanted: &Resolved) -> Option<String> {
    let is_measure = |name: &str| game.measures().iter().any(|measure| measure.name == name);
    let is_quantity = |name: &str| quantities(game).any(|quantity| quantity == name);
    let condition = |condition: &Condition| match condition {
        Condition::Compares(Comparison { name, .. }) if !is_measure(name) && !is_quantity(name) => {
            Some(name.clone())
        }
        _ => None,
    };
    let measure = match &wanted.measure {
        Measure::Game(name) | Measure::Part(name) if !is_measure(name) => Some(name.clone()),
        Measure::Share(event) => condition(event),
        Measure::Kind { quantities, .. } => {
            quantities.iter().map(|quantity| &quantity.name).find(|name| !is_quantity(name)).cloned()
        }
        Measure::LeaderWins(_) | Measure::Places { dealt: Some(_), .. } if !is_quantity(AHEAD) => {
            Some(AHEAD.to_string())
        }
        _ => None,
    };
    measure.or_else(|| wanted.conditions.iter().find_map(condition))
}

#[cfg(test)]
mod tests;
