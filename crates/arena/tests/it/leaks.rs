//! The leak law: two truths that look the same to a seat, and the same luck, lead to the same choice, ranking and
//! expected line, the same handle and the same messages to engines. Every hidden game, every preset.

use std::sync::Mutex;
use std::time::Duration;

use karuta_agents::BuiltAgent;
use karuta_agents::protocol::exec::{ExecConfig, OnFault, Question, question};
use karuta_agents::protocol::messages::{BudgetMessage, Hello};
use karuta_agents::seat::{TypedSeat, line_text};
use karuta_engine::{Decision, Referee, Rng, Seat};
use karuta_playable::playable::{Playable, Purpose};
use karuta_playable::spec::{Args, Spec};

use crate::{Agents, DAIHINMIN, DAIHINMIN_RULES, HANAMIKOJI, HANAMIKOJI_RULES, TICHU, TICHU_RULES};

/// Positions for each preset by the rules that come first, and by each of the other sets of rules.
const POSITIONS: [usize; 2] = [500, 100];

/// A position with who moves and what that seat has observed.
struct Case<G: Playable> {
    state: G,
    other: G,
    seat: Seat,
    seen: Vec<(Seat, G::Move)>,
}

/// Positions of random games, each with another truth that looks the same to the seat to move.
fn cases<G: Playable>(spec: &str, count: usize) -> Vec<Case<G>> {
    let spec = Spec::parse(spec).expect("a spec");
    let args = Args::new(&spec, G::PARAMS).expect("arguments");
    let options = G::options(&args, Purpose::Match).expect("options");
    let mut cases = Vec::new();
    for index in 0.. {
        let mut rng = Rng::for_path(index, &[7]);
        let mut referee = Referee::new(G::deal(&options, &mut rng));
        while let Some(seat) = referee.turn() {
            if rng.index(4) == 0 {
                let state = *referee.state();
                let other = G::sample(&state.view(seat), &mut rng);
                cases.push(Case { state, other, seat, seen: referee.history(seat).to_vec() });
            }
            if cases.len() == count {
                return cases;
            }
            let mv = referee.state().random_move(&mut Vec::new(), &mut rng);
            referee.play(mv);
        }
    }
    cases
}

/// All that an agent says of a position.
fn opinion<G: Playable>(agent: &BuiltAgent<G>, truth: &G, case: &Case<G>) -> String {
    let view = truth.view(case.seat);
    let mut legal = Vec::new();
    truth.moves(&mut legal);
    let decision = Decision::new(case.seat, &view, &legal, &case.seen);
    let choice = agent.instance().choose(&decision, &mut Rng::new(3));
    format!("{:?} {:?} {:?}", choice.mv, choice.ranked, line_text::<G>(&view, &choice.line))
}

/// All that an engine is told of a position.
fn messages<G: Playable>(truth: &G, case: &Case<G>, config: &ExecConfig) -> String {
    let handle = TypedSeat::new(truth, case.seen.clone(), case.seat);
    let orders = question(&handle, 0, &Hello::default(), Question { id: 1, rng: None }, config);
    orders.iter().map(|order| serde_json::to_string(order).expect("JSON")).collect()
}

fn check<G: Playable>(agents: &Agents<G>, spec: &str, count: usize) {
    let (cases, presets) = (cases::<G>(spec, count), presets::<G>());
    let config = ExecConfig {
        command: String::new(),
        budget: BudgetMessage::default(),
        hard: Duration::from_secs(1),
        pace: Duration::ZERO,
        on_fault: OnFault::Random,
        forgiven: false,
        shares_rng: false,
        game: spec.to_string(),
        is_analysis: false,
        explain: true,
        idle: Mutex::new(Vec::new()),
    };
    for case in &cases {
        let told = messages(&case.state, case, &config);
        assert_eq!(told, messages(&case.other, case, &config), "{spec}: {}", case.state.position());
    }
    for preset in presets {
        let cheap = ["iters=6", "each=1", "worlds=1"].map(|budget| format!("{preset}:{budget}"));
        let built = cheap.iter().find_map(|spec| agents.build(spec).ok());
        let agent = built.unwrap_or_else(|| agents.build(preset).expect("a preset"));
        if agent.peek.is_some() {
            continue;
        }
        for case in &cases {
            let (one, other) = (opinion(&agent, &case.state, case), opinion(&agent, &case.other, case));
            assert_eq!(one, other, "{preset}, seat {}: {}", case.seat, case.state.position());
        }
    }
}

fn presets<G: Playable>() -> Vec<&'static str> {
    G::parts().presets.iter().map(|preset| preset.name).collect()
}

#[test]
fn hanamikoji_tells_no_seat_what_it_cannot_see() {
    for (at, rules) in HANAMIKOJI_RULES.into_iter().enumerate() {
        check(&HANAMIKOJI, rules, POSITIONS[at.min(1)]);
    }
}

#[test]
fn daihinmin_tells_no_seat_what_it_cannot_see() {
    for (at, rules) in DAIHINMIN_RULES.into_iter().enumerate() {
        check(&DAIHINMIN, rules, POSITIONS[at.min(1)]);
    }
}

#[test]
fn tichu_tells_no_seat_what_it_cannot_see() {
    for (at, rules) in TICHU_RULES.into_iter().enumerate() {
        check(&TICHU, rules, POSITIONS[at.min(1)]);
    }
}
