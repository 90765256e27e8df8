//! The maximum of the Bradley-Terry likelihood.
//!
//! Knows scores between numbered contestants and a prior. Must not know where scores come from,
//! nor how sure they are: intervals are the business of `ratings`.

/// Everything two contestants played against each other, as the likelihood sees it.
pub(super) struct Duel {
    pub(super) a: usize,
    pub(super) b: usize,
    /// How many deal groups; each counts as one game.
    pub(super) groups: f64,
    /// The sum of `a`'s payoffs.
    pub(super) score: f64,
}

/// Moves `strength`, in logits, to the maximum of the likelihood, centred on a mean of zero.
///
/// `prior` is the weight of a drawn game of everybody against strength zero; it must be positive,
/// for it is what keeps the maximum unique and finite.
///
/// Newton's method: the logarithm of the likelihood is concave, and a warm start takes a handful
/// of steps where the customary fixed-point iteration would take many, a thousand times over.
pub(super) fn fit(duels: &[Duel], prior: f64, strength: &mut [f64]) {
    let size = strength.len();
    let mut curvature = vec![0.0; size * size];
    let mut slope = vec![0.0; size];
    for _ in 0..100 {
        curvature.fill(0.0);
        for (i, &own) in strength.iter().enumerate() {
            let expected = logistic(own);
            slope[i] = prior * (0.5 - expected);
            curvature[i * size + i] = prior * expected * (1.0 - expected);
        }
        for duel in duels {
            let Duel { a, b, .. } = *duel;
            let expected = logistic(strength[a] - strength[b]);
            let surplus = duel.score - duel.groups * expected;
            let weight = duel.groups * expected * (1.0 - expected);
            slope[a] += surplus;
            slope[b] -= surplus;
            curvature[a * size + a] += weight;
            curvature[b * size + b] += weight;
            curvature[a * size + b] -= weight;
            curvature[b * size + a] -= weight;
        }
        solve(&mut curvature, &mut slope);
        let longest = slope.iter().fold(0.0f64, |longest, step| longest.max(step.abs()));
        // Far from the maximum the curvature flattens and full steps overshoot ever further;
        // steps of two logits at most come back.
        let scale = if longest > 2.0 { 2.0 / longest } else { 1.0 };
        for (own, step) in strength.iter_mut().zip(&slope) {
            *own += scale * step;
        }
        if longest < 1e-9 {
            break;
        }
    }
    let mean = strength.iter().sum::<f64>() / size.max(1) as f64;
    strength.iter_mut().for_each(|own| *own -= mean);
}

/// Solves `matrix * x = vector` in place by Cholesky's factors; the prior makes the matrix
/// positive definite, so nothing needs pivoting.
fn solve(matrix: &mut [f64], vector: &mut [f64]) {
    let size = vector.len();
    for j in 0..size {
        for i in j..size {
            let dot: f64 = (0..j).map(|k| matrix[i * size + k] * matrix[j * size + k]).sum();
            let rest = matrix[i * size + j] - dot;
            matrix[i * size + j] =
                if i == j { rest.max(f64::MIN_POSITIVE).sqrt() } else { rest / matrix[j * size + j] };
        }
    }
    for i in 0..size {
        let dot: f64 = (0..i).map(|k| matrix[i * size + k] * vector[k]).sum();
        vector[i] = (vector[i] - dot) / matrix[i * size + i];
    }
    for i in (0..size).rev() {
        let dot: f64 = (i + 1..size).map(|k| matrix[k * size + i] * vector[k]).sum();
        vector[i] = (vector[i] - dot) / matrix[i * size + i];
    }
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
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
}
