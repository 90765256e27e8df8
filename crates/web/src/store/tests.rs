//! Old files are read, and games that everybody has left end.

use rusqlite::Connection;

use super::{ABANDONED, Occupant, SeatRow, Store, TableRow};

fn row(id: &str) -> TableRow {
    let seat = SeatRow { occupant: Occupant::Person, hash: None, name: "Blue".into() };
    TableRow {
        id: id.into(),
        game: "onitama".into(),
        spec: "onitama5".into(),
        start: "a position".into(),
        seed: 7,
        host: Some(0),
        speed: "normal".into(),
        ended: None,
        seats: vec![seat.clone(), seat],
    }
}

fn ended(store: &Store, id: &str) -> Option<String> {
    store.load(id).expect("it reads").expect("it is there").0.ended
}

#[test]
fn games_without_a_move_for_long_end_and_others_do_not() {
    let store = Store::in_memory().expect("a store");
    for id in ["old", "resigned", "new"] {
        store.create(&row(id)).expect("it is kept");
    }
    store.end("resigned", "resign 0").expect("it is kept");
    store
        .db()
        .execute("UPDATE tables SET touched = touched - 100 WHERE id <> 'new'", [])
        .expect("it is changed");
    assert_eq!(store.end_abandoned(50).expect("it is done"), 1);
    assert_eq!(ended(&store, "old").as_deref(), Some(ABANDONED));
    assert_eq!(ended(&store, "resigned").as_deref(), Some("resign 0"));
    assert_eq!(ended(&store, "new"), None);
    // A move is a sign of life.
    store.db().execute("UPDATE tables SET touched = touched - 100", []).expect("it is changed");
    store.add_move("new", 0, "ox a1a2").expect("it is kept");
    assert_eq!(store.end_abandoned(50).expect("it is done"), 0);
}

#[test]
fn a_file_of_the_first_format_is_read() {
    let db = Connection::open_in_memory().expect("a database");
    db.execute_batch(
        "CREATE TABLE tables (id TEXT PRIMARY KEY, made INTEGER NOT NULL, game TEXT NOT NULL, spec TEXT NOT NULL,
             start TEXT NOT NULL, seed TEXT NOT NULL, host INTEGER, speed TEXT NOT NULL, ended TEXT) STRICT;
         INSERT INTO tables VALUES ('t', 5, 'onitama', 'onitama5', 'p', '1', 0, 'normal', NULL);
         PRAGMA user_version = 1;",
    )
    .expect("a file of before");
    let store = Store::on(db).expect("it is read");
    assert_eq!(ended(&store, "t"), None);
    store.create(&row("u")).expect("it is kept");
    assert_eq!(store.end_abandoned(50).expect("it is done"), 1, "the old one was made long ago");
}
