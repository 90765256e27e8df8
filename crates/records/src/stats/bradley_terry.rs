//! The maximum of the Bradley-Terry likelihood.
//!
//! Knows scores between numbered contestants and a prior. Must not know where scores come from,
//! nor how sure they are: intervals are computed in `ratings`.

/// Everything two contestants played against each other, as the likelihood sees it.
pub(super) struct Duel {
    pub(super) a: usize,
    pub(super) b: usize,
    /// The number of deal groups; each counts as one game.
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
mod tests;
