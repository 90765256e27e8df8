//! Hanamikoji for people and for searches: names, measures, policies, samplers.

use karuta_engine::playout::{ByPolicy, PolicyAgent};
use karuta_engine::{Rng, Seat};

use crate::Hanamikoji;
use crate::learning::encoder;
use crate::moves::Move;
use crate::numbering;
use crate::papers::hassan::action_order;
use crate::papers::hassan::mistakes::Mistaken;
use crate::papers::hassan::samplers::Forgetful;
use crate::play::beliefs;
use crate::play::network::{NetPolicy, Nets};
use crate::play::policies::HassanRandom;
use crate::play::round_values::{self, ToRoundEnd};
use crate::play::{chance_nodes, knowledge};
use crate::scoring::Decided;
use crate::text::options::{self, Options};
use crate::text::{notation, people, position, render, zones};
use crate::view::View;
use crate::worlds::enumeration;
use karuta_playable::error::InputError;
use karuta_playable::ink::Ink;
use karuta_playable::knowledge::Knowledge;
use karuta_playable::level::Level;
use karuta_playable::numbering::Numbering;
use karuta_playable::parts::{
    Learning, Named, Parts, PolicyPart, Preset, Reveal, Rule, RulePart, Sampler, Stage, TwoSeat, Worlds,
};
use karuta_playable::playable::{Measure, Playable, Purpose};
use karuta_playable::spec::{Args, Param};
use karuta_playable::variant::Variant;

impl Playable for Hanamikoji {
    type Options = Options;

    const NAME: &'static str = "hanamikoji";
    const HELP: &'static str = "Hanamikoji, the game of Hassan's thesis or the official one";
    const PARAMS: &'static [Param] = options::PARAMS;
    const MEASURES: &'static [Measure] = &[
        Measure { name: "won_round_1", help: "games won at the end of round 1", is_total: true },
        Measure { name: "won_round_2", help: "games won at the end of round 2", is_total: true },
        Measure {
            name: "won_round_3",
            help: "games won at the end of round 3, tie-breaker apart",
            is_total: true,
        },
        Measure { name: "won_later", help: "games won after round 3", is_total: true },
        Measure { name: "won_tiebreak", help: "games won by the tie-breaker", is_total: true },
        Measure { name: "tiebreaks", help: "games that came to the tie-breaker", is_total: true },
        Measure { name: "reached_round_3", help: "games that reached round 3", is_total: true },
        Measure { name: "won_by_markers", help: "games won with four markers", is_total: true },
        Measure { name: "won_by_charm", help: "games won with eleven charm", is_total: true },
        Measure { name: "won_by_lead", help: "games won by more markers or charm at last", is_total: true },
        Measure { name: "rounds", help: "rounds played", is_total: false },
        Measure { name: "rounds_winning", help: "rounds played in games won", is_total: false },
        Measure { name: "markers", help: "markers at the end", is_total: false },
        Measure { name: "charm", help: "charm at the end", is_total: false },
    ];
    const POSITION_HELP: &'static str = "key=value words: hands (seat 0, seat 1; suits 0 to 6), and where \
         needed plays (S3, T45, G355>5, C1124>14, joined by +; >? for an open offer; C11/24>? in the \
         official game), deck, removed, markers (a digit per suit: 0 unclaimed, 1 seat 0, 2 seat 1), round, \
         first (the seat that started the round), seed (of the draws to come): \
         \"round=1 first=0 markers=0000000 hands=1124445,0235556 plays=-,- deck=336666 removed=0 seed=7\"";
    const VARIANTS: &'static [Variant] = people::VARIANTS;
    const RULES: &'static str = people::RULES;
    const MOVE_HELP: &'static str = people::MOVE_HELP;
    const OPPONENT: &'static str = "hanamikoji-best";
    const LEVELS: [&'static str; Level::ALL.len()] =
        ["mcts:iters=10", "mcts:iters=50", "mcts:iters=400", "mcts:iters=2000", "hanamikoji-best:iters=3000"];
    const PEOPLE_PLAY: &'static [(&'static str, &'static str)] = &[("rules", "official")];
    const SIGNATURE_AGENTS: &'static [&'static [&'static str]] =
        &[&["mcts:iters=200", "random"], &["hanamikoji-best:iters=50", "dmc"]];
    const EXHIBITION: &'static [&'static str] = &["hanamikoji-best:iters=200", "mcts:iters=100", "random"];

    fn options(args: &Args<'_>, _: Purpose) -> Result<Options, InputError> {
        options::read(args)
    }

    fn title(options: &Options) -> String {
        people::title(&options.rules)
    }

    fn deal(options: &Options, rng: &mut Rng) -> Self {
        options::deal(options, rng)
    }

    fn position(&self) -> String {
        position::position(self)
    }

    fn parse_position(options: &Options, text: &str) -> Result<Self, InputError> {
        position::parse_position(options.rules, text)
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

    fn news(&self, mv: Move, seat: Seat, ink: Ink) -> Vec<String> {
        people::news(self, mv, seat, ink)
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
        let flag = |claim: bool| Some(f64::from(u8::from(claim)));
        let by = self.outcome().map(|outcome| outcome.by);
        let won = self.outcome().is_some_and(|outcome| outcome.winner == Some(seat));
        let tie = matches!(by, Some(Decided::Tier | Decided::Nothing));
        let rounds = f64::from(self.round());
        vec![
            flag(won && !tie && self.round() == 1),
            flag(won && !tie && self.round() == 2),
            flag(won && !tie && self.round() == 3),
            flag(won && !tie && self.round() > 3),
            flag(won && tie),
            flag(tie),
            flag(self.round() >= 3),
            flag(won && by == Some(Decided::Markers)),
            flag(won && by == Some(Decided::Charm)),
            flag(won && by == Some(Decided::Lead)),
            Some(rounds),
            won.then_some(rounds),
            Some(f64::from(self.markers().count(seat))),
            Some(f64::from(self.markers().charm(seat))),
        ]
    }

    fn parts() -> Parts<Self> {
        Parts {
            policies: vec![
                PolicyPart {
                    round: Some(|| Box::new(ToRoundEnd::new(HassanRandom))),
                    ..PolicyPart::new::<HassanRandom>(
                        "thesis-random",
                        "the thesis' random agent: any action left, then any cards, card by card",
                    )
                },
                PolicyPart {
                    agent: None,
                    round: Some(|| Box::new(Mistaken::default())),
                    ..PolicyPart::new::<HassanRandom>(
                        "thesis-mistaken",
                        "the same, but with ends=presampled it errs as the thesis' program seems to: what is left of \
                         an offer of its own is lost, and player 2 does not win in round 1",
                    )
                },
                PolicyPart {
                    name: "net",
                    help: "a small net over what the table looks like after a move, learned by self-play by the rules at \
                           the table",
                    playout: || Box::new(ByPolicy::new(NetPolicy::new(Nets::shipped()))),
                    agent: Some(|| Box::new(PolicyAgent::new(NetPolicy::greedy(Nets::shipped())))),
                    round: Some(|| Box::new(ToRoundEnd::new(NetPolicy::new(Nets::shipped())))),
                    cut: None,
                },
            ],
            presets: PRESETS.to_vec(),
            rules: vec![RulePart {
                name: "order",
                help: "the four actions are taken in this order in every round; order-STGC begins with a secret",
                about: "the order of actions",
                rule: Rule::Read(action_order::read),
            }],
            ends: round_values::ends(),
            worlds: Worlds {
                samplers: vec![
                    Sampler {
                        name: "thesis",
                        help: "the thesis' randomisation, which forgets what the other seat took from offers",
                        make: || Box::new(Forgetful),
                        by_table: None,
                    },
                    Sampler {
                        name: "belief",
                        help: "worlds weighted by how likely the policy net would have made in them the other seat's \
                               offers and answers and hidden its cards",
                        make: || Box::new(beliefs::likely()),
                        by_table: None,
                    },
                ],
                likelihood: Some(beliefs::likelihood),
                listing: Some(enumeration::LISTING),
                identity: Some(enumeration::IDENTITY),
                draws: chance_nodes::RULES.to_vec(),
                reveal: Some(Reveal { all: View::peek, partial: None }),
            },
            stage: Some(Stage { count: View::decisions_left, help: "decisions left in the round" }),
            two_seat: Some(TwoSeat {
                evaluations: vec![Named {
                    name: "markers",
                    help: "the markers that the cards on the table and in hand will take, as far as one can tell",
                    part: knowledge::evaluate,
                }],
                knowledge: knowledge::KNOWLEDGE,
                order: None,
                endgame: None,
            }),
            learning: Learning { encoders: vec![encoder::CANDIDATES], policy: None },
            ..Parts::default()
        }
    }
}

/// The agents of Hassan's thesis that need no more than the game itself.
const PRESETS: &[Preset] = &[
    Preset {
        name: "hanamikoji-best",
        spec: "census:agent=(mcts:select=(puct:prior=net),c=1,playout=net,ends=presampled,sampler=belief),time=1s,plies=4",
        help: "the strongest there is without cheating: tree search to the end of the round, PUCT whose priors and \
               playouts are those of a policy net, over worlds weighted by what the other seat did, and all worlds \
               where few are left",
    },
    Preset {
        name: "simple",
        spec: "flat:each=50,playout=thesis-random,sampler=thesis,tie=last",
        help: "the thesis' simple agent: each= playouts for every move, worlds as the thesis randomises them",
    },
    Preset {
        name: "simple-cheating",
        spec: "flat:each=50,playout=thesis-random,tie=last,peek=on",
        help: "the same agent, looking at the other hand",
    },
    Preset {
        name: "recursive",
        spec: "flat:each=9,playout=(flat:each=5,playout=thesis-random,sampler=thesis,tie=last),sampler=thesis,tie=last",
        help: "the thesis' recursive agent: playouts by simple agents",
    },
    Preset {
        name: "tree",
        spec: "expectiminimax:depth=2,rule=A,playout=thesis-random,sampler=thesis,tie=last,peek=on",
        help: "the thesis' tree search H(depth), each= playouts for every leaf: it peeks, since its tree is built \
               on the true cards, and only what its leaves do not see is drawn anew",
    },
    Preset {
        name: "tree-cheating",
        spec: "expectiminimax:depth=2,rule=A,leaves=keep,playout=thesis-random,tie=last,peek=on",
        help: "the thesis' cheating tree search C(depth): its leaves keep the true cards as well",
    },
    Preset {
        name: "tree-honest",
        spec: "expectiminimax:depth=2,playout=thesis-random,sampler=thesis,tie=last",
        help: "the same search without cheating: a tree for each of worlds= sampled worlds",
    },
];

#[cfg(test)]
mod tests;
