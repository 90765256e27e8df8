//! Nets in training: resumed, threaded, refused.

use karuta_agents::nets;
use karuta_agents::train::nets::{NetTrainConfig, NetTraining};
use karuta_arena::registry;
use karuta_learn::{file, shipped};
use karuta_playable::error::InputError;
use karuta_playable::playable::Purpose;

fn config(learner: &str, threads: usize) -> NetTrainConfig {
    NetTrainConfig {
        learner: learner.into(),
        seed: 3,
        opponent: None,
        deals: 2,
        threads,
        commit: "none".into(),
    }
}

fn training(
    game: &str,
    config: &NetTrainConfig,
    kept: Option<&[u8]>,
) -> Result<Box<dyn NetTraining>, InputError> {
    registry::open(game, Purpose::Match).expect("a game").net_training(config, kept)
}

#[test]
fn threads_and_kills_change_nothing() {
    const SPEC: &str = "dmc:hidden=16,games=10";
    let mut one = training("hanamikoji", &config(SPEC, 1), None).expect("a training");
    one.advance();
    let kept = one.checkpoint();
    one.advance();
    let mut other = training("hanamikoji", &config(SPEC, 3), Some(&kept)).expect("it goes on");
    assert_eq!(other.steps(), 10);
    other.advance();
    assert_eq!(one.examine(), other.examine());
    assert!(one.checkpoint() == other.checkpoint() && one.net() == other.net());
}

#[test]
fn a_training_may_begin_with_a_net() {
    let parameters = |net: &[u8]| file::read_net(net).expect("a net").1.parameters;
    let from = |learner: &str| training("tichu:rules=report", &config(learner, 1), None);
    for (name, learner) in [
        ("tichu-fair-17", "dqn:encoder=fair-17,start=tichu-fair-17"),
        ("tichu", "dmc:encoder=played,hidden=256+128,start=tichu"),
    ] {
        let begun = from(learner).expect(learner).net();
        assert_eq!(parameters(&begun), parameters(&nets::read(name).expect(name)));
    }
    // A net that is passed on names the file it began with, not its folder.
    let file = std::env::temp_dir().join(format!("karuta-start-{}.safetensors", std::process::id()));
    std::fs::write(&file, shipped::find("tichu").expect("a net")).expect("it can be written");
    let begun = from(&format!("dmc:encoder=played,start={}", file.display())).expect("a net").net();
    std::fs::remove_file(&file).expect("it was written");
    let learner = file::read_net(&begun).expect("a net").0.learner;
    assert!(learner.contains("start=karuta-start-") && !learner.contains('/'), "{learner}");
    let error = |learner: &str| from(learner).map(|_| ()).expect_err("an error").to_string();
    assert!(error("dmc:encoder=played,hidden=8,start=tichu").contains("another shape"));
    assert!(error("dmc:start=/no/such/net").contains("start=/no/such/net"));
}

#[test]
fn every_learner_trains_and_is_examined() {
    for (game, learner) in [
        ("daihinmin", "dmc:hidden=8,games=4"),
        ("tichu", "dmc:hidden=8,games=2"),
        ("tichu:rules=report", "dqn:encoder=fair-17,warmup=10,batch=4,interval=20"),
        ("tichu:rules=report", "dqn:encoder=report-17,opponents=(balanced-random),interval=20"),
    ] {
        let mut training = training(game, &config(learner, 2), None).expect(learner);
        training.advance();
        let point = training.examine();
        assert!(point.steps > 0 && point.steps == training.steps());
        assert!((0.0..=1.0).contains(&point.payoff) && (0.0..=1.0).contains(&point.wins), "{point:?}");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let error = |game: &str, learner: &str, kept: Option<&[u8]>| {
        training(game, &config(learner, 1), kept).map(|_| ()).expect_err("an error").to_string()
    };
    assert!(error("onitama5", "dmc", None).contains("planes"));
    assert!(error("hanamikoji", "dcm", None).contains("there are: dmc, dqn"));
    assert!(error("hanamikoji", "dmc:encoder=x", None).contains("candidates"));
    assert!(error("tichu", "dqn:encoder=candidates", None).contains("does not suit dqn"));
    assert!(error("tichu", "dmc:encoder=fair-17", None).contains("does not suit dmc"));
    assert!(error("tichu", "dqn:opponents=nobody", None).contains("nobody"));
    let kept = training("hanamikoji", &config("dmc:hidden=8", 1), None).expect("a training").checkpoint();
    assert!(error("hanamikoji", "dmc:hidden=9", Some(&kept)).contains("another training: its learner"));
    assert!(error("daihinmin", "dmc:hidden=8", Some(&kept)).contains("its game is hanamikoji"));
    assert!(error("hanamikoji", "dmc:hidden=8", Some(b"nonsense")).contains("no safetensors"));
}
