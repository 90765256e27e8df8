//! Views that a client puts together from messages: the same that the game itself shows that seat.

use std::sync::Arc;

use karuta_engine::Rng;
use karuta_net::uecda::protocol::Protocol;

use crate::guests::{Careless, Serving, client, client_with, setup};

#[test]
fn views_of_clients_are_the_true_ones() {
    for seed in 0..4 {
        let serving = Serving::start(setup(15, 0, seed));
        let protocols = [Protocol::V20070, Protocol::V20140];
        let clients: Vec<_> =
            (0..5).map(|n| client(serving.address, protocols[n % 2], 10 * seed + n as u64)).collect();
        let joined: Vec<_> = clients.into_iter().map(|c| c.join().expect("no panic")).collect();
        let said = serving.ended();
        let mut decisions = 0;
        for client in joined {
            let player = client.result.expect("a match").player;
            assert_eq!(client.seen.len(), said.asked[player].len());
            for (seen, asked) in client.seen.iter().zip(&said.asked[player]) {
                assert_eq!(seen, asked, "player {player}");
                decisions += 1;
            }
        }
        assert!(decisions > 500, "{decisions}");
    }
}

/// The luck of the server's agents comes from this stream.
const AGENTS: u64 = 3;

#[test]
fn behind_the_wire_an_agent_plays_as_it_does_at_home() {
    for (seed, protocol) in [(3, Protocol::V20070), (4, Protocol::V20140)] {
        let home = Serving::start(setup(10, 5, seed)).ended();
        let serving = Serving::start(setup(10, 4, seed));
        let seen = Arc::default();
        let agent = Careless { seen: Arc::clone(&seen) };
        let luck = Rng::for_path(seed, &[AGENTS, 4]);
        let far = client_with(serving.address, protocol, agent, luck, seen);
        far.join().expect("no panic").result.expect("a match");
        assert_eq!(serving.ended().games, home.games);
    }
}
