//! Tests of `stop`.

use super::*;
use std::time::Duration;

#[test]
fn a_deadline_ends_itself_and_its_children_only() {
    let all = Stop::new();
    let one = all.before(Deadline::after(Duration::ZERO));
    let child = one.child();
    assert!(!child.is_raised(), "nobody has looked at the clock");
    assert!(child.is_due() && child.is_raised() && one.is_raised());
    assert!(!all.is_due());
    let far = all.before(Deadline::after(Duration::from_secs(1 << 40)));
    assert!(!far.is_due());
    assert!(!all.raise() && all.raise(), "the second time it had been raised");
    assert!(far.is_raised());
}

#[test]
fn nobody_ends_what_never_ends() {
    assert!(!NEVER.raise());
    assert!(!NEVER.is_raised() && !NEVER.is_due());
}
