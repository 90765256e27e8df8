//! Daihinmin for people and for searches: names, measures, policies.

use karuta_engine::playout::{ByPolicy, PolicyAgent};
use karuta_engine::{Game, Rng, Seat};

use crate::cards::Cards;
use crate::learning::{encoder, policy_weights as learning};
use crate::moves::Move;
use crate::numbering;
use crate::papers::okubo::place_values;
use crate::play::beliefs;
use crate::play::decision_rules::Certain;
use crate::play::policies::{Eager, SampleClient};
use crate::play::pruning;
use crate::play::remainder::{self, Remainder};
use crate::play::softmax::{self as policy, Informed, Softmax};
use crate::text::options::{self, Options};
use crate::text::{notation, people, position, render, zones};
use crate::view::View;
use crate::{Daihinmin, Phase};
use karuta_playable::error::InputError;
use karuta_playable::ink::Ink;
use karuta_playable::knowledge::Knowledge;
use karuta_playable::level::Level;
use karuta_playable::numbering::Numbering;
use karuta_playable::parts::{Learning, Parts, PolicyPart, Preset, Reveal, Rule, RulePart, Sampler, Worlds};
use karuta_playable::playable::{AHEAD, Measure, Playable, Purpose, Quantity};
use karuta_playable::spec::{Args, Param};
use karuta_playable::variant::Variant;

impl Playable for Daihinmin {
    type Options = Options;

    const NAME: &'static str = "daihinmin";
    const HELP: &'static str = "Daihinmin by the rules of the UECda contests";
    const PARAMS: &'static [Param] = options::PARAMS;
    const MEASURES: &'static [Measure] = &[
        Measure {
            name: "points",
            help: "points a game: 5 for the first place to 1 for the last",
            is_total: false,
        },
        Measure { name: "first", help: "games won", is_total: true },
        Measure { name: "second", help: "games ended second", is_total: true },
        Measure { name: "third", help: "games ended third", is_total: true },
        Measure { name: "fourth", help: "games ended fourth", is_total: true },
        Measure { name: "fifth", help: "games ended last", is_total: true },
    ];
    const QUANTITIES: &'static [Quantity] = &[Quantity {
        name: AHEAD,
        help: "strong cards (aces, twos, the joker) in hand beyond the mean of the others",
    }];
    const POSITION_HELP: &'static str = "one hand and the table: \"hand=S3,HT,D8,JO table=D9 order=normal \
         lock=no\" (groups S7+H7, sequences S4-S5-S6, a joker standing in JO:D7, alone or as the fifth of a \
         group JO, below the threes JO:S0, above the twos JO:SX; table=empty; order=reversed); or a whole \
         position as tables write it, with hands, played, seating, titles and so on: see \
         docs/rules/daihinmin.md";
    const VARIANTS: &'static [Variant] = people::VARIANTS;
    const RULES: &'static str = people::RULES;
    const MOVE_HELP: &'static str = people::MOVE_HELP;
    const OPPONENT: &'static str = "daihinmin-best";
    const LEVELS: [&'static str; Level::ALL.len()] =
        ["eager", "default", "naive-mc:iters=300", "snowl:iters=300", "daihinmin-best"];
    const PEOPLE_PLAY: &'static [(&'static str, &'static str)] = &[("games", "3")];
    const EXHIBITION: &'static [&'static str] = &["daihinmin-best:iters=100", "default", "eager"];
    const SIGNATURE_AGENTS: &'static [&'static [&'static str]] =
        &[&["mcts:iters=100", "default", "random"], &["flat:iters=100,playout=default", "random"]];

    fn options(args: &Args<'_>, _: Purpose) -> Result<Options, InputError> {
        options::read(args)
    }

    fn title(options: &Options) -> String {
        people::title(options.rules.games)
    }

    fn deal(options: &Options, rng: &mut Rng) -> Self {
        options::deal(options, rng)
    }

    fn position(&self) -> String {
        position::position(self)
    }

    fn parse_position(options: &Options, text: &str) -> Result<Self, InputError> {
        position::parse_position(options, text)
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
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

    fn position_of(options: &Options, seat: Seat, known: &Knowledge) -> Result<String, InputError> {
        zones::position_of(options.rules, seat, known)
    }

    fn move_words(&self, mv: Move, ink: Ink) -> String {
        people::words(mv, ink)
    }

    fn news(&self, mv: Move, seat: Seat, _: Ink) -> Vec<String> {
        people::news(self, mv, seat)
    }

    fn begins_trick(&self) -> bool {
        self.phase() == Phase::Play && self.field().is_empty()
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
        let games: u16 = self.tally[seat].iter().sum();
        let points = (games > 0).then(|| f64::from(self.points(seat)) / f64::from(games));
        let places = self.tally[seat].iter().map(|&count| Some(f64::from(count)));
        std::iter::once(points).chain(places).collect()
    }

    fn quantities(&self, seat: Seat) -> Vec<i32> {
        let strong = |seat: Seat| (self.hand(seat) & Cards::STRONG).len() as i32;
        let all: i32 = (0..Daihinmin::SEATS).map(strong).sum();
        let others = Daihinmin::SEATS as i32 - 1;
        vec![(others * strong(seat) - (all - strong(seat))) / others]
    }

    fn counts(&self) -> Vec<(String, u64)> {
        counts(self)
    }

    fn parts() -> Parts<Self> {
        Parts {
            policies: vec![
                PolicyPart::new::<SampleClient>("default", "the sample client of the official server"),
                PolicyPart::new::<Eager>(
                    "eager",
                    "any play by chance; passes only where nothing can be played",
                ),
                PolicyPart {
                    name: "light",
                    help: "softmax over cheap features of a play, weighed by hand",
                    playout: || Box::new(ByPolicy::new(Softmax::new(policy::light()))),
                    agent: Some(|| Box::new(PolicyAgent::new(Softmax::greedy(policy::light())))),
                    round: None,
                    cut: None,
                },
                PolicyPart {
                    name: "quick",
                    help: "the same features with weights learned by self-play",
                    playout: || Box::new(ByPolicy::new(Softmax::new(policy::learned()))),
                    agent: None,
                    round: None,
                    cut: None,
                },
                PolicyPart {
                    name: "learned",
                    help: "as quick; playouts carry out mates and play the ending of two right",
                    playout: || Box::new(Informed::new(Softmax::new(policy::learned()))),
                    agent: Some(|| Box::new(PolicyAgent::new(Softmax::greedy(policy::learned())))),
                    round: None,
                    cut: None,
                },
                PolicyPart {
                    name: "remainder",
                    help: "softmax over the play and the hand it leaves, learned by self-play; playouts as learned",
                    playout: || Box::new(Informed::new(Remainder::new(remainder::shipped()))),
                    agent: Some(|| Box::new(PolicyAgent::new(Remainder::greedy(remainder::shipped())))),
                    round: None,
                    cut: None,
                },
                PolicyPart {
                    name: "adaptive",
                    help: "as remainder; seats that played the games before like the sample client do so in playouts",
                    playout: || Box::new(Informed::new(Remainder::new(remainder::shipped())).with_habits()),
                    agent: None,
                    round: None,
                    cut: None,
                },
            ],
            presets: PRESETS.to_vec(),
            rules: vec![
                RulePart {
                    name: "sure",
                    help: "mates, and the ending of two, are played without a search",
                    about: "endings",
                    rule: Rule::Decide { make: || Box::new(Certain::default()), change: None },
                },
                RulePart {
                    name: "plays",
                    help: "gifts go by rule, and who leads does not pass",
                    about: "gifts",
                    rule: Rule::Narrow(pruning::by_rule),
                },
                RulePart {
                    name: "gifts",
                    help: "gifts go by the learned policy, and who leads does not pass",
                    about: "gifts",
                    rule: Rule::Narrow(pruning::by_policy),
                },
                RulePart {
                    name: "few-gifts",
                    help: "a search chooses among the four gifts that the learned policy likes best; who leads does not \
                           pass",
                    about: "gifts",
                    rule: Rule::Narrow(pruning::by_few),
                },
            ],
            ends: place_values::ends(),
            worlds: Worlds {
                samplers: vec![
                    Sampler {
                        name: "likely",
                        help: "worlds in which the others would have played as they did come up more often",
                        make: || Box::new(beliefs::likely()),
                        by_table: None,
                    },
                    Sampler {
                        name: "plausible",
                        help: "the same by the policy remainder, by which the gifts of the rich are drawn too",
                        make: || Box::new(beliefs::plausible(remainder::shipped(), beliefs::PLAUSIBLE)),
                        by_table: None,
                    },
                    Sampler {
                        name: "adaptive",
                        help: "as plausible; seats that played the games before like the sample client are thought to \
                               go on so",
                        make: || Box::new(beliefs::adaptive(remainder::shipped(), beliefs::PLAUSIBLE)),
                        by_table: None,
                    },
                ],
                reveal: Some(Reveal { all: View::peek, partial: None }),
                ..Worlds::default()
            },
            learning: Learning { encoders: vec![encoder::CANDIDATES], policy: Some(learning::learnable()) },
            ..Parts::default()
        }
    }
}

/// The programs of the paper that are made from the same ideas, and our own.
const PRESETS: &[Preset] = &[
    Preset {
        name: "naive-mc",
        spec: "flat:iters=4000,bandit=even,playout=eager,rules=plays",
        help: "the naive Monte Carlo method, as in MSM04: playouts by chance, spread evenly over the plays; gifts \
               by rule",
    },
    Preset {
        name: "snowl",
        spec: "flat:iters=2000,playout=quick,ends=sq,worlds=64,rules=sure+plays",
        help: "after Snowl: UCB1-Tuned over the plays, playouts by a light learned policy in a pool of worlds, \
               squares of the points; mates and endings of two without search, gifts by rule",
    },
    Preset {
        name: "daihinmin-fast",
        spec: "dmc:rules=sure",
        help: "the net without search; mates and endings of two for certain: a millisecond a game",
    },
    Preset {
        name: "remainder-mc",
        spec: "flat:iters=2000,playout=remainder,worlds=64,rules=sure+plays",
        help: "a strong search that stays as it is, for experiments that are to be comparable: UCB1-Tuned over the \
               plays, playouts by the policy remainder in a pool of worlds; no net",
    },
    Preset {
        name: "daihinmin-best",
        spec: "flat:iters=2000,playout=adaptive,advice=(blend:agent=dmc,weight=0.4),sampler=adaptive,\
               rules=sure+plays",
        help: "UCB1-Tuned over the plays, playouts by a policy that looks at the hand that remains, or by the sample \
               client for seats that have played like it, in worlds weighted by what both would have played, leaning \
               towards a net's opinion; mates and endings of two without search, gifts by rule",
    },
];

/// Numbers of plays of the seat to move, passing left out: all that the official server accepts, and those in which
/// the joker never stands for a card the hand holds.
fn counts(state: &Daihinmin) -> Vec<(String, u64)> {
    let (mut full, mut canonical) = (Vec::new(), Vec::new());
    if state.phase() == Phase::Play {
        let hand = state.hand(usize::from(state.turn));
        state.field().full(hand, &mut full);
        state.field().canonical(hand, &mut canonical);
    }
    vec![(String::from("full"), full.len() as u64), (String::from("canonical"), canonical.len() as u64)]
}
