//! Learns the policy net of a game (`play::network`) by playing against itself:
//!
//! ```sh
//! cargo run --release -p karuta-learn --example fit_policy_net -- learn GAME FILE BATCHES RATE SEED
//! cargo run --release -p karuta-learn --example fit_policy_net -- compare GAME FILE DEALS SEED
//! cargo run --release -p karuta-learn --example fit_policy_net -- trim GAME FILE TO LEAST SEED
//! ```
//!
//! GAME is tichu, hanamikoji (the official rules) or hassan (Hanamikoji by the thesis' rules). A batch is 512 games, and the rate falls to a twentieth. FILE is the net as the program
//! reads it, FILE.whole the same before its numbers are rounded; `learn` goes on from FILE.whole if it is there, and
//! begins with the game's best weights without a net otherwise, in Hanamikoji with nothing. `compare` gives each side of a
//! deal to the net in turn, the others to the policy of those weights, in Hanamikoji to the net `dmc`, and says how far
//! the net is ahead of the mean, in points of a round (in Hanamikoji a game won is 1, a game lost -1); the interval is
//! that of deals. `trim` writes FILE to TO without the inputs that come up fewer than LEAST times in 100,000 deals, as
//! the program keeps it.

use std::path::Path;
use std::sync::Arc;

use karuta_engine::playout::Policy;
use karuta_engine::{Game, Rng};
use karuta_hanamikoji::Hanamikoji;
use karuta_learn::file::read_net;
use karuta_learn::player::{NetPolicy, Player};
use karuta_learn::policy_gradient::{BATCH, Fit, PARTS};
use karuta_learn::shipped;
use karuta_playable::parts::Lesson;
use karuta_playable::playable::Playable;
use karuta_playable::policy_net::{Network, Weights, length, trimmed};
use karuta_playable::weights;
use karuta_tichu::Tichu;
use karuta_tichu::play::features;
use karuta_tichu::play::softmax::{Softmax, learned};

/// Batches between two reports.
const REPORT: u64 = 500;

/// Deals in which inputs are counted.
const TRIM: u64 = 100_000;

/// Threads that play.
const THREADS: usize = 2;

/// A game whose net learns.
struct Subject<G: Game> {
    lesson: fn() -> Lesson<G>,
    /// The weights of the policy without a net, with which learning begins.
    start: Vec<f32>,
    /// The policy that is compared with.
    rival: Box<dyn Policy<G>>,
    by_net: fn(&'static Network) -> Box<dyn Policy<G>>,
    /// The number of sides; seat `s` is on side `s` modulo this.
    sides: usize,
    /// Points of the game for one of the lesson's.
    scale: f64,
}

fn tichu() -> Result<Subject<Tichu>, String> {
    let text = include_str!("../../games/tichu/src/play/weights/learned.txt");
    Ok(Subject {
        lesson: karuta_tichu::learning::play::lesson,
        start: weights::read(features::BLOCKS, text).map_err(|error| error.to_string())?,
        rival: Box::new(Softmax::greedy(learned())),
        by_net: |net| Box::new(karuta_tichu::play::network::NetPolicy::greedy(net)),
        sides: 2,
        scale: 100.0,
    })
}

/// Hanamikoji, and the net of `dmc` that plays by the same rules.
fn hanamikoji(lesson: fn() -> Lesson<Hanamikoji>, rival: &str) -> Result<Subject<Hanamikoji>, String> {
    let bytes = shipped::find(rival).ok_or("no such net")?;
    let (_, net) = read_net(bytes).map_err(|error| error.to_string())?;
    let encoders = Hanamikoji::parts().learning.encoders;
    let encoder = encoders.into_iter().next().ok_or("no encoder")?.part;
    Ok(Subject {
        lesson,
        start: Vec::new(),
        rival: Box::new(NetPolicy::new(Player::new(Arc::new(net), encoder), Hanamikoji::view)),
        by_net: |net| {
            use karuta_hanamikoji::play::network::{NetPolicy, Nets};
            Box::new(NetPolicy::greedy(Nets::same(net)))
        },
        sides: 2,
        scale: 1.0,
    })
}

impl<G: Game + Sync> Subject<G> {
    fn learn(&mut self, path: &str, batches: u64, rate: f32, seed: u64) -> Result<(), String> {
        let whole = format!("{path}.whole");
        let mut fit = if Path::new(&whole).exists() {
            let inputs = (self.lesson)().inputs;
            let found = Weights::from_whole(inputs, &read(&whole)?);
            Fit::from(
                (self.lesson)(),
                found.ok_or_else(|| format!("{whole}: not the length of a net"))?,
                seed,
            )
        } else {
            Fit::new((self.lesson)(), &self.start, seed)
        };
        for batch in 0..batches {
            advance(&mut fit, rate * (1.0 - 0.95 * batch as f32 / batches as f32));
            if (batch + 1) % REPORT == 0 || batch + 1 == batches {
                save(path, &fit.weights)?;
                let (mean, half) = self.compare(&fit.weights.rounded(), 3000, 99);
                println!("{} games: {mean:+.3} ± {half:.3} points a game", (batch + 1) * BATCH);
            }
        }
        Ok(())
    }

    /// The points by which a net is ahead of the mean of its table, with half the width of the interval.
    fn compare(&mut self, file: &[u8], deals: u64, seed: u64) -> (f64, f64) {
        let lesson = (self.lesson)();
        let mut by_net = (self.by_net)(Box::leak(Box::new(Network::read(lesson.inputs, file))));
        let mut buf = Vec::new();
        let (mut sum, mut squares) = (0.0, 0.0);
        for index in 0..deals {
            let mut rng = Rng::for_path(seed, &[index]);
            let start = (lesson.deal)(&mut rng);
            let mut ahead = 0.0;
            for side in 0..self.sides {
                let mut state = start;
                while let Some(seat) = state.turn() {
                    let is_net = seat % self.sides == side;
                    let policy = if is_net { &mut by_net } else { &mut self.rival };
                    let mv = policy.pick(&state, &mut buf, &mut rng);
                    state.apply(mv);
                }
                let points = &(lesson.points)(&state)[..G::SEATS];
                let mean = points.iter().sum::<f32>() / points.len() as f32;
                ahead += f64::from(points[side] - mean) * self.scale / self.sides as f64;
            }
            sum += ahead;
            squares += ahead * ahead;
        }
        let n = deals as f64;
        let mean = sum / n;
        (mean, 1.96 * ((squares / n - mean * mean) / (n - 1.0)).sqrt())
    }

    fn run(&mut self, args: &[String]) -> Result<(), String> {
        let number = |text: &String| text.parse::<f64>().map_err(|_| format!("{text}: not a number"));
        match args {
            [what, _, path, batches, rate, seed] if what == "learn" => {
                self.learn(path, number(batches)? as u64, number(rate)? as f32, number(seed)? as u64)
            }
            [what, _, path, deals, seed] if what == "compare" => {
                let file = read(path)?;
                if file.len() != length((self.lesson)().inputs) {
                    return Err(format!("{path}: not the length of a net of this game"));
                }
                let (mean, half) = self.compare(&file, number(deals)? as u64, number(seed)? as u64);
                println!("{path}: {mean:+.3} ± {half:.3} points a game, {deals} deals");
                Ok(())
            }
            [what, _, path, to, least, seed] if what == "trim" => {
                self.trim(path, to, number(least)? as u32, number(seed)? as u64)
            }
            _ => Err(USAGE.into()),
        }
    }

    /// Writes a net without the inputs that hardly come up.
    fn trim(&self, path: &str, to: &str, least: u32, seed: u64) -> Result<(), String> {
        let (file, inputs) = (read(path)?, (self.lesson)().inputs);
        let weights =
            Weights::read(inputs, &file).ok_or_else(|| format!("{path}: not the length of a net"))?;
        let met = Fit::from((self.lesson)(), weights, seed).met(TRIM);
        let small = trimmed(inputs, &file, |input| met[input] >= least);
        println!("{} of {inputs} inputs", met.iter().filter(|&&met| met >= least).count());
        std::fs::write(to, small).map_err(|error| format!("{to}: {error}"))
    }
}

/// Plays a batch on all threads and moves the weights.
fn advance<G: Game + Sync>(fit: &mut Fit<G>, rate: f32) {
    let share = |first: usize| {
        let fit = &*fit;
        (first as u64..PARTS).step_by(THREADS).map(|part| fit.play(part)).collect::<Vec<Weights>>()
    };
    let mut shares: Vec<_> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..THREADS).map(|first| scope.spawn(move || share(first))).collect();
        let own = share(0);
        let others = others.into_iter().map(|other| other.join().expect("a part is played"));
        std::iter::once(own).chain(others).map(Vec::into_iter).collect()
    });
    let parts: Vec<Weights> = (0..PARTS as usize).filter_map(|part| shares[part % THREADS].next()).collect();
    fit.step(&parts, rate);
}

fn read(path: &str) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| format!("{path}: {error}"))
}

/// Writes both files, whole at every moment.
fn save(path: &str, weights: &Weights) -> Result<(), String> {
    for (path, bytes) in [(path.to_string(), weights.rounded()), (format!("{path}.whole"), weights.whole())] {
        let beside = format!("{path}.new");
        let written = std::fs::write(&beside, bytes).and_then(|()| std::fs::rename(&beside, &path));
        written.map_err(|error| format!("{path}: {error}"))?;
    }
    Ok(())
}

const USAGE: &str = "learn GAME FILE BATCHES RATE SEED, compare GAME FILE DEALS SEED, or trim GAME FILE TO LEAST SEED; \
                     GAME is tichu, hanamikoji or hassan";

fn main() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.get(1).map(String::as_str) {
        Some("hanamikoji") => {
            hanamikoji(karuta_hanamikoji::learning::play::official, "hanamikoji-official")?.run(&args)
        }
        Some("hassan") => hanamikoji(karuta_hanamikoji::learning::play::hassan, "hanamikoji")?.run(&args),
        Some("tichu") => tichu()?.run(&args),
        _ => Err(USAGE.into()),
    }
}
