//! Identities of agents beyond their names, as records keep them.

use karuta_agents::contest::Contest;
use karuta_arena::registry::{self, GAMES};
use karuta_playable::playable::Purpose;
use karuta_records::content::ContentHash;
use karuta_records::record::AgentIdentity;

fn contest(game: &str, agents: &[&str]) -> Box<dyn Contest> {
    let game = registry::open(game, Purpose::Match).expect("a game");
    let agents: Vec<String> = (0..game.teams()).map(|team| agents[team % agents.len()].to_string()).collect();
    game.contest(&agents, 1).expect("agents")
}

fn identity(game: &str, agent: &str) -> AgentIdentity {
    contest(game, &[agent]).identities().swap_remove(0)
}

/// Every preset has one, whatever it is made of, and unfolds to something that is no preset.
#[test]
fn every_preset_has_an_identity() {
    for entry in GAMES.games() {
        let presets: Vec<&str> = entry.catalogue().presets.iter().map(|preset| preset.0).collect();
        for name in &presets {
            let identity = identity(entry.name, name);
            let kind = identity.spec.split(':').next().expect("a name");
            assert!(!presets.contains(&kind), "{name} is {}", identity.spec);
            assert_ne!(identity.behaviour, ContentHash::default().to_string(), "{name} cannot be abridged");
        }
    }
}

#[test]
fn presets_are_unfolded_inside_others_too() {
    let inner = identity("tichu", "report-mcts").spec;
    let outer = identity("tichu", "split:at=9,early=report-mcts,late=random").spec;
    assert!(outer.contains(&format!("early=({inner})")), "{outer}");
}

#[test]
fn behaviours_differ_where_agents_do() {
    let behaviour = |agent: &str| identity("onitama5", agent).behaviour;
    assert_ne!(behaviour("random"), behaviour("priority"));
    assert_ne!(behaviour("mcts:c=0.1"), behaviour("mcts:c=3"));
    assert_ne!(
        identity("onitama5", "random").behaviour,
        identity("onitama5:cards=sensei", "random").behaviour
    );
    // Budgets are part of the spec, and cut short here.
    assert_eq!(behaviour("mcts:iters=5000"), behaviour("mcts:iters=6000"));
    assert_eq!(behaviour("alphabeta:nodes=50000"), behaviour("alphabeta:time=1h"));
}

#[test]
fn agents_by_the_clock_and_their_files_are_known() {
    assert!(identity("onitama5", "mcts:time=1s").is_timed);
    assert!(identity("tichu", "split:at=9,early=(mcts:time=1s),late=random").is_timed);
    assert!(!identity("onitama5", "mcts").is_timed);
    let files = |agent: &str| identity("tichu", agent).files.into_keys().collect::<Vec<_>>();
    assert_eq!(files("dqn:net=tichu-56-separate,peek=on"), ["tichu-56-separate"]);
    assert_eq!(files("mcts:playout=(dmc:net=tichu-report)"), ["tichu-report"]);
    assert_eq!(files("dmc"), ["tichu", "tichu-fair-17"]);
    assert!(files("mcts").is_empty());
}
