//! Measures how well playouts foresee what a choice is worth among players who are not the playouts' policy. Knows specs
//! of agents, policies and points; nothing of how a search uses playouts.
//!
//! ```sh
//! cargo run --release -p karuta-daihinmin-agents --example foresight -- MATCHES GAMES SEED TRIES AGENT HEIR FIELD VARIANT ..
//! ```
//!
//! AGENT, a search, plays one chair, in the last of GAMES games or, for `30/8`, in the last 8 of 30; HEIR, which should be
//! quick, plays the games before them, and titles go on from game to game. FIELD has the agents of the other chairs, with a
//! slash between them, which take them in turn. At every choice the search's move is compared with another one that it
//! tried, drawn by how often it did. Both are played on to the end of the game from the true position, by HEIR and the
//! agents of the field, these in four seatings: so many points one move is ahead of the other. Each VARIANT says how far it
//! would be ahead by TRIES playouts: `1@0.5` plays out by the policy `remainder` at temperature 1 in worlds of `plausible`
//! at trust 0.5, `1@uniform` in worlds that all count the same, `1@truth` in the true position; `learned@0.5` plays out by
//! another policy. `slope` is the points that come true for each that is foreseen, `share` the part of the squares that the
//! forecast explains, `gain` the points a game that come true where the better forecast chooses instead of the search, one
//! choice at a time. Differences are those to the first VARIANT, intervals those of matches. A forecast may explain more
//! and choose no better: what it says of moves that nobody would make counts too.

use std::io::Write as _;
use std::sync::Arc;

use karuta_agents::BuiltAgent;
use karuta_daihinmin::moves::Move;
use karuta_daihinmin::papers::okubo::place_values;
use karuta_daihinmin::play::beliefs;
use karuta_daihinmin::play::remainder::{Remainder, Weights, shipped};
use karuta_daihinmin::play::softmax::Informed;
use karuta_daihinmin::rules::Rules;
use karuta_daihinmin::{Daihinmin, SEATS};
use karuta_engine::playout::Playout;
use karuta_engine::worlds::{Determinizer, Fresh, Weighting};
use karuta_engine::{Agent, Choice, Decision, Game as _, Referee, Rng, Seat};
use karuta_playable::playable::Playable as _;

/// Matches between two reports.
const REPORT: u64 = 10;

/// The least tries of a move that is compared.
const TRIED: u64 = 15;

/// Seatings of the field in which a move is played on.
const SEATINGS: usize = 4;

/// Sums over the choices of a match: squares of what is foreseen, its products with what comes true, squares of that, and
/// what choosing by it gains.
type Sums = [f64; 4];

struct Variant {
    name: String,
    playout: Box<dyn Playout<Daihinmin>>,
    /// `None` for the true position.
    worlds: Option<Box<dyn Determinizer<Daihinmin>>>,
    matches: Vec<Sums>,
}

impl Variant {
    fn parse(text: &str) -> Result<Variant, String> {
        let bad = || format!("{text}: not a variant such as 1@0.5, 2@truth, learned@uniform");
        let (policy, worlds) = text.split_once('@').ok_or_else(bad)?;
        let playout: Box<dyn Playout<Daihinmin>> = match policy.parse::<f32>() {
            Ok(temperature) => Box::new(Informed::new(Remainder::new(at_temperature(temperature)))),
            Err(_) => {
                let parts = Daihinmin::parts();
                let part = parts.policies.iter().find(|part| part.name == policy).ok_or_else(bad)?;
                (part.playout)()
            }
        };
        let worlds: Option<Box<dyn Determinizer<Daihinmin>>> = match worlds {
            "truth" => None,
            "uniform" => Some(Box::new(Fresh)),
            trust => {
                let trust = trust.parse().map_err(|_| bad())?;
                let weighting = Weighting { trust, ..beliefs::PLAUSIBLE };
                Some(Box::new(beliefs::plausible(shipped(), weighting)))
            }
        };
        Ok(Variant { name: text.to_string(), playout, worlds, matches: Vec::new() })
    }

    /// The points by which the first move is ahead of the second in playouts. Both are tried in the same worlds.
    fn foresees(
        &mut self,
        decision: &Decision<'_, Daihinmin>,
        truth: &Daihinmin,
        moves: [Move; 2],
        tries: u64,
        rng: &mut Rng,
    ) -> f64 {
        if let Some(worlds) = &mut self.worlds {
            worlds.begin(decision, rng);
        }
        self.playout.begin(decision, truth);
        let mut sum = 0.0;
        for _ in 0..tries {
            let world = match &mut self.worlds {
                Some(worlds) => worlds.world(decision, rng),
                None => *truth,
            };
            let bits = rng.bits();
            let [one, other] = moves.map(|mv| {
                let mut state = world;
                state.apply(mv);
                self.playout.run(&mut state, u32::MAX, &mut Rng::new(bits));
                points(&state, decision.seat)
            });
            sum += one - other;
        }
        sum / tries as f64
    }
}

/// The weights of the policy `remainder` at a temperature: above 1 it leaves more to chance.
fn at_temperature(temperature: f32) -> Weights {
    Arc::new(shipped().map(|weight| (weight as f32 / temperature).round() as i32))
}

/// The points of a seat in a game that is over.
fn points(state: &Daihinmin, seat: Seat) -> f64 {
    let place = state.finished().position(|other| other == seat).unwrap_or(SEATS - 1);
    place_values::POINTS[place]
}

/// The agents of the field, taking the chairs in turn from one on.
struct Field(Vec<Box<dyn Agent<Daihinmin>>>);

impl Field {
    /// Plays a move and then on to the end.
    fn plays_on(
        &mut self,
        begun: &Referee<Daihinmin>,
        mv: Move,
        heir: &mut dyn Agent<Daihinmin>,
        first: Seat,
        seed: u64,
    ) -> Daihinmin {
        let me = begun.turn();
        let mut referee = begun.clone();
        referee.play(mv);
        let mut rng = Rng::new(seed);
        while let Some(decision) = referee.decision() {
            let at = (decision.seat + SEATS - first) % SEATS;
            let mv = match Some(decision.seat) == me {
                true => heir.choose(&decision, &mut rng).mv,
                false => self.0[at].choose(&decision, &mut rng).mv,
            };
            referee.play(mv);
        }
        *referee.state()
    }
}

fn slope(sums: &Sums) -> f64 {
    sums[1] / sums[0].max(f64::MIN_POSITIVE)
}

fn share(sums: &Sums) -> f64 {
    sums[1] * sums[1] / (sums[0] * sums[2]).max(f64::MIN_POSITIVE)
}

fn total(matches: &[Sums]) -> Sums {
    matches.iter().fold([0.0; 4], |sum, one| std::array::from_fn(|at| sum[at] + one[at]))
}

/// Half the width of the interval of a figure, from its values without one match each (the jackknife).
fn half_width(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    1.96 * ((n - 1.0) / n * values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>()).sqrt()
}

/// A figure of a variant with half the width of its interval, and how far it is ahead of another variant's.
fn compared(one: &[Sums], base: &[Sums], figure: impl Fn(&Sums) -> f64) -> [f64; 4] {
    let without = |matches: &[Sums]| -> Vec<f64> {
        let all = total(matches);
        matches.iter().map(|one| figure(&std::array::from_fn(|at| all[at] - one[at]))).collect()
    };
    let (mine, theirs) = (without(one), without(base));
    let apart: Vec<f64> = mine.iter().zip(&theirs).map(|(a, b)| a - b).collect();
    let (value, other) = (figure(&total(one)), figure(&total(base)));
    [value, half_width(&mine), value - other, half_width(&apart)]
}

fn report(study: &Study) {
    let (variants, choices) = (&study.variants, study.choices);
    let base = &variants[0].matches;
    println!("{} matches, {choices} choices", base.len());
    for one in variants {
        let [slope, within, ..] = compared(&one.matches, base, slope);
        let [share, _, more, by] = compared(&one.matches, base, share);
        let games = (base.len() as u64 * study.compared) as f64;
        let [gain, half, ahead, about] = compared(&one.matches, base, |sums| sums[3] / games);
        println!(
            "  slope {slope:.3} ± {within:.3}; share {share:.3}, {more:+.4} ± {by:.4}; gain {gain:+.3} ± {half:.3}, {ahead:+.3} ± {about:.3}: {}",
            one.name
        );
    }
    let _ = std::io::stdout().flush();
}

fn instance(text: &str) -> Result<Box<dyn Agent<Daihinmin>>, String> {
    let built: Result<BuiltAgent<Daihinmin>, _> = karuta_daihinmin_agents::agents(text, false);
    built.map(|built| built.instance()).map_err(|error| format!("{text}: {error}"))
}

/// Another move that a search tried, drawn by how often it did; `None` if it tried no other enough.
fn another(choice: &Choice<Move>, rng: &mut Rng) -> Option<Move> {
    let rest = || choice.ranked.iter().filter(|one| one.mv != choice.mv && one.visits > TRIED);
    let mut left = (rng.unit() * rest().map(|one| one.visits).sum::<u64>() as f64) as u64;
    for one in rest() {
        if left < one.visits {
            return Some(one.mv);
        }
        left -= one.visits;
    }
    None
}

/// Everything a study needs from deal to deal.
struct Study {
    agent: Box<dyn Agent<Daihinmin>>,
    heir: Box<dyn Agent<Daihinmin>>,
    field: Field,
    /// The games of a match, and how many of them, the last ones, are compared.
    games: u64,
    compared: u64,
    variants: Vec<Variant>,
    seed: u64,
    tries: u64,
    choices: u64,
}

impl Study {
    fn play(&mut self, nth: u64) {
        let mut rng = Rng::for_path(self.seed, &[nth]);
        let me = rng.index(SEATS);
        let mut past: Vec<(Seat, Move)> = Vec::new();
        let mut order = [0, 1, 2, 3, 4];
        for at in (1..SEATS).rev() {
            order.swap(at, rng.index(at + 1));
        }
        self.variants.iter_mut().for_each(|one| one.matches.push([0.0; 4]));
        for game in 0..self.games {
            let is_compared = game + self.compared >= self.games;
            let mut referee = Referee::new(Daihinmin::titled(Rules::OFFICIAL, order, rng.bits()));
            while let Some(seat) = referee.turn() {
                let begun = referee.clone();
                let decision = referee.decision().expect("the game is on");
                let mv = if seat == me && is_compared {
                    let known = [&past[..], decision.history].concat();
                    let decision = Decision { history: &known, ..decision };
                    let choice = self.agent.choose(&decision, &mut rng);
                    // Mates and endings are played without a search, which then tried nothing.
                    if let Some(other) = another(&choice, &mut rng) {
                        self.compare(&begun, &decision, [choice.mv, other], &mut rng);
                    }
                    choice.mv
                } else if seat == me {
                    self.heir.choose(&decision, &mut rng).mv
                } else {
                    self.field.0[(seat + SEATS - me) % SEATS].choose(&decision, &mut rng).mv
                };
                referee.play(mv);
            }
            past.extend_from_slice(referee.history(me));
            for (place, seat) in referee.state().finished().enumerate() {
                order[place] = seat as u8;
            }
        }
    }

    /// Plays two moves on and notes what variants foresaw.
    fn compare(
        &mut self,
        begun: &Referee<Daihinmin>,
        decision: &Decision<'_, Daihinmin>,
        moves: [Move; 2],
        rng: &mut Rng,
    ) {
        let me = decision.seat;
        let mut ahead = 0.0;
        for turn in 0..SEATINGS {
            let (first, bits) = ((me + SEATS - turn) % SEATS, rng.bits());
            let heir = self.heir.as_mut();
            let [one, other] = moves.map(|mv| points(&self.field.plays_on(begun, mv, heir, first, bits), me));
            ahead += (one - other) / SEATINGS as f64;
        }
        let bits = rng.bits();
        for one in &mut self.variants {
            let foreseen = one.foresees(decision, begun.state(), moves, self.tries, &mut Rng::new(bits));
            let gain = if foreseen < 0.0 { -ahead } else { 0.0 };
            let more = [foreseen * foreseen, foreseen * ahead, ahead * ahead, gain];
            if let Some(sums) = one.matches.last_mut() {
                sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
            }
        }
        self.choices += 1;
    }
}

fn main() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [matches, games, seed, tries, agent, heir, field, variants @ ..] = &args[..] else {
        return Err(String::from("MATCHES GAMES SEED TRIES AGENT HEIR FIELD and at least one VARIANT"));
    };
    let number = |text: &str| text.parse::<u64>().map_err(|_| format!("{text}: not a number"));
    let (games, compared) = games.split_once('/').unwrap_or((games, "1"));
    let names: Vec<&str> = field.split('/').collect();
    let mut study = Study {
        agent: instance(agent)?,
        heir: instance(heir)?,
        field: Field((0..SEATS).map(|at| instance(names[at % names.len()])).collect::<Result<_, _>>()?),
        games: number(games)?,
        compared: number(compared)?,
        variants: variants.iter().map(|text| Variant::parse(text)).collect::<Result<_, _>>()?,
        seed: number(seed)?,
        tries: number(tries)?,
        choices: 0,
    };
    if study.variants.is_empty() {
        return Err(String::from("no VARIANT"));
    }
    let matches = number(matches)?;
    for nth in 0..matches {
        study.play(nth);
        if (nth + 1).is_multiple_of(REPORT) || nth + 1 == matches {
            report(&study);
        }
    }
    Ok(())
}
