//! Summary of deal groups: the results of the contestants. Everything is computed from the records,
//! so an interrupted run that was resumed prints what an uninterrupted one would.

use karuta_playable::playable::Measure;

use crate::record::{Effort, GameRecord, GroupRecord};
use crate::stats::{Estimate, Interval, mean_interval, score_interval};

/// The result of a match.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Deal groups played.
    pub groups: usize,
    /// Games played.
    pub games: usize,
    /// Plies per game; `None` of no games.
    pub plies: Option<f64>,
    /// The 95 % interval of `plies` over deal groups; a single group has none.
    pub plies_interval: Option<Interval>,
    /// One line per contestant, in the order they were given.
    pub contestants: Vec<Line>,
}

/// The results of one contestant.
#[derive(Clone, Debug)]
pub struct Line {
    /// The canonical spec.
    pub spec: String,
    /// Its mean payoff over deal groups.
    pub score: Option<Estimate>,
    /// Games in which nobody did as well.
    pub wins: u64,
    /// Games in which the best payoff was shared with another contestant.
    pub draws: u64,
    /// The other games.
    pub losses: u64,
    /// The game's measures.
    pub measures: Vec<Measured>,
    /// Its effort.
    pub effort: Effort,
}

/// One measure of one contestant.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The measure.
    pub measure: Measure,
    /// The number of times it said something.
    pub count: usize,
    /// The sum of its values.
    pub total: f64,
    /// The mean of its values over deal groups; `None` where it never said anything.
    pub mean: Option<Estimate>,
}

impl Line {
    /// Average time of a decision in seconds.
    pub fn seconds_per_move(&self) -> f64 {
        self.effort.nanos as f64 / 1e9 / f64::from(self.effort.decisions.max(1))
    }

    /// The average of everything that was counted in a decision, each with its name.
    pub fn counts_per_move(&self) -> impl Iterator<Item = (&'static str, f64)> {
        let decisions = f64::from(self.effort.decisions.max(1));
        self.effort.counts().map(move |(name, count)| (name, count as f64 / decisions))
    }
}

/// Sums up `groups`, which must all belong to these contestants.
/// Partners, who sit `teams` places apart, are no rivals.
pub fn summarize<'a>(
    specs: &[String],
    teams: usize,
    measures: &'static [Measure],
    groups: impl Iterator<Item = &'a GroupRecord> + Clone,
) -> Summary {
    let games: Vec<&GameRecord> = groups.clone().flat_map(|group| &group.games).collect();
    let plies: Vec<f64> =
        groups.clone().map(|group| mean(group.games.iter().map(|g| f64::from(g.plies)))).collect();
    let contestants = specs
        .iter()
        .enumerate()
        .map(|(who, spec)| {
            let scores: Vec<f64> = groups.clone().map(|group| group_score(group, who)).collect();
            let results: Vec<(f64, f64)> =
                games.iter().map(|game| (payoff(game, who), best_rival(game, teams, who))).collect();
            let count =
                |keep: fn(&(f64, f64)) -> bool| results.iter().filter(|result| keep(result)).count() as u64;
            Line {
                spec: spec.clone(),
                score: score_interval(&scores),
                wins: count(|(own, rival)| own > rival),
                draws: count(|(own, rival)| own == rival),
                losses: count(|(own, rival)| own < rival),
                measures: measures.iter().map(|measure| measured(*measure, groups.clone(), who)).collect(),
                effort: effort(&games, who),
            }
        })
        .collect();
    Summary {
        groups: plies.len(),
        games: games.len(),
        plies: (!plies.is_empty()).then(|| mean(plies.iter().copied())),
        plies_interval: mean_interval(&plies).map(|estimate| estimate.interval),
        contestants,
    }
}

/// The mean payoff of a contestant in a group: the unit of every score.
pub fn group_score(group: &GroupRecord, who: usize) -> f64 {
    mean(group.games.iter().map(|game| payoff(game, who)))
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, n) = values.fold((0.0, 0u32), |(sum, n), value| (sum + value, n + 1));
    sum / f64::from(n.max(1))
}

fn seats_of(game: &GameRecord, who: usize) -> impl Iterator<Item = usize> + '_ {
    game.seating.iter().enumerate().filter(move |&(_, &sitter)| sitter == who).map(|(seat, _)| seat)
}

fn payoff(game: &GameRecord, who: usize) -> f64 {
    mean(seats_of(game, who).map(|seat| game.payoffs[seat]))
}

fn best_rival(game: &GameRecord, teams: usize, who: usize) -> f64 {
    let is_rival = |seat: usize| seats_of(game, who).all(|own| own % teams != seat % teams);
    let rivals = game.payoffs.iter().enumerate().filter(|&(seat, _)| is_rival(seat));
    rivals.map(|(_, &payoff)| payoff).fold(f64::NEG_INFINITY, f64::max)
}

fn measured<'a>(measure: Measure, groups: impl Iterator<Item = &'a GroupRecord>, who: usize) -> Measured {
    let (mut count, mut total) = (0, 0.0);
    let mut means = Vec::new();
    for group in groups {
        let values: Vec<f64> = group
            .games
            .iter()
            .flat_map(|game| {
                let by_seat = game.measures.get(measure.name);
                seats_of(game, who).filter_map(move |seat| by_seat?.get(seat).copied().flatten())
            })
            .collect();
        count += values.len();
        total += values.iter().sum::<f64>();
        if !values.is_empty() {
            means.push(mean(values.into_iter()));
        }
    }
    Measured { measure, count, total, mean: mean_interval(&means) }
}

fn effort(games: &[&GameRecord], who: usize) -> Effort {
    let mut sum = Effort::default();
    for game in games {
        for seat in seats_of(game, who) {
            sum += game.effort[seat];
        }
    }
    sum
}
