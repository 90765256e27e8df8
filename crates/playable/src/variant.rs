//! `Variant`: a set of rules that people may choose by name. Knows specs as text, and no game.

/// A way to play a game, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The short name in forms and links.
    pub key: &'static str,
    /// The name that people read.
    pub name: &'static str,
    /// The spec of the game; whatever people and experiments start from differently is said in it.
    pub spec: &'static str,
}

impl Variant {
    /// Rules in one sentence for somebody at a terminal; empty where there are none.
    pub fn sentence(all: &[Variant]) -> String {
        let one = |variant: &Variant| {
            let mut letters = variant.name.chars();
            let first = letters.next().map(|first| first.to_lowercase().collect::<String>());
            format!("karuta play {} ({}{})", variant.spec, first.unwrap_or_default(), letters.as_str())
        };
        match all {
            [] => String::new(),
            all => format!("Other rules: {}.", all.iter().map(one).collect::<Vec<_>>().join(", ")),
        }
    }
}
