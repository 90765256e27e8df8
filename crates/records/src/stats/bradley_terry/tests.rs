//! Tests of `bradley_terry`.

use super::*;

#[test]
fn fit_agrees_with_the_literature() {
    // American League East 1987, wins of the row over the column in 13 games per pairing, and
    // the fitted abilities relative to Baltimore: Agresti, Categorical Data Analysis (2002),
    // table 10.10, to the digits of Turner and Firth, J. Stat. Software 48(9), 2012.
    const WINS: [[u32; 7]; 7] = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ];
    const ABILITIES: [f64; 7] = [1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0];
    let mut duels = Vec::new();
    for (a, row) in WINS.iter().enumerate() {
        for (b, &wins) in row.iter().enumerate().skip(a + 1) {
            let score = f64::from(wins);
            duels.push(Duel { a, b, groups: 13.0, score });
        }
    }
    let mut strength = [0.0; 7];
    // Next to no prior, for the published fit has none.
    fit(&duels, 1e-6, &mut strength);
    for (own, published) in strength.iter().zip(ABILITIES) {
        assert!((own - strength[6] - published).abs() < 6e-5, "{own} for {published}");
    }
}

#[test]
fn fit_finds_the_maximum_even_of_a_pecking_order() {
    // Everybody beats everybody below: the hardest case, as only the prior holds it together.
    let mut duels = Vec::new();
    for a in 0..8 {
        for b in a + 1..8 {
            duels.push(Duel { a, b, groups: 10_000.0, score: 10_000.0 });
        }
    }
    let mut strength = [0.0; 8];
    fit(&duels, 0.5, &mut strength);
    for (i, own) in strength.iter().enumerate() {
        let lost: f64 = strength[..i].iter().map(|above| logistic(own - above)).sum();
        let won: f64 = strength[i + 1..].iter().map(|below| logistic(below - own)).sum();
        let slope = 10_000.0 * (won - lost) + 0.5 * (0.5 - logistic(*own));
        assert!(slope.abs() < 1e-6, "{slope} at {strength:?}");
    }
}
