//! A game of each kind by each set of rules, written out for people: positions, legal moves, what every seat
//! sees and observes, the result. A change of rules, deals, notation or drawing shows here as a difference.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use karuta_agents::any::Start;
use karuta_agents::table::Table;
use karuta_arena::registry;
use karuta_engine::Rng;
use karuta_playable::ink::Ink;
use karuta_playable::playable::Purpose;

/// The games, each with the name of its file.
const GAMES: &[(&str, &str)] = &[
    ("onitama5", "onitama5"),
    ("onitama7", "onitama7"),
    ("hanamikoji-thesis", "hanamikoji:rules=thesis"),
    ("hanamikoji-fair", "hanamikoji:rules=fair"),
    ("hanamikoji-official", "hanamikoji:rules=official"),
    ("daihinmin", "daihinmin:titles=01234"),
    ("tichu-official", "tichu:rules=official"),
    ("tichu-report", "tichu:rules=report"),
    ("tichu-report-code", "tichu:rules=report-code"),
];

/// The variable that rewrites the files.
const REWRITE: &str = "KARUTA_REWRITE_PLAYTHROUGHS";

/// Moves that are listed; the number of all is given.
const LISTED: usize = 6;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs")
}

/// The whole game, with random moves.
fn playthrough(spec: &str) -> String {
    let game = registry::open(spec, Purpose::Match).expect("a game");
    let mut table = game.table(&Start::Seed(1)).expect("a deal");
    let mut rng = Rng::new(1);
    let mut text = format!("{}, seed 1, random moves\n\nstart: {}\n", game.spec(), table.position());
    write_views(&mut text, &*table);
    for ply in 1.. {
        let Some(turn) = table.turn() else { break };
        let legal = table.legal();
        let mv = table.play(&legal[rng.index(legal.len())]).expect("a legal move");
        let some = legal.iter().take(LISTED).map(String::as_str).collect::<Vec<_>>().join(" | ");
        let more = if legal.len() > LISTED { " | .." } else { "" };
        let name = table.seat_name(turn);
        let _ = writeln!(text, "\n{ply}. {name} plays {mv}\n   of {}: {some}{more}", legal.len());
        for seat in (0..table.seats()).filter(|&seat| seat != turn) {
            match table.last_seen(seat) {
                Some(seen) if seen == mv => {}
                seen => {
                    let seen = seen.unwrap_or_else(|| "nothing".to_string());
                    let _ = writeln!(text, "   {} observes: {seen}", table.seat_name(seat));
                }
            }
        }
        if ply % 20 == 0 {
            let _ = writeln!(text, "\nafter {ply} moves: {}", table.position());
            write_views(&mut text, &*table);
        }
    }
    let _ = writeln!(text, "\nend: {}", table.position());
    for (seat, payoff) in table.payoffs().expect("the game is over").into_iter().enumerate() {
        let measured = table.measured(seat).into_iter().map(|(name, value)| format!(", {name} {value}"));
        let _ =
            writeln!(text, "{}: payoff {payoff:.4}{}", table.seat_name(seat), measured.collect::<String>());
    }
    text
}

/// The view of every seat.
fn write_views(text: &mut String, table: &dyn Table) {
    for seat in 0..table.seats() {
        let _ = writeln!(text, "\n--- {} sees ---", table.seat_name(seat));
        let drawing = table.render(seat, Ink::Plain);
        for line in drawing.trim_end().lines() {
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }
}

#[test]
fn games_go_as_they_are_written() {
    let mut changed = Vec::new();
    for (name, spec) in GAMES {
        let path = folder().join(name).with_extension("txt");
        let (due, now) = (fs::read_to_string(&path).unwrap_or_default(), playthrough(spec));
        if due == now {
            continue;
        }
        if std::env::var_os(REWRITE).is_some() {
            fs::create_dir_all(folder()).expect("the folder can be made");
            fs::write(&path, now).expect("the file can be written");
            continue;
        }
        let line = due.lines().zip(now.lines()).take_while(|(due, now)| due == now).count();
        let at = |text: &str| text.lines().nth(line).unwrap_or("(the end)").to_string();
        changed.push(format!("{name}.txt, line {}:\n  was {}\n  is  {}", line + 1, at(&due), at(&now)));
    }
    assert!(
        changed.is_empty(),
        "games go differently. If that is meant, rewrite them and read the difference:\n\
         {REWRITE}=1 cargo test -p karuta-arena --test it playthroughs\n{}",
        changed.join("\n")
    );
}

#[test]
fn every_file_belongs_to_a_game() {
    for entry in fs::read_dir(folder()).expect("there are playthroughs") {
        let path = entry.expect("the folder can be read").path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        assert!(GAMES.iter().any(|(known, _)| *known == name), "{} belongs to no game", path.display());
    }
}
