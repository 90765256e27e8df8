//! Inputs of a net, from a view and its moves. Knows numbers and where they go; which ones a game gives is
//! that game's `encoder.rs`, and what a net makes of them is not known here.

use karuta_engine::{Game, Seat};

/// The inputs of a net that are not zero: which, and how much.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inputs(pub Vec<(u16, f32)>);

/// A place where an encoder writes its inputs. In a list all others are zero; in an array others are what they were
/// before, so an encoder clears what it does not write.
pub trait InputSink {
    /// Sets an input to a value.
    fn put(&mut self, at: usize, value: f32);

    /// Sets an input to one.
    #[inline]
    fn set(&mut self, at: usize) {
        self.put(at, 1.0);
    }

    /// Sets an input to one if a claim holds.
    #[inline]
    fn set_if(&mut self, at: usize, claim: bool) {
        if claim {
            self.set(at);
        }
    }

    /// Sets so many inputs to zero.
    fn clear(&mut self, at: usize, count: usize);

    /// The same as [`InputSink::set_bits`], and sets the others of so many inputs to zero.
    fn write_bits(&mut self, at: usize, count: usize, bits: u64);

    /// Sets one input for every bit of a set, the lowest bit at `at`.
    #[inline]
    fn set_bits(&mut self, at: usize, mut bits: u64) {
        while bits != 0 {
            self.set(at + bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }

    /// Sets the first `count` inputs from `at` on, at most `most` of them: a count that a layer of weights
    /// need not be straight in.
    #[inline]
    fn fill(&mut self, at: usize, count: usize, most: usize) {
        for step in 0..count.min(most) {
            self.set(at + step);
        }
    }
}

/// Zero is left out.
impl InputSink for Inputs {
    #[inline]
    fn put(&mut self, at: usize, value: f32) {
        if value != 0.0 {
            self.0.push((at as u16, value));
        }
    }

    #[inline]
    fn clear(&mut self, _: usize, _: usize) {}

    #[inline]
    fn write_bits(&mut self, at: usize, _: usize, bits: u64) {
        self.set_bits(at, bits);
    }
}

/// Inputs of four bits.
const FOURS: [[f32; 4]; 16] = {
    let mut fours = [[0.0; 4]; 16];
    let mut bits = 0;
    while bits < 64 {
        if ((bits / 4) >> (bits % 4)) & 1 == 1 {
            fours[bits / 4][bits % 4] = 1.0;
        }
        bits += 1;
    }
    fours
};

/// All inputs side by side, zeros among them.
pub struct DenseInputs<'a>(pub &'a mut [f32]);

impl InputSink for DenseInputs<'_> {
    #[inline]
    fn put(&mut self, at: usize, value: f32) {
        self.0[at] = value;
    }

    /// Claims are hard to foretell, so both values are written.
    #[inline]
    fn set_if(&mut self, at: usize, claim: bool) {
        self.0[at] = f32::from(u8::from(claim));
    }

    #[inline]
    fn clear(&mut self, at: usize, count: usize) {
        self.0[at..at + count].fill(0.0);
    }

    /// Nobody can foretell which bits are set, so to write four inputs at a time, zeros among them, is faster than to
    /// look for those that are not. A copy of this loop in every encoder would be none the faster.
    #[inline(never)]
    fn write_bits(&mut self, at: usize, count: usize, mut bits: u64) {
        let (fours, rest) = self.0[at..at + count].as_chunks_mut();
        for four in fours {
            *four = FOURS[(bits & 0xF) as usize];
            bits >>= 4;
        }
        for input in rest {
            *input = (bits & 1) as f32;
            bits >>= 1;
        }
    }

    /// Counts are hard to foretell, so a loop that always takes as many steps is the faster one.
    #[inline]
    fn fill(&mut self, at: usize, count: usize, most: usize) {
        if most == 4 {
            self.0[at..at + 4].copy_from_slice(&FOURS[(1 << count.min(4)) - 1]);
            return;
        }
        for (step, input) in self.0[at..at + most].iter_mut().enumerate() {
            *input = if step < count { 1.0 } else { 0.0 };
        }
    }
}

/// Inputs of several moves, one row after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// All inputs.
    pub inputs: Inputs,
    /// The end of the inputs of each row.
    pub ends: Vec<usize>,
}

impl Rows {
    /// No rows.
    pub fn clear(&mut self) {
        self.inputs.0.clear();
        self.ends.clear();
    }

    /// Ends the row that is being written.
    #[inline]
    pub fn end(&mut self) {
        self.ends.push(self.inputs.0.len());
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// One row.
    #[inline]
    pub fn row(&self, at: usize) -> &[(u16, f32)] {
        let from = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.inputs.0[from..self.ends[at]]
    }
}

/// The way a game becomes inputs of a net.
pub struct Encoder<G: Game> {
    /// The sizes of the groups of inputs that belong together: hands, table and so on. Their sum is how many
    /// inputs a view may set.
    pub groups: &'static [usize],
    /// True if it tells what a seat must not know, so that the agent has to be shown it.
    pub peeks: bool,
    /// The game as one trains for views like this one: of several nets that come with the program, that for
    /// these rules plays.
    pub trained: fn(&G::View) -> &'static str,
    /// Tells a view.
    pub view: fn(&G::View, &mut Inputs),
    /// Tells the view of a seat to an array, for observations, which are written more often than nets are asked. It
    /// writes every place of the array. It is given the position, so that a game need not work out what only searches
    /// ask of a view. Where there is none the list of [`Encoder::view`] is copied.
    pub dense: Option<fn(&G, Seat, &mut DenseInputs<'_>)>,
    /// Tells moves.
    pub moves: MoveCode<G>,
}

/// The way moves become inputs or outputs.
pub enum MoveCode<G: Game> {
    /// By further inputs: the net judges one move at a time.
    Inputs {
        /// The number of inputs a move may set, counted from 0.
        count: usize,
        /// Appends a row for every move.
        encode: fn(&G::View, &[G::Move], &mut Rows),
    },
    /// By an output each: the net judges all at once.
    Outputs {
        /// Their number.
        count: usize,
        /// The output of a move; several may share one. `None` for what the net does not decide.
        output: fn(&G::View, G::Move) -> Option<usize>,
    },
}

// Derived, these would ask the same of the game.
impl<G: Game> Clone for Encoder<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Encoder<G> {}

impl<G: Game> Clone for MoveCode<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for MoveCode<G> {}

impl<G: Game> Encoder<G> {
    /// Writes what a seat sees of a position into `out`, which has [`Encoder::view_inputs`] places.
    pub fn write(&self, state: &G, seat: Seat, out: &mut [f32]) {
        match self.dense {
            Some(dense) => dense(state, seat, &mut DenseInputs(out)),
            None => {
                out.fill(0.0);
                let mut inputs = Inputs::default();
                (self.view)(&state.view(seat), &mut inputs);
                for (at, value) in inputs.0 {
                    out[usize::from(at)] = value;
                }
            }
        }
    }

    /// The number of inputs a view may set.
    pub fn view_inputs(&self) -> usize {
        self.groups.iter().sum()
    }

    /// The number of all inputs.
    pub fn inputs(&self) -> usize {
        self.view_inputs()
            + match self.moves {
                MoveCode::Inputs { count, .. } => count,
                MoveCode::Outputs { .. } => 0,
            }
    }

    /// The number of outputs.
    pub fn outputs(&self) -> usize {
        match self.moves {
            MoveCode::Inputs { .. } => 1,
            MoveCode::Outputs { count, .. } => count,
        }
    }
}
