//! Rules about single lines, by the crate they stand in. Each rule is checked on the real sources, and on lines that
//! break it, so that it cannot pass by looking away.

use std::collections::BTreeSet;
use std::fs;

use crate::source::{Source, line_of, relative, root, sources, walk, words};

/// A file larger than this should have become two.
const LONGEST: usize = 800;

/// The reading of a source that a rule looks at.
#[derive(Clone, Copy)]
enum Reading {
    /// Everything, comments too.
    Text,
    /// Code and what its strings say.
    Uncommented,
    /// Code alone.
    Code,
    /// Code that is not for tests only.
    Shipped,
}

impl Reading {
    fn of(self, source: &Source) -> &str {
        match self {
            Reading::Text => &source.text,
            Reading::Uncommented => &source.uncommented,
            Reading::Code => &source.code,
            Reading::Shipped => &source.shipped,
        }
    }
}

/// Words that may not stand in some rooms.
struct Ban {
    /// Crates in which it holds; empty for all.
    rooms: &'static [&'static str],
    /// Files it does not hold for.
    except: &'static [&'static str],
    reading: Reading,
    words: &'static [&'static str],
    why: &'static str,
}

const BANS: &[Ban] = &[
    Ban {
        rooms: &["engine", "playable", "records", "games", "learn", "agents", "arena", "report", "net"],
        except: &[],
        reading: Reading::Code,
        words: &["println!", "eprintln!", "print!", "eprint!"],
        why: "only the terminal prints",
    },
    Ban {
        rooms: &["engine", "playable", "records", "games", "learn", "agents", "arena", "report", "net"],
        // Engines are processes of others, whose output is read.
        except: &["crates/agents/src/protocol/process.rs"],
        reading: Reading::Shipped,
        words: &["stdout", "stderr"],
        why: "only the terminal prints",
    },
    Ban {
        rooms: &[],
        except: &[],
        reading: Reading::Code,
        words: &["dbg!", "todo!", "unimplemented!", "#[ignore]", "#[ignore ="],
        why: "nothing is left for later",
    },
    Ban {
        rooms: &[],
        except: &[],
        reading: Reading::Text,
        // Written in halves, or this file would not pass.
        words: &[concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X")],
        why: "no notes to self",
    },
    Ban {
        rooms: &["engine"],
        except: &["crates/engine/src/budget.rs"],
        reading: Reading::Code,
        words: &["Instant", "SystemTime"],
        why: "in the engine only the budget reads the clock",
    },
    Ban {
        rooms: &["playable", "games", "learn"],
        except: &[],
        reading: Reading::Shipped,
        words: &["Instant", "SystemTime"],
        why: "games and learners do not read the clock",
    },
    Ban {
        rooms: &["engine", "playable", "records", "games", "learn", "agents", "arena", "report"],
        except: &[],
        reading: Reading::Code,
        words: &["TcpStream", "TcpListener", "UdpSocket"],
        why: "connections are made in net",
    },
    Ban {
        rooms: &[],
        except: &[],
        reading: Reading::Shipped,
        words: &[".unwrap()", ".unwrap_err()"],
        why: "outside tests an expect states the invariant",
    },
    Ban {
        rooms: &[
            "engine", "playable", "records", "games", "learn", "agents", "arena", "report", "net", "web",
            "py",
        ],
        except: &[],
        reading: Reading::Code,
        words: &["anyhow", "clap"],
        why: "arguments and their errors belong to the terminal",
    },
    Ban {
        rooms: &[],
        except: &[],
        reading: Reading::Code,
        words: &["Manager", "Helper"],
        why: "a type is named for what it is",
    },
];

/// Crates whose comments begin with the thing they are about.
const PLAIN: &[&str] =
    &["engine", "playable", "games", "records", "learn", "agents", "arena", "report", "net", "cli", "xtask"];

/// Words that begin a question and not a description.
const QUESTIONS: &[&str] = &["What", "How", "Whether", "Who", "Whose", "Where", "Which", "Why"];

/// Files that tell somebody outside what a seat knows. They ask the seat's handle, a decision or a view: whatever
/// reaches the true position is banned from them, so that nothing told can depend on it.
const TELLERS: &[&str] = &[
    "crates/agents/src/protocol/exec.rs",
    "crates/agents/src/protocol/messages.rs",
    "crates/agents/src/protocol/process.rs",
    "crates/agents/src/view_data.rs",
    "crates/cli/src/commands/view.rs",
    "crates/web/src/frame.rs",
];

/// Ways to the true position.
const TRUTH: &[&str] = &[
    "Referee",
    ".state()",
    ".states",
    ".position()",
    ".history()",
    ".now()",
    ".render(seat",
    ".legal_words(",
];

/// Parts of the standard library that some rooms must do without.
const CLOSED: &[(&[&str], &[&str])] =
    &[(&["engine", "playable", "games", "learn"], &["env", "fs", "io", "net", "os", "process", "thread"])];

/// Games, in any spelling.
const GAMES: &[&str] = &["onitama", "hanamikoji", "tichu", "daihinmin"];

/// Everything wrong with `all`, one line each.
fn findings(all: &[Source]) -> Vec<String> {
    let mut found = Vec::new();
    for source in all {
        for ban in BANS {
            banned(source, ban, &mut found);
        }
        closed(source, &mut found);
        truthful(source, &mut found);
        contained(source, &mut found);
        form(source, &mut found);
        openings(source, &mut found);
    }
    named_games(all, &mut found);
    found.extend(named_both(all));
    found
}

fn banned(source: &Source, ban: &Ban, found: &mut Vec<String>) {
    // An example is a program of its own: it may print, and what it must leave alone everybody must.
    let holds = ban.rooms.is_empty() || (ban.rooms.contains(&source.room()) && !is_example(source));
    if !holds || ban.except.contains(&source.path.as_str()) {
        return;
    }
    let text = ban.reading.of(source);
    for word in ban.words {
        for at in words(text, word) {
            found.push(format!("{}:{}: {word}: {}", source.path, line_of(text, at), ban.why));
        }
    }
}

/// A crate is published as its folder: what it includes from elsewhere would be missing.
fn contained(source: &Source, found: &mut Vec<String>) {
    let Some((_, inside)) = source.path.rsplit_once("/src/") else { return };
    let depth = inside.matches('/').count() + 1;
    for (at, line) in (1..).zip(source.uncommented.lines()) {
        if line.contains("include_") && line.matches("../").count() > depth {
            found.push(format!("{}:{at}: included from outside its crate", source.path));
        }
    }
}

fn truthful(source: &Source, found: &mut Vec<String>) {
    for word in TRUTH.iter().filter(|_| TELLERS.contains(&source.path.as_str())) {
        for at in words(&source.shipped, word) {
            let line = line_of(&source.shipped, at);
            found.push(format!("{}:{line}: {word}: what is told comes from the seat's handle", source.path));
        }
    }
}

fn is_example(source: &Source) -> bool {
    source.path.contains("/examples/")
}

fn closed(source: &Source, found: &mut Vec<String>) {
    let is_held = |rooms: &[&str]| rooms.contains(&source.room()) && !is_example(source);
    for (_, modules) in CLOSED.iter().filter(|(rooms, _)| is_held(rooms)) {
        for at in words(&source.code, "std::") {
            let rest = &source.code[at + "std::".len()..];
            let named: Vec<&str> = match rest.strip_prefix('{') {
                Some(group) => first_words(&group[..matching_brace(group)]),
                None => first_words(rest).into_iter().take(1).collect(),
            };
            for module in named.into_iter().filter(|module| modules.contains(module)) {
                let line = line_of(&source.code, at);
                let room = source.room();
                found.push(format!("{}:{line}: std::{module} is not for {room}", source.path));
            }
        }
    }
}

/// The first name of each path in a list with commas.
fn first_words(list: &str) -> Vec<&str> {
    let name = |path: &'_ str| path.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(path.len());
    list.split(',').map(str::trim).map(|path| &path[..name(path)]).collect()
}

fn matching_brace(group: &str) -> usize {
    let mut depth = 1;
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    group.len()
}

fn form(source: &Source, found: &mut Vec<String>) {
    if source.path.contains("/src/") && !source.text.starts_with("//!") {
        found.push(format!("{}:1: a file opens with //!: what it knows", source.path));
    }
    let lines = source.text.lines().count();
    if lines > LONGEST {
        found.push(format!("{}: {lines} lines; split it below {LONGEST}", source.path));
    }
    for at in source.code.match_indices("fn get_").map(|(at, _)| at) {
        let line = line_of(&source.code, at);
        found.push(format!("{}:{line}: get_ says nothing; name what is had", source.path));
    }
    let is_shipped = source.path.contains("/src/") && !source.path.contains("/tests/");
    if is_shipped && source.code.contains("mod tests {") {
        found.push(format!("{}: tests live apart, in a file tests.rs", source.path));
    }
    let name = source.path.rsplit('/').next().unwrap_or("").trim_end_matches(".rs");
    if ["util", "utils", "common", "misc", "helper", "helpers"].contains(&name) {
        found.push(format!("{}: a file is named for what it knows", source.path));
    }
}

/// A comment begins with the thing it is about.
fn openings(source: &Source, found: &mut Vec<String>) {
    let is_plain = PLAIN.contains(&source.room());
    let mut before = "";
    for (at, line) in source.text.lines().enumerate().filter(|_| is_plain) {
        let mut words = line.split_whitespace();
        let mark = words.next().filter(|mark| ["///", "//!"].contains(mark)).unwrap_or("");
        let first = words.next().unwrap_or("");
        if !mark.is_empty() && mark != before && QUESTIONS.contains(&first) {
            found.push(format!("{}:{}: a comment begins with its thing, not {first}", source.path, at + 1));
        }
        before = mark;
    }
}

/// The engine names no game, not even in strings.
fn named_games(all: &[Source], found: &mut Vec<String>) {
    for source in all.iter().filter(|source| source.room() == "engine") {
        let text = Reading::Uncommented.of(source).to_lowercase();
        for game in GAMES {
            for (at, _) in text.match_indices(game) {
                found.push(format!(
                    "{}:{}: the engine names no game, but {game}",
                    source.path,
                    line_of(&text, at)
                ));
            }
        }
    }
}

/// No file names both a game type and an agent kind: kinds are generic over the game, and games are
/// instantiated by one line each. Which types these are is read from the sources, so a new game or kind is
/// covered by the line that adds it.
fn named_both(all: &[Source]) -> Vec<String> {
    let mut games = BTreeSet::new();
    let mut kinds = BTreeSet::new();
    for source in all {
        if source.path.contains("/games/") {
            games.extend(names_after(&source.shipped, "GameEntry<"));
        }
        if source.path.contains("/agents/src/kinds/") {
            kinds.extend(names_after(&source.shipped, "AgentKind<G> for "));
        }
    }
    let mut found = Vec::new();
    for source in all {
        let named = |names: &BTreeSet<String>| {
            names.iter().find(|name| words(&source.shipped, name).next().is_some()).cloned()
        };
        if let (Some(game), Some(kind)) = (named(&games), named(&kinds)) {
            let path = &source.path;
            found
                .push(format!("{path} names {game} and {kind}: no file names both a game and an agent kind"));
        }
    }
    if games.is_empty() || kinds.is_empty() {
        found.push(format!("there are {} games and {} kinds: look again", games.len(), kinds.len()));
    }
    found
}

/// The types that follow `mark`, generics left out. `G` stands for any game and is none.
fn names_after(code: &str, mark: &str) -> Vec<String> {
    let after = code.match_indices(mark).map(|(at, _)| &code[at + mark.len()..]);
    after
        .map(|rest| {
            rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_' || *c == ':').collect::<String>()
        })
        .map(|path| path.rsplit("::").next().unwrap_or("").to_string())
        .filter(|name| name.len() > 1)
        .collect()
}

#[track_caller]
fn assert_none(found: &[String]) {
    assert!(found.is_empty(), "{} breaches of the house rules:\n{}", found.len(), found.join("\n"));
}

#[test]
fn sources_keep_the_house_rules() {
    let all = sources();
    assert!(all.len() > 50, "only {} sources were found", all.len());
    assert_none(&findings(&all));
}

#[test]
fn no_file_names_a_machine() {
    let mut paths = Vec::new();
    walk(&root(), &mut paths);
    let mut found = Vec::new();
    for path in paths {
        // Records and other binary files are not text.
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        let is_own = path.file_name().is_some_and(|name| name == ".git");
        for place in places().iter().filter(|_| !is_own) {
            if let Some(at) = text.find(place) {
                found.push(format!("{}:{}: {place} is one machine's", relative(&path), line_of(&text, at)));
            }
        }
    }
    assert_none(&found);
}

/// Home folders, and the folder of this workspace.
fn places() -> Vec<String> {
    let mut places: Vec<String> = ["home", "root", "Users"].iter().map(|name| format!("/{name}/")).collect();
    places.push(root().to_string_lossy().into_owned());
    places
}

/// A game and a kind as far as the rules read them.
fn one_of_each() -> Vec<Source> {
    vec![
        Source::new(
            "crates/games/onitama/agents/src/lib.rs",
            "//! x\nfn five() -> GameEntry<Onitama<5>> {}\nimpl GameEntry<G> {}",
        ),
        Source::new("crates/agents/src/kinds/mcts.rs", "//! x\nimpl<G: Playable> AgentKind<G> for Mcts {}"),
    ]
}

fn findings_in(path: &str, text: &str) -> Vec<String> {
    let mut all = one_of_each();
    all.push(Source::new(path, text));
    findings(&all)
}

#[test]
fn what_breaks_a_rule_is_caught() {
    assert_none(&findings(&one_of_each()));
    let long = format!("//! x\n{}", "\n".repeat(LONGEST));
    let note = format!("//! x\n// {}: later", concat!("TO", "DO"));
    let repair = format!("//! x\n// {} this", concat!("FIX", "ME"));
    for (path, text, says) in [
        ("crates/engine/src/a.rs", "//! x\nfn f() { println!(); }", "a.rs:2: println!"),
        ("crates/games/src/a.rs", "//! x\nfn f() { eprint!(\"x\"); }", "eprint!"),
        ("crates/arena/src/a.rs", "//! x\nfn f() { print!(\"x\"); }", "print!"),
        ("crates/arena/src/a.rs", "//! x\nuse std::io::stdout;", "stdout"),
        ("crates/net/src/a.rs", "//! x\nfn f() { eprintln!(\"x\"); }", "eprintln!"),
        ("crates/arena/src/a.rs", "//! x\nuse std::net::TcpStream;", "connections are made in net"),
        ("crates/agents/src/view_data.rs", "//! x\nfn f() { t.position() }", "comes from the seat's handle"),
        ("crates/web/src/frame.rs", "//! x\nfn f() { referee.state() }", "comes from the seat's handle"),
        ("crates/arena/src/a.rs", "//! x\nconst A: &str = include_str!(\"../../b\");", "outside its crate"),
        ("crates/cli/src/a.rs", "//! x\nfn f() { dbg!(1); }", "dbg!"),
        ("crates/cli/src/a.rs", "//! x\nfn f() { todo!() }", "todo!"),
        ("crates/cli/src/a.rs", "//! x\nfn f() { unimplemented!() }", "unimplemented!"),
        ("crates/cli/tests/a.rs", "#[test]\n#[ignore]\nfn f() {}", "a.rs:2: #[ignore]"),
        ("crates/cli/tests/a.rs", "#[test]\n#[ignore = \"slow\"]\nfn f() {}", "#[ignore ="),
        ("crates/cli/src/a.rs", &note, "notes to self"),
        ("crates/cli/src/a.rs", &repair, "notes to self"),
        ("crates/engine/src/a.rs", "//! x\nuse std::time::Instant;", "the budget reads the clock"),
        ("crates/engine/src/a.rs", "//! x\nfn f() { SystemTime::now(); }", "the budget reads the clock"),
        ("crates/games/src/a.rs", "//! x\nfn f() { Instant::now(); }", "do not read the clock"),
        ("crates/learn/src/a.rs", "//! x\nfn f() { Instant::now(); }", "do not read the clock"),
        ("crates/learn/src/a.rs", "//! x\nuse std::fs;", "std::fs is not for learn"),
        ("crates/games/src/a.rs", "//! x\nfn f() { g().unwrap(); }", ".unwrap()"),
        ("crates/arena/src/a.rs", "//! x\nuse anyhow::Context;", "belong to the terminal"),
        ("crates/games/src/a.rs", "//! x\nuse clap::Parser;", "belong to the terminal"),
        ("crates/engine/src/a.rs", "//! x\nuse std::fs;", "std::fs is not for engine"),
        ("crates/games/src/a.rs", "//! x\nuse std::{fmt, net::TcpStream};", "std::net is not for games"),
        ("crates/games/src/a.rs", "//! x\nfn f() { std::thread::spawn(g); }", "std::thread"),
        ("crates/engine/src/a.rs", "//! x\nfn f() { std::process::exit(1); }", "std::process"),
        ("crates/engine/src/a.rs", "//! x\nfn f() { std::env::var(\"X\"); }", "std::env"),
        ("crates/engine/src/a.rs", "//! x\nfn f() -> &str { \"Onitama\" }", "names no game, but onitama"),
        ("crates/engine/src/a.rs", "//! x\nstruct TichuHand;", "names no game, but tichu"),
        ("crates/games/src/a.rs", "// x\nfn f() {}", "opens with //!"),
        ("crates/engine/src/a.rs", "//! x\n/// Whether it is.\nfn f() {}", "a.rs:2: a comment begins"),
        ("crates/web/src/a.rs", "//! x\n#[cfg(test)]\nmod tests { }", "tests live apart"),
        ("crates/cli/src/a.rs", &long, "split it"),
        ("crates/cli/src/a.rs", "//! x\nfn get_it() {}", "get_ says nothing"),
        ("crates/cli/src/a.rs", "//! x\nstruct Manager;", "named for what it is"),
        ("crates/cli/src/util.rs", "//! x\n", "named for what it knows"),
        ("crates/cli/src/a.rs", "//! x\nfn f(a: Onitama<5>, b: Mcts) {}", "no file names both"),
    ] {
        let found = findings_in(path, text);
        assert!(found.iter().any(|line| line.contains(says)), "{path} with {text:?}: {found:?}");
    }
}

#[test]
fn what_keeps_the_rules_passes() {
    for (path, text) in [
        ("crates/engine/src/a.rs", "//! Unlike Onitama, println! is for people.\n// std::fs too"),
        ("crates/engine/src/a.rs", "//! x\nfn f() -> &str { \"println!\" }"),
        ("crates/engine/src/budget.rs", "//! x\nuse std::time::Instant;"),
        ("crates/games/src/a.rs", "//! x\nuse std::fmt; fn f() { g().unwrap_or(1); }"),
        ("crates/games/src/a.rs", "//! x\n#[cfg(test)]\nfn f() { g().unwrap(); }"),
        ("crates/engine/src/a.rs", "//! x\n/// True if it is, that is\n/// What we say.\nfn f() {}"),
        ("crates/games/src/a.rs", "//! x\nfn f(a: Onitama<5>) {} fn g() -> &str { \"Mcts\" }"),
        ("crates/cli/src/a.rs", "//! x\nuse anyhow::Context; fn f() { println!(); }"),
        ("crates/net/src/a.rs", "//! x\nuse std::net::TcpStream; fn f(a: Onitama<5>) {}"),
        ("crates/cli/tests/a.rs", "fn f() { g().unwrap(); }"),
    ] {
        assert_none(&findings_in(path, text));
    }
}
