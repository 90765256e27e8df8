//! The skins of this project's games, and what they share.

pub mod cards;
mod daihinmin;
mod hanamikoji;
mod onitama;
pub mod setup;
mod tichu;

use maud::{Markup, html};

/// A drawing from the sheet of symbols. Their ids begin with a word of their own, so that no control's id can
/// be taken for a drawing's.
pub fn icon(id: &str, class: &str) -> Markup {
    html! { svg class=(class) aria-hidden="true" { use href={ "#art-" (id) } {} } }
}

/// The words that hold, each as a class.
pub fn classes(first: &str, words: &[(bool, &str)]) -> String {
    let held = words.iter().filter(|(holds, _)| *holds).map(|&(_, word)| word);
    std::iter::once(first).chain(held).collect::<Vec<_>>().join(" ")
}
