//! Learns the weights of the policy that looks at the hand that remains (`play::remainder`), by playing against itself:
//! the policy gradient with a learned baseline. Knows features and places; the game itself is the library's.
//!
//! ```sh
//! cargo run --release -p karuta-daihinmin --example fit_policy -- learn FILE GAMES RATE SEED
//! cargo run --release -p karuta-daihinmin --example fit_policy -- table GAMES SEED FILE FILE FILE FILE FILE
//! ```
//!
//! `learn` goes on from FILE if there is one; FILE.state beside it has what a training needs and a player does not.
//! `table` plays five policies against each other, `learned` and `light` being those of the program; it swaps places and
//! forgets titles every hundred games, and its intervals are those of the means of a hundred games. Policies play what is
//! likeliest; `FILE@0.5` draws at that temperature instead.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use karuta_daihinmin::moves::Move;
use karuta_daihinmin::papers::okubo::place_values;
use karuta_daihinmin::play::features::Offers;
use karuta_daihinmin::play::remainder::{BLOCKS, COUNT, Remainder, Sight, Sink, prepare, weigh};
use karuta_daihinmin::play::softmax::{Softmax, learned, light};
use karuta_daihinmin::rules::Rules;
use karuta_daihinmin::{Daihinmin, SEATS};
use karuta_engine::playout::Policy;
use karuta_engine::{Game as _, Rng};
use karuta_playable::weights;

/// Games between two changes of the weights.
const BATCH: u64 = 256;

/// Games between two reports.
const REPORT: u64 = BATCH * 400;

/// The features of a position for the baseline: those of passing, who leads, and one that is always there.
const STANDING: usize = COUNT + 2;

/// Games after which titles are forgotten.
const RESET: u64 = 30;

/// The step of the baseline.
const BASELINE_RATE: f32 = 0.02;

/// The moments of the gradient are remembered for so many batches.
const MOMENTS: (f32, f32) = (0.9, 0.999);

/// Features of moves, one after the other.
#[derive(Default)]
struct Listed {
    features: Vec<u16>,
    ends: Vec<usize>,
}

impl Sink for Listed {
    fn take(&mut self, feature: usize) {
        self.features.push(feature as u16);
    }

    fn end(&mut self) {
        self.ends.push(self.features.len());
    }
}

/// A choice of the game being played.
struct Step {
    seat: usize,
    /// The choice's moves in the list of ends.
    moves: std::ops::Range<usize>,
    chosen: usize,
    /// The position's features in the list of standings.
    standing: std::ops::Range<usize>,
    expected: f32,
}

struct Learner {
    weights: Vec<f32>,
    baseline: Vec<f32>,
    /// The mean of the gradient and of its square.
    first: Vec<f32>,
    second: Vec<f32>,
    games: u64,
    gradient: Vec<f32>,
    listed: Listed,
    chances: Vec<f32>,
    standings: Vec<u16>,
    steps: Vec<Step>,
    moves: Vec<Move>,
    order: [u8; SEATS],
    /// Squares of what the baseline did not foresee, and of payoffs around their mean.
    errors: (f64, f64, u64),
}

impl Learner {
    fn new(weights: Vec<f32>) -> Learner {
        Learner {
            weights,
            baseline: vec![0.0; STANDING],
            first: vec![0.0; COUNT],
            second: vec![0.0; COUNT],
            games: 0,
            gradient: vec![0.0; COUNT],
            listed: Listed::default(),
            chances: Vec::new(),
            standings: Vec::new(),
            steps: Vec::new(),
            moves: Vec::new(),
            order: [0, 1, 2, 3, 4],
            errors: (0.0, 0.0, 0),
        }
    }

    /// The features of the position of the seat to move, and what they promise.
    fn stand(&mut self, state: &Daihinmin) -> f32 {
        let standings = &mut self.standings;
        let from = standings.len();
        standings.push(COUNT as u16 + 1);
        if state.gift_size().is_some() {
            let seat = state.turn().expect("somebody gives");
            Sight::giving(state.hand(seat))
                .give(karuta_daihinmin::cards::Cards::NONE, |at| standings.push(at as u16));
        } else {
            Sight::of(state).pass(&Offers::default(), |at| standings.push(at as u16));
            if state.field().is_empty() {
                standings.push(COUNT as u16);
            }
        }
        standings[from..].iter().map(|&at| self.baseline[usize::from(at)]).sum()
    }

    fn play_game(&mut self, values: &[f32; SEATS], rng: &mut Rng) {
        let seed = rng.bits();
        let mut state = if self.games.is_multiple_of(RESET) {
            Daihinmin::new(Rules::OFFICIAL, seed)
        } else {
            Daihinmin::titled(Rules::OFFICIAL, self.order, seed)
        };
        self.listed.features.clear();
        self.listed.ends.clear();
        self.chances.clear();
        self.standings.clear();
        self.steps.clear();
        while let Some(seat) = state.turn() {
            let from = self.listed.ends.len();
            let mv = match weigh(&state, &mut self.moves, &mut self.listed) {
                Some(mv) => mv,
                None => {
                    let chosen = self.choose(from, rng);
                    let standing = self.standings.len();
                    let expected = self.stand(&state);
                    self.steps.push(Step {
                        seat,
                        moves: from..self.listed.ends.len(),
                        chosen,
                        standing: standing..self.standings.len(),
                        expected,
                    });
                    self.moves[chosen]
                }
            };
            state.apply(mv);
        }
        let mut payoffs = [0.0; SEATS];
        for (place, seat) in state.finished().enumerate() {
            payoffs[seat] = values[place];
            self.order[place] = seat as u8;
        }
        self.games += 1;
        for step in &self.steps {
            let advantage = payoffs[step.seat] - step.expected;
            self.errors.0 += f64::from(advantage * advantage);
            self.errors.1 += f64::from((payoffs[step.seat] - 0.5) * (payoffs[step.seat] - 0.5));
            self.errors.2 += 1;
            let mut from = if step.moves.start == 0 { 0 } else { self.listed.ends[step.moves.start - 1] };
            for at in step.moves.clone() {
                let to = self.listed.ends[at];
                let made = f32::from(u8::from(at - step.moves.start == step.chosen));
                let share = advantage * (made - self.chances[at]);
                for &feature in &self.listed.features[from..to] {
                    self.gradient[usize::from(feature)] += share;
                }
                from = to;
            }
            let standing = &self.standings[step.standing.clone()];
            let change = BASELINE_RATE * advantage / standing.len() as f32;
            for &at in standing {
                self.baseline[usize::from(at)] += change;
            }
        }
    }

    /// Draws one of the moves listed from an end on.
    fn choose(&mut self, first: usize, rng: &mut Rng) -> usize {
        let ends = &self.listed.ends[first..];
        let mut from = if first == 0 { 0 } else { self.listed.ends[first - 1] };
        let start = self.chances.len();
        for &to in ends {
            let features = &self.listed.features[from..to];
            self.chances.push(features.iter().map(|&feature| self.weights[usize::from(feature)]).sum());
            from = to;
        }
        let chances = &mut self.chances[start..];
        let most = chances.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let mut sum = 0.0;
        for chance in chances.iter_mut() {
            *chance = (*chance - most).exp();
            sum += *chance;
        }
        let chosen = weights::pick(chances, sum, false, rng);
        for chance in chances {
            *chance /= sum;
        }
        chosen
    }

    fn move_weights(&mut self, rate: f32) {
        let (one, two) = MOMENTS;
        for at in 0..COUNT {
            let gradient = self.gradient[at] / BATCH as f32;
            self.gradient[at] = 0.0;
            self.first[at] = one * self.first[at] + (1.0 - one) * gradient;
            self.second[at] = two * self.second[at] + (1.0 - two) * gradient * gradient;
            if self.second[at] > 0.0 {
                self.weights[at] += rate * self.first[at] / (self.second[at].sqrt() + 1e-5);
            }
        }
    }

    fn parts(&mut self) -> [&mut Vec<f32>; 4] {
        [&mut self.weights, &mut self.baseline, &mut self.first, &mut self.second]
    }

    fn save(&mut self, path: &str) -> std::io::Result<()> {
        let mut bytes = self.games.to_le_bytes().to_vec();
        for part in self.parts() {
            bytes.extend(part.iter().flat_map(|number| number.to_le_bytes()));
        }
        for (path, content) in [
            (format!("{path}.state"), bytes),
            (path.to_string(), weights::write(BLOCKS, &self.weights).into_bytes()),
        ] {
            let beside = format!("{path}.new");
            std::fs::write(&beside, content)?;
            std::fs::rename(beside, path)?;
        }
        Ok(())
    }

    fn resume(&mut self, bytes: &[u8]) -> bool {
        let due = 8 + 4 * self.parts().iter().map(|part| part.len()).sum::<usize>();
        if bytes.len() != due {
            return false;
        }
        self.games = u64::from_le_bytes(bytes[..8].try_into().expect("eight bytes"));
        let mut numbers =
            bytes[8..].chunks_exact(4).map(|four| f32::from_le_bytes(four.try_into().expect("four bytes")));
        for part in self.parts() {
            part.iter_mut().zip(&mut numbers).for_each(|(to, from)| *to = from);
        }
        true
    }
}

/// The weights of a file; those of the older policy are filled up with zeros.
fn read(path: &str) -> Result<Vec<f32>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    weights::read(BLOCKS, &text).map_err(|error| format!("{path}: {error}"))
}

fn learn(path: &str, games: u64, rate: f32, seed: u64) -> Result<(), String> {
    let values = place_values::over_games(&place_values::SNOWL, 30);
    let values = values.map(|value| ((value - values[4]) / (values[0] - values[4])) as f32);
    let start = match PathBuf::from(path).exists() {
        true => read(path)?,
        false => {
            let mut weights: Vec<f32> = learned().iter().map(|factor| factor.ln()).collect();
            weights.resize(COUNT, 0.0);
            weights
        }
    };
    let mut learner = Learner::new(start);
    if let Ok(bytes) = std::fs::read(format!("{path}.state"))
        && !learner.resume(&bytes)
    {
        return Err(format!("{path}.state: not of these features"));
    }
    let from = learner.games;
    while learner.games < games {
        let mut rng = Rng::for_path(seed, &[learner.games]);
        for _ in 0..BATCH {
            learner.play_game(&values, &mut rng);
        }
        let done = (learner.games - from) as f32 / (games - from).max(1) as f32;
        learner.move_weights(rate * (1.0 - 0.9 * done));
        if learner.games.is_multiple_of(REPORT) {
            learner.save(path).map_err(|error| error.to_string())?;
            let (errors, around, count) = std::mem::take(&mut learner.errors);
            let all = prepare(&learner.weights);
            let mine = || Box::new(Remainder::greedy(Arc::clone(&all))) as Box<dyn Policy<Daihinmin>>;
            let other = || Box::new(Softmax::greedy(learned())) as Box<dyn Policy<Daihinmin>>;
            let (points, half) = play_table(&mut [mine(), mine(), other(), other(), other()], 2000, 7)[0];
            println!(
                "{} games: {points:.3} ± {half:.3} of two beside three learned; unforeseen {:.4} of {:.4}, {count} choices",
                learner.games,
                errors / count as f64,
                around / count as f64
            );
            let _ = std::io::stdout().flush();
        }
    }
    learner.save(path).map_err(|error| error.to_string())
}

/// The mean points of each seat with half the width of its interval, over matches of a hundred games.
fn play_table(seats: &mut [Box<dyn Policy<Daihinmin>>], games: u64, seed: u64) -> Vec<(f64, f64)> {
    let rules = Rules { games: 100, ..Rules::OFFICIAL };
    let matches = (games / 100).max(2);
    let mut sums = [(0.0, 0.0); SEATS];
    let mut buf = Vec::new();
    for nth in 0..matches {
        let mut rng = Rng::for_path(seed, &[1, nth]);
        let mut state = Daihinmin::new(rules, rng.bits());
        while let Some(seat) = state.turn() {
            let mv = seats[seat].pick(&state, &mut buf, &mut rng);
            state.apply(mv);
        }
        for (seat, (sum, squares)) in sums.iter_mut().enumerate() {
            let points = f64::from(state.points(seat)) / 100.0;
            *sum += points;
            *squares += points * points;
        }
    }
    let n = matches as f64;
    let interval = |(sum, squares): &(f64, f64)| {
        let mean = sum / n;
        (mean, 1.96 * ((squares / n - mean * mean).max(0.0) / (n - 1.0)).sqrt())
    };
    sums.iter().map(interval).collect()
}

fn policy(name: &str) -> Result<Box<dyn Policy<Daihinmin>>, String> {
    Ok(match name {
        "learned" => Box::new(Softmax::greedy(learned())),
        "light" => Box::new(Softmax::greedy(light())),
        _ => match name.split_once('@') {
            None => Box::new(Remainder::greedy(prepare(&read(name)?))),
            Some((path, heat)) => {
                let heat: f32 = heat.parse().map_err(|_| format!("{heat}: not a temperature"))?;
                let cooled: Vec<f32> = read(path)?.iter().map(|weight| weight / heat).collect();
                Box::new(Remainder::new(prepare(&cooled)))
            }
        },
    })
}

fn main() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |text: &String| text.parse::<f64>().map_err(|_| format!("{text}: not a number"));
    match &args[..] {
        [what, path, games, rate, seed] if what == "learn" => {
            learn(path, number(games)? as u64, number(rate)? as f32, number(seed)? as u64)
        }
        [what, games, seed, names @ ..] if what == "table" && names.len() == SEATS => {
            let mut seats = names.iter().map(|name| policy(name)).collect::<Result<Vec<_>, _>>()?;
            let results = play_table(&mut seats, number(games)? as u64, number(seed)? as u64);
            for (name, (points, half)) in names.iter().zip(results) {
                println!("{name}: {points:.3} ± {half:.3}");
            }
            Ok(())
        }
        _ => Err(String::from(
            "learn FILE GAMES RATE SEED, or table GAMES SEED and five of FILE, FILE@HEAT, learned, light",
        )),
    }
}
