//! `Rng`: the one generator of the project. Named and portable, seedable, splittable by purpose.
//!
//! The draws are written here instead of taken from the `rand` traits because those are not stable
//! between releases: the same seed must give the same bytes for years, on every machine.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng};
use serde::{Deserialize, Serialize};

/// A stream of random numbers (xoshiro256++). It can be written down and taken up again, in another process too.
///
/// ```
/// use karuta_engine::Rng;
///
/// // The same seed draws the same numbers on every machine, for years.
/// assert_eq!(Rng::new(1).below(1000), 811);
/// // Streams of one run are told apart by a path: the third deal draws the same whatever is drawn before it.
/// let mut third = Rng::for_path(1, &[0, 2]);
/// let mut cards = [1, 2, 3, 4];
/// third.shuffle(&mut cards);
/// assert_ne!(third.bits(), Rng::for_path(1, &[0, 3]).bits());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The stream that belongs to `seed`.
    pub fn new(seed: u64) -> Rng {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// The stream for one purpose within a run: any change in `path` gives an unrelated stream, so a
    /// game draws the same numbers whatever else is played, in whichever order and on any thread.
    pub fn for_path(seed: u64, path: &[u64]) -> Rng {
        let mixed = path.iter().fold(mix(seed), |hash, &step| mix(hash ^ mix(step)));
        Rng::new(mixed)
    }

    /// Sixty-four random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `n`, which must not be 0. The 64-bit product leaves a bias below n / 2^64.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        debug_assert!(n > 0, "a draw needs something to draw from");
        ((u128::from(self.bits()) * u128::from(n)) >> 64) as u64
    }

    /// An index into something of length `len`, which must not be 0.
    #[inline]
    pub fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// Two independent numbers below `a` and `b` from one draw; for hot loops. Bias below n / 2^32.
    #[inline]
    pub fn below_two(&mut self, a: u32, b: u32) -> (u32, u32) {
        let bits = self.bits();
        let scale = |half: u64, n: u32| ((half * u64::from(n)) >> 32) as u32;
        (scale(bits >> 32, a), scale(bits & 0xFFFF_FFFF, b))
    }

    /// A number in [0, 1).
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Shuffles in place (Fisher and Yates), every order equally likely.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }

    /// A new stream that shares nothing with what this one draws later.
    pub fn split(&mut self) -> Rng {
        Rng::new(self.bits())
    }
}

/// The finaliser of splitmix64: every input bit touches every output bit.
fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests;
