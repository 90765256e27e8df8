//! Tests of `exposure`.

use super::super::open;

/// The mean gain of a best response in endings against an agent, and the number of endings.
fn gain(agent: &str) -> (f64, f64) {
    let text = format!("exposure:agent=({agent}),games=11,plies=3,updates=60,seed=3");
    let asked = open(&text).expect("it is a study");
    let lines: Vec<String> = (0..asked.work.pieces()).map(|piece| asked.work.piece(piece)).collect();
    assert_eq!(asked.work.heading().split(',').count(), lines[0].split(',').count());
    assert_eq!(lines[1], asked.work.piece(1), "the same seed gives the same piece");
    let row = &asked.work.digest(&lines)[0].rows[0];
    let number = |cell: &String| cell.split(' ').next().and_then(|text| text.parse().ok()).expect("a number");
    (number(&row[1]), number(&row[0]))
}

#[test]
fn who_plays_at_random_is_exposed_and_an_equilibrium_is_not() {
    let (random, endings) = gain("random");
    let (net, _) = gain("net");
    let (solved, _) = gain("cfr:agent=net,updates=100");
    assert!(endings > 15.0, "{endings} endings in eleven games");
    assert!(random > 5.0, "{random}");
    assert!(net < random / 2.0, "{net} {random}");
    assert!(solved < net && solved < 2.0, "{solved} {net}");
}

#[test]
fn games_and_agents_that_cannot_be_answered_are_refused() {
    let refused = |text: &str| open(text).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(refused("exposure:game=onitama5,agent=random").contains("onitama5 has no endings"));
    assert!(refused("exposure:game=tichu,agent=random").contains("tichu has no endings"));
    assert!(refused("exposure:agent=simple-cheating").contains("sees what is hidden"));
    assert!(refused("exposure:plies=0").contains("plies"));
}
