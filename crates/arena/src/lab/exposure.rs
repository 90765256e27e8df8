//! Exposure: what a best response takes from an agent in endings. The agent plays itself; where an ending begins that can
//! be written out, it is asked what it would do in every situation of it, and the best answer to that is found. Knows
//! agents by their choices, and no game.

use std::fmt::Write as _;

use karuta_agents::any::{AnyGame, stream};
use karuta_agents::any_agent::AnyAgent;
use karuta_agents::exposure::Inquiry;
use karuta_engine::search::cfr::{Exposure, Limits};
use karuta_engine::{Rng, Stop};
use karuta_playable::error::InputError;
use karuta_playable::playable::Purpose;
use karuta_playable::spec::{Args, Param};

use super::{Digest, Study, Work};
use crate::registry;

pub(super) const STUDY: Study = Study {
    name: "exposure",
    help: "what the best possible opponent takes from an agent in endings of a hidden game",
    params: &[
        Param {
            name: "game",
            default: "hanamikoji:rules=official",
            help: "the game, of two seats and with worlds that can be listed",
        },
        Param { name: "agent", default: "net", help: "who is judged, playing both seats" },
        Param {
            name: "plies",
            default: "4",
            help: "the most decisions left where an ending begins, 1 to 12",
        },
        Param {
            name: "worlds",
            default: "3000",
            help: "the most worlds of an ending, of both seats together",
        },
        Param { name: "nodes", default: "300000", help: "the most positions of an ending" },
        Param {
            name: "updates",
            default: "300",
            help: "iterations by which the equilibrium is found that the agent is compared with",
        },
        Param {
            name: "draws",
            default: "1",
            help: "how often the agent is asked in each situation; what it chooses by chance is a mixed strategy",
        },
        Param {
            name: "games",
            default: "100",
            help: "games played, each at most a few endings, ten to a piece",
        },
        Param { name: "seed", default: "1", help: "the seed of deals and agents" },
    ],
    open,
};

/// Games of a piece.
const PIECE: u64 = 10;

/// Numbers of a game.
const FIELDS: usize = 5;

/// A gain by the best response that counts as one, as a part of a win.
const NOTABLE: f64 = 0.01;

fn open(args: &Args<'_>) -> Result<Box<dyn Work>, InputError> {
    let game = registry::open(args.text("game"), Purpose::Match)?;
    let agent = game.agent(args.text("agent"), false, Rng::new(0))?.spec().to_string();
    let limits = Limits {
        plies: args.number("plies", 1..=12)? as u32,
        worlds: args.number("worlds", 1..=1_000_000)? as usize,
        nodes: args.number("nodes", 1..=100_000_000)? as usize,
    };
    let exposed = Exposed {
        inquiry: Inquiry {
            agent,
            limits,
            updates: args.number("updates", 1..=1_000_000)?,
            draws: args.number("draws", 1..=1_000)?,
            seed: 0,
        },
        games: args.number("games", 1..=100_000_000)?,
        seed: args.number("seed", 0..=u64::MAX)?,
        game,
    };
    // Games and agents that cannot be asked are refused before anything is played.
    exposed.game.exposure(&*exposed.game.dealt_state(0, 0)?, &exposed.inquiry)?;
    Ok(Box::new(exposed))
}

struct Exposed {
    game: Box<dyn AnyGame>,
    inquiry: Inquiry,
    games: u64,
    seed: u64,
}

/// Sums over the endings of a game.
#[derive(Clone, Copy, Default)]
struct Sums {
    endings: f64,
    /// Gains of the best response, the mean of both seats.
    gain: f64,
    /// Endings in which it gains something.
    notable: f64,
    /// The sum of what is missing from the equilibria that were found.
    missing: f64,
    /// Situations in which the agent was asked.
    asked: f64,
}

impl Sums {
    fn add(&mut self, found: &Exposure) {
        let gain = (found.gain(0) + found.gain(1)) / 2.0;
        self.endings += 1.0;
        self.gain += gain;
        self.notable += f64::from(u8::from(gain > NOTABLE));
        self.missing += found.equilibrium.1 / 2.0;
        self.asked += found.asked as f64;
    }
}

impl Exposed {
    /// Plays one game and measures the endings it comes to.
    fn play(&self, index: u64) -> Result<Sums, InputError> {
        let mut state = self.game.dealt_state(self.seed, index)?;
        let luck = |seat: usize| Rng::for_path(self.seed, &[stream::STUDY, index, seat as u64]);
        let mut agents: Vec<Box<dyn AnyAgent>> = (0..state.seats())
            .map(|seat| self.game.agent(&self.inquiry.agent, false, luck(seat)))
            .collect::<Result<_, _>>()?;
        let (mut sums, mut is_known) = (Sums::default(), false);
        let mut rng = luck(agents.len());
        while let Some(seat) = state.turn() {
            let left = self.game.decisions_left(&*state);
            let is_near = left.is_some_and(|left| left <= self.inquiry.limits.plies);
            // An ending that was measured is played on until its round is over.
            is_known &= is_near;
            if is_near && !is_known {
                let inquiry = Inquiry { seed: rng.bits(), ..self.inquiry.clone() };
                let found = self.game.exposure(&*state, &inquiry)?;
                found.iter().for_each(|found| sums.add(found));
                is_known = found.is_some();
            }
            let (id, _) = agents[seat].decide(&*state, &Stop::never())?;
            state.apply_id(id)?;
        }
        Ok(sums)
    }
}

impl Work for Exposed {
    fn players(&self) -> Vec<(String, String)> {
        vec![(self.game.spec().to_string(), self.inquiry.agent.clone())]
    }

    fn pieces(&self) -> usize {
        self.games.div_ceil(PIECE) as usize
    }

    fn piece(&self, index: usize) -> String {
        let first = index as u64 * PIECE;
        let mut line = first.to_string();
        for game in first..(first + PIECE).min(self.games) {
            let Sums { endings, gain, notable, missing, asked } =
                self.play(game).expect("the agents were built before");
            let _ = write!(line, ",{endings},{gain:.6},{notable},{missing:.6},{asked}");
        }
        line
    }

    fn heading(&self) -> String {
        let names = (0..PIECE).flat_map(|game| {
            ["endings", "gain", "notable", "missing", "asked"].map(|what| format!("{what} {game}"))
        });
        format!("first,{}", names.collect::<Vec<_>>().join(","))
    }

    /// The mean gain of an ending, its interval being that of games.
    fn digest(&self, lines: &[String]) -> Vec<Digest> {
        let numbers = |line: &String| {
            let fields = line.split(',').skip(1).filter_map(|number| number.parse().ok());
            fields.collect::<Vec<f64>>()
        };
        let all: Vec<f64> = lines.iter().flat_map(numbers).collect();
        let games: Vec<&[f64]> = all.chunks_exact(FIELDS).collect();
        let sum = |what: usize| games.iter().map(|game| game[what]).sum::<f64>();
        let endings = sum(0);
        let percent = |what: usize| {
            let mean = sum(what) / endings;
            let off = games.iter().map(|game| (game[what] - mean * game[0]).powi(2)).sum::<f64>();
            format!("{:.2} ±{:.2}", 100.0 * mean, 196.0 * off.sqrt() / endings)
        };
        let row = match endings > 0.0 {
            true => vec![
                format!("{endings}"),
                percent(1),
                percent(2),
                percent(3),
                format!("{:.0}", sum(4) / endings),
            ],
            false => {
                vec!["0".to_string(), "-".to_string(), "-".to_string(), "-".to_string(), "-".to_string()]
            }
        };
        let head = ["endings", "gain, % of a win", "gained over 1, %", "of equilibrium", "situations"];
        vec![Digest {
            title: format!(
                "{}: what a best response gains in endings, {} games",
                self.inquiry.agent, self.games
            ),
            head: head.map(String::from).to_vec(),
            rows: vec![row],
        }]
    }
}

#[cfg(test)]
mod tests;
