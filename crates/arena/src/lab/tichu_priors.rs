//! Prior probabilities of Tichu hands: combinations counted in the hands of an agent that plays against itself, for
//! the samplers that go by them.

use karuta_engine::{Agent, Referee, Rng};
use karuta_playable::error::InputError;
use karuta_playable::spec::{Args, Param};
use karuta_tichu::Tichu;
use karuta_tichu::papers::pestalozzi::priors::{CombinationCounts, HEADING};
use karuta_tichu::rules::Rules;

use super::{Digest, Study, Work};
use karuta_agents::BuiltAgent;
use karuta_agents::any::stream;

pub(super) const STUDY: Study = Study {
    name: "tichu-priors",
    help: "which combinations hands of Tichu hold at each size, for sampler=(single:prior=FILE)",
    params: &[
        Param { name: "rules", default: "official", help: "official, report or report-code" },
        Param { name: "agent", default: "tichu-best", help: "who plays all seats" },
        Param { name: "rounds", default: "1000", help: "rounds played, ten to a piece" },
        Param { name: "seed", default: "1", help: "the seed of deals and agents" },
    ],
    open,
};

/// Rounds in a piece of work.
const PIECE: u64 = 10;

fn open(args: &Args<'_>) -> Result<Box<dyn Work>, InputError> {
    let rules = ["official", "report", "report-code"];
    let at = args.word("rules", &rules)?;
    Ok(Box::new(Priors {
        game: format!("tichu:rules={}", rules[at]),
        rules: [Rules::OFFICIAL, Rules::PESTALOZZI, Rules::PESTALOZZI_CODE][at],
        agent: karuta_tichu_agents::agents(args.text("agent"), false)?,
        rounds: args.number("rounds", 1..=10_000_000)?,
        seed: args.number("seed", 0..=u64::MAX)?,
    }))
}

struct Priors {
    /// The game's spec.
    game: String,
    rules: Rules,
    agent: BuiltAgent<Tichu>,
    rounds: u64,
    seed: u64,
}

impl Priors {
    /// Plays a round; the hands are counted when play begins and after every play.
    fn count(&self, round: u64, counts: &mut CombinationCounts) {
        let path = [stream::STUDY, round];
        let start = Tichu::new(self.rules, Rng::for_path(self.seed, &path).bits());
        let mut referee = Referee::new(start);
        let mut rng = Rng::for_path(self.seed, &[stream::STUDY, round, 1]);
        let mut agents: [Box<dyn Agent<Tichu>>; 4] = std::array::from_fn(|_| (self.agent.make)());
        let mut begun = false;
        while let Some(decision) = referee.decision_showing(|state, seat| self.agent.view(state, seat)) {
            let seat = decision.seat;
            let mv = agents[seat].choose(&decision, &mut rng).mv;
            if mv.kind().is_some() && !begun {
                begun = true;
                (0..4).for_each(|seat| counts.add(referee.state().hand(seat)));
            }
            referee.play(mv);
            if mv.kind().is_some() {
                counts.add(referee.state().hand(seat));
            }
        }
    }
}

impl Work for Priors {
    fn players(&self) -> Vec<(String, String)> {
        vec![(self.game.clone(), self.agent.spec.clone())]
    }

    fn pieces(&self) -> usize {
        self.rounds.div_ceil(PIECE) as usize
    }

    fn piece(&self, index: usize) -> String {
        let mut counts = CombinationCounts::default();
        let first = index as u64 * PIECE;
        (first..self.rounds.min(first + PIECE)).for_each(|round| self.count(round, &mut counts));
        counts.line()
    }

    fn heading(&self) -> String {
        HEADING.to_string()
    }

    fn rows(&self, lines: Vec<String>) -> Vec<String> {
        let mut all = CombinationCounts::default();
        for counts in lines.iter().filter_map(|line| CombinationCounts::parse(line)) {
            all.add_all(&counts);
        }
        all.rows()
    }

    /// The shares of hands of some sizes that held the highest cards.
    fn digest(&self, lines: &[String]) -> Vec<Digest> {
        let share = |length: usize, height: &str| {
            let start = format!("{length},Single,1,{height},");
            let found = lines.iter().find_map(|line| line.strip_prefix(&start));
            found
                .and_then(|share| share.parse::<f64>().ok())
                .map_or("-".into(), |share| format!("{share:.4}"))
        };
        let rows = [1, 2, 5, 8, 11, 14].into_iter().map(|length| {
            let shares = ["2", "10", "14", "1.5", "15"].map(|height| share(length, height));
            [length.to_string()].into_iter().chain(shares).collect()
        });
        vec![Digest {
            title: "shares of some single cards by the cards in hand".to_string(),
            head: ["cards", "2", "10", "A", "Phoenix", "Dragon"].map(String::from).to_vec(),
            rows: rows.collect(),
        }]
    }
}

#[cfg(test)]
mod tests;
