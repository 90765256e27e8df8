//! Searches on Hanamikoji, whole agents as specs name them: what they do is tested beside them, here
//! that the parts fit together and play whole games.

use karuta_agents::any::{AnyGame, Start};
use karuta_agents::table::Thought;
use karuta_arena::registry;
use karuta_engine::Stop;
use karuta_playable::playable::Purpose;
use karuta_records::record::GroupRecord;

fn open(spec: &str) -> Box<dyn AnyGame> {
    registry::open(spec, Purpose::Match).expect("a game")
}

fn play(game: &str, specs: [&str; 2], deals: u64) -> Vec<GroupRecord> {
    let contest = open(game).contest(&specs.map(String::from), 1).expect("two agents");
    (0..deals).map(|index| contest.play_group(index, &Stop::never()).expect("nobody halts")).collect()
}

/// Plays whole games twice: they end with a payoff for every seat, and the second time is the same.
fn assert_plays(game: &str, specs: [&str; 2], deals: u64) {
    let groups = play(game, specs, deals);
    for played in groups.iter().flat_map(|group| &group.games) {
        let total: f64 = played.payoffs.iter().sum();
        assert!(total == 1.0 && !played.moves.is_empty(), "{specs:?} in {game}: {:?}", played.payoffs);
    }
    let moves = |groups: &[GroupRecord]| -> Vec<Vec<String>> {
        groups.iter().flat_map(|group| group.games.iter().map(|game| game.moves.clone())).collect()
    };
    assert_eq!(moves(&play(game, specs, deals)), moves(&groups), "{specs:?} in {game}");
}

fn think(game: &str, seed: u64, moves: usize, spec: &str) -> Thought {
    let mut table = open(game).table(&Start::Seed(seed)).expect("a deal");
    // Every third legal move, so that all actions and answers come up.
    for at in 0..moves {
        let legal = table.legal();
        table.play(&legal[(3 * at + 1) % legal.len()]).expect("a legal move");
    }
    let agent = table.add_agent(spec, false).expect("an agent");
    table.ask(agent).expect("the game is on")
}

fn error(game: &str, spec: &str) -> String {
    let specs = [spec, "random"].map(String::from);
    match open(game).contest(&specs, 1) {
        Ok(_) => panic!("{spec} was built for {game}"),
        Err(error) => error.to_string(),
    }
}

/// The simple agent of the thesis is its tree search of one layer, down to the last playout: also at the
/// end of a round, where a tree must not look at what is hidden before it is scored.
#[test]
fn a_tree_of_one_layer_is_the_simple_agent() {
    for (game, moves) in ["hanamikoji", "hanamikoji:rules=fair", "hanamikoji:rules=official"]
        .iter()
        .flat_map(|game| [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map(move |moves| (*game, moves)))
    {
        for (simple, tree) in [
            ("simple:each=10", "tree-honest:depth=1,each=10"),
            ("simple:each=10", "tree:depth=1,each=10,peek=off"),
            ("simple-cheating:each=10", "tree-cheating:depth=1,each=10"),
            ("simple:each=10,sampler=uniform", "tree-honest:depth=1,each=10,sampler=uniform"),
            ("simple:each=10,rules=order-CGTS", "tree-honest:depth=1,each=10,rules=order-CGTS"),
        ] {
            // An order forbids what was played above, so it is tried at the start only.
            if simple.contains("order") && moves > 0 {
                continue;
            }
            let (due, found) = (think(game, 5, moves, simple), think(game, 5, moves, tree));
            assert_eq!(found.mv, due.mv, "{tree} after {moves} moves of {game}");
            for opinion in due.ranked.iter().filter(|opinion| opinion.visits > 0) {
                let other = found.ranked.iter().find(|other| other.mv == opinion.mv).expect("every move");
                assert!((other.mean - opinion.mean).abs() < 1e-12, "{tree}: {} after {moves}", opinion.mv);
            }
        }
    }
}

#[test]
fn trees_play_whole_games() {
    for (game, agent) in [
        ("hanamikoji", "tree:depth=2,each=5"),
        ("hanamikoji", "tree-cheating:depth=2,each=5,rule=game"),
        ("hanamikoji:rules=fair", "tree-honest:depth=2,each=2,worlds=5"),
        ("hanamikoji:rules=official", "tree-honest:depth=2,each=2,worlds=3,leaves=keep"),
    ] {
        assert_plays(game, [agent, "thesis-random"], 3);
    }
}

#[test]
fn effort_is_counted_in_nodes() {
    for depth in [1, 2, 3, 4] {
        let thought = think("hanamikoji", 1, 0, &format!("tree:depth={depth},each=1"));
        let below: u64 = thought.ranked.iter().map(|opinion| opinion.visits).sum();
        assert_eq!(thought.effort.nodes, below + 1, "the root counts as well");
    }
    let nodes = |spec: &str| think("hanamikoji", 1, 0, spec).effort.nodes;
    assert_eq!(nodes("tree:depth=3,each=1"), nodes("tree:depth=4,each=1"));
    assert!(nodes("tree:depth=2,each=1") < nodes("tree:depth=3,each=1"));
}

#[test]
fn a_bound_agent_plays_its_order() {
    let letter = |mv: &str| mv.chars().next().filter(|c| "stgc".contains(*c) && !mv.starts_with("take"));
    for spec in ["simple:each=2,rules=order-GCTS", "tree:depth=2,each=1,rules=order-GCTS"] {
        for game in play("hanamikoji", [spec, "thesis-random"], 5).into_iter().flat_map(|group| group.games) {
            let seat = game.seating.iter().position(|&who| who == 0).expect("it sits somewhere");
            // Plays alternate and every round has eight; seat 0 starts the odd ones.
            let plays: Vec<char> = game.moves.iter().filter_map(|mv| letter(mv)).collect();
            for (round, plays) in plays.chunks(8).enumerate() {
                let own: String = plays.iter().skip((round + seat) % 2).step_by(2).collect();
                assert_eq!(own, "gcts", "{spec} in round {}", round + 1);
            }
        }
    }
}

/// Alpha-beta over sampled worlds, the pruning search the thesis leaves for later, and mcts in them.
#[test]
fn open_searches_play_over_worlds() {
    for agent in [
        "worlds:n=4,agent=(alphabeta:depth=2,table=1)",
        "worlds:n=4,agent=(alphabeta:nodes=500,table=1),merge=votes,sampler=thesis",
        "worlds:n=3,agent=(minimax:depth=2)",
        "worlds:n=4,agent=(mcts:iters=100),merge=visits",
        "worlds:n=3,agent=(expectiminimax:depth=2,each=2)",
    ] {
        assert_plays("hanamikoji:rules=fair", [agent, "thesis-random"], 3);
    }
}

#[test]
fn rave_and_bandits_play_whole_games() {
    for agent in [
        "mcts:iters=200,playout=thesis-random,select=rave",
        "mcts:iters=200,playout=thesis-random,select=tuned",
        "flat:iters=400,playout=thesis-random,bandit=ucb1",
        "flat:iters=400,playout=thesis-random,bandit=tuned",
        "flat:iters=400,playout=thesis-random,bandit=even",
    ] {
        assert_plays("hanamikoji:rules=fair", [agent, "thesis-random"], 3);
    }
}

#[test]
fn what_cannot_be_built_says_why() {
    for (game, spec, says) in [
        ("hanamikoji", "alphabeta:depth=2", "write worlds:agent=(alphabeta:..)"),
        ("hanamikoji", "minimax", "write worlds:agent=(minimax:..)"),
        ("hanamikoji", "flat:playout=(alphabeta:depth=1)", "write worlds:agent=(alphabeta:..)"),
        (
            "hanamikoji",
            "worlds:agent=(flat:playout=(alphabeta:depth=1))",
            "write worlds:agent=(alphabeta:..)",
        ),
        ("hanamikoji", "flat:playout=quiescence", "quiescence does not suit hanamikoji"),
        ("hanamikoji", "worlds:agent=(simple-cheating)", "without peek=on"),
        ("hanamikoji", "worlds:agent=nobody", "no agent \"nobody\""),
        ("hanamikoji", "worlds:n=0", "n=0"),
        ("hanamikoji", "worlds:merge=sum", "mean, votes, visits"),
        ("hanamikoji", "tree:worlds=3", "worlds=3"),
        ("hanamikoji", "mcts:worlds=shared", "expected fresh or a whole number"),
        ("hanamikoji", "flat:worlds=share", "expected fresh, shared or a whole number"),
        ("hanamikoji", "tree:depth=0", "1 to 18"),
        ("hanamikoji", "tree:rule=C", "auto, game, A"),
        ("hanamikoji", "tree:leaves=green", "redraw, keep"),
        ("hanamikoji", "simple:order=STGX", "order=STGX is written rules=order-STGX now"),
        ("hanamikoji", "tree:rules=order-SSTG", "such as order-STGC"),
        ("hanamikoji", "simple:rules=order", "there are: none, order"),
        ("hanamikoji", "simple:rules=order-STGC+order-TSGC", "not both order-STGC and order-TSGC"),
        ("onitama5", "flat:rules=order-STGC", "there are: none"),
        ("onitama5", "expectiminimax:rule=A", "there are: auto"),
        ("onitama5", "expectiminimax:peek=on", "hides nothing"),
    ] {
        let error = error(game, spec);
        assert!(error.contains(says), "{spec}: {error}");
        assert!(!error.contains('\n'), "{error}");
    }
}

#[test]
fn an_open_game_needs_no_worlds() {
    assert_plays("onitama5", ["expectiminimax:depth=2,each=4", "random"], 2);
    open("onitama5")
        .contest(&["worlds:n=2,agent=(alphabeta:depth=1)", "random"].map(String::from), 1)
        .expect("it builds");
}
