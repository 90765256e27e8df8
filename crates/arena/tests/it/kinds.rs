//! The tables of the kinds: what they declare is what they read, presets keep their names, errors teach.

use karuta_arena::registry::{self, GAMES};
use karuta_engine::{Rng, Stop};
use karuta_onitama::Onitama;
use karuta_playable::playable::{Playable, Purpose};

use crate::{ONITAMA5, ONITAMA7};

/// Another program needs a command line, so it has no default to be built by; every game has it.
const PROGRAM: &str = "exec";

#[test]
fn builders_read_what_their_tables_declare() {
    for kind in GAMES.kinds().into_iter().filter(|kind| kind.name != PROGRAM) {
        let mut declared: Vec<&str> = kind.params.iter().map(|param| param.name).collect();
        declared.sort_unstable();
        // A kind that one game lacks another has.
        let read = GAMES.games().iter().find_map(|game| game.keys_read(kind.name));
        assert_eq!(read.expect("defaults build"), declared, "{}", kind.name);
    }
}

#[test]
fn help_lists_the_kinds_that_can_be_built() {
    for game in GAMES.games() {
        let listed: Vec<&str> = game.catalogue().kinds.iter().map(|kind| kind.name).collect();
        for kind in GAMES.kinds() {
            // An open game has one world, so asking in sampled worlds would add nothing.
            let is_of_use = kind.name != "worlds" || game.is_hidden;
            let is_built = is_of_use && (kind.name == PROGRAM || game.keys_read(kind.name).is_some());
            assert_eq!(listed.contains(&kind.name), is_built, "{} in {}", kind.name, game.name);
        }
    }
}

#[test]
fn help_lists_the_keys_that_mean_something() {
    let keys = |game: &str, kind: &str| -> Vec<&str> {
        let kinds = GAMES.find(game).expect(game).catalogue().kinds;
        let kind = kinds.into_iter().find(|listed| listed.name == kind).expect(kind);
        kind.params.iter().map(|param| param.name).collect()
    };
    for key in ["sampler", "worlds", "peek", "rules", "ends", "target"] {
        assert!(!keys("onitama5", "flat").contains(&key), "{key}");
        assert!(keys("daihinmin", "flat").contains(&key), "{key}");
    }
    // Words are listed for keys that some kind has in this game; of a nested key, the outer one is meant.
    for game in GAMES.games() {
        let catalogue = game.catalogue();
        for (key, _) in &catalogue.words {
            let outer = key.split('=').next().unwrap_or("");
            let mut params = catalogue.kinds.iter().flat_map(|kind| kind.params.iter());
            assert!(params.any(|param| param.name == outer), "{key} in {}", game.name);
        }
    }
}

#[test]
fn help_is_one_line_without_runs_of_blanks() {
    for game in GAMES.games() {
        let catalogue = game.catalogue();
        let words = catalogue.words.iter().flat_map(|(_, words)| words.iter().map(|(_, help)| *help));
        let presets = catalogue.presets.iter().map(|(_, _, help)| *help);
        let params = GAMES.kinds().into_iter().flat_map(|kind| kind.params).map(|param| param.help);
        for help in words.chain(presets).chain(params).chain(game.params.iter().map(|param| param.help)) {
            assert!(!help.is_empty() && !help.contains("  ") && !help.contains('\n'), "{help}");
        }
    }
}

#[test]
fn presets_build_and_keep_their_names() {
    let builder = ONITAMA7;
    for preset in Onitama::<7>::parts().presets {
        let agent = builder.build(preset.name).expect("a preset builds");
        assert_eq!(agent.spec, preset.name);
    }
    let changed = builder.build("thesis-mcts:iters=50").expect("a changed preset");
    assert_eq!(changed.spec, "thesis-mcts:iters=50");
    assert_eq!(builder.build(&changed.spec).expect("its own name").spec, changed.spec);
}

#[test]
fn playouts_may_be_by_any_agent() {
    let builder = ONITAMA5;
    for playout in ["heuristic", "random", "(mcts:iters=2)", "(thesis-mcts:iters=2)", "thesis-heuristic"] {
        builder.build(&format!("mcts:playout={playout}")).map(|_| ()).expect(playout);
    }
}

#[test]
fn one_name_means_one_agent() {
    let builder = ONITAMA5;
    let name = |text: &str| builder.build(text).expect("an agent").spec;
    // A thousand iterations are the default of mcts but not of the preset, which takes its time.
    assert_eq!(name("thesis-mcts:iters=1000"), "thesis-mcts:iters=1000");
    assert_eq!(name("thesis-mcts:final=visits,c=0.3"), "thesis-mcts:final=visits");
    assert_eq!(name("thesis-mcts:time=2s,memory=auto"), "thesis-mcts");
    assert_eq!(name("mcts:playout=uniform,c=0.5,iters=1000"), "mcts:c=0.5");
}

#[test]
fn errors_say_what_there_is() {
    let builder = ONITAMA5;
    let error = |text: &str| builder.build(text).map(|_| ()).expect_err("an error").to_string();
    assert!(error("mtcs").contains("did you mean mcts?"), "{}", error("mtcs"));
    assert!(error("mcts:playout=captur").contains("uniform, priority, heuristic, heavy"));
    assert!(error("mcts:iters=0").contains("iters=0"));
    assert!(error("mcts:iters=5,time=1s").contains("not both"));
    assert!(error("thesis-mcts:iters=5,time=1s").contains("not both"));
    assert!(error("heavy").contains("playouts only"));
    assert!(error("random:x=1").contains("there are: rules"));
    assert!(error("mcts:endgame=/no/such/file").contains("/no/such/file"));
}

/// Searches that share a table play whole games; without a time they are refused, since nothing would be repeatable.
#[test]
fn threads_of_alphabeta_play_by_the_clock_alone() {
    let game = registry::open("onitama5", Purpose::Match).expect("a game");
    let mut agent = game.agent("alphabeta:time=3ms,threads=3", false, Rng::new(1)).expect("an agent");
    let mut state = game.dealt_state(5, 0).expect("a deal");
    let mut plies = 0;
    while state.turn().is_some() && plies < 300 {
        let choice = agent.choose(&*state, &Stop::never(), None).expect("somebody is to move");
        assert!(choice.thought.effort.nodes > 0);
        state.apply_id(choice.id).expect("a legal move");
        plies += 1;
    }
    assert!(plies > 4, "{plies}");
    for spec in ["alphabeta:threads=2", "alphabeta:threads=2,nodes=100", "alphabeta:threads=2,depth=3"] {
        let error = game.agent(spec, false, Rng::new(1)).map(|_| ()).expect_err(spec).to_string();
        assert!(error.contains("time="), "{error}");
    }
}
