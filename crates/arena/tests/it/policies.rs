//! Policies whose weights learn by self-play.

use karuta_agents::train::{Learner, TrainConfig, Training};
use karuta_daihinmin::Daihinmin;
use karuta_onitama::Onitama;
use karuta_playable::error::InputError;
use karuta_playable::playable::{Playable, Purpose};
use karuta_playable::spec::{Args, Spec};

const CONFIG: TrainConfig = TrainConfig { seed: 1, rate: 0.1 };

fn learner<G: Playable>(from: Option<&str>) -> Result<Learner<G>, InputError> {
    let spec = Spec::parse(G::NAME)?;
    let options = G::options(&Args::new(&spec, G::PARAMS)?, Purpose::Match)?;
    Learner::new(&G::parts(), &options, CONFIG, from)
}

#[test]
fn learning_is_repeatable_and_moves_weights() {
    let train = |games: &[u64]| {
        let mut learner = learner::<Daihinmin>(None).expect("a policy that learns");
        for &games in games {
            learner.learn(games);
        }
        learner.weights()
    };
    assert_eq!(train(&[256]), train(&[128, 128]));
    assert_ne!(train(&[128]), train(&[256]));
}

#[test]
fn a_policy_that_knows_nothing_makes_up_its_mind() {
    let learnable = Daihinmin::parts().learning.policy.expect("a policy that learns");
    let blank = (learnable.write)(&vec![0.0; (learnable.read)(learnable.start).expect("weights").len()]);
    let mut learner = learner::<Daihinmin>(Some(&blank)).expect("weights");
    learner.learn(64);
    let before = learner.entropy();
    learner.learn(6_400);
    assert!(learner.entropy() < before - 0.1, "{before} {}", learner.entropy());
}

#[test]
fn what_cannot_learn_says_so() {
    let error = learner::<Onitama<5>>(None).map(|_| ()).expect_err("no policy");
    assert!(error.to_string().contains("no policy that learns"));
    assert!(learner::<Daihinmin>(Some("nonsense")).is_err());
}
