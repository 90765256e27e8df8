//! Several searches of one position side by side: trees whose statistics are added up, where with iteration budgets
//! the result depends on the seed and the number of threads only; and alpha-beta searches that share their table,
//! where it depends on the machine.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;

use karuta_engine::search::alphabeta::AlphaBeta;
use karuta_engine::search::mcts::Mcts;
use karuta_engine::{Agent, Choice, Decision, Game, Rng};

pub(super) struct RootParallel<G: Game> {
    searches: Vec<Mcts<G>>,
}

impl<G: Game> RootParallel<G> {
    pub fn new(searches: Vec<Mcts<G>>) -> Self {
        RootParallel { searches }
    }
}

impl<G: Game> Agent<G> for RootParallel<G> {
    fn choose(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        let streams: Vec<Rng> = self.searches.iter().map(|_| rng.split()).collect();
        let config = *self.searches[0].config();
        let all = std::thread::scope(|scope| {
            let workers: Vec<_> = self
                .searches
                .iter_mut()
                .zip(streams)
                .map(|(search, mut stream)| {
                    let work = Arc::new(Mutex::new(move || search.search(decision, &mut stream)));
                    let threaded = Arc::clone(&work);
                    match Builder::new().spawn_scoped(scope, move || run(&threaded)) {
                        Ok(thread) => Worker::Thread(thread),
                        Err(_) => Worker::Here(work),
                    }
                })
                .collect();
            // Joined in order, so that sums are added in the same order every time.
            let mut all = None;
            for worker in workers {
                let stats = match worker {
                    Worker::Thread(thread) => {
                        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                    }
                    Worker::Here(work) => run(&work),
                };
                match &mut all {
                    None => all = Some(stats),
                    Some(sum) => sum.merge(stats),
                }
            }
            all
        });
        all.expect("at least one search runs").choice(&config)
    }
}

/// Alpha-beta searches that share their table. What the first one finds counts; the others fill the table.
pub(super) struct TableParallel<G: Game> {
    searches: Vec<AlphaBeta<G>>,
}

impl<G: Game> TableParallel<G> {
    pub fn new(searches: Vec<AlphaBeta<G>>) -> Self {
        TableParallel { searches }
    }
}

impl<G: Game> Agent<G> for TableParallel<G> {
    fn choose(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        let state = G::sample(decision.view, rng);
        for search in &mut self.searches {
            search.remember(decision.history);
        }
        let (first, helpers) = self.searches.split_first_mut().expect("there is one at least");
        let enough = decision.stop.child();
        std::thread::scope(|scope| {
            let (state, enough) = (&state, &enough);
            // A helper for which the machine has no thread left does not run.
            let running: Vec<_> = helpers
                .iter_mut()
                .map_while(|helper| {
                    Builder::new().spawn_scoped(scope, move || helper.search(state, enough).effort).ok()
                })
                .collect();
            let mut choice = first.search(state, decision.stop);
            enough.raise();
            for thread in running {
                choice.effort += thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            }
            choice
        })
    }
}

/// A search on a thread of its own, or one for which the machine had none left.
enum Worker<T, W> {
    Thread(T),
    Here(Arc<Mutex<W>>),
}

fn run<R>(work: &Mutex<impl FnMut() -> R>) -> R {
    let mut work = work.lock().unwrap_or_else(PoisonError::into_inner);
    work()
}
