//! The truth of a finished game as a message, the only one that is not made of what a seat knows. Whoever asks for it
//! has made sure that the deal is not played again.

use karuta_engine::{Reveal, Seat};
use karuta_playable::playable::Playable;

use super::LONGEST_LINE;
use super::messages::RevealMessage;

/// The start and the moves as text; `None` where they would not fit a line.
pub(super) fn message<G: Playable>(reveal: &Reveal<'_, G>) -> Option<RevealMessage> {
    let mut state = *reveal.start;
    let text = |&(seat, mv): &(Seat, G::Move)| {
        let text = state.move_text(mv);
        state.apply(mv);
        (seat, text)
    };
    let start = reveal.start.position();
    let message = RevealMessage { start, moves: reveal.moves.iter().map(text).collect() };
    fits_a_line(&message).then_some(message)
}

/// The claim that a message with it is shorter than the longest line. Half of a line is more than enough for the rest.
fn fits_a_line(reveal: &RevealMessage) -> bool {
    let moves: usize = reveal.moves.iter().map(|(_, text)| text.len() + "[0,\"\"],".len()).sum();
    reveal.start.len() + moves < LONGEST_LINE / 2
}
