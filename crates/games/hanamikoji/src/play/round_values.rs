//! Pre-sampling: what every arrangement of markers is worth when a round begins, from games played
//! once and for all. Playouts that stop with the round look it up here. Knows how tables are written and
//! kept; who plays the games for them is not known here.

use std::sync::{Arc, LazyLock};

use karuta_engine::evaluation::ValueFn;
use karuta_engine::playout::{Playout, Policy, Trace};
use karuta_engine::{Game, Rng, Scores, Seat};

use crate::cards::SUITS;
use crate::play::knowledge;
use crate::rules::{DealBy, Rules, Style};
use crate::scoring::{ARRANGEMENTS, Markers};
use crate::{Hanamikoji, Phase};
use karuta_playable::error::InputError;
use karuta_playable::parts::{End, LineEnd, RoundEnd, Stops};

/// The rounds a table has: the second, which seat 1 starts, and the third, which seat 0 starts and
/// which is the last one of the thesis' game.
pub const ROUNDS: [u16; 2] = [2, 3];

/// Lines that stop with the round, by what the next one is worth.
pub(crate) fn ends() -> Vec<End<Hanamikoji>> {
    vec![
        End {
            by_table: Some(|_, table| Ok(round_end(read(table, Store::Array)?))),
            points: Some(knowledge::horizon()),
            ..End::new(
                "presampled",
                "the end of the round, by a table of what the next one is worth, as in Hassan's thesis; \
                 (presampled:table=FILE) by one that a study made",
                |_| Ok(round_end(shipped(Store::Array))),
            )
        },
        End {
            by_table: Some(|_, table| Ok(round_end(read(table, Store::Tree)?))),
            ..End::new(
                "presampled-tree",
                "the same with the table kept as a tree instead of an array, to compare the time",
                |_| Ok(round_end(shipped(Store::Tree))),
            )
        },
    ]
}

/// The end of a round of this game.
pub(crate) const ROUND: RoundEnd<Hanamikoji> =
    RoundEnd { number, uniform: || Box::new(ToRoundEnd::new(karuta_engine::playout::Uniform)) };

fn round_end(value: Arc<dyn ValueFn<Hanamikoji>>) -> LineEnd<Hanamikoji> {
    LineEnd { value, range: (0.0, 1.0), stops: Stops::Round(ROUND) }
}

/// Forms in which a table is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Store {
    /// Side by side, found by a number.
    Array,
    /// In a tree that is walked down.
    Tree,
}

fn number(state: &Hanamikoji) -> u32 {
    u32::from(state.round()) + u32::from(state.phase() == Phase::Scored)
}

/// A playout that stops with the round, before another is dealt.
pub struct ToRoundEnd<P> {
    policy: P,
    buf: Vec<crate::moves::Move>,
}

impl<P: Policy<Hanamikoji>> ToRoundEnd<P> {
    /// Playouts by `policy`.
    pub fn new(policy: P) -> Self {
        ToRoundEnd { policy, buf: Vec::with_capacity(64) }
    }
}

impl<P: Policy<Hanamikoji>> Playout<Hanamikoji> for ToRoundEnd<P> {
    /// The limit does not apply: a round is short.
    fn run(&mut self, state: &mut Hanamikoji, _: u32, rng: &mut Rng) -> u32 {
        self.policy.begin(state);
        state.finish_round(&mut self.policy, &mut self.buf, rng)
    }

    fn run_traced(
        &mut self,
        state: &mut Hanamikoji,
        _: u32,
        trace: &mut Trace<crate::moves::Move>,
        rng: &mut Rng,
    ) -> u32 {
        self.policy.begin(state);
        let before = trace.len();
        while let Some(seat) = state.turn() {
            let mv = self.policy.pick(state, &mut self.buf, rng);
            trace.push((seat, mv));
            state.make(mv);
            if state.phase() == Phase::Draw {
                state.draw_next();
            }
        }
        (trace.len() - before) as u32
    }
}

/// Values of the arrangements of markers to seat 0 when each of [`ROUNDS`] begins: -1 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Prospects {
    values: [Vec<f32>; 2],
}

/// An arrangement that stands for all that differ from it only by suits of equal charm.
pub type Owners = [u8; SUITS];

/// The arrangements no round's end has decided, one for each set of those that are alike: 274 of them.
pub fn orbits() -> Vec<Owners> {
    let mut all: Vec<Owners> = (0..ARRANGEMENTS)
        .map(Markers::from_index)
        .filter(|markers| !markers.is_decisive())
        .map(|markers| alike(owners(markers)))
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// All arrangements that one stands for.
pub fn members(orbit: Owners) -> Vec<Markers> {
    (0..ARRANGEMENTS).map(Markers::from_index).filter(|&markers| alike(owners(markers)) == orbit).collect()
}

fn owners(markers: Markers) -> Owners {
    std::array::from_fn(|suit| markers.owner(suit).map_or(0, |seat| seat as u8 + 1))
}

/// Suits 0 to 2 have the same charm, and so have 3 and 4.
fn alike(mut owners: Owners) -> Owners {
    owners[..3].sort_unstable();
    owners[3..5].sort_unstable();
    owners
}

/// A line of a table: the round, an arrangement, and what it is worth to seat 0.
pub fn line(round: u16, orbit: Owners, games: u64, value: f64) -> String {
    let digits: String = orbit.iter().map(|owner| char::from(b'0' + owner)).collect();
    format!("{round},{digits},{games},{value:.4}")
}

/// The first line of a table's file.
pub const HEADING: &str = "round,owners,games,value";

impl Prospects {
    /// Reads a table: comments behind `#`, the heading, a line for every round and arrangement. Where no round is the
    /// last one, the third is the second with the seats exchanged, and a table may leave it out.
    pub fn parse(text: &str) -> Result<Prospects, InputError> {
        let mut found: [Vec<Option<f32>>; 2] = [vec![None; ARRANGEMENTS], vec![None; ARRANGEMENTS]];
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        for line in lines.filter(|line| *line != HEADING) {
            let (round, orbit, value) = parse_line(line).ok_or_else(|| {
                InputError::new(format!(
                    "{line:?} is no line of prospects; expected such as 2,0001200,100,0.25"
                ))
            })?;
            for (index, place) in found[round].iter_mut().enumerate() {
                if alike(owners(Markers::from_index(index))) == orbit {
                    *place = Some(value);
                }
            }
        }
        if found[1].iter().all(Option::is_none) {
            for index in 0..ARRANGEMENTS {
                let swapped = Markers::from_index(index).swapped().index();
                found[1][index] = found[0][swapped].map(|value| -value);
            }
        }
        for (round, values) in ROUNDS.into_iter().zip(&found) {
            let missing = orbits()
                .into_iter()
                .find(|orbit| members(*orbit).iter().any(|markers| values[markers.index()].is_none()));
            if let Some(orbit) = missing {
                let digits: String = orbit.iter().map(|owner| char::from(b'0' + owner)).collect();
                return Err(InputError::new(format!("prospects lack round {round}, markers {digits}")));
            }
        }
        // Arrangements that decide the game are not looked up.
        Ok(Prospects {
            values: found.map(|values| values.into_iter().map(Option::unwrap_or_default).collect()),
        })
    }

    fn stored(self, store: Store) -> [Box<dyn ValueTable>; 2] {
        self.values.map(|values| match store {
            Store::Array => Box::new(values) as Box<dyn ValueTable>,
            Store::Tree => Box::new(Ternary::new(&values)),
        })
    }

    /// The value of an arrangement when the round of this index in [`ROUNDS`] begins.
    pub fn value(&self, round: usize, markers: Markers) -> f32 {
        self.values[round][markers.index()]
    }
}

impl Prospects {
    /// The mean value to seat 0 of all undecided arrangements in which `seat` holds the marker of `suit`.
    pub fn mean_where(&self, round: usize, suit: usize, seat: Seat) -> f64 {
        let all = (0..ARRANGEMENTS).map(Markers::from_index).filter(|m| !m.is_decisive());
        let values: Vec<f64> = all
            .filter(|markers| markers.owner(suit) == Some(seat))
            .map(|markers| f64::from(self.value(round, markers)))
            .collect();
        values.iter().sum::<f64>() / values.len() as f64
    }
}

fn parse_line(line: &str) -> Option<(usize, Owners, f32)> {
    let mut fields = line.split(',');
    let round = fields.next()?.parse::<u16>().ok()?;
    let round = ROUNDS.into_iter().position(|other| other == round)?;
    let digits = fields.next()?.as_bytes();
    let orbit: Owners = digits.try_into().ok()?;
    let orbit = orbit.map(|digit| digit.wrapping_sub(b'0'));
    let _: u64 = fields.next()?.parse().ok()?;
    let value: f32 = fields.next()?.parse().ok()?;
    let is_good = orbit.iter().all(|&owner| owner < 3) && (-1.0..=1.0).contains(&value);
    (is_good && fields.next().is_none()).then_some((round, alike(orbit), value))
}

/// A lookup of values by markers.
trait ValueTable: Send + Sync {
    fn look(&self, markers: Markers) -> f32;
}

impl ValueTable for Box<dyn ValueTable> {
    #[inline]
    fn look(&self, markers: Markers) -> f32 {
        self.as_ref().look(markers)
    }
}

impl ValueTable for Vec<f32> {
    #[inline]
    fn look(&self, markers: Markers) -> f32 {
        self[markers.index()]
    }
}

/// The thesis' other way to keep the table: a tree with a level for every suit.
struct Ternary {
    /// The children of every inner node; on the last level, where its values are.
    nodes: Vec<[u16; 3]>,
    values: Vec<f32>,
}

impl Ternary {
    fn new(values: &[f32]) -> Ternary {
        let mut tree = Ternary { nodes: Vec::new(), values: Vec::new() };
        tree.grow(values, 0, 0, 1);
        tree
    }

    /// Adds the node below which the suits before `suit` are settled, their digits being `index`.
    fn grow(&mut self, values: &[f32], suit: usize, index: usize, power: usize) -> u16 {
        if suit == SUITS {
            self.values.push(values[index]);
            return (self.values.len() - 1) as u16;
        }
        let id = self.nodes.len();
        self.nodes.push([0; 3]);
        for owner in 0..3 {
            self.nodes[id][owner] = self.grow(values, suit + 1, index + owner * power, power * 3);
        }
        id as u16
    }
}

impl ValueTable for Ternary {
    fn look(&self, markers: Markers) -> f32 {
        let mut at = 0;
        for suit in 0..SUITS {
            let owner = markers.owner(suit).map_or(0, |seat| seat + 1);
            at = usize::from(self.nodes[at][owner]);
        }
        self.values[at]
    }
}

/// Tables for all rules; which one applies, the position says.
struct Presampled {
    /// By [`table_of`], then by round.
    tables: Vec<[Box<dyn ValueTable>; 2]>,
}

/// Index of the shipped table that suits `rules` best. Rules changed in other points have no table of their own and
/// use the nearest.
fn table_of(rules: &Rules) -> usize {
    match (rules.style, rules.deal_by) {
        (Style::Hassan, DealBy::Suit) => 0,
        (Style::Hassan, DealBy::Card) => 1,
        (Style::Official, _) => 2,
    }
}

/// The names of the rules that tables are shipped for, thesis before official.
pub const SHIPPED: [&str; 3] = ["thesis-compat", "fair", "official"];

static TEXTS: [&str; 3] = [
    include_str!("round_values/thesis-compat.csv"),
    include_str!("round_values/fair.csv"),
    include_str!("round_values/official.csv"),
];

static TABLES: LazyLock<Vec<Prospects>> = LazyLock::new(|| {
    TEXTS.iter().map(|text| Prospects::parse(text).expect("shipped prospects are whole")).collect()
});

/// The table the project ships for some rules.
pub fn shipped_for(rules: &Rules) -> &'static Prospects {
    &TABLES[table_of(rules)]
}

/// The value to seat 0 of the markers that a round has left, `round` being the next one: that of the game if they decide
/// it, or if no other round follows, and the shipped table's otherwise.
pub(crate) fn worth(rules: &Rules, round: u16, markers: Markers) -> f32 {
    let is_last = round > 1 && rules.is_last(round - 1);
    match markers.outcome(rules, is_last).map(|outcome| outcome.winner) {
        Some(winner) => winner.map_or(0.0, |seat| 1.0 - 2.0 * seat as f32),
        None => look_up(&TABLES[table_of(rules)].values, rules, round, markers),
    }
}

/// The value in a table of the markers to seat 0 when `round` begins.
fn look_up<T: ValueTable>(table: &[T; 2], rules: &Rules, round: u16, markers: Markers) -> f32 {
    let starter = rules.starter(round);
    // With a limit the last round is like the thesis' third and any other like its second; without one, rounds differ
    // by who starts.
    let row = if rules.rounds == 0 { 1 - starter } else { usize::from(rules.is_last(round)) };
    let usual: Seat = 1 - row;
    if starter == usual { table[row].look(markers) } else { -table[row].look(markers.swapped()) }
}

fn shipped(store: Store) -> Arc<dyn ValueFn<Hanamikoji>> {
    Arc::new(Presampled { tables: TABLES.iter().map(|table| table.clone().stored(store)).collect() })
}

fn read(text: &str, store: Store) -> Result<Arc<dyn ValueFn<Hanamikoji>>, InputError> {
    let table = Prospects::parse(text)?;
    let tables = (0..SHIPPED.len()).map(|_| table.clone().stored(store)).collect();
    Ok(Arc::new(Presampled { tables }))
}

impl Presampled {
    /// Value of the markers to seat 0 when `round` begins.
    fn value(&self, rules: &Rules, round: u16, markers: Markers) -> f64 {
        f64::from(look_up(&self.tables[table_of(rules)], rules, round, markers))
    }
}

impl ValueFn<Hanamikoji> for Presampled {
    fn payoffs(&self, state: &Hanamikoji) -> Scores {
        match state.phase() {
            Phase::Over => state.payoff(),
            Phase::Scored => {
                let value = self.value(state.rules(), state.round() + 1, state.markers());
                Scores::two((1.0 + value) / 2.0)
            }
            Phase::Play | Phase::Answer | Phase::Draw => {
                Scores::two((1.0 + self.value(state.rules(), state.round(), state.markers())) / 2.0)
            }
        }
    }
}

#[cfg(test)]
mod tests;
