//! Tests of `quotient`.

use super::super::{mean_interval, score_interval};
use super::*;

fn tallies(groups: &[&[f64]]) -> Vec<GroupSums> {
    groups
        .iter()
        .map(|values| {
            let mut tally = GroupSums::default();
            values.iter().for_each(|&value| tally.add(value));
            tally
        })
        .collect()
}

#[test]
fn one_observation_a_group_gives_the_plain_intervals() {
    let values = [1.0, 2.0, 3.0, 4.0, 5.0];
    let groups: Vec<&[f64]> = values.chunks(1).collect();
    let found = quotient(&tallies(&groups), Range::Free).expect("there are values");
    let plain = mean_interval(&values).expect("there are values");
    assert!((found.interval.expect("five groups").low - plain.interval.low).abs() < 1e-12);
    assert!((found.spread - 2f64.sqrt()).abs() < 1e-12);
    let coins = [1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0];
    let groups: Vec<&[f64]> = coins.chunks(1).collect();
    let found = quotient(&tallies(&groups), Range::Share).expect("there are values");
    let plain = score_interval(&coins).expect("there are values").interval;
    let found = found.interval.expect("twelve groups");
    // The plain one clamps the pseudo group away at the coin's variance.
    assert!(found.low <= plain.low && plain.low - found.low < 0.02, "{found:?} {plain:?}");
}

#[test]
fn groups_that_hang_together_widen_the_interval() {
    let alike: Vec<&[f64]> = vec![&[1.0; 10], &[0.0; 10], &[1.0; 10], &[0.0; 10]];
    let mixed: Vec<&[f64]> = vec![&[1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0]; 4];
    let width = |groups: &[&[f64]]| {
        let found = quotient(&tallies(groups), Range::Share).and_then(|found| found.interval);
        found.map(|interval| interval.high - interval.low).expect("four groups")
    };
    assert!(width(&alike) > 3.0 * width(&mixed));
}

#[test]
fn empty_groups_do_not_count() {
    assert_eq!(quotient(&[GroupSums::default(); 3], Range::Share), None);
    let one = quotient(&tallies(&[&[], &[3.0, 5.0], &[]]), Range::Free).expect("two values");
    assert_eq!((one.mean, one.interval, one.observations), (4.0, None, 2.0));
}
