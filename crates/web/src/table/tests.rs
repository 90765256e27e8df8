//! Tables whose store refuses to be written for a while: nothing happens that is not kept, everybody is told, and
//! the game goes on by itself.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::sync::mpsc;

use super::{Newcomer, Order, Wish};
use crate::games;
use crate::limits::Limits;
use crate::server_state::ServerState;
use crate::store::{Occupant, Store};
use crate::words::ENGLISH;

/// Somebody at a table, without a socket.
struct Guest {
    conn: u64,
    inbox: mpsc::Sender<Order>,
    frames: mpsc::Receiver<String>,
    frame: Value,
}

impl Guest {
    async fn sit(server: &Arc<ServerState>, id: &str, token: &str) -> Guest {
        let inbox = server.table(id).expect("a table");
        let (out, frames) = mpsc::channel(64);
        let conn = server.connection();
        let token = Some(token.to_string());
        let newcomer = Newcomer { conn, token, origin: String::new(), words: &ENGLISH, out };
        inbox.send(Order::Join(newcomer)).await.expect("the table is there");
        Guest { conn, inbox, frames, frame: Value::Null }
    }

    /// Waits for a frame of which something is true.
    async fn until(&mut self, holds: impl Fn(&Guest) -> bool) {
        while self.frame.is_null() || !holds(self) {
            let frame = self.frames.recv().await.expect("the table is there");
            let told: Value = serde_json::from_str(&frame).expect("JSON");
            if told.get("parts").is_some() {
                self.frame = told;
            }
        }
    }

    fn part(&self, name: &str) -> &str {
        self.frame["parts"][name].as_str().unwrap_or_default()
    }

    fn noticed(&self) -> u64 {
        self.frame["v"].as_u64().expect("a number")
    }

    fn first_move(&self) -> Option<String> {
        self.part("act").split("data-m=\"").nth(1)?.split('"').next().map(String::from)
    }

    async fn play(&mut self, text: &str) {
        let wish = Wish::Move { text: text.to_string(), v: self.noticed() as usize };
        self.inbox.send(Order::Said { conn: self.conn, wish }).await.expect("the table is there");
    }
}

#[tokio::test]
async fn a_store_that_turns_read_only_loses_nothing_and_the_game_goes_on() {
    let folder = std::env::temp_dir().join(format!("karuta-read-only-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("games.db");
    let store = Store::open(&path).expect("a store");
    let limits = Limits::new(None, Duration::from_secs(1));
    let server = Arc::new(ServerState::new(store, 1, 10, 1, limits));
    // SQLite then refuses to write as it does where the disk has become read-only.
    let read_only = |on: bool| {
        server.store.db().pragma_update(None, "query_only", on).expect("it is set");
    };
    let card = games::find("onitama").expect("a game");
    let occupants = [Occupant::Person, Occupant::Agent(1)];
    let (id, token) =
        server.make(card, card.variants[0].spec, &occupants, Some(0), None, "slow").expect("a table");
    let kept =
        |server: &ServerState| server.store.load(&id).expect("it reads").expect("it is there").1.len() as u64;
    let mut guest = Guest::sit(&server, &id, &token).await;
    guest.until(|guest| guest.first_move().is_some()).await;
    let (before, mv) = (guest.noticed(), guest.first_move().expect("a move"));
    read_only(true);
    guest.play(&mv).await;
    guest.until(|guest| guest.part("status").contains("Nothing can be saved now")).await;
    assert!(guest.part("status").contains("readonly"), "{}", guest.part("status"));
    assert_eq!((guest.noticed(), kept(&server)), (before, before), "what cannot be kept does not happen");
    // No table can be made either, and the one there is can still be looked at.
    assert!(server.make(card, card.variants[0].spec, &occupants, Some(0), None, "fast").is_err());
    let mut other = Guest::sit(&server, &id, &token).await;
    other.until(|_| true).await;
    assert_eq!(other.noticed(), before);
    // Everybody hears when it works again, without doing anything.
    read_only(false);
    guest.until(|guest| !guest.part("status").contains("Nothing can be saved now")).await;
    guest.play(&mv).await;
    guest.until(|guest| guest.noticed() > before).await;
    assert!(kept(&server) > before, "a move is kept before it is told");
    // The other side, too, waits until its move can be kept. It may be quicker than this test; then it is asked again.
    let noticed = loop {
        let noticed = guest.noticed();
        read_only(true);
        let is_in_trouble = |guest: &Guest| guest.part("status").contains("Nothing can be saved now");
        guest.until(|guest| is_in_trouble(guest) || guest.first_move().is_some()).await;
        if is_in_trouble(&guest) {
            break noticed;
        }
        read_only(false);
        let (before, mv) = (guest.noticed(), guest.first_move().expect("a move"));
        guest.play(&mv).await;
        guest.until(|guest| guest.noticed() > before).await;
    };
    assert_eq!((guest.noticed(), kept(&server)), (noticed, noticed));
    read_only(false);
    guest.until(|guest| guest.noticed() > noticed).await;
    assert_eq!(guest.noticed(), kept(&server));
    let _ = std::fs::remove_dir_all(folder);
}
