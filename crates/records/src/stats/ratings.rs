//! One Elo scale for everybody in a tournament: Bradley-Terry ratings with intervals.
//!
//! Knows pairings as group means between numbered contestants. Must not know what a contestant
//! is, nor play anything; the bootstrap's chance comes from a seed, so a record rates the same
//! every time.

use serde::Serialize;

use super::Interval;
use super::bradley_terry::{Duel, fit};
use super::draws::Draws;

/// The deal groups two contestants played against each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairing {
    /// One contestant.
    pub a: usize,
    /// The other.
    pub b: usize,
    /// The mean payoff of `a` in each deal group; `b` has the rest to 1.
    pub groups: Vec<f64>,
}

/// The strength of one contestant.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// Elo, with a mean of zero over all contestants.
    pub elo: f64,
    /// The 95 % interval of the Elo; `None` for a contestant without deal groups. The
    /// outer end for a contestant that won or lost everything is the prior's word, not the data's.
    pub interval: Option<Interval>,
    /// The number of deal groups behind the rating.
    pub groups: u64,
}

/// The weight, in deal groups, of a drawn game that every contestant is taken to have played
/// against a contestant of rating zero. Without it somebody who won everything would have no
/// finite rating, nor would two halves of a tournament that never met share a scale. After 100
/// groups it takes less than half a per cent off a difference.
const PRIOR: f64 = 0.5;

/// Each resample is a fit; a thousand put 25 of them beyond each end of the interval.
const RESAMPLES: usize = 1000;

const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Rates `contestants` by maximum likelihood under the Bradley-Terry model, draws counting as half
/// a win (any payoff as that much of one), with 95 % intervals from a bootstrap over the deal
/// groups of each pairing.
///
/// A deal group counts as one game however many games it holds: that cannot move the ratings, and
/// the intervals come from how groups really differ, not from the model's own variance, which
/// would take paired deals for independent coins.
pub fn ratings(contestants: usize, pairings: &[Pairing], seed: u64) -> Vec<Rating> {
    debug_assert!(pairings.iter().all(|p| p.a != p.b && p.a.max(p.b) < contestants));
    let mut duels: Vec<Duel> = pairings.iter().map(duel_of).collect();
    let mut strength = vec![0.0; contestants];
    fit(&duels, PRIOR, &mut strength);
    let point = strength.clone();

    let pseudo = pseudo_groups(contestants, pairings);
    let mut draws = Draws::new(seed);
    let mut resampled = vec![Vec::with_capacity(RESAMPLES); contestants];
    for _ in 0..RESAMPLES {
        for ((duel, pairing), &pseudo) in duels.iter_mut().zip(pairings).zip(&pseudo) {
            duel.score = resample(&pairing.groups, pseudo, &mut draws);
        }
        strength.copy_from_slice(&point);
        fit(&duels, PRIOR, &mut strength);
        for (all, &one) in resampled.iter_mut().zip(&strength) {
            all.push(one);
        }
    }

    let played = |contestant| {
        let own = pairings.iter().filter(|p| p.a == contestant || p.b == contestant);
        own.map(|p| p.groups.len() as u64).sum()
    };
    let rate = |(contestant, all): (usize, &mut Vec<f64>)| {
        let groups = played(contestant);
        let elo = ELO_PER_LOGIT * point[contestant];
        let interval = (groups > 0).then(|| percentiles(all, point[contestant]));
        Rating { elo, interval, groups }
    };
    resampled.iter_mut().enumerate().map(rate).collect()
}

fn duel_of(pairing: &Pairing) -> Duel {
    let groups = pairing.groups.len() as f64;
    Duel { a: pairing.a, b: pairing.b, groups, score: pairing.groups.iter().sum() }
}

/// The number of pseudo groups, half of them won and half lost, with which each pairing is resampled with.
///
/// Resampling a row of wins only ever gives the same row, an interval without width. A won and a
/// lost pseudo group per contestant, by Laplace's rule of succession, cure that. They are shared
/// out over the pairings of a contestant: a full pair in each of many short pairings would pull
/// all ratings together by more than their intervals are wide.
fn pseudo_groups(contestants: usize, pairings: &[Pairing]) -> Vec<f64> {
    let mut degree = vec![0u32; contestants];
    for pairing in pairings {
        degree[pairing.a] += 1;
        degree[pairing.b] += 1;
    }
    let share = |contestant: usize| 1.0 / f64::from(degree[contestant]);
    pairings.iter().map(|p| share(p.a) + share(p.b)).collect()
}

/// The score of as many groups drawn with replacement from `groups` and the pseudo groups.
fn resample(groups: &[f64], pseudo: f64, draws: &mut Draws) -> f64 {
    let n = groups.len() as f64;
    let draw = |_| {
        let place = draws.unit() * (n + pseudo);
        match groups.get(place as usize) {
            Some(&group) => group,
            None => f64::from(place - n < pseudo / 2.0),
        }
    };
    (0..groups.len()).map(draw).sum()
}

/// The middle 95 % of the resampled strengths, widened to hold the point estimate, in Elo.
fn percentiles(resampled: &mut [f64], point: f64) -> Interval {
    resampled.sort_by(f64::total_cmp);
    let cut = resampled.len() / 40;
    let low = resampled[cut].min(point);
    let high = resampled[resampled.len() - 1 - cut].max(point);
    Interval { low: ELO_PER_LOGIT * low, high: ELO_PER_LOGIT * high }
}

#[cfg(test)]
mod tests;
