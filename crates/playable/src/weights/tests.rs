//! Tests of `weights`.

use super::*;

const BLOCKS: &Blocks = &[("lead", 2, 3), ("pass", 1, 4)];

#[test]
fn groups_lie_one_after_the_other() {
    assert_eq!((start(BLOCKS, "lead"), start(BLOCKS, "pass"), count(BLOCKS)), (0, 6, 10));
}

#[test]
fn weights_are_read_as_they_were_written() {
    let weights: Vec<f32> = (0..10).map(|at| at as f32 * 0.125 - 1.0).collect();
    assert_eq!(read(BLOCKS, &write(BLOCKS, &weights)).expect("weights"), weights);
}

#[test]
fn bad_weights_are_named() {
    let text = write(BLOCKS, &[0.0; 10]);
    let error = |text: &str| read(BLOCKS, text).expect_err("an error").to_string();
    assert!(error("").contains("end early"));
    assert!(error(&text.replacen("lead", "laed", 1)).contains("laed"));
    assert!(error(&text.replacen("0.000", "NaN", 1)).contains("expected \"lead\" and 3 numbers"));
    assert!(error(&format!("{text}more 1\n")).contains("no more lines"));
}
