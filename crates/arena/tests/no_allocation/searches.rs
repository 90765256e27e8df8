//! Allocation is the enemy: once its memory has grown, a search makes none per iteration. What is left
//! is the explanation of the decision, which does not depend on how long it took.

use karuta_agents::any::Start;
use karuta_arena::registry;
use karuta_playable::playable::Purpose;

use crate::allocations::allocations;

/// Allocations allowed to a decision, however long it thinks: a name, words and a line of text for every move, and
/// now and then a larger tree.
const PER_DECISION: u64 = 400;

/// Searches that together use every part there is; each looks at thousands of positions per decision.
/// `minimax` is not among them: it is there to be plainly right, and allocates at every node.
const SEARCHES: &[&str] = &[
    "mcts:iters=4000,playout=priority",
    "mcts:iters=4000,playout=uniform,select=tuned",
    "mcts:iters=4000,playout=priority,solver=on",
    "mcts:iters=4000,playout=(priority:cut=10,eval=pieces)",
    "mcts:iters=4000,playout=heavy",
    "mcts:iters=4000,playout=priority,select=rave",
    "thesis-rave:iters=4000",
    "mcts:iters=4000,playout=(priority:cut=4),minimax=0.4",
    "mcts:iters=4000,playout=quiescence",
    "flat:iters=4000",
    "alphabeta:nodes=20000",
];

#[test]
fn searches_allocate_nothing_per_iteration() {
    for game in ["onitama5", "onitama7"] {
        let game = registry::open(game, Purpose::Match).expect("it is a game");
        for spec in SEARCHES {
            let mut table = game.table(&Start::Seed(1)).expect("a deal");
            let agent = table.add_agent(spec, false).expect("an agent");
            // The first decisions make room, which the next ones find again.
            let looks: u64 =
                (0..3).filter_map(|_| table.ask(agent)).map(|thought| thought.effort.budgeted()).sum();
            assert!(looks >= 3 * 4000, "{spec} looked at {looks} positions");
            let made = allocations(|| drop(table.ask(agent)));
            assert!(made <= PER_DECISION, "{spec} on {}: {made} allocations", game.spec());
        }
    }
}
