//! Ids and tokens: 128 bits of the operating system's entropy, and hashes of them. Knows nothing of tables.
//!
//! A token travels in the fragment of a link, which browsers send to nobody, and only its hash is stored.

use sha2::{Digest as _, Sha256};

const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The number of characters of an id or token: 26 digits of five bits hold 128 bits.
pub const LENGTH: usize = 26;

/// The operating system has no entropy to give.
#[derive(Debug)]
pub struct NoEntropy;

/// Random bits.
pub fn bits() -> Result<u128, NoEntropy> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| NoEntropy)?;
    Ok(u128::from_le_bytes(bytes))
}

/// A new id or token.
pub fn fresh() -> Result<String, NoEntropy> {
    bits().map(spelled)
}

/// A seed nobody can guess.
pub fn seed() -> Result<u64, NoEntropy> {
    bits().map(|bits| bits as u64)
}

fn spelled(bits: u128) -> String {
    (0..LENGTH).map(|at| char::from(DIGITS[(bits >> (5 * at) & 31) as usize])).collect()
}

/// The claim that a text can be an id or a token.
pub fn is_well_formed(text: &str) -> bool {
    text.len() == LENGTH && text.bytes().all(|byte| DIGITS.contains(&byte))
}

/// The hash that is stored in the place of a token.
pub fn hash(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}

/// The token of a seat that the owner of `master` may hand on. It follows from the master token, so that the
/// owner can be shown it again without the server having kept it.
pub fn derived(master: &str, seat: usize) -> String {
    let digest = Sha256::digest(format!("{master} seat {seat}").as_bytes());
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    spelled(u128::from_le_bytes(bytes))
}
