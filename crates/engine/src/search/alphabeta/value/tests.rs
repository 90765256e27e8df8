//! Tests of `value`.

use super::*;

#[test]
fn sooner_wins_and_later_losses_are_better() {
    let order = [win_in(1), win_in(3), points(i32::MAX), 0, points(i32::MIN), -win_in(4), -win_in(2)];
    assert!(order.is_sorted_by(|a, b| a > b));
}

#[test]
fn verdicts_go_there_and_back() {
    for known in [MoveVerdict::Win(7), MoveVerdict::Loss(12), MoveVerdict::Score(-35)] {
        assert_eq!(verdict(of_verdict(known, 0)), known);
    }
    assert_eq!(verdict(of_verdict(MoveVerdict::Win(7), 4)), MoveVerdict::Win(11));
    assert_eq!(verdict(of_verdict(MoveVerdict::Win(u32::MAX), 9)), MoveVerdict::Win(FAR));
}

#[test]
fn a_tables_values_belong_to_the_node() {
    for value in [win_in(9), -win_in(8), 17] {
        assert_eq!(from_root(from_node(value, 6), 6), value);
    }
    assert_eq!(from_node(win_in(9), 6), win_in(3));
}
