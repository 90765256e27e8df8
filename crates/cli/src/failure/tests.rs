//! Tests of `failure`.

use super::*;

#[test]
fn long_messages_are_shortened() {
    let long = "x".repeat(5_000);
    for message in [
        format!("no agent {long:?}; there are: random"),
        format!("iters={long}: expected a number"),
        format!("'{long}' is no number"),
        "a, ".repeat(300),
        format!("\"{}\" is no position", "ab ".repeat(2_000)),
    ] {
        let line = shortened(&message);
        assert!(line.chars().count() < 300, "{}", line.chars().count());
    }
    assert_eq!(shortened("no game \"chess\""), "no game \"chess\"");
}
