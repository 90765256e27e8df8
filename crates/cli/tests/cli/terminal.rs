//! `play` in a real terminal of 80 columns: whole games by typed text, and nothing on the screen that the seat
//! cannot see.

use std::io::{Read as _, Write as _};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use karuta_agents::any::Start;
use karuta_arena::registry;
use karuta_playable::ink::columns;
use karuta_playable::playable::Purpose;

use crate::child::{karuta, karuta_told};

/// Nothing here takes long, but the machine may be busy with other things.
const PATIENCE: Duration = Duration::from_secs(180);

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

/// What stays on the screen: codes are obeyed or left out, and a line that is written again shows its last text.
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

/// Every game is played to its end by typing text only, and no line is wider than the terminal.
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
        assert!(screen.contains("what you can type"), "{screen}");
        let mut turn = 0;
        while is_asked {
            let (list, still) = terminal.say(Some("moves"));
            assert!(still, "{list}");
            let moves = listed(&list);
            assert!(!moves.is_empty(), "{game}: no moves in {list}");
            let typed = moves[(turn * 7) % moves.len()].clone();
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

/// Two truths that look alike to the seat give the same screens, hints included.
#[test]
fn nothing_on_the_screen_depends_on_what_is_hidden() {
    let words = "board\nmoves\nlog\ncards\nhint\nrules\nhelp\nlevel\nquit\n";
    let mut compared = 0;
    for game in ["hanamikoji:rules=official", "tichu:target=1000", "daihinmin:games=3"] {
        for seed in 1..=4 {
            let opened = registry::open(game, Purpose::Analysis).expect("a game");
            let mut table = opened.table(&Start::Seed(seed)).expect("a deal");
            // Some way into the game, by an agent that plays anything.
            let agent = table.add_agent("random", false).expect("an agent");
            for _ in 0..(seed * 9) {
                let Some(thought) = table.ask(agent) else { break };
                table.play(&thought.mv).expect("a legal move");
            }
            let Some(seat) = table.turn() else { continue };
            let (truth, decoy) = (table.position(), table.seat(seat).decoy());
            let screens = |position: &str| {
                let seat = seat.to_string();
                let args = [
                    "play",
                    game,
                    "--seat",
                    &seat,
                    "--seed",
                    "5",
                    "--against",
                    "mcts:iters=30",
                    "--position",
                    position,
                ];
                karuta_told(&args, words).fine()
            };
            assert_eq!(screens(&truth), screens(&decoy), "{game}: {truth}\nand {decoy}");
            compared += usize::from(truth != decoy);
        }
    }
    assert!(compared >= 9, "only {compared} positions had anything hidden");
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
