//! Onitama on the page: the board as a grid of buttons, move cards as radio buttons, my side below. Boards of five
//! and of seven squares a side are drawn alike.

use karuta_agents::BuiltAgent;
use karuta_engine::{Game as _, Seat};
use karuta_onitama::cards::Card;
use karuta_onitama::{Move, Onitama, Setting};
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable;
use maud::{Markup, html};

use crate::skin::{Sight, Skin};
use crate::skins::setup::{self, Fields};
use crate::skins::{classes, icon};
use crate::words::{self, GameRules, filled};

/// A board for which agents are built.
pub trait Board: Sized {
    /// Builds an agent.
    fn agents(spec: &str, explain: bool) -> Result<BuiltAgent<Self>, InputError>
    where
        Self: Playable;
}

impl Board for Onitama<5> {
    fn agents(spec: &str, explain: bool) -> Result<BuiltAgent<Self>, InputError> {
        karuta_onitama_agents::agents(spec, explain)
    }
}

impl Board for Onitama<7> {
    fn agents(spec: &str, explain: bool) -> Result<BuiltAgent<Self>, InputError> {
        karuta_onitama_agents::agents_seven(spec, explain)
    }
}

impl<const N: usize> Skin for Onitama<N>
where
    Onitama<N>: Board,
{
    const TITLE: &'static str = "Onitama";
    const CLASS: &'static str = "onitama";
    const EXAMPLE: &'static str = "goose d3c4";
    const JUDGE: &'static str = "alphabeta:nodes=300000";
    const DEEP: &'static str = "alphabeta:nodes=20000000";

    fn seat_names() -> &'static [&'static str] {
        &words::now().onitama.seats
    }

    fn summary() -> (&'static str, &'static str) {
        words::now().home.onitama
    }

    fn rules() -> &'static GameRules {
        &words::now().rules.onitama
    }

    fn agent(spec: &str, explain: bool) -> Result<BuiltAgent<Self>, InputError> {
        <Self as Board>::agents(spec, explain)
    }

    fn controls(view: &Self) -> Markup {
        setup::onitama_controls(&view.setting(), N)
    }

    fn written(fields: &Fields, _: &str) -> String {
        setup::onitama_text(fields)
    }

    fn waits_for(view: &Self) -> Option<Seat> {
        view.turn()
    }

    fn mat(sight: &Sight<Self>) -> Markup {
        let (me, them) = (sight.seat, 1 - sight.seat);
        let setting = sight.view.setting();
        let say = &words::now().onitama;
        html! {
            div.mat.oni data-quick="yes" {
                (seat(sight, them))
                (seat(sight, me))
                section.hand.them aria-label=(filled(say.cards_of, &[sight.name(them)])) {
                    @for card in setting.hands[them] { (lying(card, true, "them")) }
                }
                section.hand.aside aria-label=(say.side_card) {
                    (lying(setting.side, setting.turn != me, "aside"))
                }
                fieldset.hand.me {
                    legend.vh { (say.your_cards) }
                    @for card in setting.hands[me] { (own_card(sight, card)) }
                }
                div class=(classes("board", &[(N == 7, "seven")])) role="group" aria-label=(say.board) {
                    @for row in 0..N { @for column in 0..N {
                        (square(sight, &setting, at(N, me, row, column), row, column))
                    } }
                    @if let Some(hint) = sight.hint { (arrow(N, me, hint)) }
                }
            }
        }
    }

    fn facts(_: &Sight<Self>) -> Markup {
        html! {}
    }

    /// On the page one's own side is blue and round whichever it is, so sides have no colours in words.
    fn reworded(text: String) -> String {
        text.replace("Blue's", "their").replace("Red's", "their")
    }

    fn asks(sight: &Sight<Self>) -> String {
        if sight.legal.iter().all(|(mv, _)| mv.is_pass()) {
            words::now().onitama.give_away.into()
        } else {
            words::now().onitama.your_move.into()
        }
    }

    fn keys(_: &Sight<Self>, mv: Move) -> Vec<String> {
        if mv.is_pass() {
            return Vec::new();
        }
        vec![
            format!("card:{}", mv.card.face().name),
            format!("from:{}", square_name(N, mv.from)),
            format!("to:{}", square_name(N, mv.to)),
        ]
    }

    fn label(_: &Sight<Self>, mv: Move, text: &str) -> String {
        let say = &words::now().onitama;
        if mv.is_pass() { filled(say.give, &[mv.card.face().name]) } else { filled(say.play, &[text]) }
    }

    fn told(sight: &Sight<Self>, by: Seat, mv: Move, text: &str) -> String {
        let (say, is_you) = (&words::now().onitama, sight.is_you(by));
        if mv.is_pass() {
            say.gave.after(is_you, &[mv.card.face().name])
        } else {
            say.played.after(is_you, &[text])
        }
    }
}

/// The square at a row and column of the page, the looker's home rank being the last row.
fn at(side: usize, me: Seat, row: usize, column: usize) -> usize {
    let square = (side - 1 - row) * side + column;
    if me == 0 { square } else { side * side - 1 - square }
}

/// The name of a square of a board with so many squares a side.
pub fn square_name(side: usize, square: u8) -> String {
    let side = side as u8;
    format!("{}{}", char::from(b'a' + square % side), square / side + 1)
}

fn seat<const N: usize>(sight: &Sight<Onitama<N>>, seat: Seat) -> Markup {
    let is_me = seat == sight.seat;
    let is_next = sight.view.turn() == Some(seat);
    let say = &words::now().onitama;
    let students = words::now().student.count(sight.view.pieces_left(seat).saturating_sub(1));
    let next = if is_next { say.to_move } else { "" };
    html! {
        section class=(classes("seat", &[(is_me, "us"), (is_next, "turn")]))
            aria-label={ (sight.name(seat)) ", " (students) (next) } {
            (icon(if is_me { "k0" } else { "k1" }, "crest"))
            div { h3 { (sight.name(seat)) } p { (students) } }
        }
    }
}

/// The steps of a card drawn on a small grid, as they look to the person in front of the page.
pub fn steps(card: Card, is_turned: bool) -> Markup {
    let sign = if is_turned { -1 } else { 1 };
    let offsets: Vec<(i8, i8)> =
        card.face().offsets.iter().map(|&(right, ahead)| (sign * right, sign * ahead)).collect();
    let (mut grid, mut targets) = (String::new(), String::new());
    for y in 0..5i8 {
        for x in 0..5i8 {
            let step = (x - 2, 2 - y);
            let path = format!("M{} {}h8v8h-8Z", x * 10 + 1, y * 10 + 1);
            if offsets.contains(&step) {
                targets.push_str(&path);
            } else if step != (0, 0) {
                grid.push_str(&path);
            }
        }
    }
    html! {
        svg.steps viewBox="0 0 50 50" aria-hidden="true" {
            path.g d=(grid) {} path.t d=(targets) {} circle.o cx="25" cy="25" r="4.5" {}
        }
    }
}

/// The steps of a card in words, from its owner's side.
fn in_words(card: Card) -> String {
    let say = &words::now().onitama;
    let word = |n: i8, plus: &str, minus: &str| match n {
        0 => String::new(),
        n if n > 0 => format!("{n} {plus}"),
        n => format!("{} {minus}", -n),
    };
    let one = |&(right, ahead): &(i8, i8)| {
        format!("{} {}", word(ahead, say.ahead, say.behind), word(right, say.right, say.left))
            .trim()
            .to_string()
    };
    card.face().offsets.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn titled(card: Card) -> String {
    let mut letters = card.face().name.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn lying(card: Card, is_turned: bool, class: &str) -> Markup {
    html! {
        div class={ "ocard " (class) } role="img" data-vt={ "move-" (card.face().name) }
            aria-label={ (titled(card)) ": " (in_words(card)) } {
            (steps(card, is_turned))
            span.nm { b { (titled(card)) } }
        }
    }
}

fn own_card<const N: usize>(sight: &Sight<Onitama<N>>, card: Card) -> Markup {
    let is_usable = sight.legal.iter().any(|(mv, _)| mv.card == card && !mv.is_pass());
    let name = card.face().name;
    html! {
        label.ocard data-vt={ "move-" (name) } {
            input type="radio" name="card" id={ "card-" (name) } value=(name) data-key={ "card:" (name) }
                disabled[!is_usable] aria-label={ (titled(card)) ": " (in_words(card)) };
            (steps(card, false))
            span.nm { b { (titled(card)) } }
        }
    }
}

/// The squares a seat could step to next, as bits.
fn reached(side: i8, setting: &Setting, seat: Seat) -> u64 {
    let sign = if seat == 0 { 1 } else { -1 };
    let mut squares = 0;
    for from in (0..side * side).filter(|&from| setting.pieces[seat] >> from & 1 == 1) {
        for card in setting.hands[seat] {
            for &(right, ahead) in card.face().offsets {
                let (x, y) = (from % side + sign * right, from / side + sign * ahead);
                if (0..side).contains(&x) && (0..side).contains(&y) {
                    squares |= 1u64 << (y * side + x);
                }
            }
        }
    }
    squares
}

fn square<const N: usize>(
    sight: &Sight<Onitama<N>>,
    setting: &Setting,
    square: usize,
    row: usize,
    column: usize,
) -> Markup {
    let (me, bit) = (sight.seat, 1u64 << square);
    let owner = (0..2).find(|&seat| setting.pieces[seat] & bit != 0);
    let is_master = owner.is_some_and(|seat| setting.masters[seat] == bit);
    let temple = (0..2).find(|&seat| Onitama::<N>::TEMPLES[seat] == bit);
    let last = sight.last().map(|(_, mv)| mv).filter(|mv| !mv.is_pass());
    let is_last = last.is_some_and(|mv| usize::from(mv.from) == square || usize::from(mv.to) == square);
    let is_threatened =
        owner == Some(me) && sight.view.turn().is_some() && reached(N as i8, setting, 1 - me) & bit != 0;
    let say = &words::now().onitama;
    let text = square_name(N, square as u8);
    let mut label = match owner {
        Some(seat) => format!("{text}, {}", say.pieces[usize::from(seat == me)][usize::from(is_master)]),
        None => format!("{text}, {}", say.empty),
    };
    if let Some(seat) = temple {
        label.push_str(&format!(", {}", say.temples[usize::from(seat == me)]));
    }
    if is_last {
        label.push_str(&format!(", {}", say.last_move));
    }
    if is_threatened {
        label.push_str(&format!(", {}", say.can_be_taken));
    }
    let words = [
        ((row + column) % 2 == 1, "odd"),
        (is_last, "last"),
        (temple.is_some(), "temple"),
        (is_threatened, "threat"),
    ];
    let stone = owner.map(|seat| match (is_master, seat == me) {
        (true, true) => ("mas0", "stone m"),
        (true, false) => ("mas1", "stone t"),
        (false, true) => ("stu0", "stone m"),
        (false, false) => ("stu1", "stone t"),
    });
    html! {
        button class=(classes("sq", &words)) type="button" id={ "sq-" (text) }
            data-keys={ "from:" (text) " to:" (text) } data-label=(label) aria-label=(label) {
            @if temple.is_some() && owner.is_none() { (icon("gate", "mark")) }
            @if let Some((drawn, class)) = stone { (icon(drawn, class)) }
            @if column == 0 { i.rk aria-hidden="true" { (text[1..]) } }
            @if row == N - 1 { i.fl aria-hidden="true" { (text[..1]) } }
        }
    }
}

/// A recommended move as an arrow over the board.
fn arrow(side: usize, me: Seat, mv: Move) -> Markup {
    if mv.is_pass() {
        return html! {};
    }
    let (across, squares) = (side as u8, (side * side) as u8);
    let place = |square: u8| {
        let square = if me == 0 { square } else { squares - 1 - square };
        let (x, y) = (square % across, across - 1 - square / across);
        (f64::from(x) * 10.0 + 5.0, f64::from(y) * 10.0 + 5.0)
    };
    let ((x0, y0), (x1, y1)) = (place(mv.from), place(mv.to));
    let length = ((x1 - x0).powi(2) + (y1 - y0).powi(2)).sqrt().max(1.0);
    let (ux, uy) = ((x1 - x0) / length, (y1 - y0) / length);
    let (bx, by) = (x1 - 4.0 * ux, y1 - 4.0 * uy);
    let [left, right] = [2.0, -2.0].map(|side| format!("{:.1} {:.1}", bx - side * uy, by + side * ux));
    html! {
        svg.arrow viewBox=(format!("0 0 {0}0 {0}0", side)) aria-hidden="true" {
            path d={ "M" (format!("{x0:.1} {y0:.1}L{bx:.1} {by:.1}")) } {}
            path.tip d={ "M" (format!("{x1:.1} {y1:.1}")) "L" (left) "L" (right) "Z" } {}
        }
    }
}
