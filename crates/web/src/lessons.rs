//! Lessons: a position of a game, and a move to be found in it. They are real positions of the real games, so that
//! whoever learns here uses the same table as later. Knows no sockets; the texts are among the words.

use axum::extract::{Path, Query};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use serde_json::json;

use crate::frame::{FrameParts, Scene};
use crate::game::{Beginning, Play};
use crate::games::{self, GameCard};
use crate::pages;
use crate::server::Trouble;
use crate::words::{self, filled};

/// A position and the moves that solve it.
pub struct Lesson {
    /// The spec of the game.
    spec: &'static str,
    /// The position; seat 0 learns.
    position: &'static str,
    want: Want,
}

/// The moves that solve a lesson.
enum Want {
    /// Moves whose text begins so.
    Begins(&'static str),
    /// Moves whose text ends so.
    Ends(&'static str),
    /// Moves whose text has this word.
    Has(&'static str),
    /// Any play.
    Plays,
}

impl Want {
    fn fits(&self, text: &str) -> bool {
        match self {
            Want::Begins(begin) => text.starts_with(begin),
            Want::Ends(end) => text.ends_with(end),
            Want::Has(word) => text.split([' ', '+', '-']).any(|one| one == *word),
            Want::Plays => text != "pass",
        }
    }
}

const fn onitama(position: &'static str, want: Want) -> Lesson {
    Lesson { spec: "onitama5", position, want }
}

const fn hanamikoji(position: &'static str, want: Want) -> Lesson {
    Lesson { spec: "hanamikoji:rules=official", position, want }
}

const fn tichu(position: &'static str, want: Want) -> Lesson {
    Lesson { spec: "tichu:target=0", position, want }
}

const fn daihinmin(position: &'static str, want: Want) -> Lesson {
    Lesson { spec: "daihinmin", position, want }
}

const ONITAMA: &[Lesson] = &[
    onitama("1121100000000000000033433 boar,elephant,horse,ox,crab 0", Want::Begins("boar ")),
    onitama("1021000000001000030033403 boar,elephant,horse,ox,crab 0", Want::Ends("c3c4")),
    onitama("1020100000010000400033003 boar,horse,elephant,ox,crab 0", Want::Ends("b3b4")),
    onitama("1000100000000000020033043 boar,horse,elephant,ox,crab 0", Want::Ends("c4c5")),
];

const FIRST_TURN: &str =
    "round=1 first=0 markers=0000000 hands=0134566,023566 plays=-,- deck=1344556 removed=2 seed=7";

const HANAMIKOJI: &[Lesson] = &[
    hanamikoji(FIRST_TURN, Want::Begins("secret")),
    hanamikoji(FIRST_TURN, Want::Begins("gift")),
    hanamikoji(
        "round=1 first=1 markers=0000000 hands=013456,2356 plays=-,G066>? deck=1344556 removed=2 seed=7",
        Want::Has("6"),
    ),
    hanamikoji(FIRST_TURN, Want::Begins("compete")),
];

const TICHU: &[Lesson] = &[
    tichu("hand=S3,B4,G7,R7,SJ,GK,RK table=pair:5 top=B5,R5", Want::Plays),
    tichu("hand=S4,B5,Pho,S7,R8,GK table=straight:7:5 top=B3,G4,S5,R6,B7", Want::Plays),
    tichu("hand=S9,B9,G9,R9,SA,B3 table=single:15 top=Dra", Want::Plays),
    tichu("hand=Dog,S5,B8,SA table=lead", Want::Has("Dog")),
];

const DAIHINMIN: &[Lesson] = &[
    daihinmin("hand=S4,C5,H9,DK table=D7 order=normal lock=no", Want::Plays),
    daihinmin("hand=D3,H4,S8,CQ table=D7 order=normal lock=no", Want::Has("S8")),
    daihinmin("hand=S9,SJ,HK,D2 table=S7 order=normal lock=yes", Want::Plays),
    daihinmin("hand=S4,C6,HK,D2 table=D9 order=reversed lock=no", Want::Plays),
    daihinmin("hand=S3,H5,D9,CA table=JO order=normal lock=no", Want::Has("S3")),
];

/// The lessons of a game.
pub fn of(card: &GameCard) -> &'static [Lesson] {
    match card.class {
        "onitama" => ONITAMA,
        "hanamikoji" => HANAMIKOJI,
        "tichu" => TICHU,
        _ => DAIHINMIN,
    }
}

/// A lesson as it is shown, perhaps after a try.
pub struct Shown {
    /// The fragments of its table.
    pub parts: FrameParts,
    /// The text over it.
    pub text: String,
    /// The move was one that solves it.
    pub is_solved: bool,
    /// A move was tried that does not solve it.
    pub is_wrong: bool,
}

fn open(lesson: &Lesson) -> Result<Box<dyn Play>, String> {
    let card = games::of_spec(lesson.spec).ok_or("no such game")?;
    (card.open)(lesson.spec, Beginning::Position(lesson.position))
}

/// A lesson after a try.
pub fn shown(card: &GameCard, at: usize, tried: Option<&str>) -> Result<Shown, String> {
    let (Some(lesson), Some(&(task, right, wrong))) = (of(card).get(at), (card.rules)().lessons.get(at))
    else {
        return Err(words::now().trouble.no_page.into());
    };
    let mut play = open(lesson)?;
    let tried = tried.map(|text| play.check(text).map_err(|error| error.to_string()));
    let (text, is_solved, is_wrong) = match &tried {
        None => (task.to_string(), false, false),
        Some(Ok(mv)) if lesson.want.fits(mv) => (right.to_string(), true, false),
        Some(Ok(_)) => (wrong.to_string(), false, true),
        Some(Err(why)) => (why.clone(), false, true),
    };
    if let (true, Some(Ok(mv))) = (is_solved, &tried) {
        play.make(mv).map_err(|error| error.to_string())?;
    }
    let mut names: Vec<String> = (card.seat_names)().iter().map(|name| (*name).to_string()).collect();
    names[0] = words::now().you.to_string();
    let scene = Scene { names, is_played: true, is_lesson: true, speed: "normal", ..Scene::default() };
    Ok(Shown { parts: play.parts(0, &scene), text, is_solved, is_wrong })
}

/// A move that is tried.
#[derive(Deserialize)]
pub struct Tried {
    text: Option<String>,
}

/// The answer to a try, in the form of a table's frame.
pub async fn answer(
    Path((game, number)): Path<(String, usize)>,
    Query(tried): Query<Tried>,
) -> Result<Response, Trouble> {
    let none =
        || Trouble(StatusCode::NOT_FOUND, filled(words::now().trouble.no_game, &[&format!("{game:?}")]));
    let card = games::find(&game).ok_or_else(none)?;
    let at = number.saturating_sub(1);
    let shown = shown(card, at, tried.text.as_deref()).map_err(|why| Trouble(StatusCode::NOT_FOUND, why))?;
    let status = pages::lesson_status(&shown).into_string();
    let act = pages::lesson_act(card, at, &shown).into_string();
    let parts = json!({ "status": status, "mat": shown.parts.mat, "act": act });
    let frame = json!({ "v": usize::from(shown.is_solved), "parts": parts }).to_string();
    Ok(([(header::CONTENT_TYPE, "application/json")], frame).into_response())
}

#[cfg(test)]
mod tests;
