//! The memory a net learns from: decisions in the order they were made, the oldest forgotten. Knows what was
//! told and done, not by whom.

use std::collections::VecDeque;

use karuta_engine::Rng;
use karuta_playable::error::InputError;

use crate::file::{Tensor, Unpacked};

/// One decision of a seat. What comes after it is the next one in memory, unless it was the last.
#[derive(Clone, Debug, PartialEq)]
pub struct Memory {
    /// The inputs of the net.
    pub inputs: Vec<(u16, f32)>,
    /// The outputs it could choose from.
    pub legal: Vec<u16>,
    /// The output it chose.
    pub chosen: u16,
    /// The immediate reward.
    pub reward: f32,
    /// True if it was the seat's last decision of the game.
    pub is_last: bool,
}

/// The latest decisions.
#[derive(Clone, Debug, PartialEq)]
pub struct Replay {
    kept: VecDeque<Memory>,
    capacity: usize,
}

impl Replay {
    /// Room for so many decisions.
    pub fn new(capacity: usize) -> Replay {
        Replay { kept: VecDeque::new(), capacity }
    }

    /// Their number.
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// Adds the decisions of a seat in one game, the last of which must say that it is.
    pub fn add(&mut self, game: impl IntoIterator<Item = Memory>) {
        for memory in game {
            if self.kept.len() == self.capacity {
                self.kept.pop_front();
            }
            self.kept.push_back(memory);
        }
        debug_assert!(self.kept.back().is_none_or(|memory| memory.is_last), "games are added whole");
    }

    /// A decision drawn at random, and the one that followed.
    pub fn draw(&self, rng: &mut Rng) -> (&Memory, Option<&Memory>) {
        let at = rng.index(self.kept.len());
        let memory = &self.kept[at];
        (memory, if memory.is_last { None } else { self.kept.get(at + 1) })
    }

    /// All of it in numbers: for every decision how many inputs and outputs, the choice, whether it was the
    /// last and the reward; and then inputs and outputs.
    pub fn words(&self) -> [Vec<u64>; 2] {
        let mut heads = Vec::with_capacity(2 * self.kept.len());
        let mut bodies = Vec::new();
        for memory in &self.kept {
            let sizes = memory.inputs.len() as u64 | (memory.legal.len() as u64) << 16;
            heads.push(sizes | u64::from(memory.chosen) << 32 | u64::from(memory.is_last) << 48);
            heads.push(memory.reward.to_bits().into());
            let input = |&(at, value): &(u16, f32)| u64::from(at) | u64::from(value.to_bits()) << 32;
            bodies.extend(memory.inputs.iter().map(input));
            bodies.extend(memory.legal.iter().map(|&output| u64::from(output)));
        }
        [heads, bodies]
    }

    /// The names of these numbers in a file.
    pub fn tensors(words: &[Vec<u64>; 2]) -> [(String, Tensor<'_>); 2] {
        let [heads, bodies] = words;
        [("replay.heads".into(), Tensor::Words(heads)), ("replay.bodies".into(), Tensor::Words(bodies))]
    }

    /// Reads what was kept, for a net with so many inputs and outputs.
    pub fn read(file: &Unpacked<'_>, capacity: usize, sizes: (usize, usize)) -> Result<Replay, InputError> {
        let broken = || InputError::file("what it remembers of games does not fit together");
        let (heads, bodies) = (file.words("replay.heads")?, file.words("replay.bodies")?);
        let mut replay = Replay::new(capacity);
        let mut bodies = bodies.into_iter();
        for head in heads.chunks(2) {
            let &[head, reward] = head else { return Err(broken()) };
            let mut take = |count: u64| -> Option<Vec<u64>> { (0..count).map(|_| bodies.next()).collect() };
            let inputs = take(head & 0xFFFF).ok_or_else(broken)?;
            let legal = take(head >> 16 & 0xFFFF).ok_or_else(broken)?;
            let memory = Memory {
                inputs: inputs
                    .iter()
                    .map(|word| (*word as u16, f32::from_bits((word >> 32) as u32)))
                    .collect(),
                legal: legal.iter().map(|&word| word as u16).collect(),
                chosen: (head >> 32) as u16,
                reward: f32::from_bits(reward as u32),
                is_last: head >> 48 & 1 == 1,
            };
            let fits = memory.inputs.iter().all(|&(at, _)| usize::from(at) < sizes.0)
                && memory.legal.iter().chain([&memory.chosen]).all(|&at| usize::from(at) < sizes.1);
            if !fits || replay.kept.len() == capacity {
                return Err(broken());
            }
            replay.kept.push_back(memory);
        }
        if bodies.next().is_some() || replay.kept.back().is_some_and(|memory| !memory.is_last) {
            return Err(broken());
        }
        Ok(replay)
    }
}

#[cfg(test)]
mod tests;
