//! The engine protocol, tested within one process: the transcripts of the document are what is said.

use std::io::Write;
use std::path::Path;
use std::sync::{Arc, Mutex};

use karuta_agents::any::Start;
use karuta_agents::protocol::engine::serve;
use karuta_agents::protocol::messages::{BudgetMessage, Go, NewGame, Order, RevealMessage};
use karuta_agents::table::Table;
use karuta_agents::view_data::ViewData;
use karuta_arena::registry;
use karuta_engine::Rng;
use karuta_playable::playable::Purpose;
use serde_json::Value;

/// An output that can be read afterwards.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("nobody panics with it").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Lets an engine hear orders; returns what it says.
fn hear(agent: &str, orders: &[Order]) -> Vec<String> {
    let lines: Vec<String> = orders.iter().map(|order| serde_json::to_string(order).expect("JSON")).collect();
    let (input, out) = (lines.join("\n") + "\n", Kept::default());
    serve(&registry::GAMES, Some(agent), input.as_bytes(), out.clone());
    let said = out.0.lock().expect("nobody panics with it").clone();
    String::from_utf8(said).expect("text").lines().map(String::from).collect()
}

/// The lines of a referee from the start of a game to a question after some random moves.
fn lines_of(spec: &str, rng: &mut Rng) -> Vec<String> {
    let game = registry::open(spec, Purpose::Match).expect("a game");
    let mut table = game.table(&Start::Seed(rng.bits())).expect("a deal");
    for _ in 0..rng.index(40) {
        let legal = table.legal();
        let before = table.history().len();
        table.play(&legal[rng.index(legal.len())]).expect("a legal move");
        if table.turn().is_none() {
            assert!(table.history().len() > before && table.undo());
            break;
        }
    }
    let seat = table.turn().expect("a turn");
    let handle = table.seat(seat);
    let (seen, ids) = (handle.seen(), handle.seen_ids());
    let numbered = seen.into_iter().enumerate().map(|(at, (by, text))| (by, text, ids.get(at).copied()));
    let new = NewGame {
        game: spec.to_string(),
        seat,
        seats: game.seats(),
        teams: game.teams(),
        analysis: false,
        deal: None,
        seed: Some(rng.bits()),
    };
    let go = Go {
        id: 1,
        view: serde_json::to_value(ViewData::of(game.spec(), handle.as_ref())).expect("JSON"),
        position: handle.decoy(),
        legal: handle.legal().into_iter().zip(handle.legal_ids().into_iter().map(Some)).collect(),
        budget: BudgetMessage { iters: Some(3), ..BudgetMessage::default() },
        hard_ms: 60_000,
        explain: rng.index(2) == 0,
        rng: None,
    };
    let orders = [
        Order::Hello { protocol: 1 },
        Order::Game(new),
        Order::Seen { moves: numbered.collect() },
        Order::Go(Box::new(go)),
    ];
    let mut lines: Vec<String> =
        orders.iter().map(|order| serde_json::to_string(order).expect("JSON")).collect();
    lines.push(String::from("{\"type\":\"ping\"}"));
    lines
}

/// A line with a few slips: letters left out, doubled or exchanged for others that mean something.
fn slipped(line: &str, rng: &mut Rng) -> String {
    const LETTERS: &[char] =
        &['0', '9', '-', ',', '"', '{', '}', '[', ']', ':', '/', '=', 'a', 'S', '?', ' ', 'é'];
    let mut letters: Vec<char> = line.chars().collect();
    for _ in 0..1 + rng.index(4) {
        let at = rng.index(letters.len());
        match rng.index(4) {
            0 => drop(letters.remove(at)),
            1 => letters.insert(at, letters[at]),
            2 => letters[at] = LETTERS[rng.index(LETTERS.len())],
            _ => {
                let other = rng.index(letters.len());
                letters.swap(at, other);
            }
        }
    }
    letters.into_iter().collect()
}

/// Searching agents hear lines with slips in them: they answer or refuse, and never panic.
#[test]
fn searching_engines_survive_slips() {
    const CASES: usize = 150;
    for (spec, agents) in [
        ("onitama5", ["mcts:iters=5", "alphabeta:nodes=40"]),
        ("hanamikoji:rules=official", ["hanamikoji-best:iters=3", "mcts:iters=5"]),
        ("hanamikoji", ["expectiminimax:depth=1", "flat:iters=20"]),
        ("daihinmin:games=2", ["daihinmin-best:iters=10", "mcts:iters=3"]),
        ("tichu", ["tichu-best:iters=3", "mcts:iters=3"]),
        ("tichu:rules=report", ["report-mcts:iters=3", "worlds:n=2,agent=random"]),
    ] {
        let (mut rng, mut answered, mut refused) = (Rng::new(5), 0, 0);
        for case in 0..CASES {
            let mut lines = lines_of(spec, &mut rng);
            // The greeting and the ping stay, so that the end of the talk is known.
            let at = 1 + rng.index(3);
            lines[at] = slipped(&lines[at], &mut rng);
            let (input, out) = (lines.join("\n") + "\n", Kept::default());
            serve(&registry::GAMES, Some(agents[case % 2]), input.as_bytes(), out.clone());
            let said = String::from_utf8(out.0.lock().expect("nobody panics with it").clone()).expect("text");
            let kinds: Vec<Value> = said
                .lines()
                .map(|line| serde_json::from_str::<Value>(line).expect("JSON")["type"].clone())
                .collect();
            assert!(kinds.iter().any(|kind| kind == "pong"), "{input}{said}");
            answered += usize::from(kinds.iter().any(|kind| kind == "move"));
            refused += usize::from(kinds.iter().any(|kind| kind == "error"));
        }
        assert!(answered >= 10 && refused >= 10, "{spec}: {answered} answered, {refused} refused");
    }
}

/// The end of a game as an engine is told it, most of its moves left out for the reader.
fn shortened_end(table: &dyn Table) -> String {
    let moves = table.history().into_iter().take(3).collect();
    let reveal = Some(RevealMessage { start: table.start(), moves });
    let over = serde_json::to_string(&Order::Over { payoffs: table.payoffs(), reveal }).expect("JSON");
    over.strip_suffix("]}}").expect("a list of moves").to_string() + ",..]}}"
}

/// The talk of referee and engine up to the first question that comes after a move of another seat, and the end.
fn transcript(spec: &str) -> String {
    let game = registry::open(spec, Purpose::Match).expect("a game");
    let mut table = game.table(&Start::Seed(1)).expect("a deal");
    let mut rng = Rng::new(1);
    let first = table.turn().expect("a turn");
    while table.turn() == Some(first) {
        let legal = table.legal();
        table.play(&legal[rng.index(legal.len())]).expect("a legal move");
    }
    let seat = table.turn().expect("a turn");
    let handle = table.seat(seat);
    let (seen, ids) = (handle.seen(), handle.seen_ids());
    let numbered = seen.into_iter().enumerate().map(|(at, (by, text))| (by, text, ids.get(at).copied()));
    let orders = [
        Order::Hello { protocol: 1 },
        Order::Game(NewGame {
            game: spec.to_string(),
            seat,
            seats: game.seats(),
            teams: game.teams(),
            analysis: false,
            deal: Some(0),
            seed: Some(7),
        }),
        Order::Seen { moves: numbered.collect() },
        Order::Go(Box::new(Go {
            id: 1,
            view: Value::Null,
            position: handle.decoy(),
            legal: handle.legal().into_iter().zip(handle.legal_ids().into_iter().map(Some)).collect(),
            budget: BudgetMessage::default(),
            hard_ms: 60_000,
            explain: false,
            rng: None,
        })),
    ];
    let said = hear("random", &orders);
    assert_eq!(said.len(), 3, "{said:?}");
    let answer: Value = serde_json::from_str(&said[2]).expect("JSON");
    table.play(answer["move"].as_str().expect("a move")).expect("a legal move");
    while table.turn().is_some() {
        let legal = table.legal();
        table.play(&legal[rng.index(legal.len())]).expect("a legal move");
    }
    let mut answers = said.iter();
    let mut text = String::new();
    for order in &orders {
        text += &format!("> {}\n", serde_json::to_string(order).expect("JSON"));
        if matches!(order, Order::Hello { .. } | Order::Game(_) | Order::Go(_)) {
            text += &format!("< {}\n", answers.next().expect("an answer"));
        }
    }
    let quit = serde_json::to_string(&Order::Quit).expect("JSON");
    text + &format!("..\n> {}\n> {quit}\n", shortened_end(table.as_ref()))
}

/// The document holds what is said. To refresh it, run the test with KARUTA_REFRESH=1.
#[test]
fn the_transcripts_of_the_document_are_what_is_said() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/engine-protocol.md");
    let document = std::fs::read_to_string(&path).expect("the document");
    let (head, _) = document.split_once("### onitama5\n").expect("a transcript of onitama5");
    let games = ["onitama5", "onitama7", "hanamikoji", "daihinmin", "tichu"];
    let parts: Vec<String> =
        games.iter().map(|game| format!("### {game}\n\n```text\n{}```\n", transcript(game))).collect();
    let expected = head.to_string() + &parts.join("\n");
    if std::env::var_os("KARUTA_REFRESH").is_some() {
        std::fs::write(&path, &expected).expect("the document");
    }
    let kept = std::fs::read_to_string(&path).expect("the document");
    assert!(kept == expected, "docs/engine-protocol.md differs: KARUTA_REFRESH=1 is due");
}

#[test]
fn a_stop_is_heard_while_the_engine_thinks() {
    let game = registry::open("onitama5", Purpose::Match).expect("a game");
    let table = game.table(&Start::Seed(2)).expect("a deal");
    let seat = table.turn().expect("a turn");
    let handle = table.seat(seat);
    let go = Go {
        id: 9,
        view: Value::Null,
        position: handle.decoy(),
        legal: handle.legal().into_iter().map(|text| (text, None)).collect(),
        budget: BudgetMessage { iters: Some(1_000_000_000), ..BudgetMessage::default() },
        hard_ms: 60_000,
        explain: true,
        rng: None,
    };
    let game = NewGame {
        game: String::from("onitama5"),
        seat,
        seats: 2,
        teams: 2,
        analysis: false,
        deal: None,
        seed: None,
    };
    // Without the stop, or if the end of the input were not heard, this would take hours.
    let said = hear("mcts:iters=5", &[Order::Game(game), Order::Go(Box::new(go)), Order::Stop { id: 9 }]);
    let last: Value = serde_json::from_str(said.last().expect("an answer")).expect("JSON");
    assert_eq!((&last["type"], &last["id"]), (&Value::from("move"), &Value::from(9)), "{said:?}");
    assert!(said.iter().any(|line| line.contains("\"info\"")), "{said:?}");
}
