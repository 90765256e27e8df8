//! Inputs of a net, from a view and its moves. Knows numbers and where they go; which ones a game gives is
//! that game's `encoder.rs`, and what a net makes of them is not known here.

use karuta_engine::Game;

/// The inputs of a net that are not zero: which, and how much.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inputs(pub Vec<(u16, f32)>);

impl Inputs {
    /// Sets an input to one.
    #[inline]
    pub fn set(&mut self, at: usize) {
        self.put(at, 1.0);
    }

    /// Sets an input to a value; zero is left out.
    #[inline]
    pub fn put(&mut self, at: usize, value: f32) {
        if value != 0.0 {
            self.0.push((at as u16, value));
        }
    }

    /// Sets an input to one if a claim holds.
    #[inline]
    pub fn set_if(&mut self, at: usize, claim: bool) {
        if claim {
            self.set(at);
        }
    }

    /// Sets one input for every bit of a set, the lowest bit at `at`.
    #[inline]
    pub fn set_bits(&mut self, at: usize, mut bits: u64) {
        while bits != 0 {
            self.set(at + bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }

    /// Sets the first `count` inputs from `at` on, at most `most` of them: a count that a layer of weights
    /// need not be straight in.
    #[inline]
    pub fn fill(&mut self, at: usize, count: usize, most: usize) {
        for step in 0..count.min(most) {
            self.set(at + step);
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
