//! The text grammar for games and agents: `name[:key=value[,key=value]...]`, where a value in
//! parentheses is taken whole, commas and all: `flat:playout=(flat:iters=5),iters=9`.
//!
//! Parsing is pure; what the keys mean is declared in tables of [`Param`] beside the things they
//! configure, and read through [`Args`].

use std::cell::RefCell;
use std::fmt;
use std::time::Duration;

use crate::error::InputError;
use crate::old_spellings;

/// A name with arguments, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The thing that is named.
    pub name: String,
    /// Keys and values in the order they were written.
    pub args: Vec<(String, String)>,
}

/// A key that a game or agent understands. Help, documents and menus print this table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// The key.
    pub name: &'static str,
    /// The value taken when the key is not given; empty means "none".
    pub default: &'static str,
    /// One line about its effect and its values.
    pub help: &'static str,
}

/// Something that specs call by a name: one of the values of a key.
#[derive(Clone, Copy, Debug)]
pub struct Named<T> {
    /// The name in specs.
    pub name: &'static str,
    /// One line about it.
    pub help: &'static str,
    /// The thing that is named.
    pub part: T,
}

impl Spec {
    /// Reads a spec. Names and keys are letters, digits, `-` and `_`.
    pub fn parse(text: &str) -> Result<Spec, InputError> {
        let text = text.trim();
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name, Some(rest)),
            None => (text, None),
        };
        if !is_word(name) {
            return Err(InputError::new(format!(
                "{text:?} is no spec: expected name or name:key=value,key=value"
            )));
        }
        let mut spec = Spec { name: name.to_string(), args: Vec::new() };
        let parts = split_args(rest.unwrap_or(""), text)?;
        if parts.len() > MOST_ARGS {
            return Err(InputError::new(format!(
                "{text:?} has {} arguments: expected at most {MOST_ARGS}",
                parts.len()
            )));
        }
        for part in parts {
            let Some((key, value)) = part.split_once('=') else {
                return Err(not_an_argument(part, text));
            };
            let (key, value) = (key.trim(), unwrap_parentheses(value.trim()));
            if !is_word(key) || value.is_empty() {
                return Err(not_an_argument(part, text));
            }
            if spec.args.iter().any(|(given, _)| given == key) {
                return Err(InputError::new(format!("{key:?} is given twice in {text:?}")));
            }
            spec.args.push((key.to_string(), value.to_string()));
        }
        Ok(spec)
    }

    /// The value of `key`, if it was given.
    pub fn value(&self, key: &str) -> Option<&str> {
        self.args.iter().find(|(given, _)| given == key).map(|(_, value)| value.as_str())
    }

    /// This spec with the arguments of `over` laid over its own. `exclusive` lists groups of keys of
    /// which one drives out the others: whoever asks for `time` no longer wants `iters`. Whoever asks
    /// for both gets both, and what builds the agent can object.
    pub fn overlaid(mut self, over: &Spec, exclusive: &[&[&str]]) -> Spec {
        for (key, value) in &over.args {
            for group in exclusive.iter().filter(|group| group.contains(&key.as_str())) {
                self.args.retain(|(own, _)| over.value(own).is_some() || !group.contains(&own.as_str()));
            }
            match self.args.iter_mut().find(|(own, _)| own == key) {
                Some((_, own)) => own.clone_from(value),
                None => self.args.push((key.clone(), value.clone())),
            }
        }
        self
    }

    /// The canonical spelling under a table of parameters: keys in the table's order, defaults left
    /// out. It reads back as the same thing, so it is the name of an agent in every record.
    pub fn canonical(&self, params: &[Param]) -> Spec {
        let mut args = Vec::new();
        for param in params {
            if let Some(value) = self.value(param.name)
                && value != param.default
            {
                args.push((param.name.to_string(), value.to_string()));
            }
        }
        Spec { name: self.name.clone(), args }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (index, (key, value)) in self.args.iter().enumerate() {
            f.write_str(if index == 0 { ":" } else { "," })?;
            if value.contains([',', '(', ')', ':', '=']) {
                write!(f, "{key}=({value})")?;
            } else {
                write!(f, "{key}={value}")?;
            }
        }
        Ok(())
    }
}

/// The most arguments of a spec. Nothing takes nearly so many, and every argument is compared with all others.
const MOST_ARGS: usize = 100;

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
}

/// Splits at the commas that stand outside parentheses.
fn split_args<'a>(rest: &'a str, whole: &str) -> Result<Vec<&'a str>, InputError> {
    let unbalanced = || InputError::new(format!("the parentheses in {whole:?} do not match"));
    let mut parts = Vec::new();
    let (mut open, mut start) = (0usize, 0);
    for (at, c) in rest.char_indices() {
        match c {
            '(' => open += 1,
            ')' => open = open.checked_sub(1).ok_or_else(unbalanced)?,
            ',' if open == 0 => {
                parts.push(&rest[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    if open != 0 {
        return Err(unbalanced());
    }
    if !rest.is_empty() {
        parts.push(&rest[start..]);
    }
    Ok(parts)
}

/// The line about a part that is no argument. Most such parts are commands.
fn not_an_argument(part: &str, text: &str) -> InputError {
    InputError::new(format!(
        "{part:?} in {text:?} is no argument: expected key=value, with parentheses round a value of several words, as \
         in exec:cmd=(python3 bot.py)"
    ))
}

/// Takes off one pair of parentheses that encloses the whole value.
fn unwrap_parentheses(value: &str) -> &str {
    match value.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        Some(inner) if split_args(inner, inner).is_ok() => inner.trim(),
        _ => value,
    }
}

/// The known name closest to `given`, if it is close enough to be a slip of the finger.
pub fn nearest<'a>(given: &str, known: &[&'a str]) -> Option<&'a str> {
    let limit = given.len().div_ceil(3);
    known
        .iter()
        .map(|name| (distance(given, name), *name))
        .filter(|&(steps, _)| steps <= limit)
        .min()
        .map(|(_, name)| name)
}

/// Levenshtein's distance.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &cb) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(ca != cb);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

/// The arguments of a spec, checked against a table of parameters.
#[derive(Debug)]
pub struct Args<'a> {
    spec: &'a Spec,
    params: &'a [Param],
    /// Keys that the builder has read; a test compares them with the table.
    read: RefCell<Vec<&'static str>>,
}

impl<'a> Args<'a> {
    /// Pairs a spec with the table it must follow. A key that is not in the table is an error.
    pub fn new(spec: &'a Spec, params: &'a [Param]) -> Result<Args<'a>, InputError> {
        for (key, value) in &spec.args {
            if !params.iter().any(|param| param.name == key) {
                let old = old_spellings::of_key_of(&spec.name, key, value);
                if let Some(line) = old.or_else(|| old_spellings::of_key(key, value)) {
                    return Err(line);
                }
                let names: Vec<&str> = params.iter().map(|param| param.name).collect();
                return Err(if names.is_empty() {
                    InputError::new(format!("{} takes no arguments, but {key:?} was given", spec.name))
                } else {
                    InputError::unknown(&format!("argument of {}", spec.name), key, names)
                });
            }
        }
        Ok(Args { spec, params, read: RefCell::new(Vec::new()) })
    }

    /// The name before the colon.
    pub fn name(&self) -> &str {
        &self.spec.name
    }

    /// The value of `key`, given or default.
    pub fn text(&self, key: &'static str) -> &str {
        let param = self.params.iter().find(|param| param.name == key).expect("builders read declared keys");
        self.read.borrow_mut().push(param.name);
        self.spec.value(key).unwrap_or(param.default)
    }

    /// The value of `key`, if one was given or there is a default.
    pub fn optional(&self, key: &'static str) -> Option<&str> {
        Some(self.text(key)).filter(|text| !text.is_empty())
    }

    /// True if the spec itself names `key`.
    pub fn is_given(&self, key: &str) -> bool {
        self.spec.value(key).is_some()
    }

    /// A whole number from `range`.
    pub fn number(&self, key: &'static str, range: std::ops::RangeInclusive<u64>) -> Result<u64, InputError> {
        let text = self.text(key);
        let plain = text.replace('_', "");
        match plain.parse::<u64>() {
            Ok(n) if range.contains(&n) => Ok(n),
            _ => {
                Err(self.bad(key, text, &format!("a whole number from {} to {}", range.start(), range.end())))
            }
        }
    }

    /// A number from `range`.
    pub fn float(&self, key: &'static str, range: std::ops::RangeInclusive<f64>) -> Result<f64, InputError> {
        let text = self.text(key);
        match text.parse::<f64>() {
            Ok(x) if range.contains(&x) => Ok(x),
            _ => Err(self.bad(key, text, &format!("a number from {} to {}", range.start(), range.end()))),
        }
    }

    /// `on` or `off`.
    pub fn switch(&self, key: &'static str) -> Result<bool, InputError> {
        match self.text(key) {
            "on" => Ok(true),
            "off" => Ok(false),
            text => Err(self.bad(key, text, "on or off")),
        }
    }

    /// The one of `known` that is asked for; `None` for the default, if that is a word of its own.
    pub fn lookup<'k, T>(
        &self,
        key: &'static str,
        known: &'k [Named<T>],
    ) -> Result<Option<&'k Named<T>>, InputError> {
        let text = self.text(key);
        let default = self.params.iter().find(|param| param.name == key).map_or("", |param| param.default);
        match known.iter().find(|named| named.name == text) {
            Some(named) => Ok(Some(named)),
            None if text == default => Ok(None),
            None => {
                let is_listed = known.iter().any(|named| named.name == default);
                let first = (!is_listed && !default.is_empty()).then_some(default);
                let names = first.into_iter().chain(known.iter().map(|named| named.name));
                Err(InputError::no_value(key, text, names))
            }
        }
    }

    /// One of `words`, as its index.
    pub fn word(&self, key: &'static str, words: &[&str]) -> Result<usize, InputError> {
        let text = self.text(key);
        words
            .iter()
            .position(|word| *word == text)
            .ok_or_else(|| self.bad(key, text, &format!("one of {}", words.join(", "))))
    }

    /// A span of time: `2s`, `500ms`, `1.5s`, `250us`, `2m`.
    pub fn duration(&self, key: &'static str) -> Result<Duration, InputError> {
        let text = self.text(key);
        parse_duration(text).ok_or_else(|| self.bad(key, text, "a time such as 500ms or 2s"))
    }

    /// An error about the value of `key`.
    pub fn bad(&self, key: &str, given: &str, expected: &str) -> InputError {
        InputError::new(format!("{key}={given} does not suit {}: expected {expected}", self.spec.name))
    }

    /// The keys read so far, for the test that compares builders with their tables.
    pub fn keys_read(&self) -> Vec<&'static str> {
        let mut keys = self.read.borrow().clone();
        keys.sort_unstable();
        keys.dedup();
        keys
    }
}

/// Reads a positive span of time of at most a day.
pub fn parse_duration(text: &str) -> Option<Duration> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let seconds = match &text[digits.len()..] {
        "us" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return None,
    } * digits.parse::<f64>().ok()?;
    (seconds > 0.0 && seconds <= 86_400.0).then(|| Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests;
