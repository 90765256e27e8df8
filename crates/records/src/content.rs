//! Content told apart: a hash that is the same on every machine and in every version. Knows
//! bytes alone.

/// A hash in progress, by the method of Fowler, Noll and Vo. The hash of the standard library may change
/// between its releases, and nobody has a reason to make two contents collide on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContentHash(u64);

impl Default for ContentHash {
    fn default() -> ContentHash {
        ContentHash(0xCBF2_9CE4_8422_2325)
    }
}

impl ContentHash {
    /// The hash of these bytes.
    pub fn of(bytes: &[u8]) -> ContentHash {
        ContentHash::default().with(bytes)
    }

    /// The hash of everything so far and these bytes.
    pub fn with(self, bytes: &[u8]) -> ContentHash {
        let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        ContentHash(bytes.iter().fold(self.0, step))
    }

    /// The hash of everything so far and this text, so that "ab", "c" differs from "a", "bc".
    pub fn with_text(self, text: &str) -> ContentHash {
        self.with(text.as_bytes()).with(&[0])
    }

    /// The hash as a number.
    pub fn number(self) -> u64 {
        self.0
    }
}

impl std::fmt::Display for ContentHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
