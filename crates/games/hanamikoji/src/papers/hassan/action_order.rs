//! An order of the four actions that an agent binds itself to in every round, as the thesis tries all
//! of them. Cards and answers stay free.

use std::sync::Arc;

use karuta_engine::agent::Admits;
use karuta_playable::error::InputError;

use crate::Hanamikoji;
use crate::moves::{Action, Move};
use crate::text::position::LETTERS;

/// Reads an order such as `STGC` and tells which moves keep to it.
pub(crate) fn read(text: &str) -> Result<Admits<Hanamikoji>, InputError> {
    let order = parse(text)
        .ok_or_else(|| InputError::new("the letters S, T, G and C in some order, such as order-STGC"))?;
    Ok(Arc::new(move |state: &Hanamikoji, mv: Move| match mv.action() {
        Some(action) => action == order[usize::from(state.plays[state.actor()].count() & 3)],
        None => true,
    }))
}

fn parse(text: &str) -> Option<[Action; 4]> {
    let action = |c: char| LETTERS.iter().position(|&letter| letter == c).map(|at| Action::ALL[at]);
    let actions: Vec<Action> = text.chars().map(action).collect::<Option<_>>()?;
    let order = <[Action; 4]>::try_from(actions).ok()?;
    Action::ALL.into_iter().all(|action| order.contains(&action)).then_some(order)
}

#[cfg(test)]
mod tests;
