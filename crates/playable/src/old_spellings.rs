//! Spellings of earlier versions, and the spelling that takes their place. Knows text only: which keys and
//! words there are today is said where they are read, and this is asked only about what was found nowhere.

use crate::spec::{Spec, SpecError};

/// Something that was written differently before.
struct Old {
    /// The name of the agent, the key, or the value that is no more.
    name: &'static str,
    /// Today's spelling, given the value after the key, or the whole text after the name of an agent.
    now: fn(&str) -> String,
}

/// Keys of agents.
const KEYS: &[Old] = &[];

/// Values of keys: the key and the value, up to a colon.
const VALUES: &[(&str, Old)] = &[];

/// Agents.
const AGENTS: &[Old] = &[];

fn find(table: &'static [Old], name: &str) -> Option<&'static Old> {
    table.iter().find(|old| old.name == name)
}

/// The line about a key that is no more, with the value that was given.
pub fn of_key(key: &str, value: &str) -> Option<SpecError> {
    let old = find(KEYS, key)?;
    Some(SpecError::new(format!("{key}={value} is written {} now", (old.now)(value))))
}

/// The line about a value that is no more. A value with arguments of its own is known by its name.
pub fn of_value(key: &str, value: &str) -> Option<SpecError> {
    let name = value.split(':').next().unwrap_or(value);
    let (_, old) = VALUES.iter().find(|(of, old)| *of == key && old.name == name)?;
    Some(SpecError::new(format!("{key}={value} is written {} now", (old.now)(value))))
}

/// The line about an agent that is no more.
pub fn of_agent(spec: &Spec) -> Option<SpecError> {
    let old = find(AGENTS, &spec.name)?;
    let text = spec.to_string();
    let rest = text.split_once(':').map_or("", |(_, rest)| rest);
    Some(SpecError::new(format!("{text} is written {} now", (old.now)(rest))))
}
