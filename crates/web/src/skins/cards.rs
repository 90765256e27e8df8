//! Playing cards as elements: lying on the table, or to be ticked in a hand.

use maud::{Markup, html};

use crate::words::{self, filled};

/// The print of a card.
pub struct Face {
    /// The card as people type it.
    pub text: String,
    /// The corner.
    pub rank: String,
    /// The drawing.
    pub pip: &'static str,
    /// The class of its colour.
    pub colour: &'static str,
    /// The letter in the lower corner.
    pub letter: String,
    /// The name as it is read aloud.
    pub name: String,
    /// The drawing takes most of the card.
    pub is_wide: bool,
}

/// The print of a card without the card.
pub fn printed(face: &Face) -> Markup {
    html! {
        span.rank aria-hidden="true" { (face.rank) }
        @if !face.is_wide { (super::icon(face.pip, "mini")) }
        (super::icon(court(&face.rank).unwrap_or(face.pip), "pip"))
        span.let aria-hidden="true" { (face.letter) }
    }
}

/// The drawing of a court card, in the place of its suit.
fn court(rank: &str) -> Option<&'static str> {
    match rank {
        "J" => Some("jack"),
        "Q" => Some("queen"),
        "K" => Some("king"),
        _ => None,
    }
}

/// A card that lies on the table.
pub fn lying(face: &Face, size: &str) -> Markup {
    let wide = if face.is_wide { "wide" } else { "" };
    html! {
        span class={ "card " (face.colour) " " (size) " " (wide) } role="img" aria-label=(face.name)
            data-vt={ "card-" (face.text) } { (printed(face)) }
    }
}

/// A card in hand, which can be ticked where some legal move uses it.
pub fn ticked(face: &Face, key: &str, is_playable: bool) -> Markup {
    let wide = if face.is_wide { "wide" } else { "" };
    html! {
        label class={ "card " (face.colour) " " (wide) } data-vt={ "card-" (face.text) } {
            input type="checkbox" id={ "card-" (face.text) } data-key=(key) data-card=(face.text) aria-label=(face.name)
                disabled[!is_playable];
            (printed(face))
        }
    }
}

/// A text in which cards, as people type them, are printed small in place of their letters.
pub fn in_text(text: &str, face: impl Fn(&str) -> Option<Face>) -> Markup {
    html! {
        @for (at, word) in text.split(' ').enumerate() {
            @if at > 0 { " " }
            @let bare = word.trim_end_matches(['.', ',', ';']);
            @if let Some(faces) = bare.split(['+', '-']).map(&face).collect::<Option<Vec<_>>>() {
                @for face in faces {
                    span class={ "slip-card " (face.colour) } role="img" aria-label=(face.name) {
                        @if !face.rank.is_empty() { span aria-hidden="true" { (face.rank) } }
                        (super::icon(face.pip, "mini"))
                    }
                }
            } @else { (bare) }
            (&word[bare.len()..])
        }
    }
}

/// So many cards seen from behind, as a fan. How many somebody holds is known to everybody.
pub fn backs(count: u32) -> Markup {
    html! { span.backs aria-hidden="true" { @for _ in 0..count { i {} } } }
}

/// The rank as people read it: 10 instead of T.
pub fn rank(letter: char) -> String {
    if letter == 'T' { "10".into() } else { letter.to_string() }
}

/// The rank as it is read aloud.
pub fn rank_word(letter: char) -> String {
    let ranks = &words::now().ranks;
    match letter {
        'J' => ranks.jack.into(),
        'Q' => ranks.queen.into(),
        'K' => ranks.king.into(),
        'A' => ranks.ace.into(),
        other => rank(other),
    }
}

/// The name of a suited card as it is read aloud.
pub fn card_words(letter: char, suit: &str) -> String {
    filled(words::now().ranks.of, &[&rank_word(letter), suit])
}
