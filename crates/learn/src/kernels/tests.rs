//! Tests of `kernels`.

use super::*;

fn numbers(count: usize, seed: u64) -> Vec<f32> {
    let mut rng = karuta_engine::Rng::new(seed);
    (0..count).map(|_| rng.unit() as f32 - 0.5).collect()
}

#[test]
fn rows_add_up_in_order() {
    let weights = numbers(40 * 13, 1);
    let terms: Vec<Term> = (0..11).map(|at| (13 * (3 * at % 40), 0.1 * at as f32)).collect();
    let mut wide = numbers(13, 2);
    let mut plain = wide.clone();
    add_rows(&mut wide, &weights, &terms);
    for &(from, factor) in &terms {
        for (to, weight) in plain.iter_mut().zip(&weights[from as usize..]) {
            *to += factor * weight;
        }
    }
    assert_eq!(wide, plain, "to the last bit");
}

#[test]
fn products_of_matrices_are_right_however_they_lie() {
    let (rows, inner, columns) = (5, 7, 3);
    let (one, other) = (numbers(rows * inner, 3), numbers(inner * columns, 4));
    let turn = |matrix: &[f32], rows: usize, columns: usize| -> Vec<f32> {
        (0..rows * columns).map(|at| matrix[at % rows * columns + at / rows]).collect()
    };
    let mut plain = vec![1.0; rows * columns];
    for row in 0..rows {
        for column in 0..columns {
            plain[row * columns + column] +=
                (0..inner).map(|at| one[row * inner + at] * other[at * columns + column]).sum::<f32>();
        }
    }
    let (one_turned, other_turned) = (turn(&one, rows, inner), turn(&other, inner, columns));
    for left in [(&one[..], Layout::new(rows, inner)), (&one_turned[..], Layout::turned(rows, inner))] {
        for right in
            [(&other[..], Layout::new(inner, columns)), (&other_turned[..], Layout::turned(inner, columns))]
        {
            let mut product = vec![1.0; rows * columns];
            add_product(&mut product, left, right);
            assert!(product.iter().zip(&plain).all(|(a, b)| (a - b).abs() < 1e-5), "{product:?} {plain:?}");
        }
    }
}

#[test]
fn exponentials_are_right() {
    for step in 0..20_000 {
        let x = -0.005 * step as f32;
        let (ours, due) = (f64::from(exp_of_negative(x)), f64::from(x.max(-87.0)).exp());
        assert!((ours - due).abs() <= 1.5e-7 + 1e-5 * due.min(0.01), "{x}: {ours} {due}");
    }
    let mut values = [-1.0, 0.0, 2.5, -200.0];
    elu(&mut values);
    assert!((values[0] + 0.632_120_6).abs() < 1e-6 && values[1..] == [0.0, 2.5, -1.0], "{values:?}");
}

#[test]
fn dots_have_all_their_terms() {
    for len in [0, 1, 7, 8, 9, 31, 32, 64, 70, 282] {
        let (one, other) = (numbers(len, 5), numbers(len, 6));
        let plain: f64 = one.iter().zip(&other).map(|(a, b)| f64::from(a * b)).sum();
        assert!((f64::from(dot(&one, &other)) - plain).abs() < 1e-5);
    }
}
