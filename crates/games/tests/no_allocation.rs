//! Allocation is the enemy: a playout makes none at all, and a search none per iteration once its tree
//! has room. Counted by the allocator itself, thread by thread.
//!
//! The counting needs `unsafe`, which the workspace denies everywhere else.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use karuta_engine::bandit::Bandit;
use karuta_engine::evaluation::Judge;
use karuta_engine::playout::{ByPolicy, Playout, Uniform};
use karuta_engine::search::mcts::{self, Config, Final, Mcts, Schedule, Select};
use karuta_engine::worlds::Fresh;
use karuta_engine::{Budget, Decision, Rng};
use karuta_games::onitama::Onitama;
use karuta_games::onitama::options::Options;
use karuta_games::playable::{Playable, Purpose};
use karuta_games::spec::{Args, Spec};

thread_local! {
    // Constant and without a destructor, so that touching it allocates nothing.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

fn count() {
    ALLOCATIONS.with(|n| n.set(n.get() + 1));
}

// SAFETY: every call is handed on unchanged to the system's allocator, which keeps the contract; the
// counter is a plain cell of the thread and allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// How many allocations `work` makes on this thread.
fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.with(Cell::get);
    work();
    ALLOCATIONS.with(Cell::get) - before
}

fn options<G: Playable<Options = Options>>() -> Options {
    // As in matches, with a cap: two heuristics may shuffle to and fro for ever.
    let spec = Spec::parse(G::NAME).expect("a game's name is a spec");
    let args = Args::new(&spec, G::PARAMS).expect("no arguments");
    G::options(&args, Purpose::Match).expect("defaults are fine")
}

/// Deals are drawn beforehand: shuffling the cards of a deal is no part of a playout.
fn deals<G: Playable<Options = Options>>(count: usize) -> Vec<G> {
    let mut rng = Rng::new(1);
    (0..count).map(|_| G::deal(&options::<G>(), &mut rng)).collect()
}

fn playouts<G: Playable<Options = Options>>() -> Vec<(&'static str, Box<dyn Playout<G>>)> {
    let mut list: Vec<(&str, Box<dyn Playout<G>>)> =
        vec![("uniform", Box::new(ByPolicy::<G, _>::new(Uniform)))];
    list.extend(G::parts().policies.iter().map(|part| (part.name, (part.playout)())));
    list
}

fn check_playouts<G: Playable<Options = Options>>() {
    let deals = deals::<G>(100);
    let all = playouts::<G>();
    let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["uniform", "priority", "heuristic", "heavy"]);
    for (name, mut playout) in all {
        let mut rng = Rng::new(7);
        let mut run = |count: usize| {
            for deal in deals.iter().cycle().take(count) {
                let mut state = *deal;
                playout.run(&mut state, u32::MAX, &mut rng);
            }
        };
        // Buffers grow to the longest list of moves they meet; then they stay.
        run(1000);
        assert_eq!(allocations(|| run(1000)), 0, "{name} playouts of {}", G::NAME);
    }
}

#[test]
fn playouts_on_the_official_board_allocate_nothing() {
    check_playouts::<Onitama<5>>();
}

#[test]
fn playouts_on_the_thesis_board_allocate_nothing() {
    check_playouts::<Onitama<7>>();
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| drop(std::hint::black_box(Box::new(1)))), 1);
    let mut grown = Vec::with_capacity(1);
    let growing = allocations(|| grown.extend(std::hint::black_box([1u8; 100])));
    assert_eq!(growing, 1);
}

const UCB1: Bandit = Bandit::Ucb1 { c: 0.3 };

fn search<G: Playable>(select: Select, change: impl Fn(&mut Config, &mut mcts::Parts<G>)) -> Mcts<G> {
    let offered = G::parts();
    let policy = offered.policies.iter().find(|part| part.name == "priority").expect("it is offered");
    let mut config = Config {
        budget: Budget::Iterations(ITERATIONS),
        select,
        urgency: f64::INFINITY,
        early: f64::INFINITY,
        choice: Final::Visits,
        cut: u32::MAX,
        solver: false,
        reuse: false,
    };
    let mut parts = mcts::Parts {
        playout: (policy.playout)(),
        worlds: Box::new(Fresh),
        order: offered.order,
        evaluate: None,
        oracle: None,
        amaf: None,
    };
    change(&mut config, &mut parts);
    Mcts::new(config, parts)
}

const ITERATIONS: u64 = 2000;

/// What a decision may allocate however long it thinks: its explanation, a line for every root move.
const PER_DECISION: u64 = 60;

fn check_search<G: Playable<Options = Options>>(what: &str, mut search: Mcts<G>) {
    let deal = deals::<G>(1)[0];
    let seat = deal.turn().expect("a deal has a seat to move");
    let view = deal.view(seat);
    let decision = Decision { seat, view: &view, history: &[] };
    // The same search again finds the tree of the first still there, cleared and large enough.
    search.search(&decision, &mut Rng::new(5));
    let made = allocations(|| drop(search.search(&decision, &mut Rng::new(5))));
    assert!(search.nodes() > 1000, "{what}: {} nodes", search.nodes());
    assert!(made <= PER_DECISION, "{what} on {}: {made} allocations in {ITERATIONS} iterations", G::NAME);
}

fn check_searches<G: Playable<Options = Options>>() {
    let pieces = G::parts().evaluations[0].part;
    let thesis = G::parts().amaf[0].part;
    let linear = Select::Rave { bandit: UCB1, schedule: Schedule::Linear { bias: 1700.0 } };
    let gelly = Select::Rave { bandit: UCB1, schedule: Schedule::MinMse { bias: 0.1 } };
    check_search("plain", search::<G>(Select::Bandit(UCB1), |_, _| {}));
    check_search("tuned", search::<G>(Select::Bandit(Bandit::Tuned { c: 1.0 }), |_, _| {}));
    check_search("unordered", search::<G>(Select::Bandit(UCB1), |_, parts| parts.order = None));
    check_search("with proofs", search::<G>(Select::Bandit(UCB1), |config, _| config.solver = true));
    check_search(
        "cut",
        search::<G>(Select::Bandit(UCB1), |config, parts| {
            config.cut = 10;
            parts.evaluate = Some((pieces, Judge::Sign));
        }),
    );
    check_search("rave", search::<G>(gelly, |_, _| {}));
    check_search("the thesis' rave", search::<G>(linear, |_, parts| parts.amaf = Some(thesis)));
}

#[test]
fn searches_allocate_nothing_per_iteration() {
    check_searches::<Onitama<5>>();
    check_searches::<Onitama<7>>();
}
