//! `Player`: an agent of ours at one seat, asked by messages of the protocol. It knows what the messages say and
//! nothing else, so it plays at any table in the world.

use std::time::Duration;

use karuta_engine::{Agent, Choice, Decision, Progress, Ranked, Rng, Seat, Stop};
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable;
use karuta_playable::spec::Spec;
use serde_json::Value;

use super::messages::{BudgetMessage, Go, Info, MoveAnswer, MoveInfo};
use crate::builder::{AgentBuilder, BuiltAgent};
use crate::seat::line_text;

/// An agent at one seat of one game.
pub trait Player: Send {
    /// Takes in moves that the seat has observed.
    fn see(&mut self, moves: &[(Seat, String, Option<usize>)]) -> Result<(), InputError>;

    /// Answers a question. `tell` is called with interim results, `stop` ends the search.
    fn go(&mut self, go: &Go, stop: &Stop, tell: &(dyn Fn(Info) + Sync)) -> Result<MoveAnswer, InputError>;
}

pub(crate) struct TypedPlayer<G: Playable> {
    options: G::Options,
    builder: AgentBuilder<G>,
    spec: String,
    seat: Seat,
    rng: Rng,
    /// The agent with the budget it was built for and whether it explains.
    agent: Option<(BudgetMessage, bool, Box<dyn Agent<G>>)>,
    seen: Vec<(Seat, G::Move)>,
    /// Moves seen before any position: numbers are read by the rules of a position.
    unread: Vec<(Seat, String, Option<usize>)>,
}

impl<G: Playable> TypedPlayer<G> {
    pub fn new(
        options: G::Options,
        builder: AgentBuilder<G>,
        spec: &str,
        seat: Seat,
        seed: u64,
    ) -> Result<Self, InputError> {
        if builder.build(spec)?.peek.is_some() {
            return Err(InputError::new(format!("{spec} looks at what is hidden, which no engine is shown")));
        }
        Ok(TypedPlayer {
            options,
            builder,
            spec: spec.to_string(),
            seat,
            rng: Rng::new(seed),
            agent: None,
            seen: Vec::new(),
            unread: Vec::new(),
        })
    }

    /// The agent's spec with a budget laid over its own, where its kind takes one.
    fn build(&self, budget: BudgetMessage, explain: bool) -> Result<BuiltAgent<G>, InputError> {
        let builder = self.builder.explaining(explain);
        let time = budget.ms.map(|ms| format!("{}ms", ms.max(1)));
        let counts = [("iters", budget.iters), ("nodes", budget.nodes), ("depth", budget.depth)];
        let mut given: Vec<(String, String)> = counts
            .iter()
            .filter_map(|&(key, count)| Some((key.to_string(), count?.max(1).to_string())))
            .collect();
        given.extend(time.map(|time| (String::from("time"), time)));
        for (key, value) in given {
            let mut spec = Spec::parse(&self.spec)?;
            spec.args.retain(|(own, _)| !["iters", "nodes", "depth", "time"].contains(&own.as_str()));
            spec.args.push((key, value));
            if let Ok(built) = builder.build(&spec.to_string()) {
                return Ok(built);
            }
        }
        builder.build(&self.spec)
    }

    /// Turns what was seen into moves, by the rules of `world`.
    fn read_seen(&mut self, world: &G) -> Result<(), InputError> {
        let unread = std::mem::take(&mut self.unread);
        self.seen.extend(decode::<G>(world, &unread)?);
        Ok(())
    }

    fn info(world: &G, view: &G::View, id: u64, choice: &Choice<G::Move>) -> Info {
        let told = |ranked: &Ranked<G::Move>| {
            let mut info = MoveInfo {
                mv: world.move_text(ranked.mv),
                visits: ranked.visits,
                mean: Some(ranked.mean),
                ci95: Some(ranked.interval),
                ..MoveInfo::default()
            };
            info.set_bound(ranked.bound);
            info.set_verdict(ranked.verdict);
            info
        };
        Info {
            id,
            playouts: choice.effort.budgeted(),
            moves: choice.ranked.iter().map(told).collect(),
            line: line_text::<G>(view, &choice.line),
        }
    }
}

/// Moves as they were observed, read by the rules of `world`: by number where cards are hidden, else by text.
pub(crate) fn decode<G: Playable>(
    world: &G,
    moves: &[(Seat, String, Option<usize>)],
) -> Result<Vec<(Seat, G::Move)>, InputError> {
    let read = |(seat, text, id): &(Seat, String, Option<usize>)| {
        let by_id = || id.zip(G::numbering()).and_then(|(id, numbering)| (numbering.mv)(world, *seat, id));
        let found = match (*seat < G::SEATS, G::HIDDEN) {
            (false, _) => None,
            (true, true) => by_id(),
            (true, false) => G::parse_seen(text),
        };
        let mv = found.ok_or_else(|| {
            let number = id.map_or(String::from("no number"), |id| format!("number {id}"));
            InputError::new(format!("{text:?} with {number} is no move that seat {seat} can have made"))
        })?;
        Ok((*seat, mv))
    };
    moves.iter().map(read).collect()
}

/// Sends what is known so far as it comes.
struct Telling<'a, G: Playable> {
    world: &'a G,
    view: &'a G::View,
    id: u64,
    tell: &'a (dyn Fn(Info) + Sync),
}

impl<G: Playable> Progress<G::Move> for Telling<'_, G> {
    fn every(&self) -> Duration {
        Duration::from_millis(200)
    }

    fn report(&self, so_far: &Choice<G::Move>, _: f64) {
        (self.tell)(TypedPlayer::<G>::info(self.world, self.view, self.id, so_far));
    }
}

impl<G: Playable> Player for TypedPlayer<G> {
    fn see(&mut self, moves: &[(Seat, String, Option<usize>)]) -> Result<(), InputError> {
        if let Some((seat, text, _)) = moves.iter().find(|(seat, ..)| *seat >= G::SEATS) {
            return Err(InputError::new(format!(
                "{text:?} by seat {seat}: expected a seat below {}",
                G::SEATS
            )));
        }
        self.unread.extend_from_slice(moves);
        Ok(())
    }

    fn go(&mut self, go: &Go, stop: &Stop, tell: &(dyn Fn(Info) + Sync)) -> Result<MoveAnswer, InputError> {
        let world = G::parse_position(&self.options, &go.position)?;
        if world.turn() != Some(self.seat) {
            return Err(InputError::new(format!(
                "it is not the turn of seat {} in {}",
                self.seat, go.position
            )));
        }
        self.read_seen(&world)?;
        if !matches!(&self.agent, Some((budget, explain, _)) if (*budget, *explain) == (go.budget, go.explain))
        {
            let built =
                self.build(go.budget, go.explain).map_err(|error| InputError::new(error.to_string()))?;
            self.agent = Some((go.budget, go.explain, built.instance()));
        }
        if let Some(rng) = &go.rng {
            self.rng = rng.clone();
        }
        let view = world.view(self.seat);
        let mut legal = Vec::new();
        world.moves(&mut legal);
        let Some((_, _, agent)) = &mut self.agent else {
            return Err(InputError::new("no agent was built"));
        };
        let telling = Telling { world: &world, view: &view, id: go.id, tell };
        let decision = Decision::new(self.seat, &view, &legal, &self.seen).until(stop);
        let decision = if go.explain { decision.with_progress(Some(&telling)) } else { decision };
        let choice = agent.choose(&decision, &mut self.rng);
        if go.explain {
            tell(Self::info(&world, &view, go.id, &choice));
        }
        Ok(MoveAnswer {
            id: go.id,
            mv: Value::String(world.move_text(choice.mv)),
            playouts: choice.effort.budgeted(),
            rng: go.rng.as_ref().map(|_| self.rng.clone()),
        })
    }
}
