//! Tichu for people and for searches: names, measures, policies.

use std::sync::Arc;

use karuta_engine::playout::{ByPolicy, PolicyAgent};
use karuta_engine::{Rng, Seat};

use crate::cards::Cards;
use crate::counts::counts;
use crate::learning::{encoder, policy_weights as learning};
use crate::moves::Move;
use crate::numbering;
use crate::papers::pestalozzi::determinization::{Combination, PriorTable, Single};
use crate::papers::pestalozzi::node_keys::identities;
use crate::papers::pestalozzi::priors::Priors;
use crate::papers::pestalozzi::{encoders as report_encoders, rewards, search};
use crate::play::beliefs;
use crate::play::decision_rules;
use crate::play::network::{self, NetPolicy};
use crate::play::policies::{BalancedRandom, Simple};
use crate::play::softmax::{self as policy, Informed, Softmax};
use crate::rules::Rules;
use crate::text::{notation, options, people, position, render, zones};
use crate::view::View;
use crate::{Phase, Tichu};
use karuta_playable::error::InputError;
use karuta_playable::ink::Ink;
use karuta_playable::knowledge::Knowledge;
use karuta_playable::level::Level;
use karuta_playable::numbering::Numbering;
use karuta_playable::parts::{
    Learning, Named, PaperParts, Parts, PolicyPart, Reveal, Sampler, Stage, Worlds,
};
use karuta_playable::playable::{Measure, Playable, Purpose, Quantity};
use karuta_playable::spec::{Args, Param};
use karuta_playable::variant::Variant;

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
        Measure {
            name: "doubles",
            help: "double victories of the team, counted at its first seat",
            is_total: true,
        },
        Measure { name: "calls", help: "calls of Tichu and Grand Tichu", is_total: true },
        Measure { name: "calls_made", help: "calls that were made good", is_total: true },
        Measure { name: "rounds", help: "rounds played", is_total: false },
    ];
    const QUANTITIES: &'static [Quantity] = &[
        Quantity { name: "cards", help: "cards in hand" },
        Quantity { name: "partner_leads", help: "1 if the cards on the table are the partner's" },
        Quantity {
            name: "rival_leads",
            help: "1 if the cards on the table are those of a seat of the other team",
        },
        Quantity { name: "phoenix", help: "1 if the Phoenix is in hand" },
    ];
    const POSITION_HELP: &'static str = position::HELP;
    const VARIANTS: &'static [Variant] = people::VARIANTS;
    const RULES: &'static str = people::RULES;
    const MOVE_HELP: &'static str = people::MOVE_HELP;
    const OPPONENT: &'static str = "tichu-best:time=1s";
    const LEVELS: [&'static str; Level::ALL.len()] = [
        "simple",
        "balanced-random",
        "flat:iters=20,playout=learned,worlds=shared,rules=calls+exchange+endings",
        "dmc:rules=calls+exchange+endings",
        "tichu-best",
    ];
    const PEOPLE_PLAY: &'static [(&'static str, &'static str)] = &[("rules", "official"), ("target", "1000")];
    const EXHIBITION: &'static [&'static str] = &["tichu-best:iters=50", "balanced-random", "simple"];
    const BENCH_AGENTS: &'static [&'static str] = &["mcts:iters=1000"];
    const SIGNATURE_AGENTS: &'static [&'static [&'static str]] =
        &[&["mcts:iters=20", "random"], &["balanced-random", "simple"], &["tichu-best:iters=20", "learned"]];

    fn options(args: &Args<'_>, _: Purpose) -> Result<Rules, InputError> {
        options::read(args)
    }

    fn title(options: &Rules) -> String {
        people::title(options)
    }

    fn deal(options: &Rules, rng: &mut Rng) -> Self {
        Tichu::new(*options, rng.bits())
    }

    fn position(&self) -> String {
        position::position(self)
    }

    fn parse_position(options: &Rules, text: &str) -> Result<Self, InputError> {
        position::parse_position(*options, text)
    }

    fn move_text(&self, mv: Move) -> String {
        notation::move_text(self, mv)
    }

    fn as_noticed(&self, by: Seat) -> Tichu {
        self.without_windows_of_others(by)
    }

    fn numbering() -> Option<Numbering<Self>> {
        Some(numbering::numbering())
    }

    fn parse_move(&self, text: &str) -> Result<Move, InputError> {
        notation::parse_move(self, text)
    }

    fn render(view: &View, _: Seat, ink: Ink) -> String {
        render::render(view, ink)
    }

    fn knowledge(view: &View, _: Seat) -> Option<Knowledge> {
        Some(zones::knowledge(view))
    }

    fn position_of(rules: &Rules, seat: Seat, known: &Knowledge) -> Result<String, InputError> {
        zones::position_of(*rules, seat, known)
    }

    fn move_words(&self, mv: Move, ink: Ink) -> String {
        people::words(self, mv, ink)
    }

    fn news(&self, mv: Move, seat: Seat, _: Ink) -> Vec<String> {
        people::news(self, mv, seat)
    }

    fn begins_trick(&self) -> bool {
        self.phase == Phase::Play && self.top.is_none()
    }

    fn cards_gone(view: &View, _: Seat, ink: Ink) -> Option<String> {
        Some(people::cards_gone(view, ink))
    }

    fn ending(&self, seat: Seat) -> Vec<String> {
        people::ending(self, seat)
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
            // At one seat of the two, so that those of an agent that plays both add up to the team's.
            count(if seat == team { self.tally.doubles[team] } else { 0 }),
            count(self.tally.calls[seat]),
            count(self.tally.made[seat]),
            count(self.round),
        ]
    }

    fn quantities(&self, seat: Seat) -> Vec<i32> {
        let hand = self.hands[seat];
        let owner = self.top.map(|_| usize::from(self.owner));
        let partner_leads = owner == Some((seat + 2) % 4);
        let rival_leads = owner.is_some_and(|owner| owner % 2 != seat % 2);
        let flags = [partner_leads, rival_leads, hand.contains(Cards::PHOENIX)];
        std::iter::once(hand.len() as i32).chain(flags.map(i32::from)).collect()
    }

    fn counts(&self) -> Vec<(String, u64)> {
        counts(self)
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
                    "the report's simple agent: passes where it may, else a single at random",
                ),
                PolicyPart {
                    name: "light",
                    help: "softmax over features of a play, weighed by hand; calls, exchange, wish and gift by \
                           rule",
                    playout: || Box::new(ByPolicy::new(Softmax::new(policy::light()))),
                    agent: Some(|| Box::new(PolicyAgent::new(Softmax::greedy(policy::light())))),
                    round: None,
                    cut: None,
                },
                PolicyPart {
                    name: "learned",
                    help: "the same features with weights learned by self-play; playouts play the ending of two \
                           right",
                    playout: || Box::new(Informed::new(Softmax::new(policy::learned()))),
                    agent: Some(|| Box::new(PolicyAgent::new(Softmax::greedy(policy::learned())))),
                    round: None,
                    cut: None,
                },
                PolicyPart {
                    name: "net",
                    help: "a small net over more features, learned by self-play; playouts play the ending of two \
                           right",
                    playout: || Box::new(Informed::new(NetPolicy::new(network::shipped()))),
                    agent: Some(|| Box::new(PolicyAgent::new(NetPolicy::greedy(network::shipped())))),
                    round: None,
                    cut: None,
                },
            ],
            presets: crate::presets::presets(),
            rules: decision_rules::rules(),
            ends: rewards::ends(),
            worlds: Worlds {
                samplers: vec![
                    Sampler {
                        name: "likely",
                        help: "worlds in which the others would have played and called as they did come up more often",
                        make: || Box::new(beliefs::likely()),
                        by_table: None,
                    },
                    Sampler {
                        name: "single",
                        help: "the report's: card after card, by how likely hands of a size hold it; (single:prior=FILE) \
                           goes by a table of one's own, made by karuta lab run tichu-priors",
                        make: || Box::new(Single(PriorTable::Shipped)),
                        by_table: Some(|text| {
                            let table = PriorTable::Read(Arc::new(Priors::parse(text)?));
                            Ok(Arc::new(move || Box::new(Single(table.clone()))))
                        }),
                    },
                    Sampler {
                        name: "combination",
                        help: "the report's: combination after combination, to the hand likeliest to hold it; \
                           (combination:prior=FILE)",
                        make: || Box::new(Combination(PriorTable::Shipped)),
                        by_table: Some(|text| {
                            let table = PriorTable::Read(Arc::new(Priors::parse(text)?));
                            Ok(Arc::new(move || Box::new(Combination(table.clone()))))
                        }),
                    },
                ],
                reveal: Some(Reveal { all: View::peek, partial: Some(View::glimpse) }),
                ..Worlds::default()
            },
            stage: Some(Stage { count: |view| view.hand_len(view.seat()), help: "cards in one's hand" }),
            learning: Learning {
                encoders: [encoder::CANDIDATES, encoder::PLAYED]
                    .into_iter()
                    .chain(report_encoders::encoders())
                    .collect(),
                policy: Some(learning::learnable()),
            },
            papers: PaperParts {
                identities: identities(),
                groups: vec![Named {
                    name: "type",
                    help: "by the type of combination, passing being one",
                    part: search::group,
                }],
                replies: Some(search::TALK),
                simplify: vec![Named {
                    name: "wishes",
                    help: "nobody wishes from now on, and the Dragon's trick goes to either opponent",
                    part: search::simplify,
                }],
                by_plies: Some(search::BY_PLIES),
                ..PaperParts::default()
            },
            ..Parts::default()
        }
    }
}
