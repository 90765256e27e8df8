//! No text that people can type makes anything panic: specs, positions and moves, at random and as
//! slips of the finger in good ones. The library is asked directly; a process for each would be slow.

use karuta_agents::any::{AnyGame, Start};
use karuta_agents::view_data::ViewData;
use karuta_arena::registry;
use karuta_playable::playable::Purpose;
use proptest::prelude::*;
use serde_json::Value;

const GAMES: &[&str] = &[
    "onitama5",
    "onitama7:cards=base+sensei,starts=random",
    "onitama5:cards=(ox,boar,horse,elephant,crab),cap=40",
    "tichu:rules=report,target=1000,tie=draw,rounds=20",
    "tichu:rules=report-code,quirks=ten+suited,gift=chosen,wish=bomb-exempt",
];

const AGENTS: &[&str] = &[
    "random",
    "heuristic",
    "mcts:iters=100,c=0.3,playout=priority,final=mean",
    "mcts:time=500ms,select=(rave:bias=0.1),playout=(uniform:cut=30,eval=thesis,judge=3)",
    "mcts:iters=10,playout=(mcts:iters=5,playout=(random)),select=(schulz-rave:early=0.99)",
    "thesis-rave:iters=1_000,worlds=fresh,threads=2,solver=on,reuse=off",
    "alphabeta:depth=4,quiescence=on,eval=auto",
    "minimax:depth=2",
];

/// Agents of Tichu, with every axis that the others have not.
const TICHU_AGENTS: &[&str] = &[
    "report-mcts:iters=50,ends=relative-inverted,final=ucb",
    "report-epic:playout=none,select=(ucb1:counts=parent,tie=first)",
    "report-groups-printed:iters=20",
    "mcts:iters=20,tree=observers,playout=lgrf,peek=0.6,worlds=30",
    "mcts:select=ismcts,tree=(graph:by=episode),simplify=on,rules=go-out,reuse=off",
    "split:at=7,early=(report-mcts:iters=5),late=(balanced-random)",
    "worlds:n=5,agent=(plies:depth=3),merge=votes",
    "plies:depth=4,peek=on",
];

const TICHU_POSITIONS: &[&str] = &[
    "hand=S2,B3,G4,R5,S7,B7,G9,RT,SJ,BQ,GK,RA,SA,Dog table=pair:5 wish=7",
    "hand=S2,Pho table=single:12.5",
    "hand=Mah,S2,B3,G4,R6,S7,B9,GJ,RJ,SK,BK,GA,Dra,Pho",
    "hand=S5,S6,S7,S8,S9,B6 table=bombsf:8:5",
];

const TICHU_MOVES: &[&str] = &[
    "7 7",
    "pass",
    "Mah 2 3 4 Pho",
    "give S7 right",
    "wish none",
    "dragon left",
    "grand tichu",
    "no call",
    "1",
];

const POSITIONS: &[&str] = &[
    "1121100000000000000033433 ox,boar,horse,elephant,crab 0",
    "11211 00000 00000 00000 33433 Ox, Boar, Horse, Elephant, Sea Snake 1",
    "1112111000000000000000000000000000000000003334333 tiger,crab,monkey,crane,dragon 0",
    "1000010000200001000013433 horse,tiger,crab,monkey,dragon 0",
];

const MOVES: &[&str] = &["boar a1a2", "ox c1c2", "pass boar", "BOAR  a1a2 ", "1", "elephant e5d4"];

/// A slip of the finger.
#[derive(Clone, Debug)]
enum Slip {
    Delete(usize),
    Double(usize),
    Replace(usize, char),
    Insert(usize, char),
    Cut(usize),
    Repeat(usize, usize),
}

/// Characters that mean something, and some that do not.
fn character() -> impl Strategy<Value = char> {
    prop_oneof![
        prop::sample::select(":=,()+-_. /0123459exX'\"\n\t\u{0}".chars().collect::<Vec<_>>()),
        any::<char>(),
    ]
}

fn slip() -> impl Strategy<Value = Slip> {
    prop_oneof![
        any::<usize>().prop_map(Slip::Delete),
        any::<usize>().prop_map(Slip::Double),
        (any::<usize>(), character()).prop_map(|(at, c)| Slip::Replace(at, c)),
        (any::<usize>(), character()).prop_map(|(at, c)| Slip::Insert(at, c)),
        any::<usize>().prop_map(Slip::Cut),
        (any::<usize>(), any::<usize>()).prop_map(|(from, to)| Slip::Repeat(from, to)),
    ]
}

fn slipped(text: &str, slips: &[Slip]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for slip in slips {
        let place = |at: usize| at % (chars.len() + 1);
        match *slip {
            Slip::Delete(at) if place(at) < chars.len() => drop(chars.remove(place(at))),
            Slip::Double(at) if place(at) < chars.len() => chars.insert(place(at), chars[place(at)]),
            Slip::Replace(at, c) if place(at) < chars.len() => {
                let at = place(at);
                chars[at] = c;
            }
            Slip::Insert(at, c) => chars.insert(place(at), c),
            Slip::Cut(at) => chars.truncate(place(at)),
            Slip::Repeat(a, b) => {
                let (from, to) = (place(a).min(place(b)), place(a).max(place(b)));
                let again: Vec<char> = chars[from..to].to_vec();
                chars.extend(again);
            }
            Slip::Delete(_) | Slip::Double(_) | Slip::Replace(..) => {}
        }
    }
    chars.into_iter().collect()
}

/// Something good with some slips in it, or anything at all.
fn text(good: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop_oneof![
        4 => (prop::sample::select(good), prop::collection::vec(slip(), 0..4))
            .prop_map(|(good, slips)| slipped(good, &slips)),
        1 => ".{0,60}",
    ]
}

fn onitama5() -> Box<dyn AnyGame> {
    registry::open("onitama5", Purpose::Match).expect("it is a game")
}

fn tichu(options: &str) -> Box<dyn AnyGame> {
    registry::open(&format!("tichu{options}"), Purpose::Match).expect("it is a game")
}

/// An error is one line, whatever was given.
fn check_line(error: &dyn std::fmt::Display) -> Result<(), TestCaseError> {
    let line = error.to_string();
    prop_assert!(!line.is_empty() && !line.contains(['\n', '\r']), "{line:?}");
    Ok(())
}

/// Agents that can be had keep their names; others are refused in a line.
fn check_agents(game: &dyn AnyGame, specs: &[String]) -> Result<(), TestCaseError> {
    match game.contest(specs, 1) {
        Err(error) => check_line(&error),
        Ok(contest) => {
            let again = game.contest(&contest.specs(), 1);
            let again = again.map_err(|error| TestCaseError::fail(format!("{specs:?}: {error}")))?;
            prop_assert_eq!(again.specs(), contest.specs());
            Ok(())
        }
    }
}

/// Every game by every set of rules.
pub const ALL_GAMES: &[&str] = &[
    "onitama5",
    "onitama7",
    "hanamikoji",
    "hanamikoji:rules=official",
    "daihinmin:games=2",
    "tichu",
    "tichu:rules=report",
];

/// The fate of a view on its way back.
#[derive(Clone, Debug)]
enum Change {
    /// Slips in its text.
    Slips(Vec<Slip>),
    /// Slips in its position, which stays JSON.
    Position(Vec<Slip>),
    /// Slips in its zones and facts, which are all that is left.
    Zones(Vec<Slip>),
    /// Other values deep inside its zones and facts, which are all that is left.
    Leaves(Vec<(usize, Value)>),
    /// Another value for one of its fields.
    Field(usize, Value),
    /// A field that is left out.
    Left(usize),
}

/// Values that could stand in zones and facts, at random places.
fn leaves() -> impl Strategy<Value = Vec<(usize, Value)>> {
    const WORDS: [&str; 18] = [
        "S5",
        "Dra",
        "Pho",
        "JO",
        "D3",
        "pink",
        "red",
        "?",
        "a1",
        "ox",
        "play",
        "grand",
        "window",
        "gift",
        "pair:5",
        "S3+H3",
        "secret ?",
        "compete red red / pink blue > ?",
    ];
    let value = prop_oneof![
        (-2i64..20).prop_map(Value::from),
        prop::sample::select(&WORDS[..]).prop_map(Value::from),
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        Just(serde_json::json!([])),
        Just(serde_json::json!([0, 1, 2, 3, 4])),
        any::<i64>().prop_map(Value::from),
    ];
    prop::collection::vec((any::<usize>(), value), 0..3)
}

/// Every place inside a value.
fn places(value: &Value, at: &str, out: &mut Vec<String>) {
    out.push(at.to_string());
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| places(item, &format!("{at}/{index}"), out));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| places(value, &format!("{at}/{name}"), out));
        }
        _ => {}
    }
}

fn change() -> impl Strategy<Value = Change> {
    let slips = || prop::collection::vec(slip(), 0..4);
    let value = prop_oneof![
        Just(Value::Null),
        any::<i64>().prop_map(Value::from),
        ".{0,20}".prop_map(Value::from),
        prop::collection::vec((0u64..9, ".{0,9}", 0u64..9_999), 0..4)
            .prop_map(|moves| serde_json::to_value(moves).expect("JSON")),
    ];
    prop_oneof![
        slips().prop_map(Change::Slips),
        slips().prop_map(Change::Position),
        slips().prop_map(Change::Zones),
        leaves().prop_map(Change::Leaves),
        leaves().prop_map(Change::Leaves),
        (any::<usize>(), value).prop_map(|(at, value)| Change::Field(at, value)),
        any::<usize>().prop_map(Change::Left),
    ]
}

/// A view after some random moves, changed and read back: refused in a line, or a table that can be asked.
fn check_view(spec: &str, seed: u64, plies: usize, change: &Change) -> Result<(), TestCaseError> {
    let game = registry::open(spec, Purpose::Analysis).expect("it is a game");
    let mut table = game.table(&Start::Seed(seed)).expect("a deal");
    for ply in 0..plies {
        let legal = table.legal();
        let Some(mv) = legal.get((seed as usize).wrapping_add(ply) % legal.len().max(1)) else { break };
        table.play(mv).expect("a legal move");
    }
    let Some(seat) = table.turn() else { return Ok(()) };
    let view = serde_json::to_value(ViewData::of(game.spec(), table.seat(seat).as_ref())).expect("JSON");
    // Unchanged it is the same view again.
    let same = ViewData::read(&view.to_string()).expect("a view");
    let again = game.table_of_view(&same, 1).expect("a view");
    prop_assert_eq!(
        serde_json::to_value(ViewData::of(game.spec(), again.seat(seat).as_ref())).ok(),
        Some(view.clone())
    );
    let mut changed = view.clone();
    let fields = changed.as_object_mut().expect("an object");
    let name = |at: usize| fields.keys().nth(at % fields.len()).expect("a field").clone();
    let text = match change {
        Change::Slips(slips) => slipped(&view.to_string(), slips),
        Change::Position(slips) => {
            let position = slipped(view["position"].as_str().expect("a text"), slips);
            fields.insert(String::from("position"), Value::from(position));
            fields.insert(String::from("legal"), Value::from(Vec::<String>::new()));
            changed.to_string()
        }
        Change::Zones(slips) => {
            for name in ["position", "legal", "seen", "turn"] {
                fields.remove(name);
            }
            let told = serde_json::json!([fields["zones"], fields["facts"]]).to_string();
            // Slips that leave no JSON are tried elsewhere.
            let Ok(Value::Array(mut parts)) = serde_json::from_str(&slipped(&told, slips)) else {
                return Ok(());
            };
            let (Some(facts), Some(zones)) = (parts.pop(), parts.pop()) else { return Ok(()) };
            fields.insert(String::from("zones"), zones);
            fields.insert(String::from("facts"), facts);
            changed.to_string()
        }
        Change::Leaves(leaves) => {
            for name in ["position", "legal", "seen", "turn"] {
                fields.remove(name);
            }
            for (at, value) in leaves {
                let mut all = Vec::new();
                for part in ["zones", "facts"] {
                    places(&changed[part], &format!("/{part}"), &mut all);
                }
                let place = &all[at % all.len()];
                *changed.pointer_mut(place).expect("a place") = value.clone();
            }
            changed.to_string()
        }
        Change::Field(at, value) => {
            let name = name(*at);
            fields.insert(name, value.clone());
            changed.to_string()
        }
        Change::Left(at) => {
            let name = name(*at);
            fields.remove(&name);
            changed.to_string()
        }
    };
    let read = ViewData::read(&text).and_then(|view| Ok((game.table_of_view(&view, 1)?, view.seat)));
    match read {
        Err(error) => check_line(&error),
        Ok((mut table, seat)) => {
            let handle = table.seat(seat);
            let (legal, ids) = (handle.legal(), handle.legal_ids());
            prop_assert_eq!(legal.len(), ids.len());
            handle.render(karuta_playable::ink::Ink::Plain);
            drop(handle);
            if table.turn().is_some() {
                let searcher = SEARCHERS[(seed as usize + plies) % SEARCHERS.len()];
                let agent = table.add_agent(searcher, false).expect("an agent");
                let thought = table.ask(agent).expect("a move");
                prop_assert!(table.play(&thought.mv).is_ok());
            }
            Ok(())
        }
    }
}

/// A game by numbers and the same game by text, move by move.
fn check_numbers(spec: &str, seed: u64) -> Result<(), TestCaseError> {
    let game = registry::open(spec, Purpose::Match).expect("it is a game");
    let mut table = game.table(&Start::Seed(seed)).expect("a deal");
    let mut state = game.state(&Start::Seed(seed)).expect("a deal");
    let mut ply = seed as usize;
    while let Some(seat) = table.turn() {
        let handle = table.seat(seat);
        let (legal, ids) = (handle.legal(), handle.legal_ids());
        prop_assert_eq!(&legal, &table.legal());
        prop_assert_eq!(legal.len(), ids.len());
        let mut once = ids.clone();
        once.sort_unstable();
        once.dedup();
        prop_assert_eq!(once.len(), ids.len(), "two legal moves have one number");
        let (seen, seen_ids) = (handle.seen(), handle.seen_ids());
        prop_assert!(seen_ids.is_empty() || seen_ids.len() == seen.len());
        for (text, &id) in legal.iter().zip(&ids) {
            prop_assert!(id < state.ids() && state.is_legal_id(id));
            prop_assert_eq!(&state.id_text(id).expect("a number"), text);
            prop_assert_eq!(state.text_id(text).expect("a text"), id);
        }
        ply = ply.wrapping_mul(31).wrapping_add(7);
        let mv = &legal[ply % legal.len()];
        prop_assert_eq!(&table.play(mv).expect("a legal move"), mv);
        state.apply_id(ids[ply % legal.len()]).expect("a legal number");
        prop_assert_eq!(state.position(), table.position());
    }
    prop_assert!(state.turn().is_none());
    Ok(())
}

/// Agents that look further than one move: a search must do with whatever was accepted.
const SEARCHERS: [&str; 3] = ["random", "mcts:iters=6", "flat:iters=6"];

/// A position that is accepted reads back, and can be drawn, searched and played.
fn check_position(game: &str, position: &str) -> Result<(), TestCaseError> {
    let game = registry::open(game, Purpose::Analysis).expect("it is a game");
    match game.table(&Start::Position { text: position.to_string(), seed: 1 }) {
        Err(error) => check_line(&error),
        Ok(mut table) => {
            let canonical = table.position();
            let again = game.table(&Start::Position { text: canonical.clone(), seed: 1 });
            prop_assert_eq!(again.map(|table| table.position()).ok(), Some(canonical));
            for seat in 0..table.seats() {
                table.render(seat, karuta_playable::ink::Ink::Plain);
            }
            let legal = table.legal();
            prop_assert!(!legal.is_empty(), "{position:?} has no move");
            let agent = table.add_agent(SEARCHERS[1 + position.len() % 2], true).expect("an agent");
            let thought = table.ask(agent).expect("a move");
            prop_assert!(legal.contains(&thought.mv), "{} in {position:?}", thought.mv);
            prop_assert!(table.play(&legal[0]).is_ok());
            Ok(())
        }
    }
}

/// A move is made, and can be taken back, or leaves everything as it was.
fn check_moves(game: &dyn AnyGame, moves: &[String], seed: u64) -> Result<(), TestCaseError> {
    let mut table = game.table(&Start::Seed(seed)).expect("a deal");
    for mv in moves {
        let before = table.position();
        match table.play(mv) {
            Err(error) => {
                check_line(&error)?;
                prop_assert_eq!(table.position(), before);
            }
            Ok(made) => {
                prop_assert_eq!(table.history().last().map(|(_, mv)| mv.clone()), Some(made));
                prop_assert!(table.undo());
                prop_assert_eq!(table.position(), before);
            }
        }
        let Some(first) = table.legal().into_iter().next() else { break };
        prop_assert!(table.play(&first).is_ok());
    }
    Ok(())
}

proptest! {
    // Failures are printed with what caused them; a file of them would only gather dust.
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_game_panics(spec in text(GAMES)) {
        match registry::open(&spec, Purpose::Match) {
            Err(error) => check_line(&error)?,
            // The canonical spec of what can be opened opens the same.
            Ok(game) => {
                let again = registry::open(game.spec(), Purpose::Match);
                let again = again.map_err(|error| TestCaseError::fail(format!("{spec:?}: {error}")))?;
                prop_assert_eq!(game.spec(), again.spec());
                prop_assert!(game.table(&Start::Seed(1)).is_ok());
            }
        }
    }

    #[test]
    fn no_agent_panics(one in text(AGENTS), other in text(AGENTS)) {
        check_agents(&*onitama5(), &[one, other])?;
    }

    #[test]
    fn no_agent_of_tichu_panics(one in text(TICHU_AGENTS), other in text(TICHU_AGENTS)) {
        check_agents(&*tichu(":rules=report"), &[one, other])?;
    }

    #[test]
    fn no_position_panics(position in text(POSITIONS)) {
        for game in ["onitama5", "onitama7"] {
            check_position(game, &position)?;
        }
    }

    #[test]
    fn no_position_of_tichu_panics(position in text(TICHU_POSITIONS)) {
        for game in ["tichu", "tichu:rules=report-code"] {
            check_position(game, &position)?;
        }
    }

    #[test]
    fn no_move_panics(moves in prop::collection::vec(text(MOVES), 1..8), seed in any::<u64>()) {
        check_moves(&*onitama5(), &moves, seed)?;
    }

    #[test]
    fn no_move_of_tichu_panics(moves in prop::collection::vec(text(TICHU_MOVES), 1..8), seed in any::<u64>()) {
        check_moves(&*tichu(""), &moves, seed)?;
        check_moves(&*tichu(":rules=report"), &moves, seed)?;
    }
}

proptest! {
    // Each case plays up to sixty moves first.
    #![proptest_config(ProptestConfig { cases: 800, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_view_panics(
        game in prop::sample::select(ALL_GAMES),
        seed in any::<u64>(),
        plies in 0usize..60,
        change in change(),
    ) {
        check_view(game, seed, plies, &change)?;
    }
}

proptest! {
    // Whole games: each has up to hundreds of positions.
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn text_and_number_are_the_same_move(game in prop::sample::select(ALL_GAMES), seed in any::<u64>()) {
        check_numbers(game, seed)?;
    }
}
