//! Calibration: what an agent expects when it chooses, beside what it gets in the end. Of moves called worth 0.7 to
//! 0.8, seven to eight games of ten should be won. Knows agents by what they say of their choices, and no game.

use std::fmt::Write as _;

use karuta_agents::any::{AnyGame, stream};
use karuta_agents::any_agent::AnyAgent;
use karuta_engine::{Rng, Stop};
use karuta_playable::error::InputError;
use karuta_playable::playable::Purpose;
use karuta_playable::spec::{Args, Param};

use super::{Digest, Study, Work};
use crate::registry;

pub(super) const STUDY: Study = Study {
    name: "calibration",
    help: "what an agent expects when it chooses, beside what it gets in the end",
    params: &[
        Param {
            name: "game",
            default: "hanamikoji:rules=official",
            help: "the game; agents that look no further than a round want one of a single round",
        },
        Param { name: "agent", default: "hanamikoji-best:iters=1000", help: "who is judged" },
        Param { name: "others", default: "same", help: "who plays the other seats; same for the same agent" },
        Param { name: "games", default: "200", help: "games played, ten to a piece" },
        Param { name: "seed", default: "1", help: "the seed of deals and agents" },
    ],
    open,
};

/// Intervals of expected payoffs, of a tenth each.
const BINS: usize = 10;
/// Games of a piece.
const PIECE: u64 = 10;

fn open(args: &Args<'_>) -> Result<Box<dyn Work>, InputError> {
    let game = registry::open(args.text("game"), Purpose::Match)?;
    let spec_of = |name: &str| Ok::<_, InputError>(game.agent(name, true, Rng::new(0))?.spec().to_string());
    let agent = spec_of(args.text("agent"))?;
    let others = match args.text("others") {
        "same" => None,
        other => Some(spec_of(other)?),
    };
    Ok(Box::new(Calibration {
        agent,
        others,
        games: args.number("games", 1..=100_000_000)?,
        seed: args.number("seed", 0..=u64::MAX)?,
        game,
    }))
}

struct Calibration {
    game: Box<dyn AnyGame>,
    agent: String,
    /// The agent of the other seats, where it is another one.
    others: Option<String>,
    games: u64,
    seed: u64,
}

/// Decisions whose expected payoff lies in one interval: how many, the sum of what was expected and of what came.
#[derive(Clone, Copy, Default)]
struct Bin {
    count: f64,
    expected: f64,
    got: f64,
}

impl Calibration {
    /// Plays one game and adds its decisions to the bins.
    fn count(&self, index: u64, bins: &mut [Bin; BINS]) -> Result<(), InputError> {
        let mut state = self.game.dealt_state(self.seed, index)?;
        let seats = state.seats();
        let own = (index % seats as u64) as usize;
        let spec_of = |seat: usize| match &self.others {
            Some(others) if seat != own => others,
            _ => &self.agent,
        };
        let luck = |seat: usize| Rng::for_path(self.seed, &[stream::STUDY, index, seat as u64]);
        let mut agents: Vec<Box<dyn AnyAgent>> = (0..seats)
            .map(|seat| self.game.agent(spec_of(seat), false, luck(seat)))
            .collect::<Result<_, _>>()?;
        let mut said = Vec::new();
        while let Some(seat) = state.turn() {
            let choice = agents[seat].choose(&*state, &Stop::never(), None)?;
            let best = choice.ranked.iter().zip(&choice.thought.ranked).find(|&(&id, _)| id == choice.id);
            // One legal move is no choice, and who goes by a rule expects nothing in numbers.
            if let Some((_, best)) = best
                && choice.ranked.len() > 1
                && best.bound.is_none()
                && (self.others.is_none() || seat == own)
            {
                said.push((seat, best.mean.clamp(0.0, 1.0)));
            }
            state.apply_id(choice.id)?;
        }
        let payoffs = state.payoffs().unwrap_or_default();
        for (seat, expected) in said {
            let bin = &mut bins[((expected * BINS as f64) as usize).min(BINS - 1)];
            bin.count += 1.0;
            bin.expected += expected;
            bin.got += payoffs[seat];
        }
        Ok(())
    }
}

impl Work for Calibration {
    fn players(&self) -> Vec<(String, String)> {
        let spec = |agent: &String| (self.game.spec().to_string(), agent.clone());
        [&self.agent].into_iter().chain(&self.others).map(spec).collect()
    }

    fn pieces(&self) -> usize {
        self.games.div_ceil(PIECE) as usize
    }

    fn piece(&self, index: usize) -> String {
        let mut bins = [Bin::default(); BINS];
        let first = index as u64 * PIECE;
        for game in first..(first + PIECE).min(self.games) {
            self.count(game, &mut bins).expect("the agents were built before");
        }
        let mut line = format!("{first}");
        for Bin { count, expected, got } in bins {
            let _ = write!(line, ",{count},{expected:.6},{got:.6}");
        }
        line
    }

    fn heading(&self) -> String {
        let names = (0..BINS).flat_map(|bin| {
            ["decisions", "expected", "got"].map(|what| format!("{what} {:.1}", bin as f64 / BINS as f64))
        });
        format!("first,{}", names.collect::<Vec<_>>().join(","))
    }

    /// The mean payoff of the decisions in each interval, with twice its error over pieces: decisions of one game end
    /// alike.
    fn digest(&self, lines: &[String]) -> Vec<Digest> {
        let pieces: Vec<Vec<f64>> = lines
            .iter()
            .map(|line| line.split(',').skip(1).filter_map(|number| number.parse().ok()).collect())
            .filter(|piece: &Vec<f64>| piece.len() == 3 * BINS)
            .collect();
        let row = |bin: usize| {
            let sum = |what: usize| pieces.iter().map(|piece| piece[3 * bin + what]).sum::<f64>();
            let (count, width) = (sum(0), 1.0 / BINS as f64);
            let range = format!("{:.1} to {:.1}", bin as f64 * width, (bin + 1) as f64 * width);
            if count == 0.0 {
                return vec![range, "0".to_string(), "-".to_string(), "-".to_string(), "-".to_string()];
            }
            let (expected, got) = (sum(1) / count, sum(2) / count);
            let off = |piece: &Vec<f64>| (piece[3 * bin + 2] - got * piece[3 * bin]).powi(2);
            let error = pieces.iter().map(off).sum::<f64>().sqrt() / count;
            let bar = "#".repeat((got * 20.0).round() as usize);
            vec![
                range,
                format!("{count}"),
                format!("{expected:.3}"),
                format!("{got:.3} ±{:.3}", 1.96 * error),
                bar,
            ]
        };
        let head = ["expected", "decisions", "mean expected", "mean payoff", ""];
        vec![Digest {
            title: format!("{}: payoffs by what was expected, {} games", self.agent, self.games),
            head: head.map(String::from).to_vec(),
            rows: (0..BINS).map(row).collect(),
        }]
    }
}

#[cfg(test)]
mod tests;
