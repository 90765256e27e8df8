//! Playing cards as elements: lying on the table, or to be ticked in a hand.

use maud::{Markup, html};

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

fn inside(face: &Face) -> Markup {
    html! {
        span.rank aria-hidden="true" { (face.rank) }
        (super::icon(face.pip, "pip"))
        span.let aria-hidden="true" { (face.letter) }
    }
}

/// A card that lies on the table.
pub fn lying(face: &Face, size: &str) -> Markup {
    let wide = if face.is_wide { "wide" } else { "" };
    html! {
        span class={ "card " (face.colour) " " (size) " " (wide) } role="img" aria-label=(face.name)
            data-vt={ "card-" (face.text) } { (inside(face)) }
    }
}

/// A card in hand, which can be ticked where some legal move uses it.
pub fn ticked(face: &Face, key: &str, is_playable: bool) -> Markup {
    let wide = if face.is_wide { "wide" } else { "" };
    html! {
        label class={ "card " (face.colour) " " (wide) } data-vt={ "card-" (face.text) } {
            input type="checkbox" id={ "card-" (face.text) } data-key=(key) data-card=(face.text) aria-label=(face.name)
                disabled[!is_playable];
            (inside(face))
        }
    }
}

/// The rank as people read it: 10 instead of T.
pub fn rank(letter: char) -> String {
    if letter == 'T' { "10".into() } else { letter.to_string() }
}

/// The rank as it is read aloud.
pub fn rank_word(letter: char) -> String {
    match letter {
        'J' => "jack".into(),
        'Q' => "queen".into(),
        'K' => "king".into(),
        'A' => "ace".into(),
        other => rank(other),
    }
}
