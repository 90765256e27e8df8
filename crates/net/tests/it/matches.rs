//! Whole matches between friends.

use karuta_net::uecda::protocol::Protocol;

use crate::guests::{Serving, client, setup};
use crate::replay;

#[test]
fn five_clients_of_both_protocols_play_a_match() {
    let serving = Serving::start(setup(12, 0, 7));
    let protocols = [Protocol::V20070, Protocol::V20140];
    let clients: Vec<_> = (0..5).map(|n| client(serving.address, protocols[n % 2], n as u64)).collect();
    let visits: Vec<_> = clients.into_iter().map(|c| c.join().expect("no panic").result).collect();
    let said = serving.ended();
    replay::check(&said);
    assert_eq!(said.outcome.games, 12);
    assert_eq!(said.outcome.refused, [0; 5], "{:?}", said.notes);
    assert!(said.games.iter().any(|game| !game.given.is_empty()));
    assert_ne!(said.games[0].seats, said.games[3].seats, "with this seed places change");
    for result in visits {
        let result = result.expect("the match is played to its end");
        assert_eq!((result.games, result.refused, result.interrupted), (12, 0, false));
        assert_eq!(result.places, said.outcome.places[result.player], "nobody ended at random");
    }
}

#[test]
fn agents_of_the_server_and_clients_share_a_table() {
    let serving = Serving::start(setup(7, 3, 8));
    let clients = [Protocol::V20140, Protocol::V20070].map(|protocol| client(serving.address, protocol, 3));
    for client in clients {
        let result = client.join().expect("no panic").result.expect("a match");
        assert!(result.player >= 3, "agents have the first seats");
    }
    let said = serving.ended();
    assert_eq!(said.outcome.names[..3], ["careless", "careless", "careless"]);
    assert_eq!(said.outcome.refused, [0; 5]);
    replay::check(&said);
}

#[test]
fn a_match_of_agents_needs_nobody_and_is_the_same_every_time() {
    let play = |seed: u64| Serving::start(setup(20, 5, seed)).ended();
    let (said, again, other) = (play(1), play(1), play(2));
    replay::check(&said);
    assert_eq!(said.games, again.games);
    assert_ne!(said.games, other.games);
}
