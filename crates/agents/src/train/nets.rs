//! Nets in training, whatever their game: which learner, who plays which games, and how a net fares
//! against others meanwhile. Knows names, threads and agents; nets learn in
//! `karuta_learn`. Reads and writes no files.

use std::cmp::Ordering;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use karuta_engine::{Agent, Referee, Rng, Seat};
use karuta_learn::dmc::{self, Dmc, DmcOptions, Samples};
use karuta_learn::dqn::{self, Dqn, DqnOptions, Reward};
use karuta_learn::file::{self, Header, Unpacked};
use karuta_learn::net::Net;
use karuta_learn::others::Others;
use karuta_learn::player::{NetAgent, Player};
use karuta_learn::report::LearningSums;
use karuta_learn::samples::{pack_games, unpack_games};
use karuta_playable::encoding::{Encoder, MoveCode};
use karuta_playable::error::InputError;
use karuta_playable::parts::Parts;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param, Spec};
use karuta_records::content::ContentHash;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::builder::{AgentBuilder, BuiltAgent};

/// The configuration of a training and of its examinations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetTrainConfig {
    /// The learner, as a spec: `dmc:hidden=128+64`.
    pub learner: String,
    /// The seed of everything.
    pub seed: u64,
    /// Whom it is examined against; the game's first policy unless somebody is named.
    pub opponent: Option<String>,
    /// Deals of an examination.
    pub deals: u64,
    /// Threads that play.
    pub threads: usize,
    /// The commit that trains.
    pub commit: String,
}

/// The measurements of a net at one moment of its training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Games or decisions, as the learner counts.
    pub steps: u64,
    /// The mean square of what the net got wrong since the last point.
    pub loss: f64,
    /// The mean of what it thought of the moves it made.
    pub value: f64,
    /// The mean of what they led to.
    pub reward: f64,
    /// The mean payoff in the examination.
    pub payoff: f64,
    /// The part of games of the examination that it won, a draw being half.
    pub wins: f64,
    /// The mean of the game's points in the examination; `None` if the game has no measure of that name.
    pub points: Option<f64>,
}

/// A net in training.
pub trait NetTraining {
    /// The unit that is counted.
    fn unit(&self) -> &'static str;
    /// The number that is done.
    fn steps(&self) -> u64;
    /// The learner, spelled canonically.
    fn learner(&self) -> &str;
    /// Whom the net is examined against.
    fn opponent(&self) -> &str;
    /// Learns a little more.
    fn advance(&mut self);
    /// Plays the `number`-th of `of` parts of the games that are learned from next, as a file.
    fn play_chunk(&self, number: u64, of: u64) -> Result<Vec<u8>, InputError>;
    /// Learns from the games that are due, which others have played: the files of all parts, with their names. One
    /// game of each is played again here, and nothing is learned unless all of them belong to this training.
    fn learn_chunks(&mut self, chunks: &[(String, Vec<u8>)]) -> Result<(), InputError>;
    /// Examines the net on deals it does not train on, and begins to add up anew.
    fn examine(&mut self) -> Point;
    /// The net as a file.
    fn net(&self) -> Vec<u8>;
    /// Everything needed to go on, as a file.
    fn checkpoint(&self) -> Vec<u8>;
}

/// The ways to learn, with what they may be asked for.
pub const LEARNERS: &[(&str, &str, &[Param])] = &[
    (dmc::NAME, "deep Monte Carlo: the net learns what moves led to, playing against itself", dmc::PARAMS),
    (dqn::NAME, "deep Q learning as in the Tichu report: double DQN, Boltzmann exploration", dqn::PARAMS),
];

/// The seed's stream of examinations.
const EXAM: u64 = 6;

pub(crate) struct Typed<G: Playable> {
    learner: NetLearner<G>,
    config: NetTrainConfig,
    header: Header,
    encoder: Encoder<G>,
    options: G::Options,
    /// The view of a net that peeks.
    peek: Option<fn(&G, Seat) -> G::View>,
    opponent: BuiltAgent<G>,
    report: LearningSums,
}

enum NetLearner<G: Playable> {
    Dmc(Box<Dmc<G>>),
    Dqn(Box<Dqn<G>>),
}

impl<G: Playable> Typed<G> {
    /// A training of a game, from a checkpoint if there is one.
    pub fn new(
        game: &str,
        options: &G::Options,
        builder: &AgentBuilder<G>,
        config: &NetTrainConfig,
        checkpoint: Option<&[u8]>,
    ) -> Result<Typed<G>, InputError> {
        let spec = Spec::parse(&config.learner)?;
        let Some((name, _, params)) = LEARNERS.iter().find(|(name, ..)| *name == spec.name) else {
            let names = LEARNERS.iter().map(|(name, ..)| *name);
            return Err(InputError::unknown("learner", &spec.name, names));
        };
        let args = Args::new(&spec, params)?;
        let (encoder_name, encoder) = encoder(&builder.parts, &args)?;
        let is_input = matches!(encoder.moves, MoveCode::Inputs { .. });
        if is_input != (*name == dmc::NAME) {
            let how = if is_input { "inputs" } else { "outputs" };
            let why = format!("encoder {encoder_name} tells moves as {how}, which does not suit {name}");
            return Err(InputError::new(why));
        }
        let peek = builder.parts.worlds.reveal_all().filter(|_| encoder.peeks);
        let deal = deals(&builder.parts, options);
        let others = others(builder, args.text("opponents"))?;
        let learner = if *name == dmc::NAME {
            let wanted = DmcOptions::read(&args, config.seed)?;
            NetLearner::Dmc(Box::new(Dmc::new(wanted, encoder, others, deal)))
        } else {
            let wanted = DqnOptions::read(&args, config.seed)?;
            let has_points = G::MEASURES.iter().any(|measure| measure.name == dqn::POINTS);
            if wanted.reward == Reward::Points && !has_points {
                let given = format!("{}, which has no points", G::NAME);
                return Err(InputError::new(format!("reward=points does not suit {given}: expected payoff")));
            }
            NetLearner::Dqn(Box::new(Dqn::new(wanted, encoder, peek.unwrap_or(G::view), others, deal)))
        };
        let policies = &builder.parts.policies;
        let first = || policies.iter().find(|part| part.agent.is_some()).map_or("random", |part| part.name);
        let opponent = config.opponent.clone().unwrap_or_else(|| first().to_string());
        let mut trained = spec.canonical(params);
        // Nets are passed on: the folder of the net it began with is nobody else's business.
        for (_, value) in trained.args.iter_mut().filter(|(key, _)| key == "start") {
            let name = Path::new(value.as_str()).file_name();
            *value = name.map_or(String::new(), |name| name.to_string_lossy().into_owned());
        }
        let header = Header {
            game: game.to_string(),
            encoder: encoder_name,
            learner: trained.to_string(),
            steps: 0,
            seed: config.seed,
            commit: config.commit.clone(),
        };
        let mut training = Typed {
            learner,
            config: config.clone(),
            header,
            encoder,
            options: options.clone(),
            peek,
            opponent: builder.build(&opponent)?,
            report: LearningSums::default(),
        };
        match (checkpoint, args.text("start")) {
            (Some(bytes), _) => training.resume(bytes)?,
            (None, "none") => {}
            (None, name) => training.begin_with(name)?,
        }
        Ok(training)
    }

    /// Begins with what another net has learned.
    fn begin_with(&mut self, name: &str) -> Result<(), InputError> {
        let bad = |why: String| InputError::new(format!("start={name}: {why}"));
        let bytes = crate::nets::read(name).map_err(bad)?;
        let (header, net) = file::read_net(&bytes).map_err(|error| bad(error.to_string()))?;
        if header.encoder != self.header.encoder || net.shape() != self.best_net().shape() {
            return Err(bad(String::from(
                "it is told other things or has another shape than the net asked for",
            )));
        }
        match &mut self.learner {
            NetLearner::Dmc(dmc) => {
                dmc.mean = net.clone();
                dmc.net = Arc::new(net);
            }
            NetLearner::Dqn(dqn) => dqn.begin_with(net),
        }
        Ok(())
    }

    fn resume(&mut self, bytes: &[u8]) -> Result<(), InputError> {
        let file = Unpacked::new(bytes)?;
        let (kept, _) = file::read_header(&file)?;
        for (what, kept, asked) in [
            ("game", &kept.game, &self.header.game),
            ("learner", &kept.learner, &self.header.learner),
            ("seed", &kept.seed.to_string(), &self.header.seed.to_string()),
        ] {
            if kept != asked {
                return Err(InputError::new(format!(
                    "it is of another training: its {what} is {kept}, and {asked} was asked for"
                )));
            }
        }
        self.report = match &mut self.learner {
            NetLearner::Dmc(dmc) => dmc.resume(&file)?,
            NetLearner::Dqn(dqn) => dqn.resume(&file)?,
        };
        Ok(())
    }

    /// The learner, if its games can be played by others.
    fn dividable(&self) -> Result<&Dmc<G>, InputError> {
        match &self.learner {
            NetLearner::Dmc(dmc) => Ok(dmc),
            NetLearner::Dqn(_) => Err(InputError::new(
                "dqn learns after every decision, so its games cannot be divided; those of dmc can",
            )),
        }
    }

    /// Everything that the games that are due depend on.
    fn origin(&self, dmc: &Dmc<G>) -> Value {
        let bytes: Vec<u8> = dmc.net.parameters.iter().flat_map(|value| value.to_le_bytes()).collect();
        json!({
            "game": self.header.game,
            "learner": self.header.learner,
            "seed": self.header.seed,
            "games": dmc.games,
            "net": ContentHash::of(&bytes).to_string(),
        })
    }

    fn header(&self) -> Header {
        Header { steps: self.steps(), ..self.header.clone() }
    }

    fn best_net(&self) -> &Net {
        match &self.learner {
            NetLearner::Dmc(dmc) => &dmc.mean,
            NetLearner::Dqn(dqn) => &dqn.net,
        }
    }

    /// Plays a deal with the net on one side.
    fn play_exam(&self, index: u64, side: usize, net: &Arc<Net>) -> Examined {
        let deal = G::deal(&self.options, &mut Rng::for_path(self.config.seed, &[EXAM, index]));
        let mut rng = Rng::for_path(self.config.seed, &[EXAM, index, side as u64]);
        let is_own = |seat: Seat| seat % G::TEAMS == side;
        let mut agents: Vec<Box<dyn Agent<G>>> = (0..G::SEATS)
            .map(|seat| -> Box<dyn Agent<G>> {
                if is_own(seat) {
                    let player = Player::new(Arc::clone(net), self.encoder);
                    Box::new(NetAgent::new(player, dmc::payoff_of))
                } else {
                    (self.opponent.make)()
                }
            })
            .collect();
        let look = |state: &G, seat: Seat| match (is_own(seat), self.peek) {
            (true, Some(peek)) => peek(state, seat),
            (true, None) => state.view(seat),
            (false, _) => self.opponent.view(state, seat),
        };
        let mut referee = Referee::new(deal);
        while let Some(decision) = referee.decision_showing(look) {
            let mv = agents[decision.seat].choose(&decision, &mut rng).mv;
            referee.play(mv);
        }
        let state = referee.state();
        let payoffs = state.payoff();
        let others: Vec<f64> =
            (0..G::SEATS).filter(|&seat| !is_own(seat)).map(|seat| payoffs[seat]).collect();
        Examined {
            payoff: payoffs[side],
            others: others.iter().sum::<f64>() / others.len() as f64,
            points: state.measured(dqn::POINTS, side),
        }
    }
}

/// A game of an examination, seen from the net's side.
struct Examined {
    /// Its payoff.
    payoff: f64,
    /// The mean payoff of the others.
    others: f64,
    /// Its points, where the game has some.
    points: Option<f64>,
}

/// The encoder that is asked for.
fn encoder<G: Playable>(parts: &Parts<G>, args: &Args<'_>) -> Result<(String, Encoder<G>), InputError> {
    let encoders = &parts.learning.encoders;
    if encoders.is_empty() {
        return Err(InputError::new(format!("{} has no encoder, so no net can learn it", G::NAME)));
    }
    let name = args.text("encoder");
    let found = encoders.iter().find(|named| named.name == name);
    let names = || encoders.iter().map(|named| named.name);
    let found =
        found.ok_or_else(|| InputError::unknown(&format!("encoder for {}", G::NAME), name, names()))?;
    Ok((name.to_string(), found.part))
}

/// The agents at the other seats.
fn others<G: Playable>(builder: &AgentBuilder<G>, text: &str) -> Result<Others<G>, InputError> {
    if text == "self" {
        return Ok(Others::Itself);
    }
    let BuiltAgent { make, peek, .. } = builder.build(text)?;
    Ok(Others::Agents { make, look: peek.unwrap_or(G::view) })
}

/// Deals to learn from: those the game makes for its learners, or else plain ones.
fn deals<G: Playable>(parts: &Parts<G>, options: &G::Options) -> Arc<dyn Fn(&mut Rng) -> G + Send + Sync> {
    let options = options.clone();
    match parts.learning.policy {
        Some(learnable) => {
            let table = G::deal(&options, &mut Rng::new(0));
            Arc::new(move |rng| (learnable.deal)(&table, rng))
        }
        None => Arc::new(move |rng| G::deal(&options, rng)),
    }
}

impl<G: Playable> NetTraining for Typed<G> {
    fn unit(&self) -> &'static str {
        match &self.learner {
            NetLearner::Dmc(_) => "games",
            NetLearner::Dqn(_) => "decisions",
        }
    }

    fn steps(&self) -> u64 {
        match &self.learner {
            NetLearner::Dmc(dmc) => dmc.games,
            NetLearner::Dqn(dqn) => dqn.steps,
        }
    }

    fn learner(&self) -> &str {
        &self.header.learner
    }

    fn opponent(&self) -> &str {
        &self.opponent.spec
    }

    fn advance(&mut self) {
        let report = match &mut self.learner {
            NetLearner::Dmc(dmc) => {
                let played = in_order(dmc.next_games(), self.config.threads, |games| {
                    let mut player = dmc.player();
                    games.map(|game| dmc.play(game, &mut player)).collect()
                });
                dmc.learn(&played)
            }
            NetLearner::Dqn(dqn) => dqn.advance(),
        };
        self.report.add(&report);
    }

    fn play_chunk(&self, number: u64, of: u64) -> Result<Vec<u8>, InputError> {
        let dmc = self.dividable()?;
        let games = dmc.next_games();
        // More chunks than games leave some of them empty, which is no harm to anybody.
        let own = games.start + number - 1..games.end;
        let own: Vec<u64> = own.step_by(usize::try_from(of).unwrap_or(usize::MAX)).collect();
        let played = in_order(0..own.len() as u64, self.config.threads, |places| {
            let mut player = dmc.player();
            places.map(|at| own[at as usize]).map(|game| (game, dmc.play(game, &mut player))).collect()
        });
        Ok(pack_games(&self.origin(dmc), &played))
    }

    fn learn_chunks(&mut self, chunks: &[(String, Vec<u8>)]) -> Result<(), InputError> {
        let dmc = self.dividable()?;
        let (due, origin) = (dmc.next_games(), self.origin(dmc));
        let mut player = dmc.player();
        let mut played: Vec<Option<Samples>> = vec![None; (due.end - due.start) as usize];
        for (name, bytes) in chunks {
            let bad = |why: &str| InputError::new(format!("{name}: {why}"));
            let (from, games) = unpack_games(bytes).map_err(|error| bad(&error.to_string()))?;
            for what in ["game", "learner", "seed", "games", "net"] {
                if from[what] != origin[what] {
                    return Err(bad(&format!(
                        "it is of another training or round: its {what} is {}, and {} is due",
                        from[what], origin[what]
                    )));
                }
            }
            if games.first().is_some_and(|(game, samples)| dmc.play(*game, &mut player) != *samples) {
                return Err(bad("its games were played by a program that plays otherwise"));
            }
            for (game, samples) in games {
                let place = game.checked_sub(due.start).and_then(|at| played.get_mut(at as usize));
                let place = place.ok_or_else(|| bad(&format!("game {game} is not due")))?;
                if place.as_ref().is_some_and(|other| *other != samples) {
                    return Err(bad(&format!("game {game} went otherwise in another file")));
                }
                *place = Some(samples);
            }
        }
        let missing = played.iter().filter(|place| place.is_none()).count();
        let Some(played) = played.into_iter().collect::<Option<Vec<Samples>>>() else {
            return Err(InputError::new(format!("{missing} of the games that are due are missing")));
        };
        if let NetLearner::Dmc(dmc) = &mut self.learner {
            let report = dmc.learn(&played);
            self.report.add(&report);
        }
        Ok(())
    }

    fn examine(&mut self) -> Point {
        let net = Arc::new(self.best_net().clone());
        let sides = G::TEAMS as u64;
        let results: Vec<Examined> = in_order(0..self.config.deals * sides, self.config.threads, |games| {
            games.map(|game| self.play_exam(game / sides, (game % sides) as usize, &net)).collect()
        });
        let mean =
            |of: &dyn Fn(&Examined) -> f64| results.iter().map(of).sum::<f64>() / results.len().max(1) as f64;
        let report = std::mem::take(&mut self.report);
        Point {
            steps: self.steps(),
            loss: report.mean_loss(),
            value: report.mean_value(),
            reward: report.mean_reward(),
            payoff: mean(&|game| game.payoff),
            wins: mean(&|game| match game.payoff.total_cmp(&game.others) {
                Ordering::Less => 0.0,
                Ordering::Equal => 0.5,
                Ordering::Greater => 1.0,
            }),
            points: (results.iter().any(|game| game.points.is_some()))
                .then(|| mean(&|game| game.points.unwrap_or(0.0))),
        }
    }

    fn net(&self) -> Vec<u8> {
        file::write_net(&self.header(), self.best_net())
    }

    fn checkpoint(&self) -> Vec<u8> {
        match &self.learner {
            NetLearner::Dmc(dmc) => dmc.checkpoint(&self.header(), &self.report),
            NetLearner::Dqn(dqn) => dqn.checkpoint(&self.header(), &self.report),
        }
    }
}

/// The results of numbered work, each thread doing every so many-th piece, in the order of the numbers. The share of a
/// thread that cannot be started is done here: it takes longer, and the results are the same.
fn in_order<T: Send>(
    pieces: std::ops::Range<u64>,
    threads: usize,
    work: impl Fn(std::iter::StepBy<std::ops::Range<u64>>) -> Vec<T> + Sync,
) -> Vec<T> {
    let threads = threads.clamp(1, 64);
    let share = &|at: usize| (pieces.start + at as u64..pieces.end).step_by(threads);
    if threads == 1 {
        return work(share(0));
    }
    let work = &work;
    let mut done: Vec<std::vec::IntoIter<T>> = thread::scope(|scope| {
        let start = |at| thread::Builder::new().spawn_scoped(scope, move || work(share(at)));
        let started: Vec<_> = (0..threads).map(|at| (at, start(at))).collect();
        let finish =
            |(at, thread): (usize, std::io::Result<thread::ScopedJoinHandle<'_, Vec<T>>>)| match thread {
                Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
                Err(_) => work(share(at)),
            };
        started.into_iter().map(|worker| finish(worker).into_iter()).collect()
    });
    let count = pieces.end - pieces.start;
    (0..count as usize).filter_map(|at| done[at % threads].next()).collect()
}
