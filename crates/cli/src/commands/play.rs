//! `karuta play`: a person against an agent, in any terminal or over a pipe.

use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context as _;
use clap::Args;
use karuta_agents::any::Start;
use karuta_agents::table::{AgentId, Table};
use karuta_arena::registry;
use karuta_playable::level::Level;
use karuta_playable::playable::Purpose;
use karuta_playable::spec::Spec;
use serde::{Deserialize, Serialize};

use super::{SEEDS, analyze, whole};
use crate::out;

/// Play against an agent.
///
/// Moves are typed as text or by their number; help lists the other words.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  karuta play onitama5\n  karuta play onitama5 --seat 1 --against mcts:time=1s\n  \
                        karuta play --load evening.json"
)]
pub struct Play {
    /// The game, with options if any.
    #[arg(required_unless_present = "load")]
    game: Option<String>,
    /// Your seat.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=99), allow_negative_numbers = true)]
    seat: u64,
    /// How strong the opponents are: beginner, easy, medium, hard, best.
    #[arg(long, value_name = "LEVEL", conflicts_with = "against")]
    level: Option<String>,
    /// Opponent [default: the game's best].
    #[arg(long, value_name = "SPEC")]
    against: Option<String>,
    /// The seed of the deal and of the agent [default: a new one each time].
    #[arg(long, value_name = "S", value_parser = whole(SEEDS), allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Start from this position.
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Go on with a saved game.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "seat", "against", "level", "seed", "position"])]
    load: Option<PathBuf>,
}

/// A game as it is saved.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    game: String,
    seat: usize,
    against: String,
    seed: u64,
    start: String,
    moves: Vec<String>,
}

/// Plays a game.
pub fn run(args: &Play) -> anyhow::Result<()> {
    let mut session = match &args.load {
        Some(path) => Session::load(path)?,
        None => Session::new(args)?,
    };
    session.play(&mut io::stdin().lock())
}

struct Session {
    game: String,
    /// Seats so many places apart are partners.
    teams: usize,
    seat: usize,
    seed: u64,
    table: Box<dyn Table>,
    opponents: Vec<AgentId>,
    adviser: AgentId,
}

/// A request typed by the person.
enum Word<'a> {
    Help,
    Board,
    Moves,
    Hint,
    Undo,
    Resign,
    Quit,
    Save(&'a str),
    Move(&'a str),
}

impl<'a> Word<'a> {
    fn read(line: &'a str) -> Word<'a> {
        match line.split_once(' ').unwrap_or((line, "")) {
            ("help" | "?", "") => Word::Help,
            ("board", "") => Word::Board,
            ("moves", "") => Word::Moves,
            ("hint", "") => Word::Hint,
            ("undo", "") => Word::Undo,
            ("resign", "") => Word::Resign,
            ("quit" | "exit", "") => Word::Quit,
            ("save", path) => Word::Save(path.trim()),
            _ => Word::Move(line),
        }
    }
}

const HELP: &str = "\
a move    as text or by its number
moves     list the moves
hint      what karuta would play
undo      take back your last move
board     draw the board again
save F    write the game to the file F; karuta play --load F goes on with it
resign    give up
quit      leave";

impl Session {
    fn new(args: &Play) -> anyhow::Result<Session> {
        let asked = Spec::parse(args.game.as_deref().unwrap_or_default())?;
        let entry = registry::find(&asked.name)?;
        let name = entry.for_people(&asked).to_string();
        let level = args.level.as_deref().map(Level::parse).transpose()?;
        let against = level.map(|level| entry.level(level)).or(args.against.as_deref());
        let seed = args.seed.unwrap_or_else(fresh_seed);
        let start = match &args.position {
            Some(text) => Start::Position { text: text.clone(), seed },
            None => Start::Seed(seed),
        };
        Session::open(name, args.seat as usize, against, seed, &start)
    }

    fn open(
        name: String,
        seat: usize,
        against: Option<&str>,
        seed: u64,
        start: &Start,
    ) -> anyhow::Result<Session> {
        let game = registry::open(&name, Purpose::Analysis)?;
        if seat >= game.seats() {
            anyhow::bail!("--seat {seat} is not at the table: seats are 0 to {}", game.seats() - 1);
        }
        let against = match against {
            Some(spec) => spec,
            None => registry::find(&Spec::parse(&name)?.name)?.opponent,
        };
        let mut table = game.table(start)?;
        let opponents =
            (0..game.seats()).map(|_| table.add_agent(against, false)).collect::<Result<Vec<_>, _>>()?;
        let adviser = table.add_agent(against, true)?;
        Ok(Session {
            game: game.spec().to_string(),
            teams: game.teams(),
            seat,
            seed,
            table,
            opponents,
            adviser,
        })
    }

    fn load(path: &Path) -> anyhow::Result<Session> {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read {}, expected a file written by save", path.display()))?;
        let saved: Saved = serde_json::from_str(&text).with_context(|| {
            format!("{} is no saved game: expected a file written by save", path.display())
        })?;
        if saved.against.contains("exec:") {
            anyhow::bail!("{} names a program to start: a saved game starts none", path.display());
        }
        let start = Start::Position { text: saved.start, seed: saved.seed };
        let mut session = Session::open(saved.game, saved.seat, Some(&saved.against), saved.seed, &start)?;
        for (ply, mv) in saved.moves.iter().enumerate() {
            session.table.play(mv).with_context(|| format!("{}, ply {}", path.display(), ply + 1))?;
        }
        Ok(session)
    }

    fn save(&self, path: &str) -> anyhow::Result<()> {
        let saved = Saved {
            game: self.game.clone(),
            seat: self.seat,
            against: self.table.agent_spec(self.adviser).to_string(),
            seed: self.seed,
            start: self.table.start(),
            moves: self.table.history().into_iter().map(|(_, mv)| mv).collect(),
        };
        std::fs::write(path, serde_json::to_string_pretty(&saved)? + "\n")
            .with_context(|| format!("cannot write {path:?}"))
    }

    fn play(&mut self, input: &mut dyn BufRead) -> anyhow::Result<()> {
        out::line(format!(
            "{}: you are {} (seat {}) against {}; seed {}; help lists what you can type\n",
            self.game,
            self.table.seat_name(self.seat),
            self.seat,
            self.table.agent_spec(self.adviser),
            self.seed,
        ))?;
        let mut redraw = true;
        while let Some(turn) = self.table.turn() {
            if turn != self.seat {
                self.answer(turn)?;
                redraw = true;
                continue;
            }
            if std::mem::take(&mut redraw) {
                self.draw()?;
            }
            out::text("your move> ")?;
            // Bytes first: what is not UTF-8 is no move, and no reason to end the game.
            let mut bytes = Vec::new();
            if input.read_until(b'\n', &mut bytes)? == 0 {
                out::line("\nno more input: the game is left where it stands")?;
                return Ok(());
            }
            let line = String::from_utf8_lossy(&bytes);
            match Word::read(line.trim()) {
                Word::Move("") => {}
                Word::Help => out::line(HELP)?,
                Word::Board => self.draw()?,
                Word::Moves => self.list()?,
                Word::Hint => self.hint()?,
                Word::Undo => redraw = self.undo()?,
                Word::Resign => return Ok(out::line("you resigned")?),
                Word::Quit => return Ok(()),
                Word::Save("") => out::line("save where? type save FILE")?,
                Word::Save(path) => match self.save(path) {
                    Ok(()) => out::line(format!("saved; go on with: karuta play --load {path}"))?,
                    Err(error) => out::line(format!("{error:#}"))?,
                },
                Word::Move(text) => redraw = self.make(text)?,
            }
        }
        self.draw()?;
        self.finish()
    }

    fn draw(&self) -> io::Result<()> {
        out::line(self.table.render(self.seat))
    }

    fn list(&self) -> io::Result<()> {
        for (number, mv) in (1..).zip(self.table.legal()) {
            out::line(format!("{number:>3}  {mv}"))?;
        }
        Ok(())
    }

    fn hint(&mut self) -> io::Result<()> {
        const SHOWN: usize = 8;
        match self.table.ask(self.adviser) {
            Some(thought) => {
                out::line(analyze::explanation(&thought, SHOWN))?;
                out::line(format!("expected: {}", thought.line.join(", ")))
            }
            None => Ok(()),
        }
    }

    /// Takes back everything since the person's last move, that move included.
    fn undo(&mut self) -> io::Result<bool> {
        let own = self.table.history().iter().rposition(|&(seat, _)| seat == self.seat);
        let Some(keep) = own else {
            out::line("there is nothing of yours to take back")?;
            return Ok(false);
        };
        while self.table.history().len() > keep {
            self.table.undo();
        }
        Ok(true)
    }

    /// Makes the person's move; `false` if it was none.
    fn make(&mut self, text: &str) -> io::Result<bool> {
        let legal = self.table.legal();
        let by_number =
            text.parse::<usize>().ok().map(|number| number.checked_sub(1).and_then(|at| legal.get(at)));
        let mv = match by_number {
            Some(Some(mv)) => mv.as_str(),
            Some(None) => {
                out::line(format!("there is no move {text}: numbers go from 1 to {}", legal.len()))?;
                return Ok(false);
            }
            None => text,
        };
        match self.table.play(mv) {
            Ok(made) => out::line(format!("{} plays {made}", self.table.seat_name(self.seat)))?,
            Err(error) => {
                out::line(format!("{error} (moves lists them, help the other words)"))?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn answer(&mut self, turn: usize) -> anyhow::Result<()> {
        let Some(thought) = self.table.ask(self.opponents[turn]) else {
            return Ok(());
        };
        self.table.play(&thought.mv)?;
        // Cards hidden from the seat stay hidden from the person as well.
        if let Some(made) = self.table.last_seen(self.seat) {
            out::line(format!("{} plays {made}\n", self.table.seat_name(turn)))?;
        }
        Ok(())
    }

    /// The payoffs of those who are not the person's partners.
    fn rivals(&self, payoffs: &[f64]) -> Vec<f64> {
        let is_rival = |seat: usize| seat % self.teams != self.seat % self.teams;
        payoffs.iter().enumerate().filter(|&(seat, _)| is_rival(seat)).map(|(_, &payoff)| payoff).collect()
    }

    fn finish(&self) -> anyhow::Result<()> {
        let payoffs = self.table.payoffs().unwrap_or_default();
        let own = payoffs.get(self.seat).copied().unwrap_or(0.5);
        let best = payoffs.iter().copied().fold(0.0, f64::max);
        let result = match own {
            own if self.rivals(&payoffs).contains(&own) && own == best => "a draw",
            own if own == best => "you win",
            _ => "you lose",
        };
        let winner = payoffs.iter().position(|&payoff| payoff == best).unwrap_or(self.seat);
        let why: Vec<String> = self
            .table
            .measured(winner)
            .iter()
            .map(|(name, value)| format!("{} {value}", name.replace('_', " ")))
            .collect();
        out::line(format!("{result} ({})", why.join(", ")))?;
        Ok(())
    }
}

/// A seed nobody chose. It is printed, so any game can be had again.
fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(now.subsec_nanos()) ^ (now.as_secs() << 20)
}
