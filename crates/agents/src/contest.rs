//! Deal groups: one deal replayed with the contestants rotated through the seats. The deal is a
//! function of seed and index, an agent's luck of seed, index, rotation and seat, so a group is the
//! same wherever and whenever it is played.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use karuta_engine::{Agent, Decision, Ended, Note, Referee, Reveal, Rng, Seat, Stop};
use karuta_playable::playable::Playable;

use crate::any::{ContestError, deal, stream};
use crate::builder::{AgentBuilder, BuiltAgent};
use crate::protocol::faults;
use karuta_records::record::{AgentIdentity, Effort, GameRecord, GroupRecord};

/// Agents that meet in deal groups.
///
/// ```
/// use karuta_agents::Registry;
/// use karuta_engine::Stop;
/// use karuta_playable::playable::Purpose;
///
/// let registry = Registry::builder().game::<karuta_onitama::Onitama<5>>().build();
/// let game = registry.open("onitama5", Purpose::Match)?;
/// let contest = game.contest(&["mcts:iters=50".to_string(), "random".to_string()], 7)?;
/// // The first deal, once with each agent in each seat.
/// let group = contest.play_group(0, &Stop::never()).expect("nobody stops it");
/// assert_eq!(group.games.len(), 2);
/// assert_eq!(group.games[1].seating, [1, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Contest: Send + Sync {
    /// The canonical specs of the contestants.
    fn specs(&self) -> Vec<String>;

    /// The identities of the contestants beyond their specs, in the same order. It takes a few hundredths of a second for
    /// each, which only records need.
    fn identities(&self) -> Vec<AgentIdentity>;

    /// Plays one group; `None` if `stop` was raised before it was finished. Every decision heeds it, and a game
    /// with a decision that may have been cut short is no result.
    fn play_group(&self, index: u64, stop: &Stop) -> Option<GroupRecord>;

    /// Lets programs outside know the truth of a deal after its last game. Only for a contest whose deals no other one
    /// plays: the pairings of a tournament share theirs.
    fn reveal_deals(&mut self) {}
}

/// The seating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seating {
    contestants: usize,
    seats: usize,
}

impl Seating {
    /// One contestant per seat, or one per team: partners sit as many places apart as there are teams, so
    /// counting through the seats gives both the same contestant.
    pub fn new(contestants: usize, seats: usize, teams: usize) -> Result<Seating, ContestError> {
        if contestants == seats || contestants == teams {
            Ok(Seating { contestants, seats })
        } else {
            Err(ContestError::Seats { given: contestants, seats, teams })
        }
    }

    /// The contestant at each seat in one game of a group.
    fn rotated(self, rotation: usize) -> Vec<usize> {
        (0..self.seats).map(|seat| (seat + rotation) % self.contestants).collect()
    }
}

pub(crate) struct Typed<G: Playable> {
    /// The game's canonical spec.
    pub game: String,
    pub options: G::Options,
    pub builder: AgentBuilder<G>,
    pub agents: Vec<BuiltAgent<G>>,
    pub seating: Seating,
    pub seed: u64,
    /// True if programs outside are told the truth of a deal after its last game.
    pub reveals: bool,
}

impl<G: Playable> Contest for Typed<G> {
    fn specs(&self) -> Vec<String> {
        self.agents.iter().map(|agent| agent.spec.clone()).collect()
    }

    fn identities(&self) -> Vec<AgentIdentity> {
        let identity = |agent: &BuiltAgent<G>| self.builder.identity(&self.game, &self.options, &agent.spec);
        self.agents
            .iter()
            .map(|agent| identity(agent).expect("an agent that was built is built again"))
            .collect()
    }

    fn play_group(&self, index: u64, stop: &Stop) -> Option<GroupRecord> {
        let start: G = deal(&self.options, self.seed, index);
        let games = (0..self.seating.contestants)
            .map(|rotation| self.play_game(start, index, rotation, stop))
            .collect::<Option<_>>()?;
        Some(GroupRecord { index, games })
    }

    fn reveal_deals(&mut self) {
        self.reveals = true;
    }
}

/// An agent at a seat, with its luck and what it has spent.
struct SeatedAgent<G: Playable> {
    agent: Box<dyn Agent<G>>,
    rng: Rng,
    effort: Effort,
}

impl<G: Playable> Typed<G> {
    fn play_game(&self, start: G, index: u64, rotation: usize, stop: &Stop) -> Option<GameRecord> {
        let seating = self.seating.rotated(rotation);
        let mut agents: Vec<SeatedAgent<G>> = (0..G::SEATS)
            .map(|seat| SeatedAgent {
                agent: (self.agents[seating[seat]].make)(),
                rng: Rng::for_path(self.seed, &[stream::AGENT, index, rotation as u64, seat as u64]),
                effort: Effort::default(),
            })
            .collect();
        agents.iter_mut().for_each(|agent| agent.agent.begin(index));
        let mut referee = Referee::new(start);
        let (mut made, mut moves, mut spent) = (Vec::new(), Vec::new(), Vec::new());
        let look = |state: &G, seat: Seat| self.agents[seating[seat]].view(state, seat);
        while let Some(decision) = referee.decision_showing(look) {
            let seat = decision.seat;
            let (mv, effort) = agents[seat].decide(&decision.until(stop));
            if stop.is_raised() || faults::is_stopped() {
                return None;
            }
            spent.push(effort.budgeted());
            moves.push(referee.state().move_text(mv));
            made.push((seat, mv));
            referee.play(mv);
        }
        let state = referee.state();
        let payoffs = state.payoff();
        let payoffs: Vec<f64> = (0..G::SEATS).map(|seat| payoffs[seat]).collect();
        // An agent that remembers the truth must not meet the deal again at another seat.
        let is_last = rotation + 1 == self.seating.contestants;
        let reveal = (self.reveals && is_last).then_some(Reveal { start: &start, moves: &made });
        let ended = Ended { payoffs: &payoffs, reveal };
        agents.iter_mut().for_each(|agent| agent.agent.over(&ended));
        Some(GameRecord {
            seating,
            start: start.position(),
            plies: moves.len() as u32,
            moves,
            spent,
            payoffs,
            measures: measures(state),
            effort: agents.into_iter().map(|agent| agent.effort).collect(),
        })
    }
}

impl<G: Playable> SeatedAgent<G> {
    fn decide(&mut self, decision: &Decision<'_, G>) -> (G::Move, karuta_engine::Effort) {
        // Threads of a search are not counted; where threads have no clock of their own, nothing is.
        let (began, cpu) = (Instant::now(), ThreadTime::try_now());
        let choice = self.agent.choose(decision, &mut self.rng);
        let nanos = |spent: Duration| u64::try_from(spent.as_nanos()).unwrap_or(u64::MAX);
        self.effort.nanos += nanos(began.elapsed());
        self.effort.cpu_nanos += cpu.and_then(|cpu| cpu.try_elapsed()).map_or(0, nanos);
        self.effort.decisions += 1;
        self.effort.iterations += choice.effort.iterations;
        self.effort.nodes += choice.effort.nodes;
        self.effort.evaluations += choice.effort.evaluations;
        for note in &choice.notes {
            if let Note::Fault(fault) = *note {
                faults::add(&mut self.effort.faults, fault);
            }
        }
        (choice.mv, choice.effort)
    }
}

/// The measures of a finished game, by name and seat.
pub(crate) fn measures<G: Playable>(state: &G) -> BTreeMap<String, Vec<Option<f64>>> {
    let by_seat: Vec<Vec<Option<f64>>> = (0..G::SEATS).map(|seat| state.measure(seat)).collect();
    G::MEASURES
        .iter()
        .enumerate()
        .map(|(at, measure)| (measure.name.to_string(), by_seat.iter().map(|values| values[at]).collect()))
        .collect()
}
