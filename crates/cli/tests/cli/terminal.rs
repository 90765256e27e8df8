//! `play` in a real terminal of 80 columns: whole games by typed text, and nothing on the screen that the seat
//! cannot see.

use std::io::{Read as _, Write as _};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use karuta_agents::any::{AnyGame, Start};
use karuta_agents::table::{AgentId, Table};
use karuta_arena::registry;
use karuta_playable::ink::{Ink, columns};
use karuta_playable::level::Level;
use karuta_playable::playable::Purpose;
use karuta_playable::spec::Spec;

use crate::child::{karuta, karuta_told};

/// Nothing here takes long, but the machine may be busy with other things.
const PATIENCE: Duration = Duration::from_secs(600);

const PROMPT: &str = "your move> ";

/// karuta in a terminal.
struct Terminal {
    pty: pty_process::blocking::Pty,
    child: std::process::Child,
    heard: Receiver<Vec<u8>>,
}

impl Terminal {
    fn start(args: &[&str]) -> Terminal {
        let (pty, pts) = pty_process::blocking::open().expect("a terminal");
        pty.resize(pty_process::Size::new(50, 80)).expect("a size");
        let command = pty_process::blocking::Command::new(env!("CARGO_BIN_EXE_karuta"));
        let command = command.args(args).env("TERM", "xterm-256color").env_remove("NO_COLOR");
        let child = command.spawn(pts).expect("karuta starts");
        let (say, heard) = channel();
        let listener = std::os::fd::AsFd::as_fd(&pty).try_clone_to_owned().expect("a second handle");
        thread::spawn(move || {
            let mut from = std::fs::File::from(listener);
            let mut piece = [0; 4096];
            // A terminal whose program has ended is an error to read.
            while let Ok(length @ 1..) = from.read(&mut piece) {
                if say.send(piece[..length].to_vec()).is_err() {
                    break;
                }
            }
        });
        Terminal { pty, child, heard }
    }

    /// Types a line, if any, and returns what is shown until the next question; `true` if there is one.
    fn say(&mut self, line: Option<&str>) -> (String, bool) {
        if let Some(line) = line {
            self.pty.write_all(format!("{line}\r").as_bytes()).expect("it listens");
        }
        let deadline = Instant::now() + PATIENCE;
        let mut bytes = Vec::new();
        loop {
            let shown = shown(&String::from_utf8_lossy(&bytes));
            let waits = line.is_none() || shown.contains('\n');
            if waits && shown.lines().last().is_some_and(|last| last.ends_with(PROMPT)) {
                return (shown, true);
            }
            match self.heard.recv_timeout(Duration::from_millis(500)) {
                Ok(piece) => bytes.extend(piece),
                Err(_) if self.child.try_wait().expect("it is ours").is_some() => {
                    bytes.extend(self.heard.try_iter().flatten());
                    return (self::shown(&String::from_utf8_lossy(&bytes)), false);
                }
                Err(_) => assert!(Instant::now() < deadline, "patience is over: {shown}"),
            }
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // A test that failed leaves nothing running behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Text that stays on the screen: codes are obeyed or left out, and a line that is written again shows its last text.
fn shown(bytes: &str) -> String {
    let mut text = String::new();
    let mut rest = bytes.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\u{1b}' if rest.peek() == Some(&'[') => {
                rest.next();
                let end = rest.by_ref().find(|c| c.is_ascii_alphabetic());
                // Only what the program itself cleared is gone; the editor clears behind its own text.
                if end == Some('K') && text.ends_with('\r') {
                    text.truncate(text.rfind('\n').map_or(0, |at| at + 1));
                }
            }
            c => text.push(c),
        }
    }
    let last = |line: &str| line.trim_end_matches('\r').rsplit('\r').next().unwrap_or_default().to_string();
    let ends = if text.ends_with('\n') { "\n" } else { "" };
    text.lines().map(last).collect::<Vec<_>>().join("\n") + ends
}

/// The moves of a list as they are typed.
fn listed(text: &str) -> Vec<String> {
    let mut moves = Vec::new();
    for piece in
        text.lines().filter(|line| line.trim_start().starts_with('#')).flat_map(|line| line.split(" #"))
    {
        let mut fields = piece.trim_start_matches([' ', '#']).splitn(2, "  ");
        if let (Some(_), Some(rest)) = (fields.next(), fields.next()) {
            moves.push(rest.split("   ").next().unwrap_or_default().trim().to_string());
        }
    }
    moves
}

/// The same game as in the terminal, played here: it knows the truth that the screens must not depend on.
struct Mirror {
    game: Box<dyn AnyGame>,
    table: Box<dyn Table>,
    opponents: Vec<AgentId>,
}

impl Mirror {
    /// The game of `play NAME --level beginner --seed SEED`, seat 0 being the person's.
    fn new(name: &str, seed: u64) -> Mirror {
        let spec = Spec::parse(name).expect("a spec");
        let entry = registry::find(&spec.name).expect("a game");
        let game = registry::open(&entry.for_people(&spec).to_string(), Purpose::Analysis).expect("a game");
        let mut table = game.table(&Start::Seed(seed)).expect("a deal");
        let level = entry.level(Level::Beginner);
        let opponents =
            (0..table.seats()).map(|_| table.add_agent(level, false).expect("an agent")).collect();
        Mirror { game, table, opponents }
    }

    /// Lets the others move.
    fn answer(&mut self) {
        while let Some(turn) = self.table.turn().filter(|&turn| turn != 0) {
            let thought = self.table.ask(self.opponents[turn]).expect("it is its turn");
            self.table.play(&thought.mv).expect("a legal move");
        }
    }

    /// A table that looks the same to seat 0, with everything that it cannot see dealt anew.
    fn decoy(&self) -> Box<dyn Table> {
        let text = self.table.seat(0).decoy();
        self.game.table(&Start::Position { text, seed: 1 }).expect("a position")
    }
}

/// The words of a text, whatever its lines.
fn words(text: &str) -> Vec<String> {
    shown(text).split_whitespace().map(String::from).collect()
}

/// Compares everything that is on the screen when the person is to move with a table that only looks the same.
fn compare(terminal: &mut Terminal, mirror: &Mirror, screen: &str, list: &str) {
    let mut decoy = mirror.decoy();
    let board = shown(&decoy.render(0, Ink::Colour));
    assert!(
        screen.contains(board.trim_end()),
        "the board of {}\n{board}\nand not\n{screen}",
        decoy.position()
    );
    let moves = listed(list);
    assert_eq!(moves.len(), decoy.legal().len(), "{list}");
    for mv in &moves {
        decoy.play(mv).unwrap_or_else(|error| panic!("{mv} of {list} in {}: {error}", decoy.position()));
        decoy.undo();
    }
    if let Some(cards) = decoy.cards_gone(0, Ink::Colour) {
        let (screen, _) = terminal.say(Some("cards"));
        let (said, cards) = (words(&screen), words(&cards));
        assert!(said.windows(cards.len()).any(|part| part == cards), "{cards:?}\nand not\n{screen}");
    }
}

/// Every game is played to its end by typing text only. No line is wider than the terminal, and no screen shows more
/// than the seat can see.
#[test]
fn every_game_can_be_played_to_its_end() {
    for (game, ends) in [
        ("onitama5", "the Way of the St"),
        ("onitama7", "the Way of the St"),
        ("hanamikoji", "The other side: "),
        ("daihinmin:games=2", "you come in "),
        ("tichu:target=0", "points after one round"),
    ] {
        let mut terminal = Terminal::start(&["play", game, "--level", "beginner", "--seed", "3"]);
        let (mut screen, mut is_asked) = terminal.say(None);
        assert!(words(&screen).join(" ").contains("Type help for what you can type."), "{screen}");
        let mut mirror = Mirror::new(game, 3);
        mirror.answer();
        let mut turn = 0;
        while is_asked {
            let (list, still) = terminal.say(Some("moves"));
            assert!(still, "{list}");
            let moves = listed(&list);
            assert!(!moves.is_empty(), "{game}: no moves in {list}");
            compare(&mut terminal, &mirror, &screen, &list);
            let typed = moves[(turn * 7) % moves.len()].clone();
            mirror.table.play(&typed).expect("it was listed");
            mirror.answer();
            let (next, still) = terminal.say(Some(&typed));
            assert!(!next.contains("is no legal move"), "{game}: {typed:?} was listed\n{next}");
            for line in list.lines().chain(next.lines()) {
                assert!(columns(line) <= 80, "{game}: {} columns: {line}", columns(line));
            }
            (screen, is_asked) = (next, still);
            turn += 1;
            assert!(turn < 600, "{game} does not end");
        }
        assert!(screen.contains(ends), "{game}: {ends:?} is missing at the end:\n{screen}");
        assert_eq!(mirror.table.turn(), None, "{game}: both games ended with the same move");
    }
}

/// Quitting asks, and Ctrl-C at the prompt is the same as quitting.
#[test]
fn leaving_is_asked_about() {
    let mut terminal = Terminal::start(&["play", "onitama5", "--level", "easy", "--seed", "3"]);
    terminal.say(None);
    terminal.pty.write_all(b"quit\r").expect("it listens");
    thread::sleep(Duration::from_millis(200));
    let (after, is_asked) = terminal.say(Some("n"));
    assert!(is_asked, "it was not meant: {after}");
    terminal.pty.write_all(b"\x03").expect("it listens");
    thread::sleep(Duration::from_millis(200));
    let (_, is_asked) = terminal.say(Some("y"));
    assert!(!is_asked, "it was meant");
}

/// Two truths that look alike to the seat give the same screens, hints included: at every decision of a whole game.
#[test]
fn nothing_on_the_screen_depends_on_what_is_hidden() {
    let words = "board\nmoves\nlog\ncards\nhint\nlevel\nquit\n";
    for (game, least) in [("hanamikoji:rules=official", 5), ("tichu:target=0", 8), ("daihinmin:games=1", 5)] {
        let opened = registry::open(game, Purpose::Analysis).expect("a game");
        let mut table = opened.table(&Start::Seed(2)).expect("a deal");
        let agent = table.add_agent("random", false).expect("an agent");
        let mut compared = 0;
        while let Some(seat) = table.turn() {
            let (truth, decoy) = (table.position(), table.seat(seat).decoy());
            if truth != decoy {
                let screens = |position: &str| {
                    let seat = seat.to_string();
                    let fixed = ["--seed", "5", "--against", "mcts:iters=15"];
                    let args = [&["play", game, "--seat", &seat, "--position", position], &fixed[..]];
                    karuta_told(&args.concat(), words).fine()
                };
                assert_eq!(screens(&truth), screens(&decoy), "{game}: {truth}\nand {decoy}");
                compared += 1;
            }
            let thought = table.ask(agent).expect("it is its turn");
            table.play(&thought.mv).expect("a legal move");
        }
        assert!(compared >= least, "{game}: only {compared} positions had anything hidden");
    }
}

/// Help of every command fits 80 columns.
#[test]
fn help_fits_a_narrow_terminal() {
    let commands = karuta(&["--help"]).fine();
    let names: Vec<&str> = commands
        .lines()
        .skip_while(|line| !line.starts_with("Commands:"))
        .skip(1)
        .take_while(|line| line.starts_with("  "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(names.len() > 10, "{commands}");
    for name in names.iter().filter(|&&name| name != "help") {
        let mut terminal = Terminal::start(&[name, "--help"]);
        let (text, _) = terminal.say(None);
        for line in text.lines() {
            assert!(columns(line) <= 80, "{name}: {} columns: {line}", columns(line));
        }
    }
}
