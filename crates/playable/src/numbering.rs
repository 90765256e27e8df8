//! Moves as numbers: a fixed id for every move of a game, for masks, nets and programs that do not want text.
//! Knows how numbers are kept; which move has which is each game's `numbering.rs`. Numbers are a contract: a
//! change of any of them raises the version, and tests compare them with a file.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use karuta_engine::{Game, Seat};

/// The numbering of a game's moves, from 0. Moves as others observe them (face down) have numbers too.
///
/// A number may depend on what everybody can see of the position, such as whose cards are whose in Onitama, but
/// never on what is hidden.
pub struct Numbering<G: Game> {
    /// Raised with every change of a number.
    pub version: u32,
    /// The count of numbers by the rules of this position.
    pub count: fn(&G) -> usize,
    /// The number of a move that `Seat` makes in this position.
    pub id: fn(&G, Seat, G::Move) -> Option<usize>,
    /// Appends the numbers of moves that `Seat` may make in this position, each of which must have one. A batch of games
    /// asks for those of all legal moves at every step.
    pub ids: fn(&G, Seat, &[G::Move], &mut Vec<usize>),
    /// The move of a number; it need not be legal.
    pub mv: fn(&G, Seat, usize) -> Option<G::Move>,
}

// Derived, these would ask the same of the game.
impl<G: Game> Clone for Numbering<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Numbering<G> {}

/// Appends the number of every move.
#[inline]
pub fn append<M: Copy>(moves: &[M], out: &mut Vec<usize>, id: impl Fn(M) -> Option<usize>) {
    out.extend(moves.iter().map(|&mv| id(mv).expect("every legal move has a number")));
}

/// Moves numbered in the order of a list.
pub struct Numbers<M> {
    moves: Vec<M>,
    ids: HashMap<M, u32, BuildHasherDefault<MoveHasher>>,
}

/// A hash of one multiplication a word. The moves are a fixed list of our own, so nobody can choose them to collide,
/// and a batch of games looks up every legal move of every step.
#[derive(Default)]
struct MoveHasher(u64);

/// 2^64 divided by the golden ratio: neighbours end up far apart.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

impl Hasher for MoveHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    #[inline]
    fn write_u8(&mut self, value: u8) {
        self.write_u64(value.into());
    }

    #[inline]
    fn write_u32(&mut self, value: u32) {
        self.write_u64(value.into());
    }

    #[inline]
    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0 ^ value).wrapping_mul(SPREAD);
    }

    #[inline]
    fn finish(&self) -> u64 {
        // The high half of a product depends on all bits, the low half on the low bits only, and the table is
        // entered by the low bits.
        self.0 ^ self.0 >> 32
    }
}

impl<M: Copy + Eq + Hash> Numbers<M> {
    /// Numbers the moves of a list; one that is there twice keeps its first number and takes no other.
    pub fn new(all: impl IntoIterator<Item = M>) -> Self {
        let mut numbers = Numbers { moves: Vec::new(), ids: HashMap::default() };
        for mv in all {
            let next = numbers.moves.len() as u32;
            if *numbers.ids.entry(mv).or_insert(next) == next {
                numbers.moves.push(mv);
            }
        }
        numbers
    }

    /// Their number.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// The claim that there are none.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The number of a move.
    pub fn id(&self, mv: M) -> Option<usize> {
        self.ids.get(&mv).map(|&id| id as usize)
    }

    /// The move of a number.
    pub fn mv(&self, id: usize) -> Option<M> {
        self.moves.get(id).copied()
    }
}
