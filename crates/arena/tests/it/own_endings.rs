//! `endgame=own`: agents that solve the endings of their game.

use karuta_agents::any::Start;
use karuta_agents::table::Thought;
use karuta_arena::registry;
use karuta_engine::{MoveVerdict, Stop};
use karuta_playable::playable::Purpose;

/// Won in 59 plies, the most there are with these cards.
const LONGEST: &str = "0020000000300000000010400 elephant,horse,ox,boar,crab 0";

/// Asks an agent several times, until the answer will do.
fn asked(spec: &str, stops: &[Stop], will_do: impl Fn(&Thought) -> bool) -> Vec<Thought> {
    let game = registry::open("onitama5", Purpose::Analysis).expect("a game");
    let start = Start::Position { text: LONGEST.to_string(), seed: 1 };
    let mut table = game.table(&start).expect("a position");
    let agent = table.add_agent(spec, false).expect("an agent");
    let mut answers = Vec::new();
    for stop in stops {
        answers.extend(table.ask_until(agent, stop));
        if answers.last().is_some_and(&will_do) {
            break;
        }
    }
    answers
}

fn is_won(thought: &Thought) -> bool {
    thought.ranked[0].verdict == Some(MoveVerdict::Win(59))
}

#[test]
fn an_agent_that_counts_knows_them_from_its_first_move_on() {
    for spec in ["alphabeta:nodes=1000,endgame=own", "alphabeta:depth=2,endgame=own", "minimax:endgame=own"] {
        let answers = asked(spec, &[Stop::never()], is_won);
        assert!(is_won(&answers[0]), "{spec}: {:?}", answers[0].ranked[0]);
    }
    let tree = &asked("mcts:iters=100,solver=on,endgame=own", &[Stop::never()], is_won)[0];
    assert!(matches!(tree.ranked[0].verdict, Some(MoveVerdict::Win(_))), "{:?}", tree.ranked[0]);
}

#[test]
fn an_agent_by_the_clock_knows_them_once_they_are_solved() {
    let stops = vec![Stop::never(); 100_000];
    let answers = asked("alphabeta:time=1ms,endgame=own", &stops, is_won);
    assert!(answers.last().is_some_and(is_won), "not after {} answers", answers.len());
}

#[test]
fn who_is_stopped_answers_without_them() {
    let stopped = Stop::new();
    stopped.raise();
    let answers = asked("alphabeta:nodes=1000,endgame=own", &[stopped, Stop::never()], is_won);
    assert_eq!(answers.iter().map(is_won).collect::<Vec<_>>(), [false, true]);
}

#[test]
fn a_match_with_them_is_the_same_every_time() {
    let game = registry::open("onitama5", Purpose::Match).expect("a game");
    let specs = ["alphabeta:nodes=300,endgame=own", "alphabeta:nodes=300"].map(String::from);
    let played = || {
        let group = game.contest(&specs, 8).expect("agents").play_group(0, &Stop::never()).expect("games");
        group.games.into_iter().map(|game| game.moves).collect::<Vec<_>>()
    };
    assert_eq!(played(), played());
}

#[test]
fn the_large_board_has_none() {
    let game = registry::open("onitama7", Purpose::Match).expect("a game");
    let refusal =
        game.agent("alphabeta:endgame=own", false, karuta_engine::Rng::new(1)).err().expect("a refusal");
    assert!(refusal.to_string().contains("solving takes too long"), "{refusal}");
}
