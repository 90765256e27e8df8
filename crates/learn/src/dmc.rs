//! Deep Monte Carlo, after DouZero (Zha et al. 2021): all seats play by the net, now and then at random, and
//! the net learns what every move made has led to. Knows games and nets; where games are played at once
//! is not known here, only which.
//!
//! Games are numbered, and each draws its luck from its number. A round of learning plays a fixed range of
//! them with the net as it is and then learns from all in an order of its own, so it does not matter who
//! plays which of them, and between rounds nothing has to be remembered but parameters.

use std::borrow::Cow;
use std::sync::Arc;

use karuta_engine::evaluation::ValueFn;
use karuta_engine::playout::RoundNumber;
use karuta_engine::{Referee, Rng};
use karuta_playable::encoding::{Encoder, MoveCode};
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param};

use crate::file::{self, Header, Tensor, Unpacked};
use crate::kernels::approach;
use crate::net::{Activation, Net, Shape};
use crate::others::Others;
use crate::player::Player;
use crate::report::LearningSums;
use crate::teach::{Adam, Fault, Gradients, Sample};

/// The configuration of deep Monte Carlo.
#[derive(Clone, Debug, PartialEq)]
pub struct DmcOptions {
    /// The seed of everything.
    pub seed: u64,
    /// The widths of the hidden layers.
    pub hidden: Vec<usize>,
    /// Games of a round of learning.
    pub games: u64,
    /// Samples of a step.
    pub batch: usize,
    /// The size of steps.
    pub rate: f32,
    /// The share of moves made at random.
    pub explore: f64,
    /// The weight of the latest net in the running mean of nets; the mean is kept.
    pub fresh: f32,
    /// True if, in a game of rounds, moves are credited with the end of their round.
    pub by_round: bool,
}

/// The name of the method in specs.
pub const NAME: &str = "dmc";

/// The parameters.
pub const PARAMS: &[Param] = &[
    Param {
        name: "start",
        default: "none",
        help: "a net of the same shape to begin with: one that comes with the program, by name, or a file",
    },
    Param { name: "encoder", default: "candidates", help: "what the net is told, by the game's name for it" },
    Param { name: "hidden", default: "256+128", help: "the widths of the hidden layers, joined by +" },
    Param {
        name: "opponents",
        default: "self",
        help: "the other seats: self (all seats play by the net and learn), or an agent in parentheses, which the net \
               learns to beat; it then takes each side in turn",
    },
    Param { name: "games", default: "256", help: "games between two rounds of learning, 1 to 100000" },
    Param { name: "batch", default: "256", help: "moves of a step, 1 to 100000" },
    Param { name: "rate", default: "0.0005", help: "the size of steps, up to 1" },
    Param { name: "explore", default: "0.03", help: "the share of moves made at random, 0 to 1" },
    Param {
        name: "fresh",
        default: "0.0005",
        help: "what part of the running mean of nets, which is what is kept, the latest one makes up",
    },
    Param {
        name: "rounds",
        default: "off",
        help: "games of several rounds: on learns from what the table of the game says the end of a round is \
               worth, not from the end of the game",
    },
];

impl DmcOptions {
    /// Reads what is asked for.
    pub fn read(args: &Args<'_>, seed: u64) -> Result<DmcOptions, InputError> {
        Ok(DmcOptions {
            seed,
            hidden: read_widths(args, "hidden")?,
            games: args.number("games", 1..=100_000)?,
            batch: args.number("batch", 1..=100_000)? as usize,
            rate: args.float("rate", 1e-9..=1.0)? as f32,
            explore: args.float("explore", 0.0..=1.0)?,
            fresh: args.float("fresh", 1e-9..=1.0)? as f32,
            by_round: args.switch("rounds")?,
        })
    }
}

/// Widths of layers, such as `256+128`.
pub(crate) fn read_widths(args: &Args<'_>, key: &'static str) -> Result<Vec<usize>, InputError> {
    let text = args.text(key);
    let width = |part: &str| part.trim().parse().ok().filter(|width| (1..=4096).contains(width));
    let widths: Option<Vec<usize>> = text.split('+').map(width).collect();
    widths
        .filter(|widths| widths.len() <= 8)
        .ok_or_else(|| args.bad(key, text, "one to eight widths from 1 to 4096, such as 256+128"))
}

/// Moves made and what they led to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Samples {
    /// The inputs of all moves that are not zero.
    pub(crate) inputs: Vec<(u16, f32)>,
    /// The ends of the inputs of each move.
    pub(crate) ends: Vec<usize>,
    /// The payoffs that the moves led to.
    pub(crate) payoffs: Vec<f32>,
    /// The net's values of them.
    pub(crate) values: Vec<f32>,
}

impl Samples {
    fn sample(&self, at: usize) -> Sample<'_> {
        let from = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.inputs[from..self.ends[at]]
    }
}

/// A net that learns a game.
pub struct Dmc<G: Playable> {
    /// Its configuration.
    pub options: DmcOptions,
    /// The net as it is.
    pub net: Arc<Net>,
    /// The running mean of nets.
    pub mean: Net,
    /// The optimiser.
    pub adam: Adam,
    /// Games played.
    pub games: u64,
    encoder: Encoder<G>,
    others: Others<G>,
    deal: Arc<dyn Fn(&mut Rng) -> G + Send + Sync>,
    rounds: Option<(RoundNumber<G>, Arc<dyn ValueFn<G>>)>,
    gradients: Gradients,
}

/// Streams of the seed.
const START: u64 = 11;
const GAME: u64 = 12;
const ORDER: u64 = 13;

impl<G: Playable> Dmc<G> {
    /// A net that knows nothing yet.
    pub fn new(
        options: DmcOptions,
        encoder: Encoder<G>,
        others: Others<G>,
        deal: Arc<dyn Fn(&mut Rng) -> G + Send + Sync>,
    ) -> Dmc<G> {
        let mut widths = options.hidden.iter().copied();
        let first = widths.next().unwrap_or(1);
        let shape = Shape {
            first: vec![(encoder.inputs(), first)],
            hidden: widths.collect(),
            outputs: 1,
            activation: Activation::Relu,
            last: Activation::Linear,
        };
        let net = Net::new(shape, &mut Rng::for_path(options.seed, &[START]));
        let rounds = if options.by_round { G::parts().round_end() } else { None };
        Dmc {
            mean: net.clone(),
            net: Arc::new(net),
            adam: Adam::default(),
            games: 0,
            encoder,
            others,
            deal,
            rounds: rounds.map(|(round, value)| (round.number, value)),
            gradients: Gradients::default(),
            options,
        }
    }

    /// A player by the net as it is.
    pub fn player(&self) -> Player<G> {
        Player::new(Arc::clone(&self.net), self.encoder)
    }

    /// The games of the next round of learning.
    pub fn next_games(&self) -> std::ops::Range<u64> {
        self.games..self.games + self.options.games
    }

    /// Plays a game, whichever thread asks.
    pub fn play(&self, game: u64, player: &mut Player<G>) -> Samples {
        let mut rng = Rng::for_path(self.options.seed, &[GAME, game]);
        let mut referee = Referee::new((self.deal)(&mut rng));
        let side = game as usize % G::TEAMS;
        let mut others = self.others.seated(|seat| seat % G::TEAMS == side);
        let mut samples = Samples::default();
        let mut seats = Vec::new();
        let number = |state: &G| self.rounds.as_ref().map_or(0, |(number, _)| number(state));
        let mut round = number(referee.state());
        while let Some(seat) = referee.turn() {
            let mv = match (others.choose(&mut referee, &mut rng), referee.legal()) {
                (Some(mv), _) => mv,
                (None, &[only]) => only,
                (None, moves) => {
                    player.judge(&referee.state().view(seat), moves);
                    let mut at = player.best();
                    if rng.unit() < self.options.explore {
                        at = rng.index(moves.len());
                    }
                    self.note(player, at, &mut samples);
                    seats.push(seat);
                    moves[at]
                }
            };
            referee.play(mv);
            let state = referee.state();
            if let Some((_, value_fn)) = self.rounds.as_ref().filter(|_| number(state) != round) {
                let due = value_fn.payoffs(state);
                let open = samples.payoffs.len();
                samples.payoffs.extend(seats[open..].iter().map(|&seat| due[seat] as f32));
                round = number(state);
            }
        }
        let state = referee.state();
        let due = state.payoff();
        let open = samples.payoffs.len();
        samples.payoffs.extend(seats[open..].iter().map(|&seat| due[seat] as f32));
        samples
    }

    /// Keeps what the net was told of the move it makes.
    fn note(&self, player: &Player<G>, at: usize, samples: &mut Samples) {
        samples.inputs.extend_from_slice(player.view_inputs());
        if let MoveCode::Inputs { .. } = self.encoder.moves {
            let from = self.encoder.view_inputs() as u16;
            samples.inputs.extend(player.move_inputs(at).iter().map(|&(at, value)| (at + from, value)));
        }
        samples.ends.push(samples.inputs.len());
        samples.values.push(player.value(at));
    }

    /// Learns from the games of a round, in the order of their numbers.
    pub fn learn(&mut self, played: &[Samples]) -> LearningSums {
        let mut order: Vec<(u32, u32)> = Vec::new();
        for (game, samples) in (0..).zip(played) {
            order.extend((0..samples.ends.len() as u32).map(|at| (game, at)));
        }
        Rng::for_path(self.options.seed, &[ORDER, self.games]).shuffle(&mut order);
        let net = Arc::make_mut(&mut self.net);
        let mut report = LearningSums::default();
        for batch in order.chunks(self.options.batch) {
            let of = |&(game, at): &(u32, u32)| (&played[game as usize], at as usize);
            let samples: Vec<Sample<'_>> =
                batch.iter().map(of).map(|(samples, at)| samples.sample(at)).collect();
            self.gradients.show(net, &samples);
            let mut faults = Vec::with_capacity(batch.len());
            for (sample, (played, at)) in batch.iter().map(of).enumerate() {
                let slope = self.gradients.output(net, sample, 0) - played.payoffs[at];
                report.loss += f64::from(slope * slope);
                report.value += f64::from(played.values[at]);
                report.reward += f64::from(played.payoffs[at]);
                faults.push(Fault { sample, output: 0, slope });
            }
            self.gradients.learn(net, &samples, &faults);
            self.adam.step(net, &mut self.gradients.gradient, batch.len(), self.options.rate);
            // Early on the mean must not be that of nets that knew nothing.
            let fresh = self.options.fresh.max(1.0 / (1.0 + self.adam.steps as f32 / 10.0));
            approach(&mut self.mean.parameters, &net.parameters, fresh);
        }
        report.count = order.len() as f64;
        report.ends = report.count;
        self.games += played.len() as u64;
        report
    }
}

impl<G: Playable> Dmc<G> {
    /// Everything that has to be remembered between rounds of learning, as a file.
    pub fn checkpoint(&self, header: &Header, report: &LearningSums) -> Vec<u8> {
        let mut json = file::header_json(header, self.net.shape());
        json["report"] = report.json();
        json["optimiser_steps"] = self.adam.steps.into();
        let vector = |values| Tensor::Floats(vec![self.net.parameters.len()], Cow::Borrowed(values));
        let mut tensors = vec![
            ("latest".to_string(), vector(&self.net.parameters)),
            ("mean".to_string(), vector(&self.mean.parameters)),
        ];
        if self.adam.steps > 0 {
            tensors.push(("adam.means".to_string(), vector(&self.adam.means)));
            tensors.push(("adam.squares".to_string(), vector(&self.adam.squares)));
        }
        file::pack(&json, &tensors)
    }

    /// Goes on from a checkpoint of the same training; says what was reported until then.
    pub fn resume(&mut self, file: &Unpacked<'_>) -> Result<LearningSums, InputError> {
        let size = [self.net.parameters.len()];
        let net = Arc::make_mut(&mut self.net);
        net.parameters = file.floats("latest", &size)?;
        self.mean.parameters = file.floats("mean", &size)?;
        self.adam = Adam { steps: file.count("optimiser_steps")?, ..Adam::default() };
        if self.adam.steps > 0 {
            self.adam.means = file.floats("adam.means", &size)?;
            self.adam.squares = file.floats("adam.squares", &size)?;
        }
        self.games = file.count("steps")?;
        Ok(LearningSums::from_json(&file.header["report"]))
    }
}

/// Every seat's payoffs are between 0 and 1, and so are values.
pub fn payoff_of(value: f32) -> f64 {
    f64::from(value)
}

#[cfg(test)]
mod tests;
