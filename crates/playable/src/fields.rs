//! Words of the form `key=value`, in which games write positions. Knows the form, no game's keys.

use std::fmt::Display;
use std::str::FromStr;

use crate::error::InputError;

/// The `key=value` words of a position.
///
/// ```
/// use karuta_playable::fields::Fields;
/// let fields = Fields::read("hand=35 turn=1", &["hand", "turn", "seed"]).expect("both keys are known");
/// assert_eq!(fields.value("hand"), Some("35"));
/// assert_eq!(fields.number("turn", 0, 0, 3), Ok(1));
/// let error = Fields::read("hnad=35", &["hand", "turn"]).err().expect("there is no such key");
/// assert_eq!(error.to_string(), "\"hnad=35\" is no part of a position: expected hand=.. turn=..");
/// ```
pub struct Fields<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Fields<'a> {
    /// Reads words whose keys must be among `keys`, each at most once.
    pub fn read(text: &'a str, keys: &[&str]) -> Result<Fields<'a>, InputError> {
        let mut fields: Vec<(&str, &str)> = Vec::new();
        for word in text.split_whitespace() {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            if value.is_empty() || !keys.contains(&key) {
                let keys = keys.join("=.. ");
                return Err(InputError::new(format!(
                    "{word:?} is no part of a position: expected {keys}=.."
                )));
            }
            if fields.iter().any(|&(given, _)| given == key) {
                return Err(InputError::new(format!("{key} is given twice in {text:?}")));
            }
            fields.push((key, value));
        }
        Ok(Fields(fields))
    }

    /// The value of a key, if it is given.
    pub fn value(&self, key: &str) -> Option<&'a str> {
        self.0.iter().find(|&&(given, _)| given == key).map(|&(_, value)| value)
    }

    /// The first key that is not among `keys`.
    pub fn other_than(&self, keys: &[&str]) -> Option<&'a str> {
        self.0.iter().map(|&(key, _)| key).find(|key| !keys.contains(key))
    }

    /// A number from `least` to `most`; `default` if none is given.
    pub fn number<T>(&self, key: &str, default: T, least: T, most: T) -> Result<T, InputError>
    where
        T: FromStr + PartialOrd + Display,
    {
        let Some(value) = self.value(key) else { return Ok(default) };
        let found = value.parse::<T>().ok().filter(|n| *n >= least && *n <= most);
        found.ok_or_else(|| wrong(key, value, &format!("a number from {least} to {most}")))
    }

    /// The hexadecimal number under `seed`; 0 if none is given.
    pub fn seed(&self) -> Result<u64, InputError> {
        let Some(value) = self.value("seed") else { return Ok(0) };
        let seed = u64::from_str_radix(value, 16);
        seed.map_err(|_| wrong("seed", value, "a hexadecimal number of up to 16 digits"))
    }
}

/// The error about a value that does not suit.
pub fn wrong(key: &str, value: &str, expected: &str) -> InputError {
    InputError::new(format!("{key}={value}: expected {expected}"))
}
