//! `Table`: a game in progress, type erased, text in and out. Legality of input from outside is
//! checked here.

use karuta_engine::{
    Agent, Basis, Bound, Choice, Decision, Effort, Ended, MoveVerdict, Note, Reveal, Rng, Seat, Stop,
};
use karuta_playable::error::InputError;
use karuta_playable::ink::Ink;
use karuta_playable::playable::Playable;

use crate::any::stream;
use crate::builder::{AgentBuilder, BuiltAgent};
use crate::seat::{SeatHandle, TypedSeat, line_text, line_told};

/// A game being played.
///
/// ```
/// use karuta_agents::any::Start;
/// use karuta_agents::Registry;
/// use karuta_playable::playable::Purpose;
///
/// let registry = Registry::builder().game::<karuta_onitama::Onitama<5>>().build();
/// let mut table = registry.open("onitama5", Purpose::Match)?.table(&Start::Seed(1))?;
/// let agent = table.add_agent("mcts:iters=100", false)?;
/// while let Some(thought) = table.ask(agent) {
///     table.play(&thought.mv)?;
/// }
/// assert_eq!(table.payoffs().map(|payoffs| payoffs.iter().sum()), Some(1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Table: Send {
    /// The number of seats.
    fn seats(&self) -> usize;
    /// The seat to move; `None` when the game is over.
    fn turn(&self) -> Option<Seat>;
    /// The position now.
    fn position(&self) -> String;
    /// The position at the start.
    fn start(&self) -> String;
    /// The legal moves.
    fn legal(&self) -> Vec<String>;
    /// The plays counted in the ways of the game, each with its name; `None` where the legal moves are
    /// all there is to count.
    fn counts(&self) -> Option<Vec<(String, u64)>>;
    /// Makes a move given as text and returns its canonical spelling.
    fn play(&mut self, text: &str) -> Result<String, InputError>;
    /// Takes the last move back; `false` if there is none.
    fn undo(&mut self) -> bool;
    /// The moves, each with the seat that made it.
    fn history(&self) -> Vec<(Seat, String)>;
    /// The last move as a seat saw it; `None` if it saw nothing.
    fn last_seen(&self, by: Seat) -> Option<String>;
    /// The game as a seat may know it. Whatever is shown or sent to somebody comes from here.
    fn seat(&self, seat: Seat) -> Box<dyn SeatHandle>;
    /// The view of a seat, drawn for a terminal.
    fn render(&self, seat: Seat, ink: Ink) -> String;
    /// The moves as a seat saw them, in words.
    fn log(&self, by: Seat, ink: Ink) -> Vec<(Seat, String)>;
    /// The last move as a seat saw it, in words; `None` if it saw nothing.
    fn last_words(&self, by: Seat, ink: Ink) -> Option<String>;
    /// Facts that the last move brought about and a seat is told.
    fn news(&self, by: Seat, ink: Ink) -> Vec<String>;
    /// The moves of the trick on the table as a seat saw them, in words; empty where there are no tricks.
    fn trick(&self, by: Seat, ink: Ink) -> Vec<(Seat, String)>;
    /// The cards that have been played and those a seat cannot see, in games of cards.
    fn cards_gone(&self, seat: Seat, ink: Ink) -> Option<String>;
    /// The legal moves in words, in the order of [`Table::legal`].
    fn legal_words(&self, ink: Ink) -> Vec<String>;
    /// The end of the game in words, from the side of a seat; empty while it goes on.
    fn ending(&self, seat: Seat) -> Vec<String>;
    /// The name of a seat, for people.
    fn seat_name(&self, seat: Seat) -> String;
    /// The payoff of every seat once the game is over.
    fn payoffs(&self) -> Option<Vec<f64>>;
    /// The measures of a finished game that are not zero, by seat: name and value.
    fn measured(&self, seat: Seat) -> Vec<(&'static str, f64)>;
    /// Adds an agent that can be asked; it keeps its memory between questions.
    fn add_agent(&mut self, spec: &str, explain: bool) -> Result<AgentId, InputError>;
    /// Asks an agent what the seat to move should do. Only while the game is on.
    fn ask(&mut self, agent: AgentId) -> Option<Thought> {
        self.ask_until(agent, &Stop::never())
    }
    /// The same, answered with the best that is known when `stop` is raised.
    fn ask_until(&mut self, agent: AgentId, stop: &Stop) -> Option<Thought>;
    /// The canonical spec of an agent.
    fn agent_spec(&self, agent: AgentId) -> &str;
}

/// An agent at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgentId(usize);

/// An agent's choice, as text.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The move it would make.
    pub mv: String,
    /// The same in words.
    pub words: String,
    /// Every legal move, best first.
    pub ranked: Vec<Opinion>,
    /// The line it expects.
    pub line: Vec<String>,
    /// The same in words.
    pub line_words: Vec<String>,
    /// The basis of the choice.
    pub basis: Basis,
    /// The effort.
    pub effort: Effort,
    /// Remarks for the user.
    pub notes: Vec<Note>,
}

impl Thought {
    /// The choice of an agent that was shown this view of a position.
    pub(crate) fn of<G: Playable>(state: &G, choice: &Choice<G::Move>, view: &G::View) -> Thought {
        let ranked = choice.ranked.iter().map(|ranked| Opinion {
            mv: state.move_text(ranked.mv),
            words: state.move_words(ranked.mv, Ink::Plain),
            visits: ranked.visits,
            mean: ranked.mean,
            bound: ranked.bound,
            interval: ranked.interval,
            verdict: ranked.verdict,
        });
        Thought {
            mv: state.move_text(choice.mv),
            words: state.move_words(choice.mv, Ink::Plain),
            ranked: ranked.collect(),
            line: line_text::<G>(view, &choice.line),
            line_words: line_told::<G>(view, &choice.line, |state, mv| state.move_words(mv, Ink::Plain)),
            basis: choice.basis,
            effort: choice.effort,
            notes: choice.notes.clone(),
        }
    }
}

/// An agent's estimate of one move, as text.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion {
    /// The move.
    pub mv: String,
    /// The same in words.
    pub words: String,
    /// The number of times it was tried.
    pub visits: u64,
    /// The expected payoff, or a bound of it.
    pub mean: f64,
    /// The bound that it is; `None` where it is an estimate.
    pub bound: Option<Bound>,
    /// Its 95 % interval.
    pub interval: (f64, f64),
    /// A proven result, or the score.
    pub verdict: Option<MoveVerdict>,
}

pub(crate) struct TypedTable<G: Playable> {
    /// Every position so far, the current one last.
    states: Vec<G>,
    moves: Vec<(Seat, G::Move)>,
    /// Observations of a seat from before the table was set up.
    past: Option<(Seat, Vec<(Seat, G::Move)>)>,
    agents: Vec<TableAgent<G>>,
    builder: AgentBuilder<G>,
    seed: u64,
}

/// An agent with its memory and its luck.
struct TableAgent<G: Playable> {
    built: BuiltAgent<G>,
    agent: Box<dyn Agent<G>>,
    rng: Rng,
}

impl<G: Playable> TypedTable<G> {
    pub fn new(start: G, seed: u64, builder: AgentBuilder<G>) -> Self {
        TypedTable { states: vec![start], moves: Vec::new(), past: None, agents: Vec::new(), builder, seed }
    }

    /// The same table after a seat has observed moves elsewhere.
    pub fn with_past(mut self, seat: Seat, seen: Vec<(Seat, G::Move)>) -> Self {
        self.past = Some((seat, seen));
        self
    }

    fn now(&self) -> &G {
        self.states.last().expect("a table has a position")
    }

    /// The moves so far as a seat saw them.
    fn seen_by(&self, seat: Seat) -> Vec<(Seat, G::Move)> {
        let past = self.past.iter().filter(|(by, _)| *by == seat).flat_map(|(_, seen)| seen.iter().copied());
        let here = self.states.iter().zip(&self.moves);
        past.chain(here.filter_map(|(state, &(mover, mv))| Some((mover, state.observe(mv, seat)?)))).collect()
    }

    /// The moves from this ply on as a seat saw them, in words.
    fn words_since(&self, ply: usize, by: Seat, ink: Ink) -> Vec<(Seat, String)> {
        let made = self.states.iter().zip(&self.moves).skip(ply);
        // What was seen has the number of the move where nothing of it is hidden. The move itself may say more: which
        // very cards lie on the table.
        let number = |before: &G, mover: Seat, mv: G::Move| (G::numbering()?.id)(before, mover, mv);
        let told = |(before, &(mover, mv)): (&G, &(Seat, G::Move))| {
            let seen = before.observe(mv, by)?;
            let id = number(before, mover, mv);
            let is_open = id.is_some() && id == number(before, mover, seen);
            Some((mover, before.move_words(if is_open { mv } else { seen }, ink)))
        };
        made.filter_map(told).collect()
    }
}

/// Agents are told of the end when nobody can take moves back any more: what they learn by it would help them if the
/// game went on.
impl<G: Playable> Drop for TypedTable<G> {
    fn drop(&mut self) {
        if let Some(payoffs) = self.payoffs() {
            let reveal = Some(Reveal { start: &self.states[0], moves: &self.moves });
            let ended = Ended { payoffs: &payoffs, reveal };
            self.agents.iter_mut().for_each(|asked| asked.agent.over(&ended));
        }
    }
}

impl<G: Playable> Table for TypedTable<G> {
    fn seats(&self) -> usize {
        G::SEATS
    }

    fn turn(&self) -> Option<Seat> {
        self.now().turn()
    }

    fn position(&self) -> String {
        self.now().position()
    }

    fn start(&self) -> String {
        self.states[0].position()
    }

    fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.now().moves(&mut moves);
        moves.into_iter().map(|mv| self.now().move_text(mv)).collect()
    }

    fn counts(&self) -> Option<Vec<(String, u64)>> {
        Some(self.now().counts()).filter(|counts| !counts.is_empty())
    }

    fn play(&mut self, text: &str) -> Result<String, InputError> {
        let state = *self.now();
        let Some(seat) = state.turn() else {
            return Err(InputError::new(format!("{text:?}: the game is over, there is nothing to play")));
        };
        let mv = state.parse_move(text)?;
        let mut next = state;
        next.apply(mv);
        self.states.push(next);
        self.moves.push((seat, mv));
        Ok(state.move_text(mv))
    }

    fn undo(&mut self) -> bool {
        if self.moves.pop().is_none() {
            return false;
        }
        self.states.pop();
        true
    }

    fn history(&self) -> Vec<(Seat, String)> {
        let before = self.states.iter();
        before.zip(&self.moves).map(|(state, &(seat, mv))| (seat, state.move_text(mv))).collect()
    }

    fn last_seen(&self, by: Seat) -> Option<String> {
        let &(_, mv) = self.moves.last()?;
        let before = self.states.get(self.moves.len() - 1)?;
        before.observe(mv, by).map(|seen| before.move_text(seen))
    }

    fn seat(&self, seat: Seat) -> Box<dyn SeatHandle> {
        Box::new(TypedSeat::new(self.now(), self.seen_by(seat), seat))
    }

    fn render(&self, seat: Seat, ink: Ink) -> String {
        G::render(&self.now().view(seat), seat, ink)
    }

    fn log(&self, by: Seat, ink: Ink) -> Vec<(Seat, String)> {
        self.words_since(0, by, ink)
    }

    fn last_words(&self, by: Seat, ink: Ink) -> Option<String> {
        self.words_since(self.moves.len().saturating_sub(1), by, ink).pop().map(|(_, words)| words)
    }

    fn news(&self, by: Seat, ink: Ink) -> Vec<String> {
        let last = self.states.iter().zip(&self.moves).next_back();
        last.map_or(Vec::new(), |(before, &(_, mv))| before.news(mv, by, ink))
    }

    fn trick(&self, by: Seat, ink: Ink) -> Vec<(Seat, String)> {
        // The current position is no part of it: whoever begins a trick now has not played yet.
        let began =
            if self.now().begins_trick() { None } else { self.states.iter().rposition(G::begins_trick) };
        began.map_or(Vec::new(), |at| self.words_since(at, by, ink))
    }

    fn cards_gone(&self, seat: Seat, ink: Ink) -> Option<String> {
        G::cards_gone(&self.now().view(seat), seat, ink)
    }

    fn legal_words(&self, ink: Ink) -> Vec<String> {
        let mut moves = Vec::new();
        self.now().moves(&mut moves);
        moves.into_iter().map(|mv| self.now().move_words(mv, ink)).collect()
    }

    fn ending(&self, seat: Seat) -> Vec<String> {
        if self.turn().is_some() { Vec::new() } else { self.now().ending(seat) }
    }

    fn seat_name(&self, seat: Seat) -> String {
        G::seat_name(seat)
    }

    fn payoffs(&self) -> Option<Vec<f64>> {
        let state = self.now();
        if state.turn().is_some() {
            return None;
        }
        let payoffs = state.payoff();
        Some((0..G::SEATS).map(|seat| payoffs[seat]).collect())
    }

    fn measured(&self, seat: Seat) -> Vec<(&'static str, f64)> {
        let values = self.now().measure(seat);
        let named = G::MEASURES.iter().zip(values);
        named.filter_map(|(measure, value)| Some((measure.name, value?))).filter(|&(_, v)| v != 0.0).collect()
    }

    fn add_agent(&mut self, spec: &str, explain: bool) -> Result<AgentId, InputError> {
        let built = self.builder.explaining(explain).build(spec)?;
        let number = self.agents.len();
        let rng = Rng::for_path(self.seed, &[stream::TABLE, number as u64]);
        self.agents.push(TableAgent { agent: built.instance(), built, rng });
        Ok(AgentId(number))
    }

    fn ask_until(&mut self, agent: AgentId, stop: &Stop) -> Option<Thought> {
        let seat = self.turn()?;
        let view = self.agents[agent.0].built.view(self.now(), seat);
        let history = self.seen_by(seat);
        let mut legal = Vec::new();
        self.now().moves(&mut legal);
        let asked = &mut self.agents[agent.0];
        let decision = Decision::new(seat, &view, &legal, &history).until(stop);
        let choice = asked.agent.choose(&decision, &mut asked.rng);
        Some(Thought::of(self.now(), &choice, &view))
    }

    fn agent_spec(&self, agent: AgentId) -> &str {
        &self.agents[agent.0].built.spec
    }
}
