//! Spellings of earlier versions, and the spelling that takes their place. Knows text only: which keys and
//! words there are today is said where they are read, and this is asked only about what was found nowhere.

use crate::error::{ErrorKind, InputError};
use crate::spec::Spec;

/// Something that was written differently before.
struct Old {
    /// The name of the agent, the key, or the value that is no more.
    name: &'static str,
    /// Today's spelling, given the value after the key, or the whole text after the name of an agent.
    now: fn(&str) -> String,
}

/// Keys of agents.
const KEYS: &[Old] = &[
    Old { name: "sure", now: |value| if value == "on" { "rules=sure".into() } else { "rules=none".into() } },
    Old {
        name: "finish",
        now: |value| if value == "on" { "rules=go-out".into() } else { "rules=none".into() },
    },
    Old { name: "consider", now: |value| format!("rules={}", if value == "all" { "none" } else { value }) },
    Old {
        name: "order",
        now: |value| if value == "free" { "rules=none".into() } else { format!("rules=order-{value}") },
    },
    Old { name: "by", now: |value| format!("rules={value}") },
    Old { name: "places", now: |value| format!("ends={}", nested(value)) },
    Old { name: "reward", now: |value| format!("ends={}", if value == "payoff" { "auto" } else { value }) },
    Old { name: "presampled", now: |value| format!("ends={}", nested(&of_round_table(value))) },
];

/// Keys of one kind of agent: its name and the key. Other kinds may have a key of that name.
const KEYS_OF_KINDS: &[(&str, Old)] = &[
    ("mcts", Old { name: "counts", now: |value| format!("select=(RULE:counts={value})") }),
    ("mcts", Old { name: "tie", now: |value| format!("select=(RULE:tie={value})") }),
    ("mcts", Old { name: "bias", now: |value| format!("select=(rave:bias={value})") }),
    ("mcts", Old { name: "amaf", now: |value| format!("select=(schulz-rave:amaf={value})") }),
    ("mcts", Old { name: "early", now: |value| format!("select=(schulz-rave:early={value})") }),
    ("mcts", Old { name: "trust", now: |value| format!("advice=(prior:agent=(AGENT),visits={value})") }),
    ("mcts", Old { name: "share", now: |value| format!("advice=(prior:agent=(AGENT),share={value})") }),
    ("mcts", Old { name: "nodes", now: by_key }),
    ("mcts", Old { name: "groups", now: by_groups }),
    ("mcts", Old { name: "observers", now: |value| tree_or("all", "observers", value) }),
    ("mcts", CUT),
    ("mcts", EVAL),
    ("mcts", JUDGE),
    ("flat", CUT),
    ("flat", EVAL),
    ("flat", JUDGE),
    ("expectiminimax", CUT),
    ("expectiminimax", EVAL),
    ("expectiminimax", JUDGE),
    ("flat", Old { name: "lean", now: |value| format!("advice=(blend:agent=(AGENT),weight={value})") }),
];

const CUT: Old = Old { name: "cut", now: |value| format!("playout=(PLAYOUT:cut={value})") };
const EVAL: Old = Old { name: "eval", now: |value| format!("playout=(PLAYOUT:eval={value})") };
const JUDGE: Old = Old { name: "judge", now: |value| format!("playout=(PLAYOUT:judge={value})") };

fn by_key(value: &str) -> String {
    if value == "moves" { String::from("tree=moves") } else { format!("tree=(graph:by={value})") }
}

fn by_groups(value: &str) -> String {
    match value {
        "coded" => String::from("tree=(graph:by=KEY,groups=totals)"),
        _ => tree_or("layer", "groups", value),
    }
}

/// A shape of the tree, if it was asked for, or the plain one.
fn tree_or(asked: &str, shape: &str, value: &str) -> String {
    format!("tree={}", if value == asked { shape } else { "moves" })
}

/// Values of keys: the key and the value, up to a colon.
const VALUES: &[(&str, Old)] = &[
    ("select", Old { name: "thesis-rave", now: |_| String::from("select=schulz-rave") }),
    (
        "playout",
        Old {
            name: "settle",
            now: |value| format!("playout={}", nested(&value.replacen("settle", "quiescence", 1))),
        },
    ),
    (
        "playout",
        Old {
            name: "foresee",
            now: |value| format!("playout={}", nested(&value.replacen("foresee", "value", 1))),
        },
    ),
];

/// Keys that are no more because nothing was gained by them.
const REMOVED_KEYS: &[&str] = &["offers", "fpu", "expand", "peek_at"];

/// Values that are no more for the same reason: the key and the value, up to a colon.
const REMOVED_VALUES: &[(&str, &str)] = &[("playout", "probe"), ("consider", "weak-gifts"), ("rule", "B")];

/// Agents.
const AGENTS: &[Old] = &[Old {
    name: "ruled",
    now: |rest| {
        let spec =
            Spec::parse(&format!("ruled:{rest}")).unwrap_or(Spec { name: String::new(), args: Vec::new() });
        let agent = spec.value("agent").unwrap_or("mcts");
        let rules = spec.value("by").filter(|by| *by != "auto").unwrap_or("calls+exchange+endings");
        let joint = if agent.contains(':') { ',' } else { ':' };
        format!("{agent}{joint}rules={rules}")
    },
}];

/// A value as it stands behind a key.
fn nested(value: &str) -> String {
    if value.contains([':', '=']) { format!("({value})") } else { value.to_string() }
}

/// An end of rounds, from the way its table was named.
fn of_round_table(value: &str) -> String {
    match value.split_once(':') {
        None if value == "off" => String::from("game"),
        None if value == "tree" => String::from("presampled-tree"),
        None => String::from("presampled"),
        Some((store, table)) => {
            format!("presampled{}:{table}", if store == "tree" { "-tree" } else { "" })
        }
    }
}

fn find(table: &'static [Old], name: &str) -> Option<&'static Old> {
    table.iter().find(|old| old.name == name)
}

/// The line about a spelling of an earlier version.
fn outdated(text: String) -> InputError {
    InputError::of_kind(ErrorKind::OldSpelling, text)
}

/// The line about something that has no successor.
fn removed(key: &str, value: &str) -> InputError {
    outdated(format!("{key}={value} was removed, since it made no agent stronger: leave it out"))
}

/// The line about a key that is no more, with the value that was given.
pub fn of_key(key: &str, value: &str) -> Option<InputError> {
    if REMOVED_KEYS.contains(&key) || REMOVED_VALUES.contains(&(key, value)) {
        return Some(removed(key, value));
    }
    let old = find(KEYS, key)?;
    Some(outdated(format!("{key}={value} is written {} now", (old.now)(value))))
}

/// The line about a key that an agent of this kind no longer has, with the value that was given.
pub fn of_key_of(kind: &str, key: &str, value: &str) -> Option<InputError> {
    let (_, old) = KEYS_OF_KINDS.iter().find(|(of, old)| *of == kind && old.name == key)?;
    Some(outdated(format!("{key}={value} is written {} now", (old.now)(value))))
}

/// The line about a value that is no more. A value with arguments of its own is known by its name.
pub fn of_value(key: &str, value: &str) -> Option<InputError> {
    let name = value.split(':').next().unwrap_or(value);
    if REMOVED_VALUES.contains(&(key, name)) {
        return Some(removed(key, value));
    }
    let (_, old) = VALUES.iter().find(|(of, old)| *of == key && old.name == name)?;
    Some(outdated(format!("{key}={value} is written {} now", (old.now)(value))))
}

/// The line about an agent that is no more.
pub fn of_agent(spec: &Spec) -> Option<InputError> {
    let old = find(AGENTS, &spec.name)?;
    let text = spec.to_string();
    let rest = text.split_once(':').map_or("", |(_, rest)| rest);
    Some(outdated(format!("{text} is written {} now", (old.now)(rest))))
}

/// The first spelling of an earlier version in a text that holds specs, such as the plan of old results, with
/// today's. Only keys that no agent has today are looked for.
pub fn within(text: &str) -> Option<InputError> {
    let words = text.split([':', ',', ' ', '(', ')', '|', '[', ']']);
    words.filter_map(|word| word.split_once('=')).find_map(|(key, value)| match key {
        // Nested values have a key of this name.
        "by" => None,
        _ => of_key(key, value),
    })
}

#[cfg(test)]
mod tests;
