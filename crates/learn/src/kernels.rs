//! The loops that nets spend their time in. Knows slices of numbers, no layers.
//!
//! Every value that agents decide by goes through [`add_rows`] and [`dot`] alone. They add in one order whatever the
//! width of the machine's registers, and never fuse a product into a sum, so a net thinks the same on
//! every machine. Training also multiplies matrices, which is faster and repeatable on one machine only.

// Without AVX2 these loops take nearly twice as long, and the only way to a wider instruction set at run
// time is a call the compiler cannot check. Matrix products are behind raw pointers in their crate.
#![allow(unsafe_code)]

/// One term of a sum of rows: where the row begins, and its factor.
pub type Term = (u32, f32);

macro_rules! wide {
    ($(#[$doc:meta])* $vis:vis fn $name:ident($($arg:ident: $type:ty),*) $(-> $out:ty)? $body:block) => {
        $(#[$doc])*
        $vis fn $name($($arg: $type),*) $(-> $out)? {
            #[inline(always)]
            fn body($($arg: $type),*) $(-> $out)? $body
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                fn avx2($($arg: $type),*) $(-> $out)? {
                    body($($arg),*)
                }
                if std::arch::is_x86_feature_detected!("avx2") {
                    // SAFETY: the machine has just been asked for AVX2; the body is safe code.
                    return unsafe { avx2($($arg),*) };
                }
            }
            body($($arg),*)
        }
    };
}

wide! {
    /// Adds rows of `weights`, each as long as `to` and times its factor, in the order of the terms.
    pub fn add_rows(to: &mut [f32], weights: &[f32], terms: &[Term]) {
        let width = to.len();
        let row = |from: u32| &weights[from as usize..from as usize + width];
        let mut fours = terms.chunks_exact(4);
        for four in &mut fours {
            let [(a, fa), (b, fb), (c, fc), (d, fd)] = [four[0], four[1], four[2], four[3]];
            let rows = row(a).iter().zip(row(b)).zip(row(c).iter().zip(row(d)));
            for (to, ((a, b), (c, d))) in to.iter_mut().zip(rows) {
                *to = *to + fa * a + fb * b + fc * c + fd * d;
            }
        }
        for &(from, factor) in fours.remainder() {
            for (to, weight) in to.iter_mut().zip(row(from)) {
                *to += factor * weight;
            }
        }
    }
}

wide! {
    /// The sum of products, in thirty-two strands that are added up at the end: with fewer every sum would
    /// wait for the one before it.
    pub fn dot(one: &[f32], other: &[f32]) -> f32 {
        let mut strands = [0.0f32; 32];
        let (ones, others) = (one.chunks_exact(32), other.chunks_exact(32));
        let (one, other) = (ones.remainder(), others.remainder());
        for (a, b) in ones.zip(others) {
            for (strand, (a, b)) in strands.iter_mut().zip(a.iter().zip(b)) {
                *strand += a * b;
            }
        }
        let (ones, others) = (one.chunks_exact(8), other.chunks_exact(8));
        let rest: f32 = ones.remainder().iter().zip(others.remainder()).map(|(a, b)| a * b).sum();
        for (a, b) in ones.zip(others) {
            for (strand, (a, b)) in strands.iter_mut().zip(a.iter().zip(b)) {
                *strand += a * b;
            }
        }
        let mut sums = [0.0f32; 8];
        for strands in strands.chunks_exact(8) {
            for (sum, strand) in sums.iter_mut().zip(strands) {
                *sum += strand;
            }
        }
        sums.iter().sum::<f32>() + rest
    }
}

wide! {
    /// Adds `factor` times a row.
    pub fn add_scaled(to: &mut [f32], row: &[f32], factor: f32) {
        for (to, value) in to.iter_mut().zip(row) {
            *to += factor * value;
        }
    }
}

wide! {
    /// Moves `to` a part of the way to `target`.
    pub fn approach(to: &mut [f32], target: &[f32], part: f32) {
        for (to, target) in to.iter_mut().zip(target) {
            *to += part * (target - *to);
        }
    }
}

wide! {
    /// Cuts off what is below 0.
    pub fn relu(values: &mut [f32]) {
        for value in values {
            *value = if *value > 0.0 { *value } else { 0.0 };
        }
    }
}

wide! {
    /// The exponential linear unit: e^x - 1 below 0.
    pub fn elu(values: &mut [f32]) {
        for value in values {
            let below = exp_of_negative(value.min(0.0)) - 1.0;
            *value = if *value > 0.0 { *value } else { below };
        }
    }
}

/// e^x for x up to 0, to the last few bits: 2^n times a polynomial. Written out because it can be done
/// eight at a time and is the same everywhere, which library functions are not.
#[inline(always)]
fn exp_of_negative(x: f32) -> f32 {
    /// Adding and taking this away rounds to a whole number.
    const ROUND: f32 = 12_582_912.0;
    /// The Taylor series of 2^x: powers of ln 2 over factorials.
    const SERIES: [f32; 7] = [
        1.525_273_4e-5,
        1.540_353e-4,
        1.333_355_8e-3,
        9.618_129e-3,
        5.550_411e-2,
        0.240_226_5,
        std::f32::consts::LN_2,
    ];
    let y = x.max(-87.0) * std::f32::consts::LOG2_E;
    let whole = (y + ROUND) - ROUND;
    let part = y - whole;
    let power = SERIES.iter().fold(0.0, |sum, term| (sum + term) * part) + 1.0;
    power * f32::from_bits(((whole as i32 + 127) << 23) as u32)
}

/// The constants of a step of Adam (Kingma and Ba 2015).
#[derive(Clone, Copy, Debug)]
pub struct AdamStep {
    /// The size of the step, corrected for the first moments having begun at 0.
    pub rate: f32,
    /// The same correction for the second moments, as the factor of their root.
    pub scale: f32,
    /// The divisor of gradients.
    pub count: f32,
}

/// The decay of Adam's mean of gradients.
pub const BETA_1: f32 = 0.9;
/// The decay of Adam's mean of squared gradients.
pub const BETA_2: f32 = 0.999;
const EPSILON: f32 = 1e-8;

wide! {
    /// Moves parameters by their gradients, and forgets these.
    pub fn adam(step: AdamStep, parameters: &mut [f32], gradient: &mut [f32], means: &mut [f32], squares: &mut [f32]) {
        let moments = means.iter_mut().zip(squares);
        for ((parameter, slope), (mean, square)) in parameters.iter_mut().zip(gradient).zip(moments) {
            let g = *slope / step.count;
            *slope = 0.0;
            *mean = BETA_1 * *mean + (1.0 - BETA_1) * g;
            *square = BETA_2 * *square + (1.0 - BETA_2) * g * g;
            *parameter -= step.rate * *mean / (square.sqrt() * step.scale + EPSILON);
        }
    }
}

/// A matrix in a slice: where each element is.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Rows.
    pub rows: usize,
    /// Columns.
    pub columns: usize,
    /// True if it is stored by columns: the transpose of what lies there.
    pub turned: bool,
}

impl Layout {
    /// A matrix stored row by row.
    pub fn new(rows: usize, columns: usize) -> Layout {
        Layout { rows, columns, turned: false }
    }

    /// The transpose of a matrix stored row by row: `rows` and `columns` are those of the result.
    pub fn turned(rows: usize, columns: usize) -> Layout {
        Layout { rows, columns, turned: true }
    }

    /// Steps to the next row and to the next column.
    fn strides(self) -> (isize, isize) {
        if self.turned { (1, self.rows as isize) } else { (self.columns as isize, 1) }
    }
}

/// Adds the product of two matrices to a third, stored row by row.
pub fn add_product(to: &mut [f32], (one, left): (&[f32], Layout), (other, right): (&[f32], Layout)) {
    let (rows, inner, columns) = (left.rows, left.columns, right.columns);
    assert_eq!(inner, right.rows, "matrices that can be multiplied");
    assert!(to.len() >= rows * columns && one.len() >= rows * inner && other.len() >= inner * columns);
    if rows == 0 || inner == 0 || columns == 0 {
        return;
    }
    let (left_row, left_column) = left.strides();
    let (right_row, right_column) = right.strides();
    // SAFETY: the lengths were checked against the sizes and strides above, and `to` is borrowed alone.
    unsafe {
        gemm::gemm(
            rows,
            columns,
            inner,
            to.as_mut_ptr(),
            1,
            columns as isize,
            true,
            one.as_ptr(),
            left_column,
            left_row,
            other.as_ptr(),
            right_column,
            right_row,
            1.0f32,
            1.0f32,
            false,
            false,
            false,
            gemm::Parallelism::None,
        );
    }
}

#[cfg(test)]
mod tests;
