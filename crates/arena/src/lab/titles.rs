//! Titles of Daihinmin: what becomes of them from game to game when a program plays, and what places are
//! worth by that. The first method of the paper, its Tables 1 to 9 for any agent.

use karuta_daihinmin::papers::okubo::place_values::over_games;
use karuta_daihinmin::papers::okubo::titles::{self, TITLES, TitleCounts};
use karuta_daihinmin::rules::Rules;
use karuta_daihinmin::{Daihinmin, SEATS};
use karuta_engine::{Agent, Game as _, Referee, Rng, Seat};
use karuta_playable::error::InputError;
use karuta_playable::spec::{Args, Param};

use super::{Digest, Study, Work};
use karuta_agents::BuiltAgent;
use karuta_agents::any::stream;
use karuta_records::stats::mean_interval;

pub(super) const STUDY: Study = Study {
    name: "daihinmin-titles",
    help: "what becomes of titles in Daihinmin, and what places are worth by that, for ends=",
    params: &[
        Param { name: "agent", default: "light", help: "whose titles are followed" },
        Param {
            name: "others",
            default: "same",
            help: "who plays the other four seats; same for the same agent, all five being followed then",
        },
        Param { name: "matches", default: "20", help: "matches, the units of the intervals, 1 to 1000000" },
        Param {
            name: "games",
            default: "101",
            help: "games of a match, the first without titles, 2 to 14999",
        },
        Param { name: "seed", default: "1", help: "the seed of deals and agents" },
    ],
    open,
};

/// The most games ahead for which values are shown, as in the paper.
const AHEAD: u32 = 15;

fn open(args: &Args<'_>) -> Result<Box<dyn Work>, InputError> {
    let others = match args.text("others") {
        "same" => None,
        text => Some(karuta_daihinmin_agents::agents(text, false)?),
    };
    Ok(Box::new(Titles {
        agent: karuta_daihinmin_agents::agents(args.text("agent"), false)?,
        others,
        matches: args.number("matches", 1..=1_000_000)? as usize,
        rules: Rules { games: args.number("games", 2..=14_999)? as u16, reset: 0, ..Rules::OFFICIAL },
        seed: args.number("seed", 0..=u64::MAX)?,
    }))
}

struct Titles {
    agent: BuiltAgent<Daihinmin>,
    others: Option<BuiltAgent<Daihinmin>>,
    matches: usize,
    rules: Rules,
    seed: u64,
}

impl Titles {
    fn build(&self, seat: Seat) -> &BuiltAgent<Daihinmin> {
        match &self.others {
            Some(others) if seat > 0 => others,
            Some(_) | None => &self.agent,
        }
    }

    /// True if the next title of this seat is counted.
    fn follows(&self, seat: Seat) -> bool {
        seat == 0 || self.others.is_none()
    }

    fn play(&self, index: usize) -> TitleCounts {
        let path = [stream::STUDY, index as u64];
        let start = Daihinmin::new(self.rules, Rng::for_path(self.seed, &path).bits());
        let mut referee = Referee::new(start);
        let mut rng = Rng::for_path(self.seed, &[stream::STUDY, index as u64, 1]);
        let mut agents: [Box<dyn Agent<Daihinmin>>; SEATS] =
            std::array::from_fn(|seat| (self.build(seat).make)());
        let (mut counts, mut game, mut held) = (TitleCounts::default(), 1, [None; SEATS]);
        let look = |state: &Daihinmin, seat: Seat| self.build(seat).view(state, seat);
        while let Some(decision) = referee.decision_showing(look) {
            let mv = agents[decision.seat].choose(&decision, &mut rng).mv;
            referee.play(mv);
            let state = referee.state();
            if state.game() != game || state.turn().is_none() {
                self.count(&mut counts, &held, places(state));
                game = state.game();
                held = std::array::from_fn(|seat| state.title(seat));
            }
        }
        counts
    }

    /// Counts a game whose seats held these titles and came in at these places.
    fn count(&self, counts: &mut TitleCounts, held: &[Option<usize>; SEATS], places: [usize; SEATS]) {
        for seat in (0..SEATS).filter(|&seat| self.follows(seat)) {
            if let Some(title) = held[seat] {
                counts.0[title][places[seat]] += 1;
            }
        }
    }
}

/// The places at which the seats came in, in the game that has just ended: titles of the next one, if there
/// is a next one.
fn places(state: &Daihinmin) -> [usize; SEATS] {
    let mut places = [0; SEATS];
    if state.turn().is_none() {
        for (place, seat) in state.finished().enumerate() {
            places[seat] = place;
        }
        return places;
    }
    std::array::from_fn(|seat| state.title(seat).expect("titles are never forgotten here"))
}

/// A number that follows from chances, with its interval over the matches: the mean of what each match
/// leaves behind when it is taken out (Quenouille and Tukey's jackknife), since chances are quotients and
/// what follows from them is curved.
fn estimate(all: &[TitleCounts], value: impl Fn(&TitleCounts) -> Option<f64>) -> String {
    let Some(whole) = value(&TitleCounts::sum(all)) else { return String::from("-") };
    let n = all.len() as f64;
    let without = |at: usize| {
        let rest: Vec<TitleCounts> =
            all.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, c)| *c).collect();
        value(&TitleCounts::sum(&rest)).map(|value| n * whole - (n - 1.0) * value)
    };
    let parts: Option<Vec<f64>> = (0..all.len()).map(without).collect();
    match parts.as_deref().and_then(mean_interval) {
        Some(found) => format!("{whole:.3} \u{b1}{:.3}", (found.interval.high - found.interval.low) / 2.0),
        None => format!("{whole:.3}"),
    }
}

/// The value of each place over so many games, from counts.
fn values(counts: &TitleCounts, games: u32) -> Option<[f64; SEATS]> {
    counts.chances().map(|chances| over_games(&chances, games))
}

impl Work for Titles {
    fn players(&self) -> Vec<(String, String)> {
        let agents = std::iter::once(&self.agent).chain(&self.others);
        agents.map(|agent| ("daihinmin".to_string(), agent.spec.clone())).collect()
    }

    fn pieces(&self) -> usize {
        self.matches
    }

    fn piece(&self, index: usize) -> String {
        self.play(index).line(index)
    }

    fn heading(&self) -> String {
        titles::heading()
    }

    /// The paper's three kinds of tables: chances, values, and how the steps between values compare.
    fn digest(&self, lines: &[String]) -> Vec<Digest> {
        let text = format!("{}\n{}", titles::heading(), lines.join("\n"));
        let Ok(all) = titles::parse(&text) else { return Vec::new() };
        let named =
            |first: &str| -> Vec<String> { std::iter::once(first).chain(TITLES).map(String::from).collect() };
        let row = |first: String, cells: Vec<String>| -> Vec<String> {
            std::iter::once(first).chain(cells).collect()
        };
        let chances = (0..SEATS).map(|from| {
            let cell = |to: usize| estimate(&all, |counts| counts.chances().map(|c| c[from][to]));
            row(TITLES[from].to_string(), (0..SEATS).map(cell).collect())
        });
        let worth = (0..=AHEAD).map(|games| {
            let cell = |place: usize| estimate(&all, |counts| values(counts, games).map(|v| v[place]));
            row(games.to_string(), (0..SEATS).map(cell).collect())
        });
        let steps = (0..=AHEAD).map(|games| {
            let share = |v: [f64; SEATS], at: usize| (v[at] - v[at + 1]) / (v[0] - v[SEATS - 1]);
            let cell = |at: usize| estimate(&all, |counts| values(counts, games).map(|v| share(v, at)));
            row(games.to_string(), (0..SEATS - 1).map(cell).collect())
        });
        // Wisteria's table, which counts hundredths of a point above the last place.
        let leads = (0..=AHEAD).map(|games| {
            let lead = |v: [f64; SEATS], at: usize| 100.0 * (v[at] - v[SEATS - 1]);
            let cell = |at: usize| estimate(&all, |counts| values(counts, games).map(|v| lead(v, at)));
            row(format!("n = {games}"), (0..SEATS).map(cell).collect())
        });
        let pairs = TITLES.windows(2).map(|pair| format!("{}-{}", pair[0], pair[1]));
        vec![
            Digest {
                title: String::from("chance of each title after a game, by the title in it"),
                head: named("title"),
                rows: chances.collect(),
            },
            Digest {
                title: String::from("P_n: points of the game and n more, by the place in it"),
                head: named("n"),
                rows: worth.collect(),
            },
            Digest {
                title: String::from("steps between neighbouring places, as shares of the whole"),
                head: std::iter::once(String::from("n")).chain(pairs).collect(),
                rows: steps.collect(),
            },
            Digest {
                title: String::from("hundredths of a point above the last place over n more games"),
                head: ["n", "Daihugo", "Hugo", "Heimin", "Hinmin", "Daihinmin"].map(String::from).to_vec(),
                rows: leads.collect(),
            },
        ]
    }
}

#[cfg(test)]
mod tests;
