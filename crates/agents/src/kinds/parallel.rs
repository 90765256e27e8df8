//! Several searches of one position side by side, their statistics added up. With iteration budgets
//! the result depends on the seed and the number of threads only.

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
                .map(|(search, mut stream)| scope.spawn(move || search.search(decision, &mut stream)))
                .collect();
            // Joined in order, so that sums are added in the same order every time.
            let mut all = None;
            for worker in workers {
                let stats = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
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
