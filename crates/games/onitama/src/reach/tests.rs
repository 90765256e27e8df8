//! Tests of `reach`.

use super::*;

#[test]
fn the_three_tables_agree() {
    for n in [5, 7] {
        let tables = tables(n);
        for card in 0..COUNT {
            for seat in 0..2 {
                for square in 0..n * n {
                    let by_target = tables.target[card][seat][square]
                        .iter()
                        .filter(|&&to| to != OFF)
                        .fold(0u64, |set, &to| set | 1 << to);
                    let by_hop =
                        tables.hops[card][seat].iter().fold(0, |set, hop| set | hop.land(1 << square));
                    assert_eq!(tables.reach[card][seat][square], by_target);
                    assert_eq!(tables.reach[card][seat][square], by_hop);
                }
            }
        }
    }
}

#[test]
fn seats_are_each_others_reverse() {
    let tables = tables(5);
    for card in 0..COUNT {
        for (from, to) in (0..25).flat_map(|from| (0..25).map(move |to| (from, to))) {
            let forth = tables.reach[card][0][from] >> to & 1;
            let back = tables.reach[card][1][to] >> from & 1;
            assert_eq!(forth, back);
        }
    }
}
