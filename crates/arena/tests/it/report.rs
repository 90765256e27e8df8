//! The agents of Pestalozzi's report, tested: every axis of theirs does something to a search of Tichu, and
//! to nothing else, and games that lack a part say so.

use karuta_engine::{Choice, Decision, Game, Referee, Rng, Seat, Stop};
use karuta_hanamikoji::Hanamikoji;
use karuta_playable::playable::{Playable, Purpose};
use karuta_playable::spec::{Args, Spec};
use karuta_tichu::Tichu;
use karuta_tichu::moves::Move;
use karuta_tichu::rules::Rules;

use karuta_arena::registry;

/// A position after some random moves, with what every seat has seen of them.
fn position(rules: Rules, plies: u64, rng: &mut Rng) -> (Tichu, Vec<Vec<(Seat, Move)>>) {
    let mut state = Tichu::new(rules, rng.bits());
    let mut seen = vec![Vec::new(); 4];
    for _ in 0..plies {
        let Some(seat) = state.turn() else { break };
        let mv = state.random_move(&mut Vec::new(), rng);
        for (by, seen) in seen.iter_mut().enumerate() {
            seen.extend(state.observe(mv, by).map(|mv| (seat, mv)));
        }
        state.apply(mv);
    }
    (state, seen)
}

/// An agent's choice in a position.
fn ask(spec: &str, state: &Tichu, history: &[(Seat, Move)], seed: u64) -> Choice<Move> {
    let agent = crate::TICHU.build(spec).expect(spec);
    let mut referee = Referee::new(*state);
    let decision = referee.decision_showing(|state, seat| agent.view(state, seat));
    let decision = Decision { history, ..decision.expect("a position that is not over") };
    (agent.make)().choose(&decision, &mut Rng::new(seed))
}

/// Visits and values of the moves of a fresh deal, as a search finds them.
fn spent(spec: &str, state: &Tichu) -> Vec<(Move, u64, f64)> {
    let mut moves: Vec<_> = ask(spec, state, &[], 5)
        .ranked
        .iter()
        .map(|ranked| (ranked.mv, ranked.visits, ranked.mean))
        .collect();
    moves.sort_by_key(|&(mv, ..)| mv);
    moves
}

#[test]
fn every_axis_changes_the_search_and_not_the_moves() {
    let state = Tichu::new(Rules::PESTALOZZI, 3);
    let base = spent("mcts:iters=600", &state);
    let names = |spent: &[(Move, u64, f64)]| spent.iter().map(|&(mv, ..)| mv).collect::<Vec<_>>();
    for axis in [
        "select=ismcts",
        "select=(ucb1:counts=parent)",
        "select=(ucb1:tie=random)",
        "select=thompson",
        "select=(puct:prior=light)",
        "select=rave",
        "worlds=30",
        "ends=ranking",
        "ends=absolute",
        "ends=relative",
        "ends=absolute-normalised",
        "ends=relative-normalised",
        "ends=absolute-inverted",
        "ends=relative-inverted",
        "tree=(graph:by=information)",
        "tree=(graph:by=episode)",
        "tree=(graph:by=trick)",
        "tree=groups",
        "tree=(graph:by=trick,groups=totals)",
        "playout=lgrf",
        "playout=none",
        "playout=balanced-random",
        "simplify=on",
        "peek=on",
        "peek=0.6",
    ] {
        let other = spent(&format!("mcts:iters=600,{axis}"), &state);
        assert_eq!(names(&other), names(&base), "{axis}");
        assert_ne!(other, base, "{axis} changes nothing");
        if !axis.starts_with("tree=(graph") {
            assert_eq!(other.iter().map(|&(_, visits, _)| visits).sum::<u64>(), 600, "{axis}");
        }
        assert!(other.iter().all(|&(_, _, mean)| (0.0..=1.0).contains(&mean)), "{axis}");
        assert_eq!(other, spent(&format!("mcts:iters=600,{axis}"), &state), "{axis} is repeatable");
    }
    // Options that only read the root's statistics do not change them.
    for axis in ["final=mean", "final=ucb", "reuse=on", "tree=observers"] {
        assert_eq!(spent(&format!("mcts:iters=600,{axis}"), &state), base, "{axis}");
    }
}

#[test]
fn secrets_of_the_exchange_need_a_tree_for_every_seat() {
    // In the exchange of the official game cards are given face down; this is the last of one seat.
    let (state, seen) = position(Rules::OFFICIAL, 6, &mut Rng::new(1));
    let seat = state.turn().expect("the exchange");
    let visits = |spec: &str| {
        let choice = ask(spec, &state, &seen[seat], 2);
        choice.ranked.iter().map(|ranked| (ranked.mv, ranked.visits)).collect::<Vec<_>>()
    };
    let (one, all) = (visits("mcts:iters=400"), visits("mcts:iters=400,tree=observers"));
    assert_eq!(one.iter().map(|&(_, visits)| visits).sum::<u64>(), 400);
    assert_eq!(all.iter().map(|&(_, visits)| visits).sum::<u64>(), 400);
    assert_ne!(one, all);
}

#[test]
fn a_finishing_move_is_found_at_once() {
    let rules = Rules::PESTALOZZI;
    let out = Tichu::parse_position(&rules, "hand=S7,B7").expect("a position");
    let more = Tichu::parse_position(&rules, "hand=S7,B7,R9").expect("a position");
    let chosen = |spec: &str, state: &Tichu| ask(spec, state, &[], 1).mv.to_string();
    for last in ["visits", "mean", "ucb"] {
        // A single iteration tries the single.
        let spec = format!("mcts:iters=1,final={last}");
        assert_eq!(chosen(&spec, &out), "7");
        assert_eq!(chosen(&format!("{spec},rules=go-out"), &out), "7 7");
        assert_eq!(chosen(&format!("{spec},rules=go-out"), &more), "7", "a card would be left");
    }
}

#[test]
fn a_lone_move_is_searched_only_to_be_explained() {
    let state = Tichu::parse_position(&Rules::PESTALOZZI, "hand=S2,B3 table=pair:5").expect("a position");
    let playouts = |explain: bool| {
        let agent = karuta_tichu_agents::agents("mcts:iters=70", explain).expect("an agent");
        let mut referee = Referee::new(state);
        let decision = referee.decision().expect("a position that is not over");
        let choice = (agent.make)().choose(&decision, &mut Rng::new(1));
        assert_eq!(choice.mv, Move::PASS);
        choice.effort.iterations
    };
    assert_eq!((playouts(false), playouts(true)), (0, 70));
}

#[test]
fn what_is_hidden_moves_no_honest_agent() {
    let specs = [
        "mcts:iters=40",
        "mcts:iters=40,tree=observers,peek=0",
        "report-mcts:iters=40",
        "report-mcts-printed:iters=40",
        "report-epic:iters=40",
        "report-epic:iters=40,playout=none",
        "report-groups:iters=40",
        "report-groups-printed:iters=40",
        "report-lgrf:iters=40",
        "report-pimcts:n=3",
        "split:at=9,early=(mcts:iters=20),late=(balanced-random)",
    ];
    let mut rng = Rng::new(4);
    for spec in specs {
        for round in 0..8 {
            let rules = [Rules::PESTALOZZI, Rules::PESTALOZZI_CODE, Rules::OFFICIAL][round % 3];
            let plies = rng.below(80);
            let (state, seen) = position(rules, plies, &mut rng);
            let Some(seat) = state.turn() else { continue };
            let other = Tichu::sample(&state.view(seat), &mut rng);
            let mv = ask(spec, &state, &seen[seat], round as u64).mv;
            let mut legal = Vec::new();
            state.moves(&mut legal);
            assert!(legal.contains(&mv), "{spec}");
            // An agent that peeks at nothing is still shown everything, and must look away.
            assert_eq!(mv, ask(spec, &other, &seen[seat], round as u64).mv, "{spec} in {state:?}");
        }
    }
}

#[test]
fn peeking_is_seen_in_the_view_and_in_the_name() {
    let builder = crate::TICHU;
    for (spec, peeks) in
        [("mcts", false), ("mcts:peek=on", true), ("mcts:peek=0.2", true), ("report-minimax", true)]
    {
        let agent = builder.build(spec).expect(spec);
        assert_eq!((agent.peek.is_some(), agent.spec.as_str()), (peeks, spec));
    }
    // The whole of it of everyone is the truth, as it is with peek=on.
    let (state, seen) = position(Rules::PESTALOZZI, 30, &mut Rng::new(6));
    let seat = state.turn().expect("a position");
    let visits = |spec: &str| {
        let choice = ask(spec, &state, &seen[seat], 2);
        choice.ranked.iter().map(|ranked| ranked.visits).collect::<Vec<_>>()
    };
    assert_ne!(visits("mcts:iters=200,peek=on"), visits("mcts:iters=200"));
}

#[test]
fn presets_build_and_keep_their_names() {
    let builder = crate::TICHU;
    assert!(Tichu::parts().presets.iter().filter(|preset| preset.name.starts_with("report-")).count() >= 9);
    for preset in Tichu::parts().presets {
        assert_eq!(builder.build(preset.name).expect(preset.name).spec, preset.name);
    }
    assert_eq!(
        builder.build("report-epic:playout=none").expect("no playouts").spec,
        "report-epic:playout=none"
    );
}

#[test]
fn the_split_is_by_cards_in_hand() {
    // The simple agent leads singles only, the other a pair every second time.
    let singles = |hand: &str| {
        let state = Tichu::parse_position(&Rules::PESTALOZZI, hand).expect("a position");
        let spec = "split:at=4,early=(simple),late=(balanced-random)";
        (0..60).filter(|&seed| ask(spec, &state, &[], seed).mv.to_string().len() == 1).count()
    };
    assert_eq!(singles("hand=S2,B2,S4,B5,R6"), 60);
    assert!((15..45).contains(&singles("hand=S2,B2,S4,B5")));
}

#[test]
fn what_a_game_lacks_is_said() {
    let tichu = crate::TICHU;
    let error = |text: &str| tichu.build(text).map(|_| ()).expect_err(text).to_string();
    assert!(error("mcts:ends=rankin").contains("did you mean ranking?"), "{}", error("mcts:ends=rankin"));
    assert!(error("mcts:tree=(graph:by=epic)").contains("information, episode, trick"));
    assert!(error("mcts:tree=graph").contains("information, episode, trick"));
    assert!(error("mcts:tree=(graph:by=trick),reuse=on").contains("reuse=on"));
    assert!(error("mcts:tree=groups,select=rave").contains("select=rave"));
    assert!(error("mcts:peek=2").contains("0 to 1"));
    assert!(error("mcts:peek=nan").contains("0 to 1"));
    assert!(error("mcts:peek=0.5,sampler=nowhere").contains("uniform"));
    assert!(error("flat:peek=0.5").contains("on or off"), "{}", error("flat:peek=0.5"));
    assert!(error("flat:playout=lgrf").contains("playout"));
    assert!(error("plies").contains("peek=on"));
    assert!(error("worlds:agent=(plies)").contains("merge=votes"));
    assert!(tichu.build("worlds:agent=(plies:depth=2),merge=votes").is_ok());
    assert!(error("mcts:select=(ucb1:counts=visits)").contains("available, parent"));
    let hanamikoji = crate::HANAMIKOJI;
    let error = |text: &str| hanamikoji.build(text).map(|_| ()).expect_err(text).to_string();
    assert!(error("mcts:ends=ranking").contains("there are: auto, game, presampled"));
    assert!(error("mcts:tree=(graph:by=trick)").contains("no keys for nodes"));
    assert!(error("mcts:tree=groups").contains("no groups"));
    assert!(error("mcts:rules=go-out").contains("there are: none, order"));
    assert!(error("mcts:simplify=on").contains("no simpler rules"));
    assert!(error("mcts:peek=0.5").contains("not seen in parts"));
    assert!(error("plies:peek=on").contains("does not suit"));
    assert!(error("mcts:playout=lgrf,ends=presampled").contains("ends="));
    let onitama = crate::ONITAMA5;
    let error = |text: &str| onitama.build(text).map(|_| ()).expect_err(text).to_string();
    assert!(error("mcts:tree=observers").contains("hides nothing"));
    assert!(onitama.build("mcts:playout=lgrf").is_ok());
    assert!(error("mcts:playout=none").contains("need not end"));
}

#[test]
fn the_reports_agents_play_whole_rounds() {
    let game = registry::open("tichu:rules=report", Purpose::Match).expect("a game");
    for agent in ["report-mcts", "report-epic", "report-lgrf", "report-pimcts:n=10", "report-minimax:depth=5"]
    {
        let contest = game.contest(&[agent.to_string(), "balanced-random".to_string()], 7).expect("agents");
        let group = contest.play_group(0, &Stop::never()).expect("not halted");
        for played in &group.games {
            assert_eq!(
                (played.payoffs[0], played.payoffs[1]),
                (played.payoffs[2], played.payoffs[3]),
                "partners"
            );
            assert!((played.payoffs[0] + played.payoffs[1] - 1.0).abs() < 1e-12, "{played:?}");
        }
        let again = contest.play_group(0, &Stop::never()).expect("not halted");
        let same = group.games.iter().zip(&again.games).all(|(one, other)| one.moves == other.moves);
        assert!(same, "{agent}");
    }
}

/// A kept node has the moves of the worlds it was met in, with cards that were never drawn.
#[test]
fn kept_trees_make_legal_moves() {
    let agent = crate::HANAMIKOJI.build("mcts:iters=30,reuse=on").expect("an agent");
    for seed in 0..6 {
        let mut rng = Rng::new(seed);
        let spec = Spec::parse("hanamikoji").expect("a spec");
        let args = Args::new(&spec, Hanamikoji::PARAMS).expect("no arguments");
        let options = Hanamikoji::options(&args, Purpose::Match).expect("options");
        let mut state = Hanamikoji::deal(&options, &mut rng);
        let mut agent = (agent.make)();
        let mut seen = Vec::new();
        for _ in 0..40 {
            let Some(seat) = state.turn() else { break };
            let mut legal = Vec::new();
            state.moves(&mut legal);
            let mut mv = legal[rng.index(legal.len())];
            if seat == 0 {
                let view = state.view(0);
                let choice = agent.choose(&Decision::new(0, &view, &legal, &seen), &mut rng);
                assert_eq!(choice.ranked.len(), legal.len(), "every legal move is explained, and no other");
                assert!(choice.ranked.iter().all(|ranked| legal.contains(&ranked.mv)));
                mv = choice.mv;
            }
            seen.extend(state.observe(mv, 0).map(|mv| (seat, mv)));
            state.apply(mv);
        }
    }
}

#[test]
fn kept_trees_make_no_difference_to_determinism() {
    let games = |spec: &str| {
        let game = registry::open("tichu:rules=report", Purpose::Match).expect("a game");
        let contest = game.contest(&[spec.to_string(), String::from("simple")], 1).expect("agents");
        contest
            .play_group(0, &Stop::never())
            .expect("not halted")
            .games
            .into_iter()
            .map(|game| game.moves)
            .collect::<Vec<_>>()
    };
    let kept = games("mcts:iters=60,reuse=on");
    assert_eq!(kept, games("mcts:iters=60,reuse=on"));
    assert_ne!(kept, games("mcts:iters=60"), "kept trees know more");
}
