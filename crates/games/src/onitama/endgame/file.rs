//! What may be wrong with an endgame table.

use std::error::Error;
use std::fmt;

use super::super::cards::Card;

/// Why there is no endgame table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EndgameError {
    /// Five different cards are needed; this one came twice.
    RepeatedCard(Card),
}

impl fmt::Display for EndgameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndgameError::RepeatedCard(card) => {
                write!(f, "{} is given twice; an endgame table needs five different cards", card.face().name)
            }
        }
    }
}

impl Error for EndgameError {}

#[cfg(test)]
mod tests {
    use super::super::EndgameTable;
    use super::super::tests::cards;
    use super::*;

    #[test]
    fn a_card_given_twice_is_refused() {
        let repeated = cards("ox boar horse ox crab");
        let error = EndgameTable::<3>::solve(repeated, &mut |_| ()).err();
        assert_eq!(error, Some(EndgameError::RepeatedCard(repeated[0])));
    }
}
