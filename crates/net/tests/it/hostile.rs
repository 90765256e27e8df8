//! Clients that leave, keep silent, or send what nobody can read: the match always ends, with the right
//! points.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use karuta_daihinmin::Daihinmin;
use karuta_daihinmin::moves::Move;
use karuta_engine::{Agent, Basis, Choice, Decision, Rng};
use karuta_net::uecda::plays::hand_of;
use karuta_net::uecda::profile::Profile;
use karuta_net::uecda::protocol::Protocol;
use karuta_net::uecda::server::Setup;
use karuta_net::uecda::table::CellTable;

use crate::guests::{Careless, Said, Serving, client, client_with, setup};
use crate::replay;

/// A client that knows the order of messages and nothing else.
struct Raw {
    stream: TcpStream,
    protocol: Protocol,
    /// The number of messages it still takes part in.
    patience: usize,
    /// Its answer when it is asked; `None` to say nothing at all.
    answer: Box<dyn FnMut(&CellTable) -> Option<Vec<u8>> + Send>,
}

/// The end of a raw client.
struct Gone;

impl Raw {
    fn new(
        to: SocketAddr,
        protocol: Protocol,
        answer: impl FnMut(&CellTable) -> Option<Vec<u8>> + Send + 'static,
    ) -> Raw {
        let stream = TcpStream::connect(to).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a stream");
        Raw { stream, protocol, patience: usize::MAX, answer: Box::new(answer) }
    }

    /// Takes part as long as there is patience and a server.
    fn play(mut self) -> thread::JoinHandle<usize> {
        thread::spawn(move || {
            let mut games = 0;
            let _ = self.try_play(&mut games);
            games
        })
    }

    fn try_play(&mut self, games: &mut usize) -> Result<(), Gone> {
        if self.protocol != Protocol::V20060 {
            self.step()?;
            let profile = Profile { protocol: self.protocol, name: String::from("raw") };
            self.stream.write_all(&profile.bytes()).map_err(|_| Gone)?;
        }
        self.number()?;
        loop {
            let opening = self.table()?;
            if opening.state().to_give > 0 {
                self.reply(&opening)?;
            }
            loop {
                let turn = self.table()?;
                if turn.state().is_my_turn {
                    self.reply(&turn)?;
                    self.number()?;
                }
                self.table()?;
                match self.number()? {
                    0 => {}
                    1 => break,
                    _ => {
                        *games += 1;
                        return Ok(());
                    }
                }
            }
            *games += 1;
        }
    }

    fn step(&mut self) -> Result<(), Gone> {
        self.patience = self.patience.checked_sub(1).ok_or(Gone)?;
        Ok(())
    }

    fn reply(&mut self, asked: &CellTable) -> Result<(), Gone> {
        self.step()?;
        match (self.answer)(asked) {
            Some(bytes) => self.stream.write_all(&bytes).map_err(|_| Gone),
            None => Ok(()),
        }
    }

    fn table(&mut self) -> Result<CellTable, Gone> {
        self.step()?;
        let mut bytes = vec![0; self.protocol.table_len()];
        self.stream.read_exact(&mut bytes).map_err(|_| Gone)?;
        self.protocol.read_table(&bytes).map_err(|_| Gone)
    }

    fn number(&mut self) -> Result<i32, Gone> {
        self.step()?;
        let mut bytes = [0; 4];
        self.stream.read_exact(&mut bytes).map_err(|_| Gone)?;
        Ok(self.protocol.read_number(bytes))
    }
}

/// A server that gives up on clients soon.
fn short(games: u32, agents: usize, seed: u64) -> Setup {
    let (limit, grace) = (Duration::from_millis(50), Duration::from_millis(500));
    Setup { limit, grace, ..setup(games, agents, seed) }
}

/// Four agents against somebody raw, to the end of the match.
#[track_caller]
fn meet(
    setup: Setup,
    protocol: Protocol,
    answer: impl FnMut(&CellTable) -> Option<Vec<u8>> + Send + 'static,
) -> (Said, usize) {
    let games = setup.config.games;
    let serving = Serving::start(setup);
    let raw = Raw::new(serving.address, protocol, answer).play();
    let said = serving.ended();
    replay::check(&said);
    assert_eq!(said.outcome.games, games);
    (said, raw.join().expect("no panic"))
}

fn pass(protocol: Protocol) -> Vec<u8> {
    protocol.table_bytes(&CellTable::default())
}

#[test]
fn whoever_leaves_passes_from_then_on() {
    for patience in 0..60 {
        let protocol = if patience % 2 == 0 { Protocol::V20070 } else { Protocol::V20140 };
        let serving = Serving::start(setup(3, 4, patience as u64));
        let raw = Raw::new(serving.address, protocol, move |_| Some(pass(protocol)));
        let games = Raw { patience, ..raw }.play().join().expect("no panic");
        // A client that leaves before it has introduced itself has no seat yet.
        let second = (patience == 0).then(|| client(serving.address, protocol, 1));
        let said = serving.ended();
        replay::check(&said);
        assert_eq!(said.outcome.games, 3);
        assert!(games <= 3);
        if let Some(second) = second {
            second.join().expect("no panic").result.expect("a whole match");
            assert!(said.notes[0].contains("sent away: no profile"), "{:?}", said.notes);
        } else if games < 3 {
            assert!(said.notes.iter().any(|note| note.contains("has left")), "{patience}: {:?}", said.notes);
        }
    }
}

/// Connections that say 18 bytes and stay.
fn strangers(to: SocketAddr, number: usize) -> Vec<TcpStream> {
    let connect = |_| {
        let mut stream = TcpStream::connect(to).expect("it listens");
        stream.write_all(b"GET / HTTP/1.1\r\n\r\n").expect("it is open");
        stream
    };
    (0..number).map(connect).collect()
}

#[test]
fn strangers_who_stay_keep_nobody_out() {
    // One at a time, 30 strangers would keep the client waiting for half an hour; 100 are more than may wait.
    for number in [30, 100] {
        let serving = Serving::start(Setup { grace: Duration::from_secs(60), ..setup(2, 4, 5) });
        let strangers = strangers(serving.address, number);
        let client = client(serving.address, Protocol::V20070, 1);
        let said = serving.ended();
        client.join().expect("no panic").result.expect("a whole match");
        assert_eq!(said.outcome.games, 2);
        drop(strangers);
        let full = said.notes.iter().filter(|note| note.contains("more than 64 connections wait")).count();
        assert_eq!(full > 0, number > 64, "{:?}", said.notes);
    }
}

#[test]
fn a_flood_of_strangers_is_no_flood_of_notes() {
    let serving = Serving::start(Setup { grace: Duration::from_secs(60), ..setup(2, 4, 6) });
    for _ in 0..300 {
        drop(strangers(serving.address, 1));
    }
    let client = client(serving.address, Protocol::V20070, 1);
    let said = serving.ended();
    client.join().expect("no panic").result.expect("a whole match");
    let told = said.notes.iter().filter(|note| note.contains("was sent away")).count();
    assert!((1..=30).contains(&told), "{told} notes");
    assert!(
        said.notes.iter().any(|note| note.contains("more connections were sent away")),
        "{:?}",
        said.notes
    );
}

#[test]
fn somebody_who_always_passes_is_served_to_the_end() {
    for protocol in [Protocol::V20060, Protocol::V20070, Protocol::V20140] {
        let (said, games) = meet(short(6, 4, 1), protocol, move |_| Some(pass(protocol)));
        assert_eq!(games, 6);
        assert!(said.notes[0].contains(&format!("protocol {protocol}")), "{:?}", said.notes);
    }
}

#[test]
fn five_who_only_pass_end_every_game_after_twenty_turns() {
    let protocol = Protocol::V20140;
    let serving = Serving::start(setup(6, 0, 1));
    let raws: Vec<_> =
        (0..5).map(|_| Raw::new(serving.address, protocol, move |_| Some(pass(protocol))).play()).collect();
    let said = serving.ended();
    replay::check(&said);
    assert!(said.games.iter().all(|game| game.plays.len() == 20));
    for raw in raws {
        assert_eq!(raw.join().expect("no panic"), 6);
    }
}

#[test]
fn silence_ends_with_the_time_limit() {
    let (said, games) = meet(short(3, 4, 2), Protocol::V20070, |_| None);
    assert_eq!(games, 0);
    assert!(said.notes.iter().any(|note| note.contains("0 of 480 bytes within 0.05 s")), "{:?}", said.notes);
}

#[test]
fn pieces_of_messages_end_with_the_time_limit() {
    let (said, _) = meet(short(3, 4, 3), Protocol::V20140, |_| Some(b"0000".to_vec()));
    assert!(said.notes.iter().any(|note| note.contains("4 of 33 bytes")), "{:?}", said.notes);
}

#[test]
fn too_long_messages_do_not_spoil_the_next_ones() {
    let (said, games) = meet(setup(6, 4, 4), Protocol::V20070, |_| Some(vec![0; 1200]));
    assert_eq!((games, said.outcome.refused[4]), (6, 0), "{:?}", said.notes);
    assert!(said.notes.iter().any(|note| note.contains("bytes unasked")), "{:?}", said.notes);
}

#[test]
fn garbage_is_a_pass_and_counted() {
    for protocol in [Protocol::V20070, Protocol::V20140] {
        let mut rng = Rng::new(5);
        let (said, games) = meet(setup(6, 4, 5), protocol, move |_| {
            Some((0..protocol.table_len()).map(|_| rng.bits() as u8).collect())
        });
        assert_eq!(games, 6);
        let asked = said.asked[4].len() as u32;
        assert_eq!(said.outcome.refused[4], asked, "everything was refused");
    }
}

#[test]
fn wrong_cards_are_refused_one_by_one() {
    let protocol = Protocol::V20070;
    let mut rng = Rng::new(6);
    // Cards at random, a hand thrown down at once, jokers everywhere.
    let (said, games) = meet(setup(10, 4, 6), protocol, move |asked| {
        let mut table = CellTable::default();
        match rng.index(3) {
            0 => (0..3).for_each(|_| table.0[rng.index(5)][rng.index(15)] = 1 + rng.index(2) as i32),
            1 => table.0[..5].copy_from_slice(&asked.0[..5]),
            _ => (0..15).for_each(|column| table.0[rng.index(5)][column] = 2),
        }
        Some(protocol.table_bytes(&table))
    });
    assert_eq!(games, 10);
    assert!(said.outcome.refused[4] > 10, "{:?}", said.outcome);
}

/// Chooses nothing in the exchange and plays on.
struct Stubborn(Careless);

impl Agent<Daihinmin> for Stubborn {
    fn choose(&mut self, decision: &Decision<'_, Daihinmin>, rng: &mut Rng) -> Choice<Move> {
        let choice = self.0.choose(decision, rng);
        match decision.view.open().gift_size() {
            Some(_) => Choice::unranked(Move::PASS, &[], Basis::Policy),
            None => choice,
        }
    }
}

#[test]
fn bad_gifts_cost_the_strongest_cards() {
    let serving = Serving::start(setup(20, 4, 9));
    let seen = Arc::default();
    let agent = Stubborn(Careless { seen: Arc::clone(&seen) });
    let joined = client_with(serving.address, Protocol::V20070, agent, Rng::new(1), seen);
    let joined = joined.join().expect("no panic");
    let said = serving.ended();
    replay::check(&said);
    let gifts: Vec<_> =
        said.games.iter().flat_map(|game| game.given.iter().skip(2).map(move |g| (game, g))).collect();
    let forced: Vec<_> = gifts.iter().filter(|(_, gift)| gift.from == 4).collect();
    assert_eq!(said.outcome.refused[4] as usize, forced.len());
    assert!(!forced.is_empty());
    for (game, gift) in forced {
        let tribute = game.given.iter().find(|given| given.to == 4).expect("the rich are paid");
        let hand = hand_of(&game.dealt[4]) | hand_of(&tribute.cards);
        let cards = hand_of(&gift.cards);
        assert_eq!(cards, hand.strongest(cards.len()));
    }
    // Cards given away are known although no message says so.
    let views: Vec<_> = joined.seen.iter().map(|seen| &seen.view).collect();
    assert_eq!(views, said.asked[4].iter().map(|asked| &asked.view).collect::<Vec<_>>());
}

#[test]
fn strangers_are_sent_away_and_the_match_is_played() {
    let serving = Serving::start(short(2, 4, 8));
    let mut wrong = TcpStream::connect(serving.address).expect("it listens");
    wrong.write_all(&[7; 480]).expect("it is open");
    let mut piece = TcpStream::connect(serving.address).expect("it listens");
    piece.write_all(b"GET / HTTP/1.1\r\n\r\n").expect("it is open");
    assert_eq!(piece.read(&mut [0; 1]).expect("it is closed in good order"), 0);
    let result = client(serving.address, Protocol::V20070, 1).join().expect("no panic").result;
    assert_eq!(result.expect("a match").games, 2);
    let said = serving.ended();
    assert!(said.notes[0].contains("names protocol 117901063"), "{:?}", said.notes);
    assert!(said.notes[1].contains("18 of 480 bytes"), "{:?}", said.notes);
}
