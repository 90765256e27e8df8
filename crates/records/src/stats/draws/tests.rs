//! Tests of `draws`.

use super::*;

#[test]
fn words_are_those_of_the_reference() {
    // Vigna's splitmix64.c, seed 1234567.
    let mut draws = Draws::new(1_234_567);
    assert_eq!(draws.word(), 6_457_827_717_110_365_317);
    assert_eq!(draws.word(), 3_203_168_211_198_807_973);
}
