//! Tests of `measure`.

use super::*;

#[test]
fn conditions_are_read() {
    let compares = |name: &str, relation, number| {
        Condition::Compares(Comparison { name: name.to_string(), relation, number })
    };
    assert_eq!(Condition::parse("won"), Ok(Condition::Won));
    assert_eq!(Condition::parse("rounds=3"), Ok(compares("rounds", Relation::Same, 3.0)));
    assert_eq!(Condition::parse("rounds >= 2"), Ok(compares("rounds", Relation::AtLeast, 2.0)));
    assert_eq!(Condition::parse("cards<=5"), Ok(compares("cards", Relation::AtMost, 5.0)));
    for wrong in ["", "rounds", "=3", "rounds=three", "<=3"] {
        assert!(Condition::parse(wrong).is_err(), "{wrong:?}");
    }
}

#[test]
fn decisions_are_counted_round_by_round() {
    let turn = Turn { at: 1, cycle: 6, lap: Some(2) };
    let meant: Vec<usize> = (0..30).filter(|&index| turn.is(index)).collect();
    assert_eq!(meant, [13]);
    let turn = Turn { at: 1, cycle: 6, lap: None };
    let meant: Vec<usize> = (0..15).filter(|&index| turn.is(index)).collect();
    assert_eq!(meant, [1, 7, 13]);
}

#[test]
fn rows_fill_in_what_columns_leave_open() {
    let vars = Vars::from([("turn".to_string(), "3".to_string())]);
    let template = Template {
        measure: "kind".into(),
        event: "gift".into(),
        turn: "{turn}".into(),
        cycle: 4,
        ..Template::default()
    };
    let found = template.resolve(&[&vars]).expect("all is known");
    let turn = Turn { at: 2, cycle: 4, lap: None };
    assert_eq!(
        found.measure,
        Measure::Kind { kind: "gift".into(), among: Vec::new(), turn: Some(turn), quantities: Vec::new() }
    );
    let error = template.resolve(&[]).expect_err("nothing is known");
    assert!(error.contains("{turn}") && error.contains("stands for nothing"), "{error}");
}
