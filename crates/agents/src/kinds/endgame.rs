//! `endgame=`: exact endings that a search believes, from a file or solved by the agent for the cards of its game. Knows
//! specs and threads; a search is given an oracle and not told where it comes from.
//!
//! With a budget that is counted, an agent solves them before its first search of a game, so that the game is the same
//! every time. With `time=` they are solved on a thread of their own while the agent searches and its opponent thinks,
//! and are believed from the moment they are there: a person waits for neither.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::Builder;

use karuta_engine::evaluation::Oracle;
use karuta_engine::{Agent, Choice, Decision, Ended, MoveVerdict, Rng};
use karuta_playable::error::InputError;
use karuta_playable::parts::OwnEndings;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Args, Param};

use super::{AgentBuilder, MakeAgent};

pub(super) const ENDGAME: Param = Param {
    name: "endgame",
    default: "",
    help: "exact endings: a file made by karuta solve, or own: the agent solves those of the cards of its game, before \
           its first move or, with time=, on a thread of their own meanwhile (onitama5: half a second to a second and \
           a half, 24 MB)",
};

/// The value that asks an agent to solve them.
pub(crate) const OWN: &str = "own";

/// The tables that the instances of an agent keep together. A match plays a deal twice, and the page makes an instance for
/// every move.
const KEPT: usize = 8;

/// Exact endings, as a spec asks for them.
pub(super) enum Endings<G: Playable> {
    /// The same for all games, if any.
    Given(Option<Arc<dyn Oracle<G>>>),
    /// Those of each game.
    Own(Arc<Solver<G>>),
}

/// Makes an agent that believes an oracle.
type MakeBelieving<G> = dyn Fn(Option<Arc<dyn Oracle<G>>>) -> Box<dyn Agent<G>> + Send + Sync;

impl<G: Playable> Endings<G> {
    /// True if there are none.
    pub fn is_none(&self) -> bool {
        matches!(self, Endings::Given(None))
    }

    /// The agents that `make` makes for them.
    pub fn believed_by(
        self,
        make: impl Fn(Option<Arc<dyn Oracle<G>>>) -> Box<dyn Agent<G>> + Send + Sync + 'static,
    ) -> MakeAgent<G> {
        match self {
            Endings::Given(oracle) => Arc::new(move || make(oracle.clone())),
            // Known when the program is compiled, so that it holds no such agents for games that hide something, which
            // have no exact endings.
            Endings::Own(_) if G::HIDDEN => Arc::new(move || make(None)),
            Endings::Own(solver) => {
                let make: Arc<MakeBelieving<G>> = Arc::new(make);
                Arc::new(move || {
                    Box::new(SolvingAgent {
                        solver: Arc::clone(&solver),
                        make: Arc::clone(&make),
                        playing: None,
                    })
                })
            }
        }
    }
}

impl<G: Playable> AgentBuilder<G> {
    /// The exact endings under `endgame`.
    pub(super) fn endgame(&self, args: &Args<'_>) -> Result<Endings<G>, InputError> {
        let Some(asked) = args.optional("endgame") else {
            return Ok(Endings::Given(None));
        };
        let endgame = self.parts.two_seat.as_ref().and_then(|two_seat| two_seat.endgame.as_ref());
        let Some(endgame) = endgame else {
            return Err(InputError::new(format!("{} has no endgame tables", G::NAME)));
        };
        if asked == OWN {
            let own = endgame.own.ok_or_else(|| {
                args.bad(
                    "endgame",
                    asked,
                    "a file made by karuta solve: solving takes too long during a game",
                )
            })?;
            return Ok(Endings::Own(Arc::new(Solver::new(own, args.is_given("time")))));
        }
        let bytes = std::fs::read(asked).map_err(|error| {
            InputError::new(format!("cannot read endgame table {asked:?}: {error}; karuta solve makes one"))
        })?;
        let read = (endgame.read)(&bytes);
        read.map(|oracle| Endings::Given(Some(oracle)))
            .map_err(|error| InputError::new(format!("{asked:?}: {error}")))
    }
}

/// The endings that the instances of an agent have solved.
pub(super) struct Solver<G: Playable> {
    own: OwnEndings<G>,
    /// True if the agent does not wait for them.
    is_beside: bool,
    /// The tables used last, the latest at the end.
    kept: Mutex<VecDeque<Arc<Table<G>>>>,
}

impl<G: Playable> Solver<G> {
    fn new(own: OwnEndings<G>, is_beside: bool) -> Self {
        Solver { own, is_beside, kept: Mutex::default() }
    }

    /// The table of a position, solved or not.
    fn table(&self, state: &G) -> Arc<Table<G>> {
        let of = (self.own.of)(state);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept.iter().position(|table| table.of == of).and_then(|at| kept.remove(at));
        let table = known.unwrap_or_else(|| Arc::new(Table::new(of)));
        if kept.len() == KEPT {
            kept.pop_front();
        }
        kept.push_back(Arc::clone(&table));
        table
    }

    /// Solves a table, or has it solved.
    fn provide(&self, table: &Arc<Table<G>>, decision: &Decision<'_, G>) {
        if !self.is_beside {
            table.solve(self.own, &|| decision.stop.is_due());
        } else if !table.is_begun.swap(true, Ordering::Relaxed) {
            let (table, own) = (Arc::clone(table), self.own);
            // Nobody waits for this thread, and it ends by itself. Where the machine has none left, the agent plays
            // without exact endings.
            let _ = Builder::new().name("endings".into()).spawn(move || table.solve(own, &|| false));
        }
    }
}

/// Endings that are solved sooner or later; nothing is known of them before.
struct Table<G: Playable> {
    of: String,
    solved: OnceLock<Arc<dyn Oracle<G>>>,
    /// Held while they are solved.
    solving: Mutex<()>,
    /// True once a thread was asked to solve them.
    is_begun: AtomicBool,
}

impl<G: Playable> Table<G> {
    fn new(of: String) -> Self {
        Table { of, solved: OnceLock::new(), solving: Mutex::default(), is_begun: AtomicBool::new(false) }
    }

    fn solve(&self, own: OwnEndings<G>, is_stopped: &dyn Fn() -> bool) {
        let _one = self.solving.lock().unwrap_or_else(PoisonError::into_inner);
        if self.solved.get().is_none()
            && let Some(oracle) = (own.solve)(&self.of, is_stopped)
        {
            // Nobody else can have set it: whoever does holds the lock.
            let _ = self.solved.set(oracle);
        }
    }
}

impl<G: Playable> Oracle<G> for Table<G> {
    #[inline]
    fn probe(&self, state: &G) -> Option<MoveVerdict> {
        self.solved.get()?.probe(state)
    }
}

/// An agent that solves the endings of its game.
struct SolvingAgent<G: Playable> {
    solver: Arc<Solver<G>>,
    make: Arc<MakeBelieving<G>>,
    /// The table of the game it plays, and the agent that believes it.
    playing: Option<(Arc<Table<G>>, Box<dyn Agent<G>>)>,
}

impl<G: Playable> Agent<G> for SolvingAgent<G> {
    fn choose(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        let table = self.solver.table(&G::sample(decision.view, rng));
        self.solver.provide(&table, decision);
        // Another game has other endings, and a search keeps nothing of the game before anyway.
        let playing = self.playing.take().filter(|(other, _)| other.of == table.of);
        let (_, agent) = self.playing.insert(playing.unwrap_or_else(|| {
            let agent = (self.make)(Some(Arc::clone(&table) as Arc<dyn Oracle<G>>));
            (table, agent)
        }));
        agent.choose(decision, rng)
    }

    fn over(&mut self, ended: &Ended<'_, G>) {
        if let Some((_, agent)) = &mut self.playing {
            agent.over(ended);
        }
    }
}
