//! Pre-sampling of Hanamikoji: what every arrangement of markers is worth when a round begins, by games
//! that some agent plays against itself from there.

use karuta_engine::{Agent, Game as _, Referee, Rng};
use karuta_hanamikoji::Hanamikoji;
use karuta_hanamikoji::play::round_values::{self, Owners, ROUNDS};
use karuta_hanamikoji::rules::Rules;
use karuta_playable::error::InputError;
use karuta_playable::spec::{Args, Param};

use super::{Digest, Study, Work};
use karuta_agents::BuiltAgent;
use karuta_agents::any::stream;

pub(super) const STUDY: Study = Study {
    name: "hanamikoji-prospects",
    help: "pre-sampling: what markers are worth when a round of Hanamikoji begins, for ends=",
    params: &[
        Param { name: "rules", default: "thesis-compat", help: "thesis-compat, fair or official" },
        Param {
            name: "agent",
            default: "simple-cheating",
            help: "who plays both seats; one that uses an earlier table makes the next generation",
        },
        Param { name: "games", default: "100", help: "games for every arrangement, those alike pooled" },
        Param { name: "seed", default: "1", help: "the seed of deals and agents" },
    ],
    open,
};

fn open(args: &Args<'_>) -> Result<Box<dyn Work>, InputError> {
    let at = args.word("rules", &round_values::SHIPPED)?;
    Ok(Box::new(Prospects {
        game: format!("hanamikoji:rules={}", round_values::SHIPPED[at]),
        rules: [Rules::HASSAN, Rules::FAIR, Rules::OFFICIAL][at],
        agent: karuta_hanamikoji_agents::agents(args.text("agent"), false)?,
        games: args.number("games", 1..=1_000_000)?,
        seed: args.number("seed", 0..=u64::MAX)?,
        orbits: round_values::orbits(),
    }))
}

struct Prospects {
    /// The game's spec.
    game: String,
    rules: Rules,
    agent: BuiltAgent<Hanamikoji>,
    games: u64,
    seed: u64,
    orbits: Vec<Owners>,
}

impl Prospects {
    /// The result for seat 0 of a game from this start: 1, 0 or -1.
    fn play(&self, start: Hanamikoji, path: &[u64]) -> f64 {
        let mut referee = Referee::new(start);
        let mut agents: [Box<dyn Agent<Hanamikoji>>; 2] = std::array::from_fn(|_| (self.agent.make)());
        let mut rng = Rng::for_path(self.seed, path);
        while let Some(decision) = referee.decision_showing(|state, seat| self.agent.view(state, seat)) {
            let mv = agents[decision.seat].choose(&decision, &mut rng).mv;
            referee.play(mv);
        }
        2.0 * referee.state().payoff()[0] - 1.0
    }
}

impl Work for Prospects {
    fn players(&self) -> Vec<(String, String)> {
        vec![(self.game.clone(), self.agent.spec.clone())]
    }

    /// Without a last round, the third is the second with the seats exchanged: its lines are left out.
    fn pieces(&self) -> usize {
        let rounds = if self.rules.rounds == 0 { 1 } else { ROUNDS.len() };
        rounds * self.orbits.len()
    }

    fn piece(&self, index: usize) -> String {
        let round = ROUNDS[index / self.orbits.len()];
        let orbit = self.orbits[index % self.orbits.len()];
        // Arrangements that differ only by suits of equal charm are worth the same: their games are
        // played in turn and counted together.
        let members = round_values::members(orbit);
        let games = self.games * members.len() as u64;
        let mut sum = 0.0;
        for game in 0..games {
            let path = [stream::STUDY, index as u64, game];
            let seed = Rng::for_path(self.seed, &path).bits();
            let markers = members[(game % members.len() as u64) as usize];
            let start = Hanamikoji::at_round(self.rules, round, markers, seed);
            sum += self.play(start, &[stream::STUDY, index as u64, game, 1]);
        }
        round_values::line(round, orbit, games, sum / games as f64)
    }

    fn heading(&self) -> String {
        round_values::HEADING.to_string()
    }

    /// The mean value by suit and owner, for the owner: what the thesis draws in its Figure 5.
    fn digest(&self, lines: &[String]) -> Vec<Digest> {
        let Ok(table) = round_values::Prospects::parse(&lines.join("\n")) else {
            return Vec::new();
        };
        let rows = ROUNDS.into_iter().enumerate().flat_map(|(at, round)| {
            let table = &table;
            (0..2).map(move |seat| {
                let sign = 1.0 - 2.0 * seat as f64;
                let means = (0..7).map(|suit| {
                    let reach = 1.96 * error(lines, round, suit, seat);
                    format!("{:+.3} \u{b1}{reach:.3}", sign * table.mean_where(at, suit, seat))
                });
                [format!("round {round}, held by seat {seat}")].into_iter().chain(means).collect()
            })
        });
        vec![Digest {
            title: "mean value to the owner of each marker".to_string(),
            head: ["", "0", "1", "2", "3", "4", "5", "6"].map(String::from).to_vec(),
            rows: rows.collect(),
        }]
    }
}

/// The standard error of the mean over all arrangements of a round in which `seat` holds the marker of `suit`. Each
/// arrangement has games of its own, of 1 or -1; those that are alike share theirs. A round without lines mirrors the
/// first.
fn error(lines: &[String], round: u16, suit: usize, seat: usize) -> f64 {
    let is_played = lines.iter().any(|line| line.split(',').next() == Some(&round.to_string()));
    if !is_played && round != ROUNDS[0] {
        return error(lines, ROUNDS[0], suit, 1 - seat);
    }
    let (mut all, mut variance): (f64, f64) = (0.0, 0.0);
    for line in lines {
        let fields: Vec<&str> = line.split(',').collect();
        let &[its_round, owners, games, value] = fields.as_slice() else { continue };
        let (Ok(its_round), Ok(games), Ok(value)) =
            (its_round.parse::<u16>(), games.parse::<f64>(), value.parse::<f64>())
        else {
            continue;
        };
        let Ok(owners) = Owners::try_from(owners.as_bytes()) else { continue };
        if its_round != round {
            continue;
        }
        let members = round_values::members(owners.map(|digit| digit.wrapping_sub(b'0')));
        let fitting = members.iter().filter(|markers| markers.owner(suit) == Some(seat)).count() as f64;
        all += fitting;
        variance += fitting * fitting * (1.0 - value * value) / games;
    }
    if all > 0.0 { variance.sqrt() / all } else { 0.0 }
}
