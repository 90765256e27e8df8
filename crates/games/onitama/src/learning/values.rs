//! Fitting the value net: positions of games against oneself, labelled by a search and by the result, and a fit of
//! the net's weights to these labels. Knows the inputs of [`crate::play::network`]; reads and writes no files.
//!
//! The loss is the cross-entropy between the label and the logistic of the net's points; steps are AdaGrad's. Boards
//! are mirrored at random: a mirrored position with mirrored steps is worth the same.

use karuta_engine::{Choice, Game, Rng, Seat};

use crate::cards::{Card, FACES, Set};
use crate::moves::Move;
use crate::play::network::{FINE, HIDDEN, ONE, THREATS, Threats, inputs, step};
use crate::state::Onitama;

/// Points per unit of the logistic curve: the scale of the search's knowledge.
pub const SCALE: f32 = 116.0;

/// The stream of deals and random moves.
const STREAM: u64 = 0x0A17;

/// A position with its label.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// Active inputs of the net.
    pub inputs: Vec<u16>,
    /// Squares and students under attack.
    pub threats: Threats,
    /// The chance to win by the search, seen by the seat to move.
    pub searched: f32,
    /// 1 if the seat to move won the game, 0 if it lost.
    pub result: f32,
}

/// Plays a game of a depth-first search against itself and returns its quiet positions. `search` must not remember
/// other games.
///
/// Up to eight random moves begin it, and one in twenty later moves is random too, so that positions differ. It ends
/// when the search has proved a win. A quarter of the deals draw from every card there is, the others from the base
/// game.
pub fn play<const N: usize>(
    mut search: impl FnMut(&Onitama<N>) -> Choice<Move>,
    seed: u64,
    game: u64,
) -> Vec<Example> {
    let mut rng = Rng::for_path(seed, &[STREAM, game]);
    let mut buffer = Vec::new();
    let mut state = opening::<N>(&mut rng);
    for _ in 0..rng.below(9) {
        let mut next = state;
        next.apply(state.random_move(&mut buffer, &mut rng));
        if next.turn().is_some() {
            state = next;
        }
    }
    let mut found: Vec<(Seat, Example)> = Vec::new();
    let mut winner = None;
    while let Some(seat) = state.turn() {
        let choice = search(&state);
        let best = &choice.ranked[0];
        let is_capture = state.pieces[1 - seat] >> choice.mv.to & 1 == 1;
        // The net is asked where captures have been played out, so it learns from such positions.
        if !is_capture && state.winning_move(seat).is_none() {
            found.push((seat, example(&state, best.mean as f32)));
        }
        if best.interval.0 == best.interval.1 && (best.mean - 0.5).abs() > 0.4 {
            winner = Some(if best.mean > 0.5 { seat } else { 1 - seat });
            break;
        }
        state.apply(if rng.below(20) == 0 { state.random_move(&mut buffer, &mut rng) } else { choice.mv });
        winner = state.winner();
    }
    for (seat, example) in &mut found {
        example.result = winner.map_or(0.5, |winner| f32::from(u8::from(winner == *seat)));
    }
    found.into_iter().map(|(_, example)| example).collect()
}

fn opening<const N: usize>(rng: &mut Rng) -> Onitama<N> {
    let every = rng.below(4) == 0;
    let mut pool: Vec<Card> = Card::all().filter(|card| every || card.face().set == Set::Base).collect();
    rng.shuffle(&mut pool);
    Onitama::opening([pool[0], pool[1], pool[2], pool[3], pool[4]], rng.index(2), 200)
}

fn example<const N: usize>(state: &Onitama<N>, searched: f32) -> Example {
    let mover = usize::from(state.turn);
    let squares = N * N;
    let mut active = Vec::with_capacity(32);
    for (whose, seat) in [mover, 1 - mover].into_iter().enumerate() {
        let mut left = state.pieces[seat];
        while left != 0 {
            let square = left.trailing_zeros() as usize;
            left &= left - 1;
            let kind = usize::from(state.masters[seat] >> square & 1 == 1);
            let own = if seat == 0 { square } else { squares - 1 - square };
            active.push(((whose * 2 + kind) * squares + own) as u16);
        }
    }
    let [mine, yours] = [mover, 1 - mover].map(|seat| state.hands[seat]);
    for (place, card) in [(0, mine[0]), (0, mine[1]), (1, yours[0]), (1, yours[1]), (2, state.side)] {
        for &(right, forward) in FACES[usize::from(card.0)].offsets {
            active.push((4 * squares + place * 25 + step(right, forward)) as u16);
        }
    }
    Example { inputs: active, threats: Threats::of(state), searched, result: 0.5 }
}

/// The input that a mirror puts in the place of another.
fn mirrored(n: usize, input: usize) -> usize {
    let (width, first) = if input < 4 * n * n { (n, 0) } else { (5, 4 * n * n) };
    let at = input - first;
    first + at / width * width + width - 1 - at % width
}

/// Weights with the squares of past gradients.
struct Layer<const W: usize> {
    weights: Vec<[f32; W]>,
    squares: Vec<[f32; W]>,
}

impl<const W: usize> Layer<W> {
    fn new(rows: usize, mut first: impl FnMut() -> f32) -> Self {
        let weights = (0..rows).map(|_| std::array::from_fn(|_| first())).collect();
        Layer { weights, squares: vec![[1e-3; W]; rows] }
    }

    #[inline]
    fn descend(&mut self, row: usize, rate: f32, gradient: &[f32; W]) {
        let (weights, squares) = (&mut self.weights[row], &mut self.squares[row]);
        for unit in 0..W {
            squares[unit] += gradient[unit] * gradient[unit];
            weights[unit] -= rate * gradient[unit] / squares[unit].sqrt();
        }
    }
}

/// A value net in training.
pub struct Fit {
    n: usize,
    /// A row for every input, then the biases.
    rows: Layer<HIDDEN>,
    out: Layer<HIDDEN>,
    threats: Layer<THREATS>,
    rng: Rng,
    /// The share of the game's result in a label; the search's value has the rest.
    blend: f32,
}

impl Fit {
    /// An untrained net for a board of `n` by `n`.
    pub fn new(n: usize, seed: u64, blend: f32) -> Fit {
        let mut rng = Rng::for_path(seed, &[STREAM, u64::MAX]);
        let rows = Layer::new(inputs(n * n) + 1, || (rng.unit() as f32 - 0.5) * 0.3);
        let mut sign = -0.3;
        let out = Layer::new(1, || {
            sign = -sign;
            sign
        });
        Fit { n, rows, out, threats: Layer::new(1, || 0.0), rng, blend }
    }

    /// Logits and activations of the hidden layer before they are cut.
    fn forward(&self, example: &Example, mirror: bool) -> (f32, [f32; HIDDEN]) {
        let mut hidden = self.rows.weights[inputs(self.n * self.n)];
        for &input in &example.inputs {
            let row = &self.rows.weights[self.place(input, mirror)];
            for unit in 0..HIDDEN {
                hidden[unit] += row[unit];
            }
        }
        let net: f32 =
            hidden.iter().zip(&self.out.weights[0]).map(|(unit, weight)| unit.clamp(0.0, 2.0) * weight).sum();
        let Threats(threats) = example.threats;
        let beside: f32 = threats
            .iter()
            .zip(&self.threats.weights[0])
            .map(|(&count, weight)| f32::from(count) * weight)
            .sum();
        (net + beside, hidden)
    }

    fn place(&self, input: u16, mirror: bool) -> usize {
        if mirror { mirrored(self.n, usize::from(input)) } else { usize::from(input) }
    }

    fn label(&self, example: &Example) -> f32 {
        self.blend * example.result + (1.0 - self.blend) * example.searched
    }

    /// One pass over the examples in random order.
    pub fn epoch(&mut self, examples: &mut [Example], rate: f32) {
        self.rng.shuffle(examples);
        for example in examples.iter() {
            let mirror = self.rng.below(2) == 1;
            let (logit, hidden) = self.forward(example, mirror);
            let error = logistic(logit) - self.label(example);
            let out = self.out.weights[0];
            let inner = std::array::from_fn(|unit| {
                if hidden[unit] > 0.0 && hidden[unit] < 2.0 { error * out[unit] } else { 0.0 }
            });
            self.out.descend(0, rate, &std::array::from_fn(|unit| error * hidden[unit].clamp(0.0, 2.0)));
            let Threats(threats) = example.threats;
            self.threats.descend(0, rate, &std::array::from_fn(|at| error * f32::from(threats[at])));
            for &input in &example.inputs {
                let place = self.place(input, mirror);
                self.rows.descend(place, rate, &inner);
            }
            self.rows.descend(inputs(self.n * self.n), rate, &inner);
        }
    }

    /// Mean cross-entropy of the game's result, in nats.
    pub fn loss(&self, examples: &[Example]) -> f64 {
        let total: f64 = examples
            .iter()
            .map(|example| {
                let chance = logistic(self.forward(example, false).0).clamp(1e-6, 1.0 - 1e-6);
                let result = example.result;
                -f64::from(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln())
            })
            .sum();
        total / examples.len() as f64
    }

    /// The weights as the net's file has them.
    pub fn to_bytes(&self) -> Vec<u8> {
        let whole = |weight: f32, unit: f32| (weight * unit).round().clamp(-32_000.0, 32_000.0) as i16;
        let bias = inputs(self.n * self.n);
        let order = std::iter::once(bias).chain(0..bias);
        let mut rows = order.map(|row| self.rows.weights[row].map(|weight| whole(weight, f32::from(ONE))));
        let mut numbers: Vec<i16> = rows.next().into_iter().flatten().collect();
        numbers.extend(self.out.weights[0].map(|weight| whole(weight, SCALE * FINE as f32)));
        numbers.extend(rows.flatten());
        numbers.extend(self.threats.weights[0].map(|weight| whole(weight, SCALE)));
        numbers.into_iter().flat_map(i16::to_le_bytes).collect()
    }
}

fn logistic(logit: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-logit))
}

#[cfg(test)]
mod tests;
