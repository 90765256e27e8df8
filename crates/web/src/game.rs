//! `Play`: a game in progress whose type is forgotten, with everything the server asks of it. What a seat is
//! shown goes through `Playing::sight` alone, which reads the seat's view.

use std::any::Any;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use karuta_agents::BuiltAgent;
use karuta_agents::seat::TypedSeat;
use karuta_agents::table::{Opinion, Thought};
use karuta_engine::{Choice, Decision, Progress, Rng, Seat, Stop};
use karuta_playable::error::InputError;
use karuta_playable::ink::Ink;
use karuta_playable::playable::{Playable, Purpose};
use karuta_playable::spec::{Args, Spec};
use maud::{Markup, PreEscaped};

use crate::frame::{self, FrameParts, Scene};
use crate::skin::{Pause, Sight, Skin};
use crate::words::{self, filled};

mod compare;

pub use compare::compared;

/// A question to an agent, ready to be asked on any thread.
pub type Question = Box<dyn FnOnce(&Stop, Option<Listener>) -> Thought + Send>;

/// Somebody who hears what an agent thinks while it searches.
pub type Listener = Box<dyn Fn(Thought) + Send + Sync>;

/// A game in progress.
pub trait Play: Send {
    /// The number of seats.
    fn seats(&self) -> usize;
    /// The number of sides; seats so many places apart are partners.
    fn teams(&self) -> usize;
    /// The spec of the game.
    fn spec(&self) -> &str;
    /// The position at the start.
    fn start(&self) -> String;
    /// The position after so many moves.
    fn position_at(&self, plies: usize) -> String;
    /// The moves so far, whoever saw them.
    fn history(&self) -> Vec<(Seat, String)>;
    /// A move as searches name it.
    fn plain_move(&self, ply: usize) -> Option<String>;
    /// The seat to move; `None` when the game is over. The truth: not for the eyes of others.
    fn turn(&self) -> Option<Seat>;
    /// The number of moves a seat has noticed.
    fn noticed(&self, seat: Seat) -> usize;
    /// The move of the seat to move as it is written; nothing is made.
    fn check(&self, text: &str) -> Result<String, InputError>;
    /// Makes a move that was checked.
    fn make(&mut self, text: &str) -> Result<(), InputError>;
    /// Takes moves back until so many are left.
    fn truncate(&mut self, plies: usize);
    /// The payoffs of a finished game.
    fn payoffs(&self) -> Option<Vec<f64>>;
    /// The pause after the last move, the same for everybody.
    fn pause(&self) -> Pause;
    /// The move by which the seat that is asked out of turn lets its chance go by.
    fn let_pass(&self) -> Option<String>;
    /// The answers out of turn that a seat could give now, were it asked; none for most.
    fn answers(&self, seat: Seat) -> Vec<String>;
    /// A question to an agent on behalf of a seat that may move now, or answer out of turn.
    fn question(&self, seat: Seat, spec: &str, explain: bool, seed: u64) -> Result<Question, InputError>;
    /// The fragments of the page that a seat is shown.
    fn parts(&self, seat: Seat, scene: &Scene) -> FrameParts;
    /// The table after so many moves: as a seat knew it, or as it was. A move may be drawn on it.
    fn still(
        &self,
        plies: usize,
        seat: Seat,
        names: &[String],
        is_truth: bool,
        drawn: Option<&str>,
    ) -> Markup;
    /// Every move in words, whoever saw it: for games that are over.
    fn told(&self, names: &[String]) -> Vec<Markup>;
    /// A move as it is written, shown in a list of moves that were compared.
    fn listed(&self, mv: &str) -> Markup;
    /// Controls to set up a position like the current one, as the seat to move sees it.
    fn controls(&self) -> Markup;
    /// A copy of the game that ends after so many moves.
    fn copy(&self, plies: usize) -> Box<dyn Play>;
}

/// The beginning of a game.
pub enum Beginning<'a> {
    /// With a deal drawn from this seed.
    Seed(u64),
    /// With this position.
    Position(&'a str),
}

/// A game of a known type in progress.
pub struct Playing<G: Skin> {
    spec: String,
    /// Every position so far, the current one last.
    states: Vec<G>,
    moves: Vec<(Seat, G::Move)>,
    /// Every move as each seat saw it.
    seen: Vec<Vec<Option<(G::Move, String)>>>,
}

/// Opens a game of this type.
pub fn open<G: Skin>(spec: &str, beginning: Beginning<'_>) -> Result<Box<dyn Play>, String> {
    let parsed = Spec::parse(spec).map_err(|error| error.to_string())?;
    let args = Args::new(&parsed, G::PARAMS).map_err(|error| error.to_string())?;
    let options = G::options(&args, Purpose::Match).map_err(|error| error.to_string())?;
    let state = match beginning {
        Beginning::Seed(seed) => karuta_agents::any::deal(&options, seed, 0),
        Beginning::Position(text) => G::parse_position(&options, text).map_err(|error| error.to_string())?,
    };
    Ok(Box::new(Playing { spec: spec.to_string(), states: vec![state], moves: Vec::new(), seen: Vec::new() }))
}

impl<G: Skin> Playing<G> {
    fn now(&self) -> &G {
        self.states.last().expect("a game has a position")
    }

    /// The position as everybody sees it: during a pause nobody is told who could answer, so the answers not
    /// given yet are taken as not given at all, and a trick lies until the pause is over.
    fn shown(&self, is_paused: bool) -> (G, usize) {
        let plies = self.moves.len();
        if is_paused && self.pause() == Pause::BeforeClosing && plies > 0 {
            return (self.states[plies - 1], plies);
        }
        (without_answers(*self.now()), plies)
    }

    /// The position in which a seat is asked out of turn, if it would be.
    fn asked(&self, seat: Seat) -> Option<G> {
        let mut state = *self.now();
        while let Some(pass) = state.let_pass() {
            if state.turn() == Some(seat) {
                return Some(state);
            }
            state.apply(pass);
        }
        None
    }

    fn seen_by(&self, seat: Seat, plies: usize) -> Vec<(Seat, G::Move, String)> {
        let moves = self.moves.iter().zip(&self.seen).take(plies);
        moves
            .filter_map(|(&(mover, _), by)| by[seat].as_ref().map(|(mv, text)| (mover, *mv, text.clone())))
            .collect()
    }

    /// The sight of a seat: its view, its legal moves, and the moves as it saw them.
    fn sight(&self, seat: Seat, scene: &Scene) -> Sight<G> {
        let (state, plies) = self.shown(scene.is_paused);
        let mut choices = Vec::new();
        let asker =
            if scene.is_paused { self.asked(seat) } else { Some(state).filter(|s| s.turn() == Some(seat)) };
        // Nobody is asked once somebody has resigned.
        if let Some(asker) = asker.filter(|_| scene.is_played && scene.ended.is_none()) {
            asker.choices(&mut choices);
            // Only bombs answer out of turn; letting the pause go by is keeping them.
            if let Some(pass) = asker.let_pass().filter(|_| scene.is_paused) {
                choices.retain(|&mv| mv != pass && !G::keys_are_empty(mv));
            }
        }
        let seen = self.seen_by(seat, plies);
        let handle = TypedSeat::new(&state, seen.iter().map(|&(by, mv, _)| (by, mv)).collect(), seat);
        let legal = choices.into_iter().map(|mv| (mv, handle.world().move_text(mv))).collect::<Vec<_>>();
        let hint = scene
            .hint
            .as_ref()
            .and_then(|thought| legal.iter().find(|(_, text)| *text == thought.mv).map(|&(mv, _)| mv));
        // Everything may be seen where only agents play.
        let view = if scene.is_open { state.revealed(seat) } else { handle.view().clone() };
        Sight {
            seat,
            view,
            is_played: scene.is_played,
            legal,
            seen,
            names: scene.names.clone(),
            is_paused: scene.is_paused,
            hint,
            ending: state
                .turn()
                .is_none()
                .then(|| if scene.is_played { ending(&state, seat) } else { winners(&state, &scene.names) }),
            payoff: state.turn().is_none().then(|| state.payoff()[seat]),
        }
    }
}

/// The winners in words, for people who only watch.
fn winners<G: Playable>(state: &G, names: &[String]) -> String {
    let payoffs = state.payoff();
    let most = (0..G::SEATS).map(|seat| payoffs[seat]).fold(f64::MIN, f64::max);
    let best: Vec<&str> =
        (0..G::SEATS).filter(|&seat| payoffs[seat] == most).map(|seat| names[seat].as_str()).collect();
    let say = &words::now().table;
    match best[..] {
        [one] => filled(say.one_wins, &[one]),
        [one, other] if G::TEAMS == 2 && G::SEATS == 4 => filled(say.two_win, &[one, other]),
        _ => say.draw.into(),
    }
}

/// The end of a game in the words of the game, or in short where these are in another language.
fn ending<G: Skin>(state: &G, seat: Seat) -> String {
    let Some([won, lost, drawn]) = words::now().endings else {
        return G::reworded(state.ending(seat).join(" "));
    };
    let payoffs = state.payoff();
    let others =
        (0..G::SEATS).filter(|other| other % G::TEAMS != seat % G::TEAMS).map(|other| payoffs[other]);
    match payoffs[seat].total_cmp(&others.fold(f64::MIN, f64::max)) {
        std::cmp::Ordering::Greater => won.to_string(),
        std::cmp::Ordering::Less => lost.to_string(),
        std::cmp::Ordering::Equal => drawn.to_string(),
    }
}

/// The position once everybody who could answer out of turn has let it go by.
fn without_answers<G: Skin>(mut state: G) -> G {
    while let Some(pass) = state.let_pass() {
        state.apply(pass);
    }
    state
}

impl<G: Skin> Play for Playing<G> {
    fn seats(&self) -> usize {
        G::SEATS
    }

    fn teams(&self) -> usize {
        G::TEAMS
    }

    fn spec(&self) -> &str {
        &self.spec
    }

    fn start(&self) -> String {
        self.states[0].position()
    }

    fn position_at(&self, plies: usize) -> String {
        self.states[plies.min(self.moves.len())].position()
    }

    fn history(&self) -> Vec<(Seat, String)> {
        let before = self.states.iter();
        before.zip(&self.moves).map(|(state, &(seat, mv))| (seat, state.move_text(mv))).collect()
    }

    fn plain_move(&self, ply: usize) -> Option<String> {
        let (_, mv) = self.moves.get(ply)?;
        Some(G::plain(*mv, &self.states[ply].move_text(*mv)))
    }

    fn turn(&self) -> Option<Seat> {
        self.now().turn()
    }

    fn noticed(&self, seat: Seat) -> usize {
        self.seen.iter().filter(|by| by[seat].is_some()).count()
    }

    fn check(&self, text: &str) -> Result<String, InputError> {
        let state = self.now();
        if state.turn().is_none() {
            return Err(InputError::new("the game is over, there is nothing to play"));
        }
        state.parse_move(text).map(|mv| state.move_text(mv))
    }

    fn make(&mut self, text: &str) -> Result<(), InputError> {
        let state = *self.now();
        let Some(seat) = state.turn() else {
            return Err(InputError::new("the game is over, there is nothing to play"));
        };
        let mv = state.parse_move(text)?;
        let seen = |by| state.observe(mv, by).map(|seen| (seen, state.move_text(seen)));
        self.seen.push((0..G::SEATS).map(seen).collect());
        let mut next = state;
        next.apply(mv);
        self.states.push(next);
        self.moves.push((seat, mv));
        Ok(())
    }

    fn truncate(&mut self, plies: usize) {
        self.moves.truncate(plies);
        self.seen.truncate(plies);
        self.states.truncate(plies + 1);
    }

    fn payoffs(&self) -> Option<Vec<f64>> {
        let state = self.now();
        let payoffs = state.turn().is_none().then(|| state.payoff())?;
        Some((0..G::SEATS).map(|seat| payoffs[seat]).collect())
    }

    fn pause(&self) -> Pause {
        self.moves.last().map_or(Pause::None, |&(_, mv)| self.now().pause(mv))
    }

    fn let_pass(&self) -> Option<String> {
        self.now().let_pass().map(|mv| self.now().move_text(mv))
    }

    fn answers(&self, seat: Seat) -> Vec<String> {
        let Some(state) = self.asked(seat) else { return Vec::new() };
        let mut legal = Vec::new();
        state.moves(&mut legal);
        legal.retain(|&mv| Some(mv) != state.let_pass() && !G::keys_are_empty(mv));
        legal.into_iter().map(|mv| state.move_text(mv)).collect()
    }

    fn question(&self, seat: Seat, spec: &str, explain: bool, seed: u64) -> Result<Question, InputError> {
        let agent = built::<G>(spec, explain)?;
        let state = self.asked(seat).unwrap_or(*self.now());
        let view = agent.view(&state, seat);
        let history: Vec<(Seat, G::Move)> =
            self.seen_by(seat, self.moves.len()).into_iter().map(|(by, mv, _)| (by, mv)).collect();
        let mut legal = Vec::new();
        state.moves(&mut legal);
        let rng = Rng::for_path(seed, &[self.moves.len() as u64, seat as u64]);
        Ok(Box::new(move |stop: &Stop, listener| {
            let teller = listener.map(|listener| Teller { state, listener });
            let progress = teller.as_ref().map(|teller| teller as &dyn Progress<G::Move>);
            let decision = Decision::new(seat, &view, &legal, &history).until(stop).with_progress(progress);
            let choice = agent.instance().choose(&decision, &mut { rng });
            thought(&state, &choice)
        }))
    }

    fn parts(&self, seat: Seat, scene: &Scene) -> FrameParts {
        let parts = frame::parts(&self.sight(seat, scene), scene);
        if cfg!(debug_assertions) {
            compare::check(self, seat, scene, &parts);
        }
        parts
    }

    fn still(
        &self,
        plies: usize,
        seat: Seat,
        names: &[String],
        is_truth: bool,
        drawn: Option<&str>,
    ) -> Markup {
        let plies = plies.min(self.moves.len());
        let state = without_answers(self.states[plies]);
        let view = if is_truth { state.revealed(seat) } else { state.view(seat) };
        let mat = G::mat(&Sight {
            seat,
            view,
            legal: Vec::new(),
            seen: self.seen_by(seat, plies),
            names: names.to_vec(),
            is_played: false,
            is_paused: false,
            hint: drawn.and_then(|text| state.parse_move(text).ok()),
            ending: None,
            payoff: None,
        });
        // Two tables may be on one page, and no two elements may share an id. Quotes in texts are escaped, so
        // these are attributes.
        let mark = if is_truth { "truth-" } else { "known-" };
        let marked = mat.into_string().replace(" id=\"", &format!(" id=\"{mark}"));
        PreEscaped(marked.replace(" aria-labelledby=\"", &format!(" aria-labelledby=\"{mark}")))
    }

    fn told(&self, names: &[String]) -> Vec<Markup> {
        let sight = Sight {
            seat: 0,
            view: self.now().view(0),
            legal: Vec::new(),
            seen: Vec::new(),
            names: names.to_vec(),
            is_played: false,
            is_paused: false,
            hint: None,
            ending: None,
            payoff: None,
        };
        let told = |(&(by, mv), state): (&(Seat, G::Move), &G)| {
            G::shown(&G::told(&sight, by, mv, &state.move_text(mv)))
        };
        self.moves.iter().zip(&self.states).map(told).collect()
    }

    fn listed(&self, mv: &str) -> Markup {
        G::listed(mv)
    }

    fn controls(&self) -> Markup {
        let state = self.now();
        G::controls(&state.view(state.turn().unwrap_or(0)))
    }

    fn copy(&self, plies: usize) -> Box<dyn Play> {
        let plies = plies.min(self.moves.len());
        Box::new(Playing {
            spec: self.spec.clone(),
            states: self.states[..=plies].to_vec(),
            moves: self.moves[..plies].to_vec(),
            seen: self.seen[..plies].to_vec(),
        })
    }
}

/// Hands on what a search thinks so far.
struct Teller<G: Playable> {
    state: G,
    listener: Listener,
}

impl<G: Playable> Progress<G::Move> for Teller<G> {
    fn report(&self, so_far: &Choice<G::Move>, _: f64) {
        (self.listener)(thought(&self.state, so_far));
    }
}

/// A choice as text. The expected line is left out but for its first move: what follows belongs to worlds the
/// search has made up, and whether it fits the truth is nobody's business.
fn thought<G: Playable>(state: &G, choice: &Choice<G::Move>) -> Thought {
    let ranked = choice.ranked.iter().map(|ranked| Opinion {
        mv: state.move_text(ranked.mv),
        words: state.move_words(ranked.mv, Ink::Plain),
        visits: ranked.visits,
        mean: ranked.mean,
        bound: ranked.bound,
        interval: ranked.interval,
        verdict: ranked.verdict,
    });
    let (mv, words) = (state.move_text(choice.mv), state.move_words(choice.mv, Ink::Plain));
    Thought {
        line: vec![mv.clone()],
        line_words: vec![words.clone()],
        mv,
        words,
        ranked: ranked.collect(),
        basis: choice.basis,
        effort: choice.effort,
        notes: choice.notes.clone(),
    }
}

/// Agents by spec: building one may read tables and nets, so each is built once.
static BUILT: LazyLock<Mutex<HashMap<(&'static str, String, bool), Arc<dyn Any + Send + Sync>>>> =
    LazyLock::new(Mutex::default);

fn built<G: Skin>(spec: &str, explain: bool) -> Result<Arc<BuiltAgent<G>>, InputError> {
    let key = (G::NAME, spec.to_string(), explain);
    let mut all = BUILT.lock().unwrap_or_else(|broken| broken.into_inner());
    if let Some(found) = all.get(&key).and_then(|found| Arc::clone(found).downcast::<BuiltAgent<G>>().ok()) {
        return Ok(found);
    }
    let agent = Arc::new(G::agent(spec, explain)?);
    all.insert(key, Arc::clone(&agent) as Arc<dyn Any + Send + Sync>);
    Ok(agent)
}

#[cfg(test)]
mod tests;
