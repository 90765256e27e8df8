//! Tests of `round_values`.

use super::*;
use crate::play::policies::HassanRandom;

#[test]
fn shipped_tables_are_whole_and_sensible() {
    for rules in [Rules::HASSAN, Rules::FAIR, Rules::OFFICIAL] {
        let table = shipped_for(&rules);
        for round in 0..2 {
            // Markers are good for whoever has them, all things being equal.
            for suit in 0..SUITS {
                assert!(table.mean_where(round, suit, 0) > table.mean_where(round, suit, 1), "{suit}");
            }
        }
    }
    // The thesis: player 1 prefers round 2, player 2 round 3.
    let thesis = shipped_for(&Rules::HASSAN);
    assert!((0..SUITS).all(|suit| thesis.mean_where(0, suit, 0) > thesis.mean_where(1, suit, 0)));
    assert!((0..SUITS).all(|suit| -thesis.mean_where(1, suit, 1) > -thesis.mean_where(0, suit, 1)));
}

#[test]
fn a_table_without_the_third_round_mirrors_the_second() {
    let lines = orbits().into_iter().map(|orbit| {
        let value = f64::from(orbit.iter().map(|&owner| i8::from(owner == 1) * 2).sum::<i8>()) / 20.0;
        line(2, orbit, 10, value)
    });
    let table = Prospects::parse(&lines.collect::<Vec<_>>().join("\n")).expect("a table");
    for markers in (0..ARRANGEMENTS).map(Markers::from_index).filter(|markers| !markers.is_decisive()) {
        assert_eq!(table.value(1, markers), -table.value(0, markers.swapped()));
    }
}

#[test]
fn array_and_tree_hold_the_same() {
    let table = shipped_for(&Rules::OFFICIAL).clone();
    let [arrays, trees] = [Store::Array, Store::Tree].map(|store| table.clone().stored(store));
    for (array, tree) in arrays.iter().zip(&trees) {
        for markers in (0..ARRANGEMENTS).map(Markers::from_index) {
            assert_eq!(array.look(markers), tree.look(markers));
        }
    }
}

#[test]
fn a_stopped_playout_is_judged_by_the_next_round() {
    let value_fn = shipped(Store::Array);
    let mut rng = Rng::new(3);
    let (mut stopped, mut over) = (0, 0);
    for seed in 0..200 {
        let mut state = Hanamikoji::new(Rules::HASSAN, seed);
        assert_eq!(number(&state), 1);
        ToRoundEnd::new(HassanRandom).run(&mut state, u32::MAX, &mut rng);
        let payoffs = value_fn.payoffs(&state);
        if state.phase() == Phase::Over {
            assert_eq!(payoffs, state.payoff());
            over += 1;
            continue;
        }
        assert_eq!(number(&state), 2);
        let value = f64::from(shipped_for(&Rules::HASSAN).value(0, state.markers()));
        assert!((payoffs[0] - (1.0 + value) / 2.0).abs() < 1e-6);
        // Dealing the next round changes nothing about it.
        state.next_round();
        assert_eq!((number(&state), value_fn.payoffs(&state)), (2, payoffs));
        stopped += 1;
    }
    assert!(stopped > 50 && over > 20, "{stopped} stopped, {over} over");
}

#[test]
fn whoever_starts_the_seats_are_treated_alike() {
    let value_fn = Presampled { tables: vec![shipped_for(&Rules::HASSAN).clone().stored(Store::Array)] };
    let turned = Rules { starts: 1, ..Rules::HASSAN };
    for round in ROUNDS {
        for markers in (0..ARRANGEMENTS).map(Markers::from_index) {
            let (one, other) = (
                value_fn.value(&Rules::HASSAN, round, markers),
                value_fn.value(&turned, round, markers.swapped()),
            );
            assert_eq!(one, -other);
        }
    }
}

#[test]
fn bad_tables_are_refused() {
    let error = |text: &str| Prospects::parse(text).expect_err("bad").to_string();
    assert!(error("2,0000000,10").contains("2,0000000,10"));
    assert!(error("4,0000000,10,0.5").contains("no line"));
    assert!(error("2,0000003,10,0.5").contains("no line"));
    assert!(error("2,0000000,10,1.5").contains("no line"));
    assert!(error("2,0000000,10,NaN").contains("no line"));
    assert!(error("2,0000000,10,0.5").contains("lack round 2"));
    assert_eq!(orbits().len(), 274);
}
