//! Tests of `policy_weights`.

use super::*;

#[test]
fn deals_to_learn_from_follow_the_rules_of_the_table() {
    let mut rng = Rng::new(1);
    for rules in [Rules::OFFICIAL, Rules::PESTALOZZI, Rules::PESTALOZZI_CODE] {
        let table = Tichu::new(Rules { target: 1000, ..rules }, 1);
        for _ in 0..20 {
            let deal = deal(&table, &mut rng);
            assert_eq!(deal.rules, rules);
            assert_eq!(deal.phase, Phase::Play, "calls of Grand Tichu and the exchange are made");
        }
    }
}
