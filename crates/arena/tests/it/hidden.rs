//! Agents of hidden games, tested: what a seat does not know must not move it, and presets are what they
//! say.

use karuta_daihinmin::Daihinmin;
use karuta_daihinmin::moves::Move;
use karuta_daihinmin::rules::Rules;
use karuta_engine::{Decision, Game, Rng, Seat};
use karuta_playable::playable::Playable;

/// A position after some random moves with what a seat has seen of them, titles and exchange included.
fn position(rng: &mut Rng) -> (Daihinmin, Vec<Vec<(Seat, Move)>>) {
    let rules = Rules { games: 3, ..Rules::OFFICIAL };
    let mut state = Daihinmin::titled(rules, [3, 0, 4, 1, 2], rng.bits());
    let mut seen = vec![Vec::new(); 5];
    for _ in 0..rng.below(150) {
        let Some(seat) = state.turn() else { break };
        let mv = state.random_move(&mut Vec::new(), rng);
        for (by, seen) in seen.iter_mut().enumerate() {
            seen.extend(state.observe(mv, by).map(|mv| (seat, mv)));
        }
        state.apply(mv);
    }
    (state, seen)
}

#[test]
fn what_is_hidden_moves_no_agent() {
    let builder = crate::DAIHINMIN;
    let specs = [
        "flat:iters=60",
        "mcts:iters=60",
        "snowl:iters=60",
        "daihinmin-best:iters=60",
        "flat:iters=60,target=2,method=IIIa,ends=p5",
        "learned",
    ];
    let mut rng = Rng::new(4);
    for spec in specs {
        let agent = builder.build(spec).expect(spec);
        for round in 0..12 {
            let (state, seen) = position(&mut rng);
            let Some(seat) = state.turn() else { continue };
            let view = agent.view(&state, seat);
            let other = Daihinmin::sample(&view, &mut rng);
            let choose = |world: &Daihinmin| {
                let view = agent.view(world, seat);
                let legal = view.legal();
                let decision = Decision::new(seat, &view, &legal, &seen[seat]);
                (agent.make)().choose(&decision, &mut Rng::new(round)).mv
            };
            let mv = choose(&state);
            assert!(state.allows(mv), "{spec}");
            assert_eq!(mv, choose(&other), "{spec} in {state:?}");
        }
    }
}

#[test]
fn presets_build_and_keep_their_names() {
    let builder = crate::DAIHINMIN;
    assert!(Daihinmin::parts().presets.len() >= 3);
    for preset in Daihinmin::parts().presets {
        assert_eq!(builder.build(preset.name).expect("a preset builds").spec, preset.name);
    }
}

#[test]
fn bad_places_targets_and_certainties_are_explained() {
    let daihinmin = crate::DAIHINMIN;
    let error = |text: &str| daihinmin.build(text).map(|_| ()).expect_err(text).to_string();
    assert!(error("flat:ends=f9").contains("there are: auto, game, f0, sq"));
    assert!(error("flat:ends=p0").contains("p1 to p99"));
    assert!(error("flat:ends=1/2/3").contains("five numbers"));
    assert!(error("flat:rules=sure+plays+sure").contains("one rule about endings"));
    assert!(error("flat:sure=on").contains("sure=on is written rules=sure now"));
    assert!(error("flat:places=sq").contains("places=sq is written ends=sq now"));
    assert!(error("flat:target=5").contains("1 to 4"));
    assert!(error("flat:method=II").contains("target="));
    assert!(error("flat:target=1,method=IV").contains("IIIb"));
    assert!(error("mcts:target=1,method=IIIa").contains("flat"));
    let onitama = crate::ONITAMA5;
    let error = |text: &str| onitama.build(text).map(|_| ()).expect_err(text).to_string();
    assert!(error("flat:ends=sq").contains("there are: auto, game"));
    assert!(error("mcts:rules=sure").contains("there are: none"));
    assert!(error("mcts:target=1,solver=on").contains("none beside solver="));
}
