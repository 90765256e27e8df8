//! The configuration file of the competition's server: its keys, and which of them this server heeds.
//! Rules it does not play by are refused; windows it does not have are not opened.

use std::fmt;

use super::profile::plain;
use super::{PLAYERS, PORT};

/// The configuration of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UecdaConfig {
    /// The number of games.
    pub games: u32,
    /// Titles are forgotten after so many games.
    pub reset_every: u32,
    /// Seats change after so many games; `None` for never after the first.
    pub reseat_every: Option<u32>,
    /// The address to listen on.
    pub port: u16,
    /// Names of players who give none.
    pub names: [String; PLAYERS],
}

/// The most games of a match: more than this the official server cannot count.
pub const MOST_GAMES: u32 = 14_999;

impl Default for UecdaConfig {
    /// The values the kit comes with.
    fn default() -> Self {
        UecdaConfig {
            games: 1000,
            reset_every: 100,
            reseat_every: Some(3),
            port: PORT,
            names: std::array::from_fn(|player| format!("player{player}")),
        }
    }
}

/// The reason why a file is no configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// The line, counted from 1.
    pub line: usize,
    /// The fault.
    pub text: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.text)
    }
}

impl std::error::Error for ConfigError {}

/// Rules as the competition has them: key, and whether it is on.
const FIXED: &[(&str, bool)] = &[
    ("RULE_KAKUMEI", true),
    ("RULE_SHIBARI", true),
    ("RULE_KAIDAN", true),
    ("RULE_8GIRI", true),
    ("RULE_CHANGE", true),
    ("RULE_11BACK", false),
    ("RULE_5TOBI", false),
    ("RULE_6REVERS", false),
];

/// Keys that change nothing here: what is shown, how dice are thrown, and a rule that even the official
/// server reads and forgets.
const UNHEEDED: &[&str] = &[
    "RULE_KINSOKU",
    "RAND_TYPE",
    "WINDOW_TYPE",
    "GRAPH_WINDOW",
    "CONSOLE_TYPE",
    "FLAG_LOGGER",
    "FLAG_STATISTICS",
    "FLAG_HIDDEN_NAME",
    "XPM_DIR_PATH",
];

/// Keys with a meaning, for those who misspell them.
const HEEDED: &[&str] =
    &["GAME_NUMBER", "FLASH_MIBUN_NUMBER", "PORT_NUMBER", "RULE_SEKIGAE", "RULE_SEKIGAE_NUM", "PLAYER1_NAME"];

impl UecdaConfig {
    /// Reads a file. What it does not mention stays as the kit has it.
    pub fn read(text: &str) -> Result<UecdaConfig, ConfigError> {
        let mut config = UecdaConfig::default();
        let mut reseats = true;
        let mut reseat_every = 3;
        for (at, line) in text.lines().enumerate() {
            let mut words = line.split('#').next().unwrap_or("").split_whitespace();
            let Some(key) = words.next() else {
                continue;
            };
            let key = key.to_uppercase();
            let entry = Entry { line: at + 1, key: &key, value: words.next().unwrap_or("") };
            match key.as_str() {
                "GAME_NUMBER" => config.games = entry.number(MOST_GAMES)?,
                "FLASH_MIBUN_NUMBER" => config.reset_every = entry.number(99_999)?,
                "PORT_NUMBER" => config.port = entry.number(u16::MAX.into())? as u16,
                "RULE_SEKIGAE" => reseats = entry.is_on()?,
                "RULE_SEKIGAE_NUM" => reseat_every = entry.number(99_999)?,
                _ => entry.other(&mut config)?,
            }
        }
        config.reseat_every = reseats.then_some(reseat_every);
        Ok(config)
    }
}

/// A line of the file.
struct Entry<'a> {
    line: usize,
    key: &'a str,
    value: &'a str,
}

impl Entry<'_> {
    fn error(&self, expected: &str) -> ConfigError {
        let Entry { line, key, value } = self;
        ConfigError { line: *line, text: format!("{key} {value:?}: {expected}") }
    }

    fn number(&self, most: u32) -> Result<u32, ConfigError> {
        let number = self.value.parse().ok().filter(|number| (1..=most).contains(number));
        number.ok_or_else(|| self.error(&format!("a whole number from 1 to {most} would do")))
    }

    fn is_on(&self) -> Result<bool, ConfigError> {
        match self.value.to_uppercase().as_str() {
            "YES" => Ok(true),
            "NO" => Ok(false),
            _ => Err(self.error("YES or NO would do")),
        }
    }

    /// Names, rules that cannot be changed, and what is not heeded.
    fn other(&self, config: &mut UecdaConfig) -> Result<(), ConfigError> {
        let number = self.key.strip_prefix("PLAYER").and_then(|rest| rest.strip_suffix("_NAME"));
        if let Some(player @ 1..=PLAYERS) = number.and_then(|number| number.parse().ok()) {
            let name = plain(self.value);
            if !name.is_empty() {
                config.names[player - 1] = name;
            }
            return Ok(());
        }
        if let Some((_, has)) = FIXED.iter().find(|(key, _)| *key == self.key) {
            return match self.is_on()? == *has {
                true => Ok(()),
                false => Err(self.error(&format!(
                    "the competition plays otherwise; only {} would do",
                    if *has { "YES" } else { "NO" }
                ))),
            };
        }
        if UNHEEDED.contains(&self.key) {
            return Ok(());
        }
        let fixed = FIXED.iter().map(|(key, _)| *key);
        let known: Vec<&str> = HEEDED.iter().copied().chain(fixed).chain(UNHEEDED.iter().copied()).collect();
        Err(self.error(&format!("there is no such key; there are {}", known.join(", "))))
    }
}

#[cfg(test)]
mod tests;
