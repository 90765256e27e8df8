//! Tests of `training`.

use super::super::open;

/// Every examination is in a window, and windows end at round numbers.
#[test]
fn examinations_fall_into_windows() {
    let asked = open("tichu-training").expect("a study");
    let lines: Vec<String> = (0..asked.work.pieces()).map(|at| asked.work.piece(at)).collect();
    assert_eq!(lines.len(), 109);
    let digest = asked.work.digest(&lines).pop().expect("a table");
    let names: Vec<&str> = digest.rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(names.len(), 6 + 8 + 8, "{names:?}");
    assert_eq!((names[0], names[5], names[6]), ("a, 100000", "a, 600000", "b, 50000"));
    // Five examinations of the first window, from the notes by hand.
    let mean = (0.531 + 0.5805 + 0.61575 + 0.6435 + 0.681) * 100.0 / 5.0;
    let shown = digest.rows[0][1].split_whitespace().next().and_then(|number| number.parse::<f64>().ok());
    assert!(shown.is_some_and(|shown| (shown - mean).abs() < 0.006), "{:?} {mean}", digest.rows[0]);
}
