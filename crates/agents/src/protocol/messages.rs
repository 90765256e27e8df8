//! Messages between referee and engine, one JSON object a line. Knows shapes, not who plays.

use karuta_engine::{Bound, MoveVerdict, Rng, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// From the referee.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Order {
    /// A greeting that asks for the engine's name.
    Hello {
        /// The version of the protocol.
        protocol: u32,
    },
    /// A game begins.
    Game(NewGame),
    /// The seat's observations since it was told last.
    Seen {
        /// The seat that moved, the move as text, its number where it has one.
        moves: Vec<(Seat, String, Option<usize>)>,
    },
    /// Choose a move.
    Go(Box<Go>),
    /// Results of playouts that the engine asked for.
    Playouts(Playouts),
    /// Answer the question with the best that is known.
    Stop {
        /// The number of the question.
        id: u64,
    },
    /// The game is over, or nobody will ask about it any more.
    Over {
        /// The payoff of every seat, where the game came to its end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        payoffs: Option<Vec<f64>>,
        /// The truth, where the game came to its end and its deal is not played again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reveal: Option<RevealMessage>,
    },
    /// Are you there?
    Ping,
    /// Go away within two seconds.
    Quit,
}

/// A game that begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewGame {
    /// The game with its options.
    pub game: String,
    /// The seat the engine plays.
    pub seat: Seat,
    /// The number of seats.
    pub seats: usize,
    /// The number of sides; seats so many places apart are partners.
    pub teams: usize,
    /// True if nothing is added to the rules, such as a cap on plies.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub analysis: bool,
    /// The index of the deal in its match; games of one deal at other seats have the same. None at a single table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deal: Option<u64>,
    /// A number to seed the engine's own random choices with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// A finished game with nothing hidden, as `karuta replay` reads it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RevealMessage {
    /// The position at the start.
    pub start: String,
    /// The moves as they were made, each with the seat that made it.
    pub moves: Vec<(Seat, String)>,
}

/// A question. It is complete: an engine that knows nothing else can answer it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Go {
    /// The number of the question; the answer repeats it.
    pub id: u64,
    /// The seat's view.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub view: Value,
    /// A position that looks to the seat exactly as the true one does. What is hidden is dealt anew.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub position: String,
    /// The legal moves as text, each with its number where it has one.
    pub legal: Vec<(String, Option<usize>)>,
    /// The budget; nothing is said about it where it is empty.
    #[serde(default)]
    pub budget: BudgetMessage,
    /// The milliseconds after which the answer counts as a fault.
    pub hard_ms: u64,
    /// True if every move should be explained in an `info`.
    #[serde(default)]
    pub explain: bool,
    /// The state of the referee's generator, for engines that are to draw what an agent inside would draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rng: Option<Rng>,
}

/// The budget of a decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BudgetMessage {
    /// Iterations of a Monte Carlo search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub iters: Option<u64>,
    /// Nodes of a depth-first search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Plies of a depth-first search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u64>,
    /// Milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
}

/// From the engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Answer {
    /// The engine's name.
    Hello(Hello),
    /// The game can begin.
    Ready,
    /// Something cannot be done.
    Error {
        /// The reason.
        #[serde(default)]
        why: String,
    },
    /// The opinion so far.
    Info(Info),
    /// Playouts that the referee should make, while a question is open: for engines that do not know the rules.
    Playouts(Playouts),
    /// The move.
    Move(MoveAnswer),
    /// Here.
    Pong,
}

/// An engine that introduces itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The version of the protocol it speaks.
    pub protocol: u32,
    /// Its name.
    #[serde(default)]
    pub name: String,
    /// Its version.
    #[serde(default)]
    pub version: String,
    /// The games it plays, by name; `*` for any.
    #[serde(default)]
    pub games: Vec<String>,
    /// The parts it wants in questions: `view`, `position`, `seen`, `legal`. All of them unless said.
    #[serde(default)]
    pub needs: Option<Vec<String>>,
    /// True if equal questions get equal answers.
    #[serde(default)]
    pub deterministic: bool,
    /// True if it wants to be asked for bombs out of turn.
    #[serde(default = "yes")]
    pub windows: bool,
}

fn yes() -> bool {
    true
}

impl Hello {
    /// True if it wants to be told this.
    pub fn wants(&self, what: &str) -> bool {
        self.needs.as_ref().is_none_or(|needs| needs.iter().any(|need| need == what))
    }

    /// True if it plays the game of this name.
    pub fn plays(&self, game: &str) -> bool {
        self.games.is_empty() || self.games.iter().any(|own| own == "*" || own == game)
    }
}

/// The opinion of an engine so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Info {
    /// The question.
    pub id: u64,
    /// Playouts or nodes so far.
    #[serde(default)]
    pub playouts: u64,
    /// Moves with what the engine thinks of them, best first.
    #[serde(default)]
    pub moves: Vec<MoveInfo>,
    /// The line of play it expects.
    #[serde(default)]
    pub line: Vec<String>,
}

/// Playouts: a world is drawn from what the seat knows, the move is made, the rest is played at random.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Playouts {
    /// The question.
    pub id: u64,
    /// The move they begin with.
    #[serde(rename = "move")]
    pub mv: String,
    /// The number of them.
    pub count: u64,
    /// The mean payoff of the seat; only in what the referee answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
}

/// An engine's opinion of a move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MoveInfo {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The number of times it was tried.
    #[serde(default)]
    pub visits: u64,
    /// The expected payoff, 0 to 1.
    #[serde(default)]
    pub mean: Option<f64>,
    /// The bound that the mean is: `at most`, `at least`, or none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<String>,
    /// The 95 % interval of the expected payoff.
    #[serde(default)]
    pub ci95: Option<(f64, f64)>,
    /// `win`, `loss`, `draw` or `score`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
    /// Plies of a win or loss, points of a score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
}

/// The move an engine makes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MoveAnswer {
    /// The question.
    pub id: u64,
    /// The move, as text or as a number.
    #[serde(rename = "move")]
    pub mv: Value,
    /// Playouts or nodes it took.
    #[serde(default)]
    pub playouts: u64,
    /// The state of the generator afterwards, where the question gave one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rng: Option<Rng>,
}

impl MoveInfo {
    /// The bound as we keep it.
    pub fn bound(&self) -> Option<Bound> {
        match self.bound.as_deref() {
            Some("at most") => Some(Bound::AtMost),
            Some("at least") => Some(Bound::AtLeast),
            Some(_) | None => None,
        }
    }

    /// The verdict as we keep it.
    pub fn verdict(&self) -> Option<MoveVerdict> {
        let plies = u32::try_from(self.value.unwrap_or(0)).unwrap_or(0);
        match self.verdict.as_deref() {
            Some("win") => Some(MoveVerdict::Win(plies)),
            Some("loss") => Some(MoveVerdict::Loss(plies)),
            Some("draw") => Some(MoveVerdict::Draw),
            Some("score") => Some(MoveVerdict::Score(i32::try_from(self.value.unwrap_or(0)).unwrap_or(0))),
            Some(_) | None => None,
        }
    }

    /// Says a bound.
    pub fn set_bound(&mut self, bound: Option<Bound>) {
        self.bound = bound.map(|bound| match bound {
            Bound::AtMost => String::from("at most"),
            Bound::AtLeast => String::from("at least"),
        });
    }

    /// Says a verdict.
    pub fn set_verdict(&mut self, verdict: Option<MoveVerdict>) {
        let (word, value) = match verdict {
            None => return,
            Some(MoveVerdict::Win(plies)) => ("win", Some(i64::from(plies))),
            Some(MoveVerdict::Loss(plies)) => ("loss", Some(i64::from(plies))),
            Some(MoveVerdict::Draw) => ("draw", None),
            Some(MoveVerdict::Score(points)) => ("score", Some(i64::from(points))),
        };
        self.verdict = Some(String::from(word));
        self.value = value;
    }
}
