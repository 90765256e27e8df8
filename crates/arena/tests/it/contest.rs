//! Seating of a deal group, and the results of partners.

use karuta_agents::any::ContestError;
use karuta_agents::contest::Contest;
use karuta_arena::registry;
use karuta_engine::Stop;
use karuta_playable::playable::Purpose;
use karuta_records::record::GroupRecord;
use karuta_records::summary::summarize;

fn contest(specs: &[&str]) -> Result<Box<dyn Contest>, ContestError> {
    let game = registry::open("tichu:rules=report", Purpose::Match).expect("it is a game");
    game.contest(&specs.iter().map(|spec| spec.to_string()).collect::<Vec<_>>(), 1)
}

fn group(specs: &[&str]) -> GroupRecord {
    let contest = contest(specs).unwrap_or_else(|error| panic!("{specs:?}: {error}"));
    contest.play_group(0, &Stop::never()).expect("nobody halts it")
}

#[test]
fn partners_share_an_agent_and_teams_swap() {
    let group = group(&["balanced-random", "simple"]);
    let seatings: Vec<&[usize]> = group.games.iter().map(|game| &game.seating[..]).collect();
    assert_eq!(seatings, [[0, 1, 0, 1], [1, 0, 1, 0]]);
    assert_eq!(group.games[0].start, group.games[1].start);
    for game in &group.games {
        assert_eq!(game.payoffs[0], game.payoffs[2]);
        assert_eq!(game.payoffs[0] + game.payoffs[1], 1.0);
    }
}

#[test]
fn four_agents_sit_everywhere_and_partners_are_no_rivals() {
    let specs = ["balanced-random", "simple", "random", "balanced-random"];
    let group = group(&specs);
    let first: Vec<usize> = group.games.iter().map(|game| game.seating[0]).collect();
    assert_eq!(first, [0, 1, 2, 3]);
    let specs = specs.map(String::from);
    let summary = summarize(&specs, 2, &[], std::iter::once(&group));
    for line in &summary.contestants {
        assert_eq!(line.wins + line.draws + line.losses, 4);
    }
    let wins: u64 = summary.contestants.iter().map(|line| line.wins).sum();
    let draws: u64 = summary.contestants.iter().map(|line| line.draws).sum();
    assert_eq!(2 * wins + draws, 16, "both partners win, both others lose");
}

#[test]
fn other_numbers_are_refused() {
    let error = contest(&["random"; 3]).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(error.contains("3 agents") && error.contains("each team or seat"), "{error}");
}
