//! A game between a person and agents: what is shown, what is typed, whose turn it is. Everything shown comes
//! from what the person's seat sees.

use std::io;
use std::path::Path;

use anyhow::Context as _;
use karuta_agents::any::Start;
use karuta_agents::entry::Entry;
use karuta_agents::table::{AgentId, Table};
use karuta_arena::registry;
use karuta_playable::ink::Ink;
use karuta_playable::level::Level;
use karuta_playable::playable::Purpose;
use karuta_playable::spec::Spec;
use karuta_playable::variant::Variant;

use super::pace::Pace;
use super::saved::Saved;
use super::words::{Word, help};
use crate::commands::analyze::{self, Moves};
use crate::interrupt::Decisions;
use crate::out;
use crate::screen::{self, Lines, Typed};
use crate::text::{columns, wrapped};

/// A game as it is asked for.
pub struct Opening<'a> {
    /// The spec of the game.
    pub name: &'a str,
    /// The person's seat.
    pub seat: usize,
    /// The spec of the opponents.
    pub against: &'a str,
    /// The level it stands for.
    pub level: Option<Level>,
    /// The seed of the agents.
    pub seed: u64,
    /// The first position of the game.
    pub start: Start,
}

/// A game in progress.
pub struct Session {
    entry: &'static Entry,
    game: String,
    title: String,
    /// Other rules that could have been asked for; said to those who named none.
    variants: String,
    seat: usize,
    seed: u64,
    /// True if the cards were dealt from the seed.
    is_dealt: bool,
    level: Option<Level>,
    table: Box<dyn Table>,
    opponents: Vec<AgentId>,
    /// The spec of the opponents.
    against: String,
    /// The agent that gives hints: the game's strongest at a second a move, or the one that was asked for by name.
    adviser: AgentId,
    decisions: Decisions,
    /// The pace of moves, in games where time could tell what is hidden.
    pace: Option<Pace>,
    ink: Ink,
}

/// The consequence of a line that was typed.
enum Next {
    /// The table has changed and is shown again.
    Show,
    /// Another line.
    Ask,
    /// The end.
    Leave,
}

/// Rules of a game that are not the ones of this title.
fn others(entry: &Entry, title: &str) -> anyhow::Result<Vec<Variant>> {
    let mut others = Vec::new();
    for variant in entry.variants {
        if registry::open(variant.spec, Purpose::Analysis)?.title() != title {
            others.push(*variant);
        }
    }
    Ok(others)
}

impl Session {
    /// Sets up a game.
    pub fn open(opening: &Opening<'_>) -> anyhow::Result<Session> {
        let Opening { name, seat, against, level, seed, start } = opening;
        let entry = registry::find(&Spec::parse(name)?.name)?;
        let game = registry::open(name, Purpose::Analysis)?;
        if *seat >= game.seats() {
            anyhow::bail!("--seat {seat} is not at the table: seats are 0 to {}", game.seats() - 1);
        }
        let usual = entry.for_people(&Spec { name: entry.name.to_string(), args: Vec::new() });
        let is_usual = registry::open(&usual.to_string(), Purpose::Analysis)?.spec() == game.spec();
        let mut table = game.table(start)?;
        let advice = if level.is_some() { entry.opponent } else { against };
        let opponents = seated(table.as_mut(), against)?;
        let adviser = table.add_agent(advice, true)?;
        Ok(Session {
            entry,
            game: game.spec().to_string(),
            title: game.title(),
            variants: if is_usual {
                Variant::sentence(&others(entry, &game.title())?)
            } else {
                String::new()
            },
            seat: *seat,
            seed: *seed,
            is_dealt: matches!(start, Start::Seed(_)),
            level: *level,
            against: table.agent_spec(opponents[0]).to_string(),
            table,
            opponents,
            adviser,
            decisions: Decisions::new(),
            pace: entry.is_hidden.then(Pace::new),
            ink: screen::ink(),
        })
    }

    /// Goes on with a saved game.
    pub fn load(path: &Path) -> anyhow::Result<Session> {
        let saved = Saved::read(path)?;
        let start = Start::Position { text: saved.start, seed: saved.seed };
        let mut session = Session::open(&Opening {
            name: &saved.game,
            seat: saved.seat,
            against: &saved.against,
            level: None,
            seed: saved.seed,
            start,
        })?;
        for (ply, mv) in saved.moves.iter().enumerate() {
            session.table.play(mv).with_context(|| format!("{}, ply {}", path.display(), ply + 1))?;
        }
        Ok(session)
    }

    fn save(&self, path: &str, force: bool) -> anyhow::Result<()> {
        let saved = Saved {
            game: self.game.clone(),
            seat: self.seat,
            against: self.against.clone(),
            seed: self.seed,
            start: self.table.start(),
            moves: self.table.history().into_iter().map(|(_, mv)| mv).collect(),
        };
        saved.write(path, force)
    }

    /// Plays until the game is over or left.
    pub fn play(&mut self, lines: &mut Lines) -> anyhow::Result<()> {
        self.greet()?;
        let mut redraw = true;
        while let Some(turn) = self.table.turn() {
            if turn != self.seat {
                self.answer(turn)?;
                redraw = true;
                continue;
            }
            if std::mem::take(&mut redraw) {
                self.hold_back();
                self.draw()?;
            }
            let line = match lines.next("your move> ")? {
                Typed::Line(line) => line,
                Typed::Interrupt => String::from("quit"),
                Typed::End => {
                    out::line("\nno more input: the game is left where it stands")?;
                    return Ok(());
                }
            };
            match self.heed(&line, lines)? {
                Next::Show => redraw = true,
                Next::Ask => {}
                Next::Leave => return Ok(()),
            }
        }
        self.finish()
    }

    fn heed(&mut self, line: &str, lines: &mut Lines) -> anyhow::Result<Next> {
        match Word::read(line) {
            Word::Move("") => return self.make_only(),
            Word::Help => out::line(help(self.entry.move_help))?,
            Word::Rules => self.rules()?,
            Word::Board => self.draw()?,
            Word::Moves => self.list()?,
            Word::Log => self.log()?,
            Word::Cards => match self.table.cards_gone(self.seat, self.ink) {
                Some(cards) => self.paragraphs(&cards)?,
                None => out::line("there are no cards to remember in this game: board shows everything")?,
            },
            Word::Hint => self.hint()?,
            Word::Level(name) => self.change_level(name)?,
            Word::Undo => return Ok(if self.undo()? { Next::Show } else { Next::Ask }),
            Word::Resign => {
                if lines.confirms("Resign?")? {
                    out::line("You resigned.")?;
                    self.reveal_seed()?;
                    return Ok(Next::Leave);
                }
            }
            Word::Quit => {
                if lines.confirms("Leave the game? save F keeps it.")? {
                    return Ok(Next::Leave);
                }
            }
            Word::Save { path: "", .. } => out::line("save where? type save FILE")?,
            Word::Save { path, force } => match self.save(path, force) {
                Ok(()) => out::line(format!("saved; go on with: karuta play --load {path}"))?,
                Err(error) => out::line(format!("{error:#}"))?,
            },
            Word::Number(number) => return self.make_numbered(number),
            Word::Move(text) => return self.make(text),
        }
        Ok(Next::Ask)
    }

    /// The rules, the seats and the opponents, before anything else.
    fn greet(&self) -> io::Result<()> {
        let against = match self.level {
            Some(level) => format!("level {level} ({})", self.against),
            None => self.against.clone(),
        };
        let you =
            format!("You are {} (seat {}) against {against}.", self.table.seat_name(self.seat), self.seat);
        self.paragraphs(format!("{}. {}", self.ink.bold(&self.title), self.variants).trim_end())?;
        self.paragraphs(&format!("{you} Type help for what you can type."))?;
        out::line("")
    }

    fn paragraphs(&self, text: &str) -> io::Result<()> {
        out::line(wrapped(text, screen::width()))
    }

    fn rules(&self) -> io::Result<()> {
        out::line(&self.title)?;
        out::line(self.entry.rules)
    }

    fn name(&self, seat: usize) -> String {
        if seat == self.seat { String::from("You") } else { self.table.seat_name(seat) }
    }

    fn draw(&self) -> io::Result<()> {
        out::line("")?;
        // Games of others may end their drawing with a line or without.
        out::line(self.table.render(self.seat, self.ink).trim_end_matches('\n'))?;
        let trick = self.table.trick(self.seat, self.ink);
        if !trick.is_empty() && self.table.turn().is_some() {
            let moves: Vec<String> =
                trick.iter().map(|(seat, words)| format!("{} {words}", self.name(*seat))).collect();
            self.paragraphs(&format!("Trick so far: {}", moves.join("; ")))?;
        }
        if self.table.turn() == Some(self.seat)
            && let [only] = &self.table.legal_words(self.ink)[..]
        {
            self.paragraphs(&format!("Enter makes your only move: {only}"))?;
        }
        Ok(())
    }

    /// The legal moves with their numbers, in as many columns as fit: in words where these can be typed,
    /// otherwise as they are typed with the words beside them.
    fn list(&mut self) -> io::Result<()> {
        let (texts, words) = (self.table.legal(), self.table.legal_words(Ink::Plain));
        let mut item = |(at, (text, words)): (usize, (&String, &String))| {
            let can_be_typed = self.table.play(words).is_ok_and(|made| {
                self.table.undo();
                made == *text
            });
            let shown = match can_be_typed {
                true => words.clone(),
                false if texts.len() > 40 => text.clone(),
                false => format!("{text}   {words}"),
            };
            format!("{:>4}  {shown}", format!("#{}", at + 1))
        };
        let items: Vec<String> = texts.iter().zip(&words).enumerate().map(&mut item).collect();
        let widest = items.iter().map(|item| columns(item)).max().unwrap_or(0) + 2;
        let across = if items.len() > 10 { (screen::width() / widest).clamp(1, 4) } else { 1 };
        let rows = items.len().div_ceil(across);
        for row in 0..rows {
            let cells = items.iter().skip(row).step_by(rows);
            let line: String =
                cells.map(|item| format!("{item}{}", " ".repeat(widest - columns(item)))).collect();
            out::line(line.trim_end())?;
        }
        Ok(())
    }

    fn log(&self) -> io::Result<()> {
        let log = self.table.log(self.seat, self.ink);
        if log.is_empty() {
            return out::line("nothing has been played yet");
        }
        for (number, (seat, words)) in (1..).zip(log) {
            out::line(format!("{number:>3}  {}: {words}", self.name(seat)))?;
        }
        Ok(())
    }

    fn hint(&mut self) -> io::Result<()> {
        const SHOWN: usize = 8;
        let table = &mut self.table;
        match self.decisions.during(|stop| table.ask_until(self.adviser, stop)) {
            Some(thought) => {
                out::line(analyze::explanation(&thought, SHOWN, Moves::Words))?;
                if thought.line.len() > 1 {
                    self.paragraphs(&format!("expected: {}", thought.line_words.join("; ")))?;
                }
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Shows the levels, or seats opponents of another one.
    fn change_level(&mut self, name: &str) -> anyhow::Result<()> {
        if name.is_empty() {
            for level in Level::ALL {
                let mark = if self.level == Some(level) { '*' } else { ' ' };
                out::line(format!("{mark} {:<9} {}", level.name(), self.entry.level(level)))?;
            }
            return Ok(());
        }
        match Level::parse(name) {
            Ok(level) => {
                let spec = self.entry.level(level);
                self.opponents = seated(self.table.as_mut(), spec)?;
                self.adviser = self.table.add_agent(self.entry.opponent, true)?;
                self.against = self.table.agent_spec(self.opponents[0]).to_string();
                self.level = Some(level);
                out::line(format!("the opponents are now of level {level} ({spec})"))?;
            }
            Err(error) => out::line(error.to_string())?,
        }
        Ok(())
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

    /// Makes the only move there is; where there is a choice an empty line says nothing.
    fn make_only(&mut self) -> anyhow::Result<Next> {
        match &self.table.legal()[..] {
            [only] => self.make(&only.clone()),
            _ => Ok(Next::Ask),
        }
    }

    fn make_numbered(&mut self, number: &str) -> anyhow::Result<Next> {
        let legal = self.table.legal();
        let found = number.parse::<usize>().ok().and_then(|number| legal.get(number.checked_sub(1)?));
        match found {
            Some(mv) => self.make(&mv.clone()),
            None => {
                out::line(format!("there is no move #{number}: numbers go from #1 to #{}", legal.len()))?;
                Ok(Next::Ask)
            }
        }
    }

    /// Makes the person's move, if it is one.
    fn make(&mut self, text: &str) -> anyhow::Result<Next> {
        if let Err(error) = self.table.play(text) {
            let is_number = !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
            let advice =
                if is_number { format!("; #{text} is the move of that number") } else { String::new() };
            self.paragraphs(&format!("{error}{advice} (moves lists them, help says how they are written)"))?;
            return Ok(Next::Ask);
        }
        self.tell(self.seat)?;
        if let Some(pace) = &mut self.pace {
            pace.begin();
        }
        Ok(Next::Show)
    }

    /// An agent's turn.
    fn answer(&mut self, turn: usize) -> anyhow::Result<()> {
        // A seat that is asked out of turn, for a bomb, is not betrayed: the person sees whose turn it seems to be.
        let seems = self.table.seat(self.seat).turn().filter(|&seat| seat != self.seat);
        let is_shown = screen::is_terminal() && seems.is_some();
        if let Some(seat) = seems.filter(|_| is_shown) {
            let name = self.name(seat);
            out::text(self.ink.dim(&format!("{name} is thinking; Ctrl-C ends it")) + "\r")?;
        }
        let (table, agent) = (&mut self.table, self.opponents[turn]);
        let thought = self.decisions.during(|stop| table.ask_until(agent, stop));
        let is_made = thought.is_some();
        if let Some(thought) = thought {
            self.table.play(&thought.mv)?;
        }
        // A move that the person does not notice has no time of its own.
        if is_made && self.table.last_words(self.seat, self.ink).is_some() {
            self.hold_back();
        }
        if is_shown {
            out::text("\u{1b}[2K\r")?;
        }
        if is_made {
            self.tell(turn)?;
        }
        Ok(())
    }

    /// Waits until the next thing may be shown.
    fn hold_back(&mut self) {
        if let Some(pace) = &mut self.pace {
            self.decisions.during(|stop| pace.wait(stop));
            pace.begin();
        }
    }

    /// The last move as the person saw it, and what followed from it.
    fn tell(&self, mover: usize) -> io::Result<()> {
        if let Some(words) = self.table.last_words(self.seat, self.ink) {
            out::line(format!("{}: {words}", self.name(mover)))?;
        }
        for line in self.table.news(self.seat, self.ink) {
            out::line(line)?;
        }
        Ok(())
    }

    fn finish(&self) -> anyhow::Result<()> {
        self.draw()?;
        out::line("")?;
        for (at, line) in self.table.ending(self.seat).into_iter().enumerate() {
            out::line(if at == 0 { self.ink.bold(&line) } else { line })?;
        }
        self.reveal_seed()
    }

    /// The seed, which tells all cards, once they may be known.
    fn reveal_seed(&self) -> anyhow::Result<()> {
        let what = if self.is_dealt { "deals the same cards" } else { "makes the opponents play alike" };
        Ok(self.paragraphs(&format!("The seed was {}: --seed {0} {what}.", self.seed))?)
    }
}

/// An agent for each seat.
fn seated(table: &mut dyn Table, spec: &str) -> anyhow::Result<Vec<AgentId>> {
    Ok((0..table.seats()).map(|_| table.add_agent(spec, false)).collect::<Result<_, _>>()?)
}
