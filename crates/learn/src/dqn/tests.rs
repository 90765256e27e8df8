//! Tests of `dqn`.

use super::*;
use karuta_tichu::Tichu;
use karuta_tichu::rules::Rules;

fn learner(spec: &str, encoder: &str, others: Others<Tichu>) -> Dqn<Tichu> {
    let spec = Spec::parse(spec).expect("a spec");
    let args = Args::new(&spec, PARAMS).expect("known keys");
    let options = DqnOptions::read(&args, 5).expect("options");
    let parts = Tichu::parts();
    let encoder =
        parts.learning.encoders.iter().find(|named| named.name == encoder).expect("an encoder").part;
    let look = parts.worlds.reveal_all().filter(|_| encoder.peeks).unwrap_or(karuta_engine::Game::view);
    Dqn::new(options, encoder, look, others, Arc::new(|rng| Tichu::new(Rules::PESTALOZZI, rng.bits())))
}

#[test]
fn the_nets_are_those_of_the_report() {
    for (spec, encoder, parameters) in [
        ("dqn:first=together", "report-56", 695_568),
        ("dqn:first=separate", "report-56-ranking", 88_980),
        ("dqn:first=together", "report-17", 446_598),
        ("dqn:first=separate", "fair-17", 24_240),
    ] {
        let dqn = learner(spec, encoder, Others::Itself);
        assert_eq!(dqn.net.parameters.len(), parameters, "{encoder}");
    }
}

#[test]
fn a_checkpoint_is_all_there_is_to_remember() {
    const SPEC: &str = "dqn:warmup=40,replay=120,batch=8,interval=3";
    let header = |steps: u64| Header {
        game: "tichu".into(),
        encoder: "fair-17".into(),
        learner: "dqn".into(),
        steps,
        seed: 5,
        commit: "none".into(),
    };
    let mut straight = learner(SPEC, "fair-17", Others::Itself);
    for _ in 0..4 {
        straight.advance();
    }
    let kept = straight.checkpoint(&header(straight.steps), &LearningSums::default());
    let mut resumed = learner(SPEC, "fair-17", Others::Itself);
    resumed.resume(&Unpacked::new(&kept).expect("a file")).expect("it fits");
    let reports = [&mut straight, &mut resumed].map(|dqn| dqn.advance());
    assert_eq!(reports[0], reports[1]);
    assert!(reports[0].count > 0.0, "it learned");
    let bytes = |dqn: &Dqn<Tichu>| dqn.checkpoint(&header(0), &LearningSums::default());
    assert!(bytes(&straight) == bytes(&resumed));
    let mut other = learner("dqn:first=together,hidden=5", "fair-17", Others::Itself);
    assert!(other.resume(&Unpacked::new(&kept).expect("a file")).is_err(), "another net");
}

#[test]
fn against_others_one_seat_learns() {
    let random = Tichu::parts().policies[0].agent.expect("an agent");
    let look = karuta_engine::Game::view;
    let mut alone = learner("dqn", "report-17", Others::Agents { make: Arc::new(random), look });
    let mut all = learner("dqn", "report-17", Others::Itself);
    let ends = [&mut alone, &mut all].map(|dqn| (0..5).map(|_| dqn.advance().ends).sum::<f64>());
    assert_eq!(ends[0], 5.0);
    assert!(ends[1] >= 15.0, "{ends:?}");
}

#[test]
fn the_temperature_falls_and_stays() {
    let mut dqn = learner("dqn:heat=0.8,cold=0.3,cooling=100", "fair-17", Others::Itself);
    let at = |dqn: &mut Dqn<Tichu>, steps: u64| {
        dqn.steps = steps;
        dqn.temperature()
    };
    assert!((at(&mut dqn, 0) - 0.8).abs() < 1e-9 && (at(&mut dqn, 50) - 0.55).abs() < 1e-9);
    assert!((at(&mut dqn, 1000) - 0.3).abs() < 1e-9);
}
