//! Measurements of a game's speed: workloads whose units a caller counts against its own
//! clock. Nothing here reads a clock, so nothing here can lie about time.

use karuta_engine::bandit::Bandit;
use karuta_engine::conform::{Perft, perft};
use karuta_engine::playout::{ByPolicy, Leaves, Playout, Uniform};
use karuta_engine::search::mcts::{self, Mcts, Rule};
use karuta_engine::toys::ConnectFour;
use karuta_engine::worlds::{Determinizer, Fresh};
use karuta_engine::{Agent, Budget, Decision, Game, Referee, Rng, Seat, Stop};
use karuta_playable::playable::Playable;
use karuta_records::content::ContentHash;

use crate::any::deal;
use crate::builder::AgentBuilder;
use crate::contest::Contest;

/// Something that can be done over and over.
pub struct Workload {
    /// The work.
    pub name: String,
    /// The unit that is counted.
    pub unit: &'static str,
    /// From which positions.
    pub from: String,
    /// Does a slice of a few milliseconds and returns how many units it did.
    pub run: Box<dyn FnMut() -> u64>,
}

/// Playouts between two looks at the clock.
const SLICE: u64 = 500;

/// The workloads of a game: playouts by every policy, to the end of the game and of the round where that
/// is something else, worlds by every sampler where something is hidden, searches, perft.
pub(crate) fn workloads<G: Playable>(options: &G::Options, builder: &AgentBuilder<G>) -> Vec<Workload> {
    let mut list = vec![
        playouts::<G>("uniform", Box::new(ByPolicy::new(Uniform)), Source::Deals(options.clone()), u32::MAX),
        playouts::<G>("uniform", Box::new(ByPolicy::new(Uniform)), Source::fixed(options), u32::MAX),
    ];
    for part in &builder.parts.policies {
        let limit = part.cut.map_or(u32::MAX, |(plies, _)| plies);
        list.push(playouts::<G>(part.name, (part.playout)(), Source::fixed(options), limit));
        if let Some(round) = part.round {
            let name = format!("{} round", part.name);
            list.push(playouts::<G>(&name, round(), Source::fixed(options), u32::MAX));
        }
    }
    if let Some((round, _)) = builder.parts.round_end() {
        list.push(playouts::<G>("uniform round", (round.uniform)(), Source::fixed(options), u32::MAX));
    }
    if G::HIDDEN {
        list.push(worlds::<G>("uniform", Box::new(Fresh), options));
        for part in &builder.parts.worlds.samplers {
            list.push(worlds::<G>(part.name, (part.make)(), options));
        }
    }
    for spec in G::BENCH_AGENTS {
        list.extend(search(builder, spec, options));
    }
    list.push(leaves::<G>(options));
    list
}

/// The positions in which playouts start.
enum Source<G: Playable> {
    /// A new deal each time.
    Deals(G::Options),
    /// Always here.
    Fixed(G),
}

impl<G: Playable> Source<G> {
    fn fixed(options: &G::Options) -> Self {
        Source::Fixed(bench_position(options))
    }

    fn name(&self) -> String {
        match self {
            Source::Deals(_) => String::from("random deals"),
            Source::Fixed(state) => state.position(),
        }
    }
}

fn bench_position<G: Playable>(options: &G::Options) -> G {
    match G::BENCH_POSITION {
        Some(text) => G::parse_position(options, text).expect("the bench position is well formed"),
        None => deal(options, 1, 0),
    }
}

fn playouts<G: Playable>(
    policy: &str,
    mut playout: Box<dyn Playout<G>>,
    source: Source<G>,
    limit: u32,
) -> Workload {
    let mut rng = Rng::new(1);
    Workload {
        name: format!("{policy} playouts"),
        unit: "playouts",
        from: source.name(),
        run: Box::new(move || {
            for _ in 0..SLICE {
                let mut state = match &source {
                    Source::Deals(options) => G::deal(options, &mut rng),
                    Source::Fixed(state) => *state,
                };
                playout.run(&mut state, limit, &mut rng);
            }
            SLICE
        }),
    }
}

/// Worlds drawn for one decision between two of its beginnings, as many as a search asks for.
const WORLDS: u64 = 1_000;

/// Worlds of one sampler, drawn for decisions from all over a deal. What a sampler does before its first
/// world is counted in.
fn worlds<G: Playable>(
    sampler: &str,
    mut source: Box<dyn Determinizer<G>>,
    options: &G::Options,
) -> Workload {
    let mut rng = Rng::new(1);
    let decisions = random_decisions::<G>(options, &mut rng);
    let mut next = 0;
    Workload {
        name: format!("{sampler} worlds"),
        unit: "worlds",
        from: String::from("random play"),
        run: Box::new(move || {
            let Met { seat, view, legal, history } = &decisions[next];
            next = (next + 1) % decisions.len();
            let decision = Decision::new(*seat, view, legal, history);
            source.begin(&decision, &mut rng);
            for _ in 0..WORLDS {
                std::hint::black_box(source.world(&decision, &mut rng));
            }
            WORLDS
        }),
    }
}

/// A decision as its seat meets it.
struct Met<G: Game> {
    seat: Seat,
    view: G::View,
    legal: Vec<G::Move>,
    history: Vec<(Seat, G::Move)>,
}

/// Some decisions of a match played by chance, from its first to its last.
fn random_decisions<G: Playable>(options: &G::Options, rng: &mut Rng) -> Vec<Met<G>> {
    const SOME: usize = 64;
    let mut referee: Referee<G> = Referee::new(deal(options, 1, 0));
    let (mut met, mut buf): (Vec<Met<G>>, Vec<G::Move>) = (Vec::new(), Vec::new());
    while let Some(Decision { seat, view, legal, history, .. }) = referee.decision() {
        met.push(Met { seat, view: view.clone(), legal: legal.to_vec(), history: history.to_vec() });
        let mv = referee.state().random_move(&mut buf, rng);
        referee.play(mv);
    }
    let step = met.len().div_ceil(SOME).max(1);
    met.into_iter().step_by(step).collect()
}

fn search<G: Playable>(builder: &AgentBuilder<G>, spec: &str, options: &G::Options) -> Option<Workload> {
    let agent = builder.build(spec).expect("bench agents build");
    let state: G = bench_position(options);
    let mut referee = Referee::new(state);
    let mut rng = Rng::new(1);
    // An agent that is stopped at once has done a little of what it counts.
    let stop = Stop::new();
    stop.raise();
    let glance = (agent.make)().choose(&referee.decision()?.until(&stop), &mut rng.clone());
    let (unit, _) = glance.effort.counts().next()?;
    Some(Workload {
        name: agent.spec.clone(),
        unit,
        from: state.position(),
        run: Box::new(move || {
            let decision = referee.decision().expect("the bench position is not over");
            // A fresh agent each time: what is remembered between moves is not speed.
            let effort = (agent.make)().choose(&decision, &mut rng).effort;
            effort.counts().find(|&(name, _)| name == unit).map_or(0, |(_, count)| count)
        }),
    })
}

fn leaves<G: Playable>(options: &G::Options) -> Workload {
    let state: G = bench_position(options);
    // The deepest count that stays within a fraction of a second.
    let depth = (1..).find(|&depth| perft(&state, depth, Perft::Community) > 1_000_000).unwrap_or(1);
    Workload {
        name: format!("perft {depth}"),
        unit: "leaves",
        from: state.position(),
        run: Box::new(move || perft(&state, depth, Perft::Community)),
    }
}

/// Tree search on connect four, which no one plays here but other programs search too: UCT with uniform playouts
/// from the empty board, a fresh tree for each hundred thousand iterations.
pub fn connect_four() -> Workload {
    const ITERATIONS: u64 = 100_000;
    let config = mcts::Config {
        rule: Rule::new(Bandit::Ucb1 { c: 1.0 }),
        ..mcts::Config::new(Budget::Iterations(ITERATIONS))
    };
    let mut referee = Referee::new(ConnectFour::START);
    let mut rng = Rng::new(1);
    Workload {
        name: format!("UCT, {ITERATIONS} iterations"),
        unit: "iterations",
        from: String::from("the empty board"),
        run: Box::new(move || {
            let decision = referee.decision().expect("the empty board is not the end");
            let leaves = Leaves::new(Box::new(ByPolicy::new(Uniform)), u32::MAX, None);
            let parts = mcts::Components::new(leaves, Box::new(Fresh));
            Mcts::new(config, parts).choose(&decision, &mut rng).effort.iterations
        }),
    }
}

/// A number that changes when anything an agent does changes: the sum of hashes over the moves of
/// fixed, seeded deal groups.
pub fn signature(contest: &dyn Contest, groups: u64) -> u64 {
    let mut sum = 0u64;
    for index in 0..groups {
        for game in contest.play_group(index, &Stop::never()).iter().flat_map(|group| &group.games) {
            let start = ContentHash::default().with_text(&game.start);
            let hash = game.moves.iter().fold(start, |hash, mv| hash.with_text(mv));
            sum = sum.wrapping_add(hash.number());
        }
    }
    sum
}
