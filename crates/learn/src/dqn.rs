//! Deep Q learning as the Tichu report did it with keras-rl: a net with an output for every action, double
//! DQN (van Hasselt et al. 2016), a target net that follows softly, moves drawn by Boltzmann's distribution
//! at a falling temperature. Knows games and nets, no agent by name.
//!
//! A game is played to its end by the net as it is, and then as many steps are learned as it had
//! decisions; so between games nothing is going on, and a checkpoint there is complete.

use std::borrow::Cow;
use std::sync::Arc;

use karuta_engine::{Referee, Rng, Seat};
use karuta_playable::encoding::{Encoder, MoveCode};
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param, Spec};

use crate::dmc::read_widths;
use crate::file::{self, Header, Tensor, Unpacked};
use crate::kernels::approach;
use crate::net::{Activation, Net, Shape};
use crate::others::Others;
use crate::player::Player;
use crate::replay::{Memory, Replay};
use crate::report::LearningSums;
use crate::teach::{Adam, Fault, Gradients, Sample};

/// The measure of a game that `reward=points` takes.
pub const POINTS: &str = "points";

/// The configuration of deep Q-learning.
#[derive(Clone, Debug, PartialEq)]
pub struct DqnOptions {
    /// The seed of everything.
    pub seed: u64,
    /// True if groups of inputs have units of their own in the first layer.
    pub apart: bool,
    /// The widths of the hidden layers; empty for the report's.
    pub hidden: Vec<usize>,
    /// Decisions remembered.
    pub replay: usize,
    /// Decisions before learning begins.
    pub warmup: usize,
    /// Decisions of a step of learning.
    pub batch: usize,
    /// Decisions made for each step of learning.
    pub interval: u64,
    /// The size of steps.
    pub rate: f32,
    /// The discount of a reward for each decision before it.
    pub discount: f32,
    /// The step of the target net towards the net.
    pub follow: f32,
    /// The temperature at first and at last.
    pub heat: (f64, f64),
    /// The decisions over which it falls.
    pub cooling: u64,
    /// The reward.
    pub reward: Reward,
}

/// The reward at the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reward {
    /// The first measure of the game, as people count it.
    Points,
    /// The payoff, a hundred for all of it.
    Payoff,
}

/// The name of the method in specs.
pub const NAME: &str = "dqn";

/// The parameters.
pub const PARAMS: &[Param] = &[
    Param {
        name: "start",
        default: "none",
        help: "a net of the same shape to begin with: one that comes with the program, by name, or a file",
    },
    Param {
        name: "encoder",
        default: "report-56-ranking",
        help: "what the net is told, by the game's name for it",
    },
    Param {
        name: "first",
        default: "separate",
        help: "the first layer: separate (units of their own for each group of inputs) or together",
    },
    Param {
        name: "hidden",
        default: "auto",
        help: "the widths of the hidden layers, joined by +; auto as in the report: as many units as inputs if \
               separate, else five for every output. Separate layers come before those named",
    },
    Param {
        name: "opponents",
        default: "self",
        help: "the other seats: self (all seats play by the net and learn), or an agent in parentheses",
    },
    Param { name: "replay", default: "50000", help: "decisions remembered, 100 to 10000000" },
    Param { name: "warmup", default: "100", help: "decisions before learning begins, 1 to 1000000" },
    Param { name: "batch", default: "32", help: "decisions of a step of learning, 1 to 100000" },
    Param { name: "interval", default: "1", help: "decisions made for each step of learning, 1 to 10000" },
    Param { name: "rate", default: "0.001", help: "the size of steps, up to 1" },
    Param { name: "discount", default: "0.99", help: "what a reward is worth one decision earlier, 0 to 1" },
    Param {
        name: "follow",
        default: "0.01",
        help: "how far the target net follows after each step, up to 1",
    },
    Param { name: "heat", default: "0.8", help: "the temperature of exploration at first, 0.000001 to 1000" },
    Param { name: "cold", default: "0.3", help: "the temperature at last, 0.000001 to 1000" },
    Param { name: "cooling", default: "800000", help: "the decisions over which it falls, 1 to 1000000000" },
    Param {
        name: "reward",
        default: "points",
        help: "what the end of a game brings: points (the game's measure of that name) or payoff (0 to 100)",
    },
];

impl DqnOptions {
    /// Reads what is asked for, the opponents apart.
    pub fn read(args: &Args<'_>, seed: u64) -> Result<DqnOptions, InputError> {
        Ok(DqnOptions {
            seed,
            apart: args.word("first", &["separate", "together"])? == 0,
            hidden: if args.text("hidden") == "auto" { Vec::new() } else { read_widths(args, "hidden")? },
            replay: args.number("replay", 100..=10_000_000)? as usize,
            warmup: args.number("warmup", 1..=1_000_000)? as usize,
            batch: args.number("batch", 1..=100_000)? as usize,
            interval: args.number("interval", 1..=10_000)?,
            rate: args.float("rate", 1e-9..=1.0)? as f32,
            discount: args.float("discount", 0.0..=1.0)? as f32,
            follow: args.float("follow", 1e-9..=1.0)? as f32,
            heat: (args.float("heat", 1e-6..=1000.0)?, args.float("cold", 1e-6..=1000.0)?),
            cooling: args.number("cooling", 1..=1_000_000_000)?,
            reward: [Reward::Points, Reward::Payoff][args.word("reward", &["points", "payoff"])?],
        })
    }

    /// The shape of the net. The hidden layer of the report's separate nets has a unit for every input of its
    /// group, that of its other nets five for every output.
    fn shape<G: Playable>(&self, encoder: &Encoder<G>) -> Shape {
        let outputs = encoder.outputs();
        let mut hidden = self.hidden.iter().copied();
        let first = if self.apart {
            encoder.groups.iter().map(|&inputs| (inputs, inputs)).collect()
        } else {
            vec![(encoder.inputs(), hidden.next().unwrap_or(5 * outputs))]
        };
        Shape { first, hidden: hidden.collect(), outputs, activation: Activation::Elu, last: Activation::Elu }
    }
}

/// A net that learns a game by its Q values.
pub struct Dqn<G: Playable> {
    /// Its configuration.
    pub options: DqnOptions,
    /// The net.
    pub net: Arc<Net>,
    /// Decisions made.
    pub steps: u64,
    target: Net,
    adam: Adam,
    replay: Replay,
    games: u64,
    /// Decisions for which no step has been learned yet.
    owed: u64,
    encoder: Encoder<G>,
    look: fn(&G, Seat) -> G::View,
    others: Others<G>,
    deal: Arc<dyn Fn(&mut Rng) -> G + Send + Sync>,
    gradients: [Gradients; 2],
}

/// Streams of the seed.
const START: u64 = 21;
const GAME: u64 = 22;
const DRAW: u64 = 23;

/// The report clips values to this range before it draws by them.
const CLIP: (f64, f64) = (-500.0, 300.0);

impl<G: Playable> Dqn<G> {
    /// A net that knows nothing yet. `look` is what it is shown.
    pub fn new(
        options: DqnOptions,
        encoder: Encoder<G>,
        look: fn(&G, Seat) -> G::View,
        others: Others<G>,
        deal: Arc<dyn Fn(&mut Rng) -> G + Send + Sync>,
    ) -> Dqn<G> {
        let net = Net::new(options.shape(&encoder), &mut Rng::for_path(options.seed, &[START]));
        Dqn {
            target: net.clone(),
            net: Arc::new(net),
            steps: 0,
            adam: Adam::default(),
            replay: Replay::new(options.replay),
            games: 0,
            owed: 0,
            encoder,
            look,
            others,
            deal,
            gradients: Default::default(),
            options,
        }
    }

    fn temperature(&self) -> f64 {
        let (from, to) = self.options.heat;
        let part = (self.steps as f64 / self.options.cooling as f64).min(1.0);
        from + part * (to - from)
    }

    /// Plays a game and learns from memory as often as it is due.
    pub fn advance(&mut self) -> LearningSums {
        let mut report = LearningSums::default();
        self.play(&mut report);
        while self.owed >= self.options.interval {
            self.owed -= self.options.interval;
            if self.replay.len() >= self.options.warmup {
                self.learn(&mut report);
            }
        }
        report
    }

    fn play(&mut self, report: &mut LearningSums) {
        let mut rng = Rng::for_path(self.options.seed, &[GAME, self.games]);
        self.games += 1;
        let mut referee = Referee::new((self.deal)(&mut rng));
        let mut player = Player::new(Arc::clone(&self.net), self.encoder);
        let mut others = self.others.seated(|seat| seat == 0);
        let mut made: Vec<Vec<Memory>> = vec![Vec::new(); G::SEATS];
        while let Some(seat) = referee.turn() {
            let mv = match (others.choose(&mut referee, &mut rng), referee.legal()) {
                (Some(mv), _) => mv,
                (None, &[only]) => only,
                (None, legal) => {
                    self.decide(referee.state(), seat, legal, &mut player, &mut made[seat], &mut rng)
                }
            };
            referee.play(mv);
        }
        let state = referee.state();
        for (seat, mut memories) in made.into_iter().enumerate() {
            let Some(last) = memories.last_mut() else { continue };
            last.is_last = true;
            last.reward = match self.options.reward {
                Reward::Points => state.measured(POINTS, seat).unwrap_or(0.0) as f32,
                Reward::Payoff => 100.0 * state.payoff()[seat] as f32,
            };
            report.ends += 1.0;
            report.reward += f64::from(last.reward);
            self.steps += memories.len() as u64;
            self.owed += memories.len() as u64;
            self.replay.add(memories);
        }
    }

    /// Draws a move by the values of its outputs, and remembers it where there was a choice.
    fn decide(
        &self,
        state: &G,
        seat: Seat,
        moves: &[G::Move],
        player: &mut Player<G>,
        made: &mut Vec<Memory>,
        rng: &mut Rng,
    ) -> G::Move {
        let MoveCode::Outputs { output, .. } = self.encoder.moves else {
            unreachable!("nets of Q values have an output for each move");
        };
        let view = (self.look)(state, seat);
        let values = player.judge(&view, moves).to_vec();
        // If plays share an output, the last one listed is played, as in the report.
        let mut legal: Vec<(u16, f64, usize)> = Vec::new();
        for (at, &mv) in moves.iter().enumerate() {
            let Some(output) = output(&view, mv) else { continue };
            match legal.iter_mut().find(|(known, ..)| usize::from(*known) == output) {
                Some((_, _, last)) => *last = at,
                None => legal.push((output as u16, f64::from(values[at]), at)),
            }
        }
        match legal.len() {
            0 => return moves[0],
            1 => return moves[legal[0].2],
            _ => {}
        }
        let heat = self.temperature();
        let clipped = |value: f64| value.clamp(CLIP.0, CLIP.1) / heat;
        let most = legal.iter().map(|(_, value, _)| clipped(*value)).fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = legal.iter().map(|(_, value, _)| libm::exp(clipped(*value) - most)).collect();
        let mut lot = rng.unit() * weights.iter().sum::<f64>();
        let drawn = weights.iter().position(|weight| {
            lot -= weight;
            lot < 0.0
        });
        let (chosen, _, at) = legal[drawn.unwrap_or(legal.len() - 1)];
        made.push(Memory {
            inputs: player.view_inputs().to_vec(),
            legal: legal.iter().map(|(output, ..)| *output).collect(),
            chosen,
            reward: 0.0,
            is_last: false,
        });
        moves[at]
    }

    /// Goes on from what another net of the same shape has learned.
    pub fn begin_with(&mut self, net: Net) {
        self.target = net.clone();
        self.net = Arc::new(net);
    }

    /// One step: the value of what was done is drawn to what it brought and, by the target net, to the
    /// value of the best that could be done next, by the net itself.
    fn learn(&mut self, report: &mut LearningSums) {
        let mut rng = Rng::for_path(self.options.seed, &[DRAW, self.adam.steps]);
        let net = Arc::make_mut(&mut self.net);
        let drawn: Vec<(&Memory, Option<&Memory>)> =
            (0..self.options.batch).map(|_| self.replay.draw(&mut rng)).collect();
        let after: Vec<&Memory> = drawn.iter().filter_map(|(_, next)| *next).collect();
        let told: Vec<Sample<'_>> = after.iter().map(|memory| memory.inputs.as_slice()).collect();
        let [own, other] = &mut self.gradients;
        own.show(net, &told);
        other.show(&self.target, &told);
        let mut best = after.iter().enumerate().map(|(at, memory)| {
            let value = |&&output: &&u16| own.output(net, at, output.into());
            let chosen = memory.legal.iter().max_by(|a, b| value(a).total_cmp(&value(b)));
            other.output(&self.target, at, chosen.map_or(0, |&output| output.into()))
        });
        let due: Vec<f32> = drawn
            .iter()
            .map(|(memory, next)| {
                let later = next.and_then(|_| best.next()).unwrap_or(0.0);
                memory.reward + self.options.discount * later
            })
            .collect();
        drop(best);
        let told: Vec<Sample<'_>> = drawn.iter().map(|(memory, _)| memory.inputs.as_slice()).collect();
        own.show(net, &told);
        let mut faults = Vec::with_capacity(drawn.len());
        for (sample, ((memory, _), due)) in drawn.iter().zip(due).enumerate() {
            let output = usize::from(memory.chosen);
            let value = own.output(net, sample, output);
            let slope = value - due;
            report.count += 1.0;
            report.loss += f64::from(slope * slope);
            report.value += f64::from(value);
            faults.push(Fault { sample, output, slope });
        }
        own.learn(net, &told, &faults);
        self.adam.step(net, &mut own.gradient, faults.len(), self.options.rate);
        approach(&mut self.target.parameters, &net.parameters, self.options.follow);
    }

    /// Everything that has to be remembered between games, as a file.
    pub fn checkpoint(&self, header: &Header, report: &LearningSums) -> Vec<u8> {
        let mut json = file::header_json(header, self.net.shape());
        json["report"] = report.json();
        json["optimiser_steps"] = self.adam.steps.into();
        json["games"] = self.games.into();
        json["owed"] = self.owed.into();
        let vector = |values| Tensor::Floats(vec![self.net.parameters.len()], Cow::Borrowed(values));
        let mut tensors = vec![
            ("latest".to_string(), vector(&self.net.parameters)),
            ("target".to_string(), vector(&self.target.parameters)),
        ];
        if self.adam.steps > 0 {
            tensors.push(("adam.means".to_string(), vector(&self.adam.means)));
            tensors.push(("adam.squares".to_string(), vector(&self.adam.squares)));
        }
        let words = self.replay.words();
        tensors.extend(Replay::tensors(&words));
        file::pack(&json, &tensors)
    }

    /// Goes on from a checkpoint of the same training; says what was reported until then.
    pub fn resume(&mut self, file: &Unpacked<'_>) -> Result<LearningSums, InputError> {
        let size = [self.net.parameters.len()];
        Arc::make_mut(&mut self.net).parameters = file.floats("latest", &size)?;
        self.target.parameters = file.floats("target", &size)?;
        self.adam = Adam { steps: file.count("optimiser_steps")?, ..Adam::default() };
        if self.adam.steps > 0 {
            self.adam.means = file.floats("adam.means", &size)?;
            self.adam.squares = file.floats("adam.squares", &size)?;
        }
        let shape = self.net.shape();
        self.replay = Replay::read(file, self.options.replay, (shape.inputs(), shape.outputs))?;
        self.games = file.count("games")?;
        self.owed = file.count("owed")?;
        self.steps = file.count("steps")?;
        Ok(LearningSums::from_json(&file.header["report"]))
    }
}

/// The scale from values of a net to payoffs, by the spec of its learner: of points of a round two hundred are
/// all there is.
pub fn scale(learner: &Spec) -> fn(f32) -> f64 {
    match learner.value("reward") {
        Some("payoff") => |value| f64::from(value) / 100.0,
        Some(_) | None => |value| f64::from(value) / 200.0,
    }
}

#[cfg(test)]
mod tests;
