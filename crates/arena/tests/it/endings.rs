//! `census` and `split` as specs name them, on whole games: what a census says is tested beside the
//! game, here when it speaks and who speaks otherwise.

use karuta_agents::any::{AnyGame, Start};
use karuta_agents::table::{Table, Thought};
use karuta_arena::registry;
use karuta_engine::{Game, Stop};
use karuta_hanamikoji::Hanamikoji;
use karuta_hanamikoji::rules::Rules;
use karuta_hanamikoji::text::options::Options;
use karuta_playable::playable::{Playable, Purpose};

const GAMES: [&str; 3] = ["hanamikoji", "hanamikoji:rules=fair", "hanamikoji:rules=official"];

/// The rules of [`GAMES`].
const RULES: [Rules; 3] = [Rules::HASSAN, Rules::FAIR, Rules::OFFICIAL];

fn open(spec: &str) -> Box<dyn AnyGame> {
    registry::open(spec, Purpose::Match).expect("a game")
}

/// A table after some moves of the first round, which has twelve.
fn after(game: &str, moves: usize) -> Box<dyn Table> {
    let mut table = open(game).table(&Start::Seed(5)).expect("a deal");
    for at in 0..moves {
        let legal = table.legal();
        table.play(&legal[(3 * at + 1) % legal.len()]).expect("a legal move");
    }
    table
}

/// The decisions left then, by the game's own count.
fn left(game: &str, rules: Rules, moves: usize) -> u32 {
    let options = Options { rules, starts_by_lot: false };
    let position = after(game, moves).position();
    let state = Hanamikoji::parse_position(&options, &position).expect("a position");
    state.view(state.turn().expect("a decision")).decisions_left()
}

fn think(game: &str, moves: usize, spec: &str) -> Thought {
    let mut table = after(game, moves);
    let agent = table.add_agent(spec, false).expect("an agent");
    table.ask(agent).expect("the game is on")
}

fn games() -> impl Iterator<Item = (&'static str, Rules)> {
    GAMES.into_iter().zip(RULES)
}

fn opinions(thought: &Thought) -> Vec<(String, u64, f64)> {
    thought.ranked.iter().map(|opinion| (opinion.mv.clone(), opinion.visits, opinion.mean)).collect()
}

#[test]
fn a_census_speaks_when_little_is_left() {
    let census = |plies: u32, agent: &str| {
        format!("census:plies={plies},limit=100000,nodes=100000000,agent=({agent})")
    };
    for ((game, rules), moves) in games().flat_map(|game| (6..12).map(move |moves| (game, moves))) {
        let left = left(game, rules, moves).max(1);
        let (one, other) = ("mcts:iters=20", "flat:each=1");
        if left > 1 {
            let far = think(game, moves, &census(left - 1, one));
            assert_eq!(opinions(&far), opinions(&think(game, moves, one)), "{game} after {moves}");
        }
        if left <= 4 {
            let near = think(game, moves, &census(left, one));
            assert_eq!(
                opinions(&near),
                opinions(&think(game, moves, &census(left, other))),
                "{game} {moves}"
            );
            assert_eq!(near.mv, near.ranked[0].mv);
            assert!(near.ranked.iter().all(|opinion| opinion.visits == near.ranked[0].visits));
        }
    }
}

/// Out of worlds or positions, the other agent is asked as if nothing had happened.
#[test]
fn a_census_gives_up_without_a_trace() {
    for game in GAMES {
        for cap in ["limit=1", "nodes=1", "nodes=40"] {
            let spec = format!("census:plies=12,{cap},agent=(mcts:iters=20)");
            assert_eq!(
                opinions(&think(game, 6, &spec)),
                opinions(&think(game, 6, "mcts:iters=20")),
                "{cap} in {game}"
            );
        }
    }
}

#[test]
fn a_split_hands_over_at_its_count() {
    let (early, late) = ("mcts:iters=20", "flat:each=1");
    for ((game, rules), moves) in games().flat_map(|game| (0..12).map(move |moves| (game, moves))) {
        let split = think(game, moves, &format!("split:at=5,early=({early}),late=({late})"));
        let due = think(game, moves, if left(game, rules, moves) > 5 { early } else { late });
        assert_eq!(opinions(&split), opinions(&due), "{game} after {moves} moves");
    }
}

#[test]
fn whole_games_are_played() {
    for game in GAMES {
        for agent in [
            "census:agent=(flat:each=2)",
            "census:agent=thesis-random,plies=12,nodes=3000",
            "split:at=3,early=(flat:each=2),late=(census:agent=random)",
        ] {
            let contest = open(game).contest(&[agent, "thesis-random"].map(String::from), 1).expect("agents");
            for index in 0..3 {
                let group = contest.play_group(index, &Stop::never()).expect("nobody halts");
                assert!(group.games.iter().all(|game| game.payoffs.iter().sum::<f64>() == 1.0), "{group:?}");
                let again = contest.play_group(index, &Stop::never()).expect("nobody halts");
                let same = group.games.iter().zip(&again.games).all(|(one, other)| one.moves == other.moves);
                assert!(same, "{agent} in {game}");
            }
        }
    }
}

#[test]
fn what_cannot_be_built_says_why() {
    for (game, spec, says) in [
        ("onitama5", "census", "it needs a game of two seats that lists its worlds"),
        ("onitama5", "split", "does not count what is left to decide"),
        ("hanamikoji", "census:agent=nobody", "no agent \"nobody\""),
        ("hanamikoji", "census:agent=(simple-cheating)", "without peek=on"),
        ("hanamikoji", "census:plies=13", "1 to 12"),
        ("hanamikoji", "census:limit=0", "limit=0"),
        ("hanamikoji", "census:nodes=0", "nodes=0"),
        ("hanamikoji", "census:ends=game", "ends=game"),
        ("hanamikoji", "census:ends=(presampled:table=/no/such/file)", "/no/such/file"),
        ("hanamikoji", "split:at=-1", "at=-1"),
        ("hanamikoji", "split:late=(tree)", "without peek=on"),
        ("hanamikoji", "split:early=(alphabeta)", "write worlds:agent=(alphabeta:..)"),
    ] {
        let error = match open(game).contest(&[spec, "random"].map(String::from), 1) {
            Ok(_) => panic!("{spec} was built for {game}"),
            Err(error) => error.to_string(),
        };
        assert!(error.contains(says), "{spec}: {error}");
        assert!(!error.contains('\n'), "{error}");
    }
}
