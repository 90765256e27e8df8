//! Hand cards of Tichu: which cards are left when a seat has so many, in games that some agent plays
//! against itself, or by a table of priors. What the report draws of human games in its Figure 4.3 and its
//! appendix, for single cards.

use std::fmt::Write as _;

use karuta_engine::{Agent, Referee, Rng, Seat};
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable as _;
use karuta_playable::spec::{Args, Param, Spec};
use karuta_tichu::Tichu;
use karuta_tichu::cards::{Cards, card_name, rank_name, rank_of};
use karuta_tichu::combos::{Combo, Kind};
use karuta_tichu::papers::pestalozzi::priors::{Priors, generals};

use super::{Digest, Study, Work};
use karuta_agents::BuiltAgent;
use karuta_agents::any::{deal, stream};

pub(super) const STUDY: Study = Study {
    name: "tichu-hands",
    help: "which cards are in hands of 1 to 14 cards, by games of an agent against itself",
    params: &[
        Param { name: "rules", default: "report", help: "official, report or report-code" },
        Param { name: "agent", default: "balanced-random", help: "who plays all seats" },
        Param { name: "games", default: "100", help: "rounds played" },
        Param { name: "seed", default: "1", help: "the seed of deals and agents" },
        Param {
            name: "prior",
            default: "none",
            help: "a table of priors in a file, whose single cards are shown instead of games",
        },
    ],
    open,
};

/// The most cards in a hand that is counted.
const MOST: usize = 14;
/// Kinds of cards: Dog, Mah Jong, the ranks 2 to A, Phoenix, Dragon.
const KINDS: usize = 17;
/// Rounds of a piece.
const PIECE: u64 = 10;

fn open(args: &Args<'_>) -> Result<Box<dyn Work>, InputError> {
    let rules = args.text("rules");
    let spec = Spec::parse(&format!("tichu:rules={rules}"))?;
    let game = Args::new(&spec, Tichu::PARAMS)?;
    Ok(Box::new(Hands {
        game: spec.to_string(),
        options: Tichu::options(&game, karuta_playable::playable::Purpose::Match)?,
        agent: karuta_tichu_agents::agents(args.text("agent"), false)?,
        games: args.number("games", 1..=100_000_000)?,
        seed: args.number("seed", 0..=u64::MAX)?,
        prior: match args.text("prior") {
            "none" => None,
            path => Some(from_priors(path)?),
        },
    }))
}

/// The probabilities of single cards in a table of priors, in billionths.
fn from_priors(path: &str) -> Result<Box<HandCounts>, InputError> {
    let bad = |error: String| InputError::new(format!("prior={path}: {error}"));
    let text = std::fs::read_to_string(path).map_err(|error| bad(error.to_string()))?;
    let priors = Priors::parse(&text).map_err(|error| bad(error.to_string()))?;
    let mut counts: Box<HandCounts> = Box::default();
    for (size, counts) in counts.iter_mut().enumerate() {
        for (general, &share) in generals().iter().zip(priors.of_length(size + 1)) {
            let kind = match (general.combo.kind, general.combo.height) {
                (Kind::Single, Combo::LED_PHOENIX) => KINDS - 2,
                (Kind::Single, Combo::DRAGON) => KINDS - 1,
                (Kind::Single, height) => usize::from(height / 2),
                _ => continue,
            };
            counts[kind] += (1e9 * f64::from(share)).round() as u64;
        }
    }
    Ok(counts)
}

struct Hands {
    /// The game's spec.
    game: String,
    options: <Tichu as karuta_playable::playable::Playable>::Options,
    agent: BuiltAgent<Tichu>,
    games: u64,
    seed: u64,
    /// The priors shown in place of games.
    prior: Option<Box<HandCounts>>,
}

/// Counts of the times each kind of card was held, by the size of the hand.
type HandCounts = [[u64; KINDS]; MOST];

fn kind(card: u8) -> usize {
    let rank = usize::from(rank_of(card));
    if Cards::one(card) == Cards::DRAGON { KINDS - 1 } else { rank }
}

fn kind_name(kind: usize) -> String {
    match kind {
        0 => card_name(0),
        1 => "Mah".to_string(),
        15 => "Pho".to_string(),
        16 => "Dra".to_string(),
        rank => rank_name(rank as u8).to_string(),
    }
}

impl Hands {
    /// Counts hands as the report did: all at the deal, and a seat's own after each of its plays.
    fn count(&self, index: u64, counts: &mut HandCounts) {
        let mut referee: Referee<Tichu> = Referee::new(deal(&self.options, self.seed, index));
        let mut agents: [Box<dyn Agent<Tichu>>; 4] = std::array::from_fn(|_| (self.agent.make)());
        let mut rng = Rng::for_path(self.seed, &[stream::STUDY, index]);
        let mut sizes = [0; 4];
        while referee.turn().is_some() {
            for (seat, size) in sizes.iter_mut().enumerate() {
                let hand = referee.state().hand(seat);
                let now = hand.len() as usize;
                if now != *size && (1..=MOST).contains(&now) {
                    hand.iter().for_each(|card| counts[now - 1][kind(card)] += 1);
                }
                *size = now;
            }
            let look = |state: &Tichu, seat: Seat| self.agent.view(state, seat);
            let decision = referee.decision_showing(look).expect("somebody is to move");
            let mv = agents[decision.seat].choose(&decision, &mut rng).mv;
            referee.play(mv);
        }
    }
}

impl Work for Hands {
    fn players(&self) -> Vec<(String, String)> {
        match self.prior {
            None => vec![(self.game.clone(), self.agent.spec.clone())],
            Some(_) => Vec::new(),
        }
    }

    fn pieces(&self) -> usize {
        if self.prior.is_some() { 1 } else { self.games.div_ceil(PIECE) as usize }
    }

    fn piece(&self, index: usize) -> String {
        let mut counts: HandCounts = Default::default();
        let first = index as u64 * PIECE;
        match &self.prior {
            Some(prior) => counts = **prior,
            None => {
                (first..(first + PIECE).min(self.games)).for_each(|game| self.count(game, &mut counts));
            }
        }
        let mut line = format!("{first}");
        for count in counts.as_flattened() {
            let _ = write!(line, ",{count}");
        }
        line
    }

    fn heading(&self) -> String {
        let names =
            (1..=MOST).flat_map(|size| (0..KINDS).map(move |kind| format!("{size} {}", kind_name(kind))));
        format!("first,{}", names.collect::<Vec<_>>().join(","))
    }

    /// The share of each kind among the cards of hands of a size, in percent, with twice its error over
    /// pieces: hands of one game are alike.
    fn digest(&self, lines: &[String]) -> Vec<Digest> {
        let pieces: Vec<Vec<f64>> = lines
            .iter()
            .map(|line| line.split(',').skip(1).filter_map(|count| count.parse().ok()).collect())
            .filter(|piece: &Vec<f64>| piece.len() == MOST * KINDS)
            .collect();
        let row = |size: usize| {
            let held = |piece: &Vec<f64>| piece[size * KINDS..(size + 1) * KINDS].iter().sum::<f64>();
            let all: f64 = pieces.iter().map(held).sum();
            let share = |kind: usize| {
                let share = pieces.iter().map(|piece| piece[size * KINDS + kind]).sum::<f64>() / all;
                if pieces.len() < 2 {
                    return format!("{:.2}", 100.0 * share);
                }
                let off = |piece: &Vec<f64>| (piece[size * KINDS + kind] - share * held(piece)).powi(2);
                let error = pieces.iter().map(off).sum::<f64>().sqrt() / all;
                format!("{:.2} ±{:.2}", 100.0 * share, 196.0 * error)
            };
            let name = if size == 0 { "1 card".to_string() } else { format!("{} cards", size + 1) };
            let shares = (0..KINDS).map(|kind| if all > 0.0 { share(kind) } else { "-".to_string() });
            [name].into_iter().chain(shares).collect()
        };
        vec![Digest {
            title: "share of the cards in hands of a size, in percent".to_string(),
            head: [String::new()].into_iter().chain((0..KINDS).map(kind_name)).collect(),
            rows: (0..MOST).map(row).collect(),
        }]
    }
}

#[cfg(test)]
mod tests;
