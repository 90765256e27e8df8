//! Compares agents in the same chair: single games with titles drawn at random, every candidate playing every deal at the
//! same seat beside the same others. Knows specs of agents and points; nothing of how they choose.
//!
//! ```sh
//! cargo run --release -p karuta-daihinmin-agents --example duel -- DEALS SEED FIELD CANDIDATE CANDIDATE ..
//! ```
//!
//! FIELD is one agent for the four other chairs, or several that take them in turn, with a slash between them. The
//! difference to the first candidate is that of the same deals, so most of the luck of hands and titles cancels. Titles
//! add to a difference in a match, where a place is worth more than its points: `value` counts places by what they are
//! worth over 30 more games, scaled so that the first is worth 5 and the last 1.

use std::io::Write as _;

use cpu_time::ThreadTime;
use karuta_agents::BuiltAgent;
use karuta_daihinmin::papers::okubo::place_values;
use karuta_daihinmin::rules::Rules;
use karuta_daihinmin::{Daihinmin, SEATS};
use karuta_engine::{Agent, Game as _, Referee, Rng};

/// Deals between two reports.
const REPORT: u64 = 25;

struct Candidate {
    name: String,
    built: BuiltAgent<Daihinmin>,
    agent: Box<dyn Agent<Daihinmin>>,
    points: Vec<f64>,
    values: Vec<f64>,
    seconds: f64,
}

/// The mean with half the width of its interval.
fn interval(numbers: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let n = numbers.clone().count() as f64;
    let mean = numbers.clone().sum::<f64>() / n;
    let variance = numbers.map(|number| (number - mean) * (number - mean)).sum::<f64>() / (n - 1.0).max(1.0);
    (mean, 1.96 * (variance / n).sqrt())
}

fn build(text: &str) -> Result<BuiltAgent<Daihinmin>, String> {
    karuta_daihinmin_agents::agents(text, false).map_err(|error| format!("{text}: {error}"))
}

fn report(candidates: &[Candidate]) {
    let base = &candidates[0];
    println!("{} deals", base.points.len());
    for one in candidates {
        let (points, half) = interval(one.points.iter().copied());
        let pairs = one.points.iter().zip(&base.points).map(|(a, b)| a - b);
        let (ahead, by) = interval(pairs);
        let pairs = one.values.iter().zip(&base.values).map(|(a, b)| a - b);
        let (more, within) = interval(pairs);
        let seconds = one.seconds / one.points.len() as f64;
        println!(
            "  {points:.3} ± {half:.3}, {ahead:+.3} ± {by:.3}, value {more:+.3} ± {within:.3}, {seconds:.3} CPU-s a game: {}",
            one.name
        );
    }
    let _ = std::io::stdout().flush();
}

fn main() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [deals, seed, field, names @ ..] = &args[..] else {
        return Err(String::from("DEALS SEED FIELD and at least one CANDIDATE"));
    };
    let number = |text: &String| text.parse::<u64>().map_err(|_| format!("{text}: not a number"));
    let (deals, seed) = (number(deals)?, number(seed)?);
    let field = field.split('/').map(build).collect::<Result<Vec<_>, _>>()?;
    let mut others: Vec<_> = (0..SEATS - 1).map(|at| field[at % field.len()].instance()).collect();
    let mut candidates = Vec::new();
    for name in names {
        let built = build(name)?;
        candidates.push(Candidate {
            name: name.clone(),
            agent: built.instance(),
            built,
            points: Vec::new(),
            values: Vec::new(),
            seconds: 0.0,
        });
    }
    if candidates.is_empty() {
        return Err(String::from("no CANDIDATE"));
    }
    let values = place_values::over_games(&place_values::SNOWL, 30);
    let worth = values.map(|value| 1.0 + 4.0 * (value - values[4]) / (values[0] - values[4]));
    for deal in 0..deals {
        let mut rng = Rng::for_path(seed, &[deal]);
        let mut order = [0, 1, 2, 3, 4];
        for at in (1..SEATS).rev() {
            order.swap(at, rng.index(at + 1));
        }
        let (me, bits) = (rng.index(SEATS), rng.bits());
        for (nth, one) in candidates.iter_mut().enumerate() {
            let mut rngs: [Rng; SEATS] =
                std::array::from_fn(|seat| Rng::for_path(seed, &[deal, seat as u64 + 1]));
            rngs[me] = Rng::for_path(seed, &[deal, 9, nth as u64]);
            let mut referee = Referee::new(Daihinmin::titled(Rules::OFFICIAL, order, bits));
            // A candidate may be one that sees all cards; the others are shown what they may know.
            let look = |state: &Daihinmin, seat: usize| match seat == me {
                true => one.built.view(state, seat),
                false => state.view(seat),
            };
            while let Some(decision) = referee.decision_showing(look) {
                let seat = decision.seat;
                let mv = if seat == me {
                    let began = ThreadTime::now();
                    let choice = one.agent.choose(&decision, &mut rngs[seat]);
                    one.seconds += began.elapsed().as_secs_f64();
                    choice.mv
                } else {
                    others[if seat < me { seat } else { seat - 1 }].choose(&decision, &mut rngs[seat]).mv
                };
                referee.play(mv);
            }
            let place = referee.state().finished().position(|seat| seat == me).unwrap_or(SEATS - 1);
            one.points.push(place_values::POINTS[place]);
            one.values.push(worth[place]);
        }
        if (deal + 1).is_multiple_of(REPORT) || deal + 1 == deals {
            report(&candidates);
        }
    }
    Ok(())
}
