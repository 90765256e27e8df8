//! Tests of `export`.

use super::*;

#[test]
fn fields_with_commas_are_quoted() {
    assert_eq!(quoted("a,b"), "\"a,b\"");
    assert_eq!(quoted("say \"x\""), "\"say \"\"x\"\"\"");
    assert_eq!(quoted("plain"), "plain");
}
