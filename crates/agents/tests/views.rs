//! Views as data that are read back: slips of every field are refused in a line and never panic.

use karuta_agents::Registry;
use karuta_agents::any::{AnyGame, Start};
use karuta_agents::view_data::ViewData;
use karuta_onitama::Onitama;
use karuta_playable::playable::Purpose;
use serde_json::{Value, json};

fn game() -> Box<dyn AnyGame> {
    let registry = Registry::builder().game::<Onitama<5>>().build();
    registry.open("onitama5", Purpose::Analysis).expect("a game")
}

/// The view of the seat to move after two moves.
fn view(game: &dyn AnyGame) -> Value {
    let mut table = game.table(&Start::Seed(3)).expect("a deal");
    for _ in 0..2 {
        let mv = table.legal()[0].clone();
        table.play(&mv).expect("a legal move");
    }
    let seat = table.turn().expect("a turn");
    serde_json::to_value(ViewData::of(game.spec(), table.seat(seat).as_ref())).expect("JSON")
}

fn read(game: &dyn AnyGame, view: &Value) -> Result<(), String> {
    let view = ViewData::read(&view.to_string()).map_err(|error| error.to_string())?;
    game.table_of_view(&view, 1).map(drop).map_err(|error| error.to_string())
}

#[test]
fn a_view_reads_back() {
    let game = game();
    assert_eq!(read(game.as_ref(), &view(game.as_ref())), Ok(()));
}

#[test]
fn fields_that_cannot_be_are_refused() {
    let game = game();
    for (field, value, word) in [
        ("seen", json!([[6, "ox a1a2", 7]]), "seat 6"),
        ("seen", json!([[0, "nonsense", 99_999]]), "nonsense"),
        ("seen", json!([[0, "", null]]), "no number"),
        ("seat", json!(2), "seat 2"),
        ("turn", json!(null), "turn"),
        ("legal", json!(["castle"]), "legal moves"),
        ("position", json!("1121"), "position"),
        ("format", json!(9), "format 9"),
    ] {
        let mut changed = view(game.as_ref());
        changed[field] = value;
        let error = read(game.as_ref(), &changed).expect_err(field);
        assert!(error.contains(word) && error.lines().count() == 1, "{field}: {error}");
    }
}
