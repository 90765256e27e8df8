//! `Skin`: how a game is shown and handled on the page. A skin is given a [`Sight`], which holds what one
//! seat sees and nothing else, so hidden cards cannot reach a template.

use karuta_agents::BuiltAgent;
use karuta_engine::Seat;
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable;
use maud::{Markup, html};

use crate::skins::setup::Fields;
use crate::words::GameRules;

/// The sight of one seat: made from its view, its own legal moves and the moves as it saw them.
pub struct Sight<G: Playable> {
    /// The seat that looks.
    pub seat: Seat,
    /// The view of that seat.
    pub view: G::View,
    /// Its legal moves, with the text of each; empty while others are asked.
    pub legal: Vec<(G::Move, String)>,
    /// The moves of the game as this seat saw them, with their text.
    pub seen: Vec<(Seat, G::Move, String)>,
    /// The names of the seats; the seat itself is "You" where somebody plays there.
    pub names: Vec<String>,
    /// Somebody plays at the seat that looks and is told of it as "you".
    pub is_played: bool,
    /// The table stands still for a moment, the same for everybody.
    pub is_paused: bool,
    /// The move a hint recommends.
    pub hint: Option<G::Move>,
    /// The end of the game in words; `None` while it goes on.
    pub ending: Option<String>,
    /// The payoff of the seat that looks, once the game is over.
    pub payoff: Option<f64>,
}

impl<G: Playable> Sight<G> {
    /// The last move, as this seat saw it.
    pub fn last(&self) -> Option<(Seat, G::Move)> {
        self.seen.last().map(|&(seat, mv, _)| (seat, mv))
    }

    /// The name of a seat.
    pub fn name(&self, seat: Seat) -> &str {
        &self.names[seat]
    }

    /// The claim that a seat is the one of the person who reads.
    pub fn is_you(&self, seat: Seat) -> bool {
        self.is_played && seat == self.seat
    }
}

/// A pause that a game's rules ask for between two moves, known to everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// Play goes on at once.
    None,
    /// Others may answer what was just played.
    AfterPlay,
    /// Others may answer before the trick is taken: the table looks as before the last move meanwhile.
    BeforeClosing,
}

/// A game as the page shows it.
pub trait Skin: Playable {
    /// The name on the page.
    const TITLE: &'static str;
    /// The class of its style, and its name in links.
    const CLASS: &'static str;
    /// A move as an example of what can be typed.
    const EXAMPLE: &'static str;
    /// The agent that gives hints and judges finished games. Its budget is in iterations or nodes, so that it says
    /// the same on every machine.
    const JUDGE: &'static str;
    /// The agent of the analysis board, which people stop when they have seen enough.
    const DEEP: &'static str;

    /// The names of its seats, in the language of the page.
    fn seat_names() -> &'static [&'static str];

    /// One sentence for people who do not know it, and the number of players with the length of a game.
    fn summary() -> (&'static str, &'static str);

    /// The rules in short.
    fn rules() -> &'static GameRules;

    /// Builds an agent.
    fn agent(spec: &str, explain: bool) -> Result<BuiltAgent<Self>, InputError>;

    /// Controls to set up a position by hand, filled in with what a seat sees.
    fn controls(view: &Self::View) -> Markup;

    /// The position that such controls say, for a game of this spec.
    fn written(fields: &Fields, spec: &str) -> String;

    /// The seat everybody knows to be next; `None` when the game is over.
    fn waits_for(view: &Self::View) -> Option<Seat>;

    /// The table: board, cards, seats.
    fn mat(sight: &Sight<Self>) -> Markup;

    /// Facts beside the cards: scores, rounds, decks.
    fn facts(sight: &Sight<Self>) -> Markup;

    /// The request to the person, as a short sentence.
    fn asks(sight: &Sight<Self>) -> String;

    /// The keys of the controls that make up a move, as often as they are needed; empty for a move that has
    /// a button of its own.
    fn keys(sight: &Sight<Self>, mv: Self::Move) -> Vec<String>;

    /// The claim that a move is made by a button of its own, wherever it is made.
    fn keys_are_empty(mv: Self::Move) -> bool {
        let _ = mv;
        false
    }

    /// The label of the button that makes a move.
    fn label(sight: &Sight<Self>, mv: Self::Move, text: &str) -> String;

    /// A move of a seat, as a phrase after its name; `text` is the move as written.
    fn told(sight: &Sight<Self>, by: Seat, mv: Self::Move, text: &str) -> String;

    /// A phrase of [`told`](Skin::told) as it is shown, with cards drawn where it names them.
    fn shown(text: &str) -> Markup {
        html! { (text) }
    }

    /// A move as it is written, shown in a list of moves that were compared.
    fn listed(text: &str) -> Markup {
        Self::shown(text)
    }

    /// A text of the game in the words of the page.
    fn reworded(text: String) -> String {
        text
    }

    /// The view of a seat to which all cards are shown, for games that are over.
    fn revealed(&self, seat: Seat) -> Self::View {
        self.view(seat)
    }

    /// Appends what a person may do here; a search may be content with less.
    fn choices(&self, out: &mut Vec<Self::Move>) {
        self.moves(out);
    }

    /// A move as searches write it, where people name it more closely; `text` is the move as written.
    fn plain(mv: Self::Move, text: &str) -> String {
        let _ = mv;
        text.to_string()
    }

    /// The pause after a move that led here.
    fn pause(&self, last: Self::Move) -> Pause {
        let _ = last;
        Pause::None
    }

    /// The move by which a seat lets its chance to answer out of turn go by; `None` where no such answer is
    /// asked for.
    fn let_pass(&self) -> Option<Self::Move> {
        None
    }
}
