//! Tests of `curve`.

use super::*;

#[test]
fn curves_have_a_line_for_everything_and_stand_any_numbers() {
    let point = |steps: u64, loss: f64| Point {
        steps,
        loss,
        value: 0.5,
        reward: 0.5,
        payoff: 0.4,
        wins: 0.3,
        points: Some(2.0),
    };
    for points in [vec![], vec![point(0, 0.0)], vec![point(10, 1.0), point(20, f64::NAN), point(30, 0.5)]] {
        let text = svg("dmc:a<b", "games", &points);
        assert_eq!(text.matches("<polyline").count(), 5);
        assert!(!text.contains("NaN") && !text.contains("inf") && text.contains("a&lt;b"), "{text}");
    }
}
