//! What Tichu owes to people and offers to searches: names, measures, policies.

use karuta_engine::{Rng, Seat};

use super::counts::counts;
use super::moves::Move;
use super::policies::{BalancedRandom, Simple};
use super::rules::Rules;
use super::view::View;
use super::{Tichu, encoder, notation, options, position, render, report_encoders};
use crate::playable::{Measure, Parts, Playable, PolicyPart, Purpose, TextError};
use crate::spec::{Args, Param, SpecError};

impl Playable for Tichu {
    type Options = Rules;

    const NAME: &'static str = "tichu";
    const HELP: &'static str = "Tichu, the official game or the one of Pestalozzi's report";
    const PARAMS: &'static [Param] = options::PARAMS;
    const TEAMS: usize = 2;
    const MEASURES: &'static [Measure] = &[
        Measure { name: "points", help: "points of the seat's team", is_total: false },
        Measure { name: "difference", help: "points more than the other team", is_total: false },
        Measure { name: "first_out", help: "rounds in which the seat was first out", is_total: true },
        Measure { name: "doubles", help: "double victories of the seat's team", is_total: true },
        Measure { name: "calls", help: "calls of Tichu and Grand Tichu", is_total: true },
        Measure { name: "calls_made", help: "calls that were made good", is_total: true },
        Measure { name: "rounds", help: "rounds played", is_total: false },
    ];
    const POSITION_HELP: &'static str = position::HELP;
    const OPPONENT: &'static str = "mcts:time=1s,playout=balanced-random";
    const EXHIBITION: &'static [&'static str] =
        &["mcts:iters=100,playout=balanced-random", "balanced-random", "simple"];
    const BENCH_AGENTS: &'static [&'static str] = &["mcts:iters=1000"];
    const SIGNATURE_AGENTS: &'static [&'static [&'static str]] =
        &[&["mcts:iters=20", "random"], &["balanced-random", "simple"]];

    fn options(args: &Args<'_>, _: Purpose) -> Result<Rules, SpecError> {
        options::read(args)
    }

    fn deal(options: &Rules, rng: &mut Rng) -> Self {
        Tichu::new(*options, rng.bits())
    }

    fn position(&self) -> String {
        position::position(self)
    }

    fn parse_position(options: &Rules, text: &str) -> Result<Self, TextError> {
        position::parse_position(*options, text)
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Move, TextError> {
        notation::parse_move(self, text)
    }

    fn render(view: &View, _: Seat) -> String {
        render::render(view)
    }

    fn seat_name(seat: Seat) -> String {
        notation::seat_name(seat)
    }

    fn measure(&self, seat: Seat) -> Vec<Option<f64>> {
        let team = seat % 2;
        let count = |count: u16| Some(f64::from(count));
        vec![
            Some(f64::from(self.scores[team])),
            Some(f64::from(self.scores[team] - self.scores[1 - team])),
            count(self.tally.first[seat]),
            count(self.tally.doubles[team]),
            count(self.tally.calls[seat]),
            count(self.tally.made[seat]),
            count(self.round),
        ]
    }

    fn parts() -> Parts<Self> {
        Parts {
            policies: vec![
                PolicyPart::new::<BalancedRandom>(
                    "balanced-random",
                    "the report's random agent: any type of combination, passing being one, then any such play",
                ),
                PolicyPart::new::<Simple>(
                    "simple",
                    "the report's simple agent: passes where it may, else a single by lot",
                ),
            ],
            peek: Some(View::peek),
            counts: Some(counts),
            encoders: std::iter::once(encoder::CANDIDATES).chain(report_encoders::encoders()).collect(),
            ..Parts::default()
        }
    }
}
