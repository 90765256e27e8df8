//! Registries that others fill: kinds of agents from outside the workspace, for every game or for one.

use std::sync::Arc;

use karuta_agents::{AgentBuilder, AgentKind, KindInfo, MakeAgent};
use karuta_arena::registry::standard;
use karuta_engine::agent::Basis;
use karuta_engine::{Agent, Choice, Decision, Game, Rng, Stop};
use karuta_playable::error::InputError;
use karuta_playable::playable::{Playable, Purpose};
use karuta_playable::spec::{Args, Param};
use karuta_tichu::Tichu;

/// Plays the legal move of a number, in the order of the game.
struct Nth;

struct NthAgent(usize);

impl<G: Game> Agent<G> for NthAgent {
    fn choose(&mut self, decision: &Decision<'_, G>, _: &mut Rng) -> Choice<G::Move> {
        let legal = decision.legal;
        Choice::unranked(legal[self.0 % legal.len()], legal, Basis::Policy)
    }
}

impl<G: Playable> AgentKind<G> for Nth {
    fn info(&self) -> KindInfo {
        const PARAMS: &[Param] = &[Param { name: "n", default: "0", help: "which move, counted from 0" }];
        KindInfo { name: "nth", help: "the move of a number", params: PARAMS }
    }

    fn build(&self, args: &Args<'_>, _: &AgentBuilder<G>) -> Result<MakeAgent<G>, InputError> {
        let n = args.number("n", 0..=1_000)? as usize;
        Ok(Arc::new(move || Box::new(NthAgent(n))))
    }
}

/// A kind that is written for one game.
struct TichuOnly;

impl AgentKind<Tichu> for TichuOnly {
    fn info(&self) -> KindInfo {
        KindInfo { name: "random", help: "the same as our own, under its name", params: &[] }
    }

    fn build(&self, _: &Args<'_>, builder: &AgentBuilder<Tichu>) -> Result<MakeAgent<Tichu>, InputError> {
        Ok(builder.nested("balanced-random")?.make)
    }
}

#[test]
fn a_kind_from_outside_plays_every_game() {
    let registry = standard().agent(Nth).build();
    assert_eq!(registry.games().len(), 5);
    for entry in registry.games() {
        assert_eq!(entry.keys_read("nth"), Some(vec!["n", "rules"]), "{}", entry.name);
        let game = registry.open(entry.name, Purpose::Match).expect("a game");
        let specs: Vec<String> =
            (0..entry.teams).map(|team| ["nth:n=1", "random"][team % 2].to_string()).collect();
        let contest = game.contest(&specs, 1).expect("agents");
        assert_eq!(contest.specs()[0], "nth:n=1");
        // Inside another agent as well.
        let nested = vec!["flat:iters=2,playout=(nth:n=1)".to_string(); entry.teams];
        assert_eq!(game.contest(&nested, 1).expect("agents").specs(), nested);
    }
    assert!(registry.kinds().iter().any(|kind| kind.name == "nth"));
    let game = registry.open("onitama5", Purpose::Match).expect("a game");
    let mut table = game.table(&karuta_agents::any::Start::Seed(1)).expect("a table");
    let (legal, agent) = (table.legal(), table.add_agent("nth:n=2", false).expect("an agent"));
    assert_eq!(table.ask(agent).expect("a game that is on").mv, legal[2]);
}

#[test]
fn a_kind_for_one_game_takes_the_place_of_another_there() {
    let registry = standard().entry(karuta_tichu_agents::entry().agent(TichuOnly)).build();
    let names: Vec<&str> = registry.games().iter().map(|game| game.name).collect();
    assert_eq!(names, ["onitama5", "onitama7", "hanamikoji", "daihinmin", "tichu"]);
    for entry in registry.games() {
        let kinds = entry.catalogue().kinds;
        let random: Vec<&str> =
            kinds.iter().filter(|kind| kind.name == "random").map(|kind| kind.help).collect();
        assert_eq!(random.len(), 1);
        assert_eq!(random[0].contains("under its name"), entry.name == "tichu");
    }
    let tichu = registry.open("tichu:rules=report", Purpose::Match).expect("a game");
    let played = |agent: &str| {
        let specs = [agent.to_string(), "simple".to_string()];
        tichu.contest(&specs, 1).expect("agents").play_group(0, &Stop::never()).expect("a group").games
    };
    assert_eq!(played("random")[0].moves, played("balanced-random")[0].moves);
}
