//! Nets as agents, playouts and advisors.

use karuta_agents::nets;
use karuta_agents::train::nets::NetTrainConfig;
use karuta_arena::registry;
use karuta_engine::{Referee, Rng, Stop};
use karuta_hanamikoji::Hanamikoji;
use karuta_learn::file::read_net;
use karuta_playable::playable::Purpose;
use karuta_playable::spec::Spec;

/// A net that knows nothing, in a file of its own.
fn file(name: &str, game: &str, learner: &str) -> String {
    let config = NetTrainConfig {
        learner: learner.into(),
        seed: 1,
        opponent: None,
        deals: 1,
        threads: 1,
        commit: "none".into(),
    };
    let game = registry::open(game, Purpose::Match).expect("a game");
    let net = game.net_training(&config, None).expect("a training").net();
    let path = std::env::temp_dir().join(format!("karuta-{}-{name}", std::process::id()));
    std::fs::write(&path, net).expect("a file");
    path.to_string_lossy().into_owned()
}

#[test]
fn nets_play_and_play_out() {
    let net = file("plays", "hanamikoji", "dmc:hidden=8");
    let builder = crate::HANAMIKOJI;
    let mut rng = Rng::new(1);
    for spec in [
        format!("dmc:net={net}"),
        format!("mcts:iters=20,playout=(dmc:net={net})"),
        format!("flat:each=2,playout=(dmc:net={net}),ends=presampled"),
        format!("flat:each=2,playout=(value:net={net},by=thesis-random)"),
        format!("flat:iters=20,advice=(blend:agent=(dmc:net={net}),weight=0.5)"),
        format!("mcts:iters=20,playout=(value:net={net},turns=0)"),
    ] {
        let agent = builder.build(&spec).expect(&spec);
        let state = Hanamikoji::new(karuta_hanamikoji::rules::Rules::FAIR, 3);
        let mut referee = Referee::new(state);
        let choice = (agent.make)().choose(&referee.decision().expect("a game that is on"), &mut rng);
        let moves = referee.legal();
        assert!(moves.contains(&choice.mv) && choice.ranked.len() == moves.len());
        assert_eq!(choice.ranked[0].mv, choice.mv);
    }
    std::fs::remove_file(net).expect("it is there");
}

#[test]
fn nets_that_do_not_fit_are_refused_in_one_line() {
    let hidden = file("hidden", "hanamikoji", "dmc:hidden=8");
    let open = file("open", "tichu:rules=report", "dqn:encoder=report-17");
    let fair = file("fair", "tichu:rules=report", "dqn:encoder=fair-17");
    let builder = crate::TICHU;
    let error = |spec: String| builder.build(&spec).map(|_| ()).expect_err("an error").to_string();
    assert!(error(format!("dmc:net={hidden}")).contains("plays hanamikoji, not tichu"));
    assert!(error(format!("dmc:net={fair}")).contains("was trained by dqn"));
    assert!(error(format!("dqn:net={open}")).contains("write dqn:net="));
    assert!(error(format!("mcts:playout=(dqn:net={open})")).contains("peek=on"));
    assert!(error("dqn:net=/no/such/net".into()).contains("karuta train writes others"));
    let broken = file("broken", "hanamikoji", "dmc:hidden=8");
    std::fs::write(&broken, "hello").expect("a file");
    assert!(error(format!("dmc:net={broken}")).contains("no safetensors file"));
    assert!(error("flat:playout=value,ends=presampled".into()).contains("there are: auto, game, round"));
    assert!(error(format!("flat:playout=(value:net={fair})")).contains("was trained by dqn"));
    for good in [format!("dqn:net={fair}"), format!("dqn:net={open},peek=on")] {
        builder.build(&good).map(|_| ()).expect(&good);
        builder.build(&format!("mcts:playout=({good})")).map(|_| ()).expect(&good);
    }
    for advised in [
        "mcts:iters=5,advice=dmc",
        "mcts:time=1ms,advice=dmc",
        "flat:iters=5,advice=(blend:agent=dmc,weight=2)",
    ] {
        builder.build(advised).map(|_| ()).expect(advised);
    }
    assert!(error("mcts:advice=dmc,tree=groups".into()).contains("tree=groups"));
    [hidden, open, fair, broken].iter().for_each(|path| std::fs::remove_file(path).expect("it is there"));
}

#[test]
fn nets_that_come_with_the_program_play() {
    for name in nets::names() {
        let bytes = nets::read(name).expect(name);
        let (header, _) = read_net(&bytes).expect(name);
        let game = Spec::parse(&header.game).expect(name);
        let kind = Spec::parse(&header.learner).expect(name);
        let peek = if header.encoder.starts_with("report-") { ",peek=on" } else { "" };
        let spec = format!("{}:net={name}{peek}", kind.name);
        let entry = registry::find(&game.name).expect(name);
        let specs: Vec<String> =
            (0..entry.teams).map(|team| if team == 0 { spec.clone() } else { "random".into() }).collect();
        let contest = registry::open(&header.game, Purpose::Match).expect(name).contest(&specs, 1);
        assert!(contest.expect(name).play_group(0, &Stop::never()).is_some());
    }
}
