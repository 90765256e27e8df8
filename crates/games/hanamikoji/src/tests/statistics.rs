//! Games of random agents against the numbers of the thesis (Hassan, Leiden 2025: row n = 0 of its
//! Tables 3 to 5) and of an independent program that settled how to read them.

use karuta_engine::Rng;
use karuta_engine::playout::{ByPolicy, Playout};

use crate::Hanamikoji;
use crate::play::policies::HassanRandom;
use crate::rules::Rules;
use crate::scoring::Decided;

/// Sums over many games. Index 0 is the thesis' player 1.
#[derive(Debug, Default)]
struct Tally {
    games: f64,
    wins: [f64; 2],
    /// Wins by the round in which they fell, the tie-breaker as a fourth.
    by_round: [[f64; 4]; 2],
    /// The sum of rounds over wins, a tie-breaker being in round 3.
    lengths: [f64; 2],
    reached_third: f64,
    tiebreaks: f64,
    ended_in_second: f64,
}

impl Tally {
    fn play(rules: Rules, games: u64, seed: u64) -> Tally {
        let mut tally = Tally::default();
        let mut rng = Rng::new(seed);
        let mut playout = ByPolicy::<Hanamikoji, HassanRandom>::new(HassanRandom);
        for _ in 0..games {
            let mut state = Hanamikoji::new(rules, rng.bits());
            playout.run(&mut state, u32::MAX, &mut rng);
            tally.add(&state);
        }
        tally
    }

    fn add(&mut self, state: &Hanamikoji) {
        let outcome = state.outcome().expect("a finished game");
        let round = state.round();
        let is_tie = matches!(outcome.by, Decided::Tier | Decided::Nothing);
        self.games += 1.0;
        self.reached_third += f64::from(u8::from(round >= 3));
        self.ended_in_second += f64::from(u8::from(round == 2));
        self.tiebreaks += f64::from(u8::from(is_tie));
        if let Some(seat) = outcome.winner {
            self.wins[seat] += 1.0;
            self.lengths[seat] += f64::from(round);
            self.by_round[seat][if is_tie { 3 } else { usize::from(round.min(3)) - 1 }] += 1.0;
        }
    }

    /// The mean length of a seat's wins in rounds.
    fn length(&self, seat: usize) -> f64 {
        self.lengths[seat] / self.wins[seat]
    }

    /// The shares of a seat's wins by round, in percent.
    fn shares(&self, seat: usize) -> [f64; 4] {
        self.by_round[seat].map(|wins| 100.0 * wins / self.wins[seat])
    }

    /// Tie-breakers among the games that reached the third round, in percent.
    fn tiebreak_rate(&self) -> f64 {
        100.0 * self.tiebreaks / self.reached_third
    }
}

fn assert_near(found: f64, due: f64, slack: f64, what: &str) {
    assert!((found - due).abs() <= slack, "{what}: {found:.3} instead of {due} within {slack}");
}

/// A row of Tables 4 and 5: a seat's mean length of wins, and shares of its wins by round.
type Row = (f64, [f64; 4]);

fn assert_rows(tally: &Tally, rows: [Row; 2], slack: Row) {
    for (seat, (length, shares)) in rows.into_iter().enumerate() {
        assert_near(tally.length(seat), length, slack.0, "length");
        for ((found, due), slack) in tally.shares(seat).into_iter().zip(shares).zip(slack.1) {
            assert_near(found, due, slack, "share");
        }
    }
}

/// The independent program played 300,000 games, so its shares carry an error of 0.1 and ours of 0.14;
/// the slack is four of both together. Other ways to read the thesis lie outside: dealing by card has
/// lengths of 1.901, tie-breakers whenever nobody has four or eleven 17 %.
#[test]
fn random_agents_end_their_games_as_in_the_thesis() {
    let tally = Tally::play(Rules::HASSAN, 200_000, 1);
    let program = [(1.924, [27.5, 52.6, 19.6, 0.36]), (1.914, [28.3, 52.1, 19.3, 0.33])];
    assert_rows(&tally, program, (0.011, [0.7, 0.7, 0.6, 0.1]));
    assert_near(tally.tiebreak_rate(), 1.74, 0.35, "tie-breakers");
    // The thesis' own 5,000 games have errors of 0.9 and 0.014; three of them are allowed.
    let thesis = [(1.93, [27.2, 52.4, 20.0, 0.4]), (1.92, [27.6, 52.5, 19.4, 0.6])];
    assert_rows(&tally, thesis, (0.042, [2.7, 3.0, 2.4, 0.5]));
    assert_near(tally.tiebreak_rate(), 2.38, 1.4, "tie-breakers");
}

#[test]
fn a_shuffled_deck_makes_games_shorter() {
    let tally = Tally::play(Rules::FAIR, 200_000, 2);
    let program = [(1.901, [28.8, 52.2, 18.6, 0.34]), (1.901, [28.8, 52.4, 18.5, 0.33])];
    assert_rows(&tally, program, (0.011, [0.7, 0.7, 0.6, 0.1]));
    assert_near(tally.tiebreak_rate(), 1.8, 0.35, "tie-breakers");
}

/// Two independent engines have the first seat at 50.1 % and about half of the games ending in round 2.
#[test]
fn the_official_game_is_even() {
    let tally = Tally::play(Rules::OFFICIAL, 200_000, 3);
    assert_near(100.0 * tally.wins[0] / tally.games, 50.1, 0.5, "wins of the first seat");
    assert_near(100.0 * tally.ended_in_second / tally.games, 50.0, 3.0, "games ending in round 2");
}
