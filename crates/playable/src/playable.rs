//! What a game owes to people and offers to searches: the cold half of a game, beside the hot
//! [`Game`]. An ability a game may lack is an `Option` or an empty list here, never a method that
//! panics: asking for it is an error when the agent is built.

use std::fmt;
use std::sync::Arc;

use karuta_engine::agent::Admits;
use karuta_engine::chances::{Chances, StandIns};
use karuta_engine::evaluation::{Evaluate, Knowledge, Oracle, Outlook};
use karuta_engine::playout::{ByPolicy, Playout, Policy, PolicyAgent, Round, Talk};
use karuta_engine::search::by_plies::ByPlies;
use karuta_engine::search::mcts::{GroupOf, Identity, Rewrite};
use karuta_engine::sure::{Change, Sure};
use karuta_engine::worlds::{Determinizer, Glimpse, Listing};
use karuta_engine::{Agent, Game, Rng, Scores, Seat};

use crate::encoding::Encoder;
use crate::level::Level;
use crate::numbering::Numbering;
pub use crate::spec::Named;
use crate::spec::{Args, Param, SpecError};

/// A game as people meet it: names, options, text.
pub trait Playable: Game {
    /// The options of one game, read from its spec.
    type Options: Clone + Send + Sync + 'static;

    /// The name in specs.
    const NAME: &'static str;
    /// One line about it.
    const HELP: &'static str;
    /// The options it takes.
    const PARAMS: &'static [Param] = &[];
    /// What a finished game is measured by, beside its payoffs.
    const MEASURES: &'static [Measure] = &[];
    /// How a position is written, with an example.
    const POSITION_HELP: &'static str;
    /// The agent a person plays against unless asked otherwise: the strongest at a time a person waits for.
    const OPPONENT: &'static str = "mcts:time=1s";
    /// The agents of the levels a person may choose, the weakest first. Their budgets are iterations or nodes,
    /// never times, so that a level is the same on every machine.
    const LEVELS: [&'static str; Level::ALL.len()] =
        ["random", "mcts:iters=20", "mcts:iters=200", "mcts:iters=2000", "mcts:iters=20000"];
    /// The options people play with where they leave them open, if experiments start from other rules.
    const PEOPLE_PLAY: &'static [(&'static str, &'static str)] = &[];
    /// The agents of the exhibition.
    const EXHIBITION: &'static [&'static str] = &["mcts:iters=500", "random"];

    /// How many sides play. Seats that are so many places apart are partners and share a payoff.
    const TEAMS: usize = Self::SEATS;

    /// The position benchmarks start from; a fixed deal where there is none.
    const BENCH_POSITION: Option<&'static str> = None;
    /// The searches benchmarks run.
    const BENCH_AGENTS: &'static [&'static str] = &["mcts:iters=5000"];

    /// Pairings whose seeded games make up the signature of a commit; iteration budgets only.
    const SIGNATURE_AGENTS: &'static [&'static [&'static str]] = &[&["mcts:iters=200", "random"]];

    /// Reads the options. What suits a match and what suits an analysis may differ.
    fn options(args: &Args<'_>, purpose: Purpose) -> Result<Self::Options, SpecError>;

    /// A new deal.
    fn deal(options: &Self::Options, rng: &mut Rng) -> Self;

    /// The position as text.
    fn position(&self) -> String;

    /// Reads a position.
    fn parse_position(options: &Self::Options, text: &str) -> Result<Self, TextError>;

    /// A move of this position as text.
    fn move_text(&self, mv: Self::Move) -> String;

    /// Reads a move and checks that it is legal here.
    fn parse_move(&self, text: &str) -> Result<Self::Move, TextError> {
        let mut legal = Vec::new();
        self.moves(&mut legal);
        let plain = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let found = legal.iter().copied().find(|&mv| self.move_text(mv).to_lowercase() == plain);
        found.ok_or_else(|| {
            let some: Vec<String> = legal.iter().take(3).map(|&mv| self.move_text(mv)).collect();
            let dots = if legal.len() > 3 { ", .." } else { "" };
            TextError::new(format!("{text:?} is no legal move here; legal: {}{dots}", some.join(", ")))
        })
    }

    /// The numbers of its moves; `None` where moves have only text.
    fn numbering() -> Option<Numbering<Self>> {
        None
    }

    /// The position as `by` may know that it is: where another seat is asked something that nobody else hears
    /// of, as if it had declined. A view says whose turn it is, so what is told to a seat is made of the view
    /// of this position.
    #[must_use]
    fn as_noticed(&self, by: Seat) -> Self {
        let _ = by;
        *self
    }

    /// What a seat sees, drawn for a terminal.
    fn render(view: &Self::View, seat: Seat) -> String;

    /// The name of a seat, for people.
    fn seat_name(seat: Seat) -> String {
        format!("Player {}", seat + 1)
    }

    /// The values of [`Playable::MEASURES`] for one seat of a finished game, in that order; `None`
    /// where a measure says nothing about this seat.
    fn measure(&self, seat: Seat) -> Vec<Option<f64>> {
        let _ = seat;
        Vec::new()
    }

    /// What the game offers to searches.
    fn parts() -> Parts<Self> {
        Parts::default()
    }
}

/// What a game is set up for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To be played to an end, so a game that might go on for ever needs a cap.
    Match,
    /// To be looked at, so nothing is added to the rules.
    Analysis,
}

/// Something measured in finished games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The name in tables and records.
    pub name: &'static str,
    /// What it counts, in one line.
    pub help: &'static str,
    /// Whether values of many games are added up; otherwise they are averaged.
    pub is_total: bool,
}

/// Why a position or move cannot be read, in one line that says what would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError(String);

impl TextError {
    /// An error with this text.
    pub fn new(text: impl Into<String>) -> TextError {
        TextError(text.into())
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.replace(['\n', '\r'], " "))
    }
}

impl std::error::Error for TextError {}

/// What a game offers to searches, by name.
pub struct Parts<G: Game> {
    /// Rule-based play, usable as playout and as agent.
    pub policies: Vec<PolicyPart<G>>,
    /// Evaluations of unfinished positions.
    pub evaluations: Vec<Named<Evaluate<G>>>,
    /// What a depth-first search needs; open two-seat games only.
    pub knowledge: Option<Knowledge<G>>,
    /// The order in which a tree tries moves it knows nothing about: more first.
    pub order: Option<fn(&G, G::Move) -> i32>,
    /// Ways to read a playout for AMAF, beside the right one.
    pub amaf: Vec<Named<Rewrite<G::Move>>>,
    /// Searches that look no further than the round they are in.
    pub rounds: Option<Rounds<G>>,
    /// Tables of exact endings.
    pub endgame: Option<Endgame<G>>,
    /// Ways to draw worlds beside the game's own [`Game::sample`].
    pub samplers: Vec<Named<MakeSampler<G>>>,
    /// Those of them that go by a table which may be read from the text of a file instead, by name.
    pub tabled: Vec<(&'static str, ReadSampler<G>)>,
    /// What a cheating agent is shown: a view that hides nothing but the chances still to come.
    pub peek: Option<fn(&G, Seat) -> G::View>,
    /// The same by halves: worlds in which some of what is hidden is as it really is.
    pub glimpse: Option<Glimpse<G>>,
    /// What the end of a round may be worth to a search.
    pub rewards: Option<Rewards<G>>,
    /// What nodes of a tree may be told apart by, beside the moves that lead to them.
    pub identities: Vec<Named<Identity<G>>>,
    /// The groups in which moves may be chosen.
    pub groups: Option<Named<GroupOf<G::Move>>>,
    /// What is a reply to what, for playouts that remember replies.
    pub talk: Option<Talk<G>>,
    /// Moves that end a seat's part in the round.
    pub finishing: Option<fn(&G, G::Move) -> bool>,
    /// Makes a world play on by simpler rules.
    pub simplify: Option<Named<fn(&mut G)>>,
    /// What a depth-first search needs that maximises and minimises by plies, whoever moves.
    pub by_plies: Option<ByPlies<G>>,
    /// Ways to list draws instead of making them, the game's own first; none where nothing is drawn.
    pub chances: Vec<Named<Chances<G>>>,
    /// Ways to judge a proposal of one's own before it is answered, beside playing on.
    pub offers: Vec<Named<StandIns<G>>>,
    /// Reads an order in which an agent binds itself to act.
    pub order_of_play: Option<ReadOrder<G>>,
    /// Narrower choices of moves, for searches that would waste tries on the others. Each leaves a move.
    pub considered: Vec<Named<Considers<G>>>,
    /// Where depth-first searches stop though the game goes on, and what it is worth there: what comes
    /// after is chance.
    pub horizon: Option<Arc<dyn Oracle<G>>>,
    /// All worlds that fit a view, where few remain.
    pub census: Option<Listing<G>>,
    /// How likely a world is by what the other seats did, up to a factor: what listed worlds are weighted
    /// by beside their probability.
    pub likelihood: Option<fn(&G::View, &G) -> f64>,
    /// How much is still undecided.
    pub stage: Option<Stage<G>>,
    /// What finishing places may be worth to a search.
    pub places: Option<Places<G>>,
    /// Makes something that knows some moves to be right without a search.
    pub sure: Option<fn() -> Box<dyn Sure<G>>>,
    /// Decisions that can be made by rule, so that a search is only asked for the others.
    pub rulings: Vec<Ruling<G>>,
    /// Takes from a view what only rules decide, so that a search neither offers nor expects it.
    pub ruled: Option<Change<G>>,
    /// A policy of weighed features that can learn by playing against itself.
    pub learnable: Option<Learnable<G>>,
    /// Ways to tell a net of views and moves.
    pub encoders: Vec<Named<Encoder<G>>>,
    /// Agents known by a name of their own.
    pub presets: Vec<Preset>,
    /// The plays of a position counted in more than one way, each with its name.
    pub counts: Option<fn(&G) -> Vec<(String, u64)>>,
}

/// Some decisions of a game, made by rule.
pub struct Ruling<G: Game> {
    /// The name in specs.
    pub name: &'static str,
    /// One line about it.
    pub help: &'static str,
    /// Whether it is taken where nothing else is asked for.
    pub is_usual: bool,
    /// Makes what decides.
    pub make: fn() -> Box<dyn Sure<G>>,
}

/// How much of a game, or of its round, is still undecided.
pub struct Stage<G: Game> {
    /// The count, which falls as play goes on.
    pub count: fn(&G::View) -> u32,
    /// What it counts, in a few words.
    pub help: &'static str,
}

/// Reads an order in which an agent binds itself to act.
pub type ReadOrder<G> = fn(&str) -> Result<Admits<G>, TextError>;

/// Whether a move is worth a search's while.
pub type Considers<G> = fn(&G, <G as Game>::Move) -> bool;

/// Makes a way to draw worlds.
pub type MakeSampler<G> = fn() -> Box<dyn Determinizer<G>>;

/// Makes ways to draw worlds by a table read from the text of a file.
pub type ReadSampler<G> =
    fn(&str) -> Result<Arc<dyn Fn() -> Box<dyn Determinizer<G>> + Send + Sync>, TextError>;

/// What searches need that end with the round: what is worth what when the next one begins.
pub struct Rounds<G: Game> {
    /// Which round a position belongs to; one that is over and not yet dealt anew belongs to the next.
    pub number: Round<G>,
    /// Makes a playout that stops with the round, every legal move equally likely.
    pub uniform: fn() -> Box<dyn Playout<G>>,
    /// What the ends of rounds are worth, as the project ships it.
    pub shipped: fn(Store) -> Arc<dyn Outlook<G>>,
    /// What they are worth by a table read from the text of a file.
    pub read: fn(&str, Store) -> Result<Arc<dyn Outlook<G>>, TextError>,
}

/// What places may be worth, in games of several seats: searches then look no further than the game they
/// are in.
pub struct Places<G: Game> {
    /// What may be asked for, in one line.
    pub help: &'static str,
    /// What is taken if nothing is asked for.
    pub usual: &'static str,
    /// Reads what is asked for.
    pub read: fn(&str) -> Result<Arc<dyn Outlook<G>>, TextError>,
    /// Reads what is asked for by a table, given as the text of its file.
    pub measured: fn(&str, &str) -> Result<Arc<dyn Outlook<G>>, TextError>,
    /// Makes the game that is being played the last one of its match.
    pub shorten: fn(&mut G),
}

/// What the end of a round may be worth to a search, beside the payoff of the game.
pub struct Rewards<G: Game> {
    /// By name.
    pub all: Vec<Named<Reward<G>>>,
    /// Makes the round that is being played the last one.
    pub shorten: fn(&mut G),
}

/// What the end of a round is worth.
#[derive(Clone, Copy, Debug)]
pub struct Reward<G: Game> {
    /// To every seat, in any unit.
    pub of: fn(&G) -> Scores,
    /// The worst and the best there is.
    pub range: (f64, f64),
}

/// A softmax policy over features that are there or not, and what is needed to learn its weights.
#[derive(Clone, Copy)]
pub struct Learnable<G: Game> {
    /// The weights learning begins with.
    pub start: &'static str,
    /// Reads weights.
    pub read: fn(&str) -> Result<Vec<f32>, TextError>,
    /// Writes weights.
    pub write: fn(&[f32]) -> String,
    /// A deal to learn from.
    pub deal: fn(&mut Rng) -> G,
    /// How many situations a seat may begin in.
    pub situations: usize,
    /// The situation a seat begins in: results are compared with others of the same.
    pub situation: fn(&G, Seat) -> usize,
    /// Lists the moves the policy chooses from; a move that goes without saying is returned instead.
    pub weigh: fn(&G, &mut Weighing<G::Move>) -> Option<G::Move>,
}

/// Moves with their features.
pub struct Weighing<M> {
    /// The moves.
    pub moves: Vec<M>,
    /// The features of all moves, one after the other.
    pub features: Vec<u16>,
    /// Where the features of each move end.
    pub ends: Vec<usize>,
}

impl<M> Default for Weighing<M> {
    fn default() -> Self {
        Weighing { moves: Vec::new(), features: Vec::new(), ends: Vec::new() }
    }
}

/// How a table of what rounds are worth is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Store {
    /// Side by side, found by a number.
    Array,
    /// In a tree that is walked down.
    Tree,
}

/// How a game's endings are solved, kept and read.
pub struct Endgame<G: Game> {
    /// What must be named to say which endings are meant, with an example.
    pub help: &'static str,
    /// Solves the endings that the text names. The callback hears what part of the work is done.
    pub solve: fn(&str, &mut dyn FnMut(f64)) -> Result<Solved, TextError>,
    /// Reads a table from the bytes of a file.
    pub read: fn(&[u8]) -> Result<Arc<dyn Oracle<G>>, TextError>,
}

/// Solved endings: the bytes of a file, and what is in it.
#[derive(Clone, Debug)]
pub struct Solved {
    /// What goes into a file.
    pub bytes: Vec<u8>,
    /// Counts by material; the last one is the total.
    pub classes: Vec<SolvedClass>,
    /// A position whose win takes longest.
    pub longest: Option<String>,
}

/// Endings counted by what they are worth to the seat to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedClass {
    /// Which ones.
    pub name: String,
    /// All of them.
    pub positions: u64,
    /// Those that are won.
    pub wins: u64,
    /// Those that are won with the next move.
    pub wins_at_once: u64,
    /// Those that are lost.
    pub losses: u64,
    /// Those that nobody can win.
    pub draws: u64,
    /// Plies of the longest win.
    pub longest_win: u32,
}

impl<G: Game> Default for Parts<G> {
    fn default() -> Self {
        Parts {
            policies: Vec::new(),
            evaluations: Vec::new(),
            knowledge: None,
            order: None,
            amaf: Vec::new(),
            rounds: None,
            endgame: None,
            samplers: Vec::new(),
            tabled: Vec::new(),
            peek: None,
            glimpse: None,
            rewards: None,
            identities: Vec::new(),
            groups: None,
            talk: None,
            finishing: None,
            simplify: None,
            by_plies: None,
            chances: Vec::new(),
            offers: Vec::new(),
            order_of_play: None,
            considered: Vec::new(),
            horizon: None,
            census: None,
            likelihood: None,
            stage: None,
            places: None,
            sure: None,
            rulings: Vec::new(),
            ruled: None,
            learnable: None,
            encoders: Vec::new(),
            presets: Vec::new(),
            counts: None,
        }
    }
}

/// Rule-based play.
pub struct PolicyPart<G: Game> {
    /// The name in specs.
    pub name: &'static str,
    /// One line about it.
    pub help: &'static str,
    /// Makes a playout in which every seat plays so.
    pub playout: fn() -> Box<dyn Playout<G>>,
    /// Makes an agent that plays so; `None` where the policy only makes sense in playouts.
    pub agent: Option<fn() -> Box<dyn Agent<G>>>,
    /// Makes a playout that stops with the round, in games of several.
    pub round: Option<fn() -> Box<dyn Playout<G>>>,
    /// The ply at which its playouts are cut and the evaluation that judges them then, unless the
    /// spec says otherwise.
    pub cut: Option<(u32, &'static str)>,
}

impl<G: Game> PolicyPart<G> {
    /// A policy for playouts and as an agent.
    pub fn new<P: Policy<G> + Default + 'static>(name: &'static str, help: &'static str) -> Self {
        PolicyPart {
            name,
            help,
            playout: || Box::new(ByPolicy::<G, P>::new(P::default())),
            agent: Some(|| Box::new(PolicyAgent::<G, P>::new(P::default()))),
            round: None,
            cut: None,
        }
    }

    /// A policy for playouts only.
    pub fn playout_only<P: Policy<G> + Default + 'static>(name: &'static str, help: &'static str) -> Self {
        PolicyPart { agent: None, ..Self::new::<P>(name, help) }
    }
}

/// A spec known by a name of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name.
    pub name: &'static str,
    /// The spec it stands for.
    pub spec: &'static str,
    /// One line about it.
    pub help: &'static str,
}
