//! Deal groups: one deal replayed with the contestants rotated through the seats. The deal is a
//! function of seed and index, an agent's luck of seed, index, rotation and seat, so a group is the
//! same wherever and whenever it is played.

use std::collections::BTreeMap;
use std::time::Instant;

use karuta_engine::{Agent, Decision, Rng, Seat};
use karuta_games::playable::Playable;

use crate::any::{ContestError, deal, stream};
use crate::kinds::Recipe;
use crate::record::{Effort, GameRecord, GroupRecord};

/// Asked whether to give up.
pub type Halt<'a> = &'a (dyn Fn() -> bool + Sync);

/// Agents that meet in deal groups.
pub trait Contest: Send + Sync {
    /// The canonical specs of the contestants.
    fn specs(&self) -> Vec<String>;

    /// Plays one group; `None` if `halt` answered yes before it was finished. It is asked before
    /// every move.
    fn play_group(&self, index: u64, halt: Halt<'_>) -> Option<GroupRecord>;
}

/// Who sits where.
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
    pub options: G::Options,
    pub recipes: Vec<Recipe<G>>,
    pub seating: Seating,
    pub seed: u64,
}

impl<G: Playable> Contest for Typed<G> {
    fn specs(&self) -> Vec<String> {
        self.recipes.iter().map(|recipe| recipe.spec.clone()).collect()
    }

    fn play_group(&self, index: u64, halt: Halt<'_>) -> Option<GroupRecord> {
        let start: G = deal(&self.options, self.seed, index);
        let games = (0..self.seating.contestants)
            .map(|rotation| self.play_game(start, index, rotation, halt))
            .collect::<Option<_>>()?;
        Some(GroupRecord { index, games })
    }
}

/// An agent at a seat, with its luck and what it has spent.
struct Sitter<G: Playable> {
    agent: Box<dyn Agent<G>>,
    rng: Rng,
    history: Vec<(Seat, G::Move)>,
    effort: Effort,
}

impl<G: Playable> Typed<G> {
    fn play_game(&self, start: G, index: u64, rotation: usize, halt: Halt<'_>) -> Option<GameRecord> {
        let seating = self.seating.rotated(rotation);
        let mut sitters: Vec<Sitter<G>> = (0..G::SEATS)
            .map(|seat| Sitter {
                agent: (self.recipes[seating[seat]].make)(),
                rng: Rng::for_path(self.seed, &[stream::AGENT, index, rotation as u64, seat as u64]),
                history: Vec::new(),
                effort: Effort::default(),
            })
            .collect();
        let mut state = start;
        let (mut moves, mut spent) = (Vec::new(), Vec::new());
        while let Some(seat) = state.turn() {
            if halt() {
                return None;
            }
            let view = self.recipes[seating[seat]].view(&state, seat);
            let before = sitters[seat].effort.playouts;
            let mv = sitters[seat].decide(&view, seat);
            spent.push(sitters[seat].effort.playouts - before);
            moves.push(state.move_text(mv));
            for (by, sitter) in sitters.iter_mut().enumerate().filter(|&(by, _)| state.is_noticed(mv, by)) {
                sitter.history.push((seat, state.seen(mv, by)));
            }
            state.apply(mv);
        }
        let payoffs = state.payoff();
        Some(GameRecord {
            seating,
            start: start.position(),
            plies: moves.len() as u32,
            moves,
            spent,
            payoffs: (0..G::SEATS).map(|seat| payoffs[seat]).collect(),
            measures: measures(&state),
            effort: sitters.into_iter().map(|sitter| sitter.effort).collect(),
        })
    }
}

impl<G: Playable> Sitter<G> {
    fn decide(&mut self, view: &G::View, seat: Seat) -> G::Move {
        let began = Instant::now();
        let decision = Decision { seat, view, history: &self.history };
        let choice = self.agent.choose(&decision, &mut self.rng);
        self.effort.nanos += u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.effort.decisions += 1;
        self.effort.playouts += choice.playouts;
        choice.mv
    }
}

fn measures<G: Playable>(state: &G) -> BTreeMap<String, Vec<Option<f64>>> {
    let by_seat: Vec<Vec<Option<f64>>> = (0..G::SEATS).map(|seat| state.measure(seat)).collect();
    G::MEASURES
        .iter()
        .enumerate()
        .map(|(at, measure)| (measure.name.to_string(), by_seat.iter().map(|values| values[at]).collect()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry;
    use crate::summary::summarize;
    use karuta_games::playable::Purpose;

    fn contest(specs: &[&str]) -> Result<Box<dyn Contest>, ContestError> {
        let game = registry::open("tichu:rules=report", Purpose::Match).expect("it is a game");
        game.contest(&specs.iter().map(|spec| spec.to_string()).collect::<Vec<_>>(), 1)
    }

    fn group(specs: &[&str]) -> GroupRecord {
        let contest = contest(specs).unwrap_or_else(|error| panic!("{specs:?}: {error}"));
        contest.play_group(0, &|| false).expect("nobody halts it")
    }

    #[test]
    fn partners_share_an_agent_and_teams_swap() {
        let group = group(&["balanced-random", "simple"]);
        let seatings: Vec<&[usize]> = group.games.iter().map(|game| &game.seating[..]).collect();
        assert_eq!(seatings, [[0, 1, 0, 1], [1, 0, 1, 0]]);
        assert_eq!(group.games[0].start, group.games[1].start);
        for game in &group.games {
            assert_eq!(game.payoffs[0], game.payoffs[2]);
            assert_eq!(game.payoffs[0] + game.payoffs[1], 1.0);
        }
    }

    #[test]
    fn four_agents_sit_everywhere_and_partners_are_no_rivals() {
        let specs = ["balanced-random", "simple", "random", "balanced-random"];
        let group = group(&specs);
        let first: Vec<usize> = group.games.iter().map(|game| game.seating[0]).collect();
        assert_eq!(first, [0, 1, 2, 3]);
        let specs = specs.map(String::from);
        let summary = summarize(&specs, 2, &[], std::iter::once(&group));
        for line in &summary.contestants {
            assert_eq!(line.wins + line.draws + line.losses, 4);
        }
        let wins: u64 = summary.contestants.iter().map(|line| line.wins).sum();
        let draws: u64 = summary.contestants.iter().map(|line| line.draws).sum();
        assert_eq!(2 * wins + draws, 16, "both partners win, both others lose");
    }

    #[test]
    fn other_numbers_are_refused() {
        let error = contest(&["random"; 3]).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(error.contains("3 agents") && error.contains("each team or seat"), "{error}");
    }
}
