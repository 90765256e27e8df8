//! Moves that a search may leave out: most gifts of an exchange, and passing where one leads. Knows what
//! the seat to move holds, and nothing of the others.
//!
//! A daifugo has 78 gifts to choose from, nearly all of them hopeless: tries are better spent on few.

use crate::Daihinmin;
use crate::cards::{Cards, EIGHT};
use crate::moves::{Kind, Move};
use crate::play::softmax::gift;

/// Cards from which gifts are made up.
const CANDIDATES: u32 = 7;

/// The rank from which on cards are never given away: the ace.
const STRONG: u32 = 12;

/// Whether a move is a play where one leads, or anything where one follows.
fn is_play(state: &Daihinmin, mv: Move) -> bool {
    !mv.is_pass() || !state.field().is_empty()
}

/// Leads, answers and, in the exchange, what the rule gives.
pub(crate) fn by_rule(state: &Daihinmin, mv: Move) -> bool {
    match mv.kind() {
        Kind::Give => mv.cards() == gift(state.hand(usize::from(state.turn)), mv.len()),
        Kind::Pass | Kind::Single | Kind::Group | Kind::Sequence | Kind::GiveUnseen => is_play(state, mv),
    }
}

/// Leads, answers and, in the exchange, gifts of weak cards.
pub(crate) fn weak_gifts(state: &Daihinmin, mv: Move) -> bool {
    match mv.kind() {
        Kind::Give => weak(state.hand(usize::from(state.turn)), mv.len()).contains(mv.cards()),
        Kind::Pass | Kind::Single | Kind::Group | Kind::Sequence | Kind::GiveUnseen => is_play(state, mv),
    }
}

/// The weakest cards but for eights and the strong, and what the rule gives in any case.
fn weak(hand: Cards, size: u32) -> Cards {
    let useful = Cards::column(EIGHT) | Cards::NATURAL.without(Cards::NATURAL.below(4 * STRONG));
    let rest = hand.without(useful | Cards::JOKER);
    rest.weakest(rest.len().min(CANDIDATES)) | gift(hand, size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::text::notation::parse_cards;
    use karuta_engine::{Game, Rng};

    #[test]
    fn weak_cards_are_neither_eights_nor_strong() {
        let weak = |hand: &str, size| weak(parse_cards(hand).expect("cards"), size).to_string();
        assert_eq!(weak("S4,H4,D5,C8,SK,HA,S2,JO", 2), "S4,H4,D5,SK");
        assert_eq!(weak("S3,H4,D4,S5,S6,S7,S9,ST,SJ,SQ", 1), "S3,H4,D4,S5,S6,S7,S9");
        assert_eq!(weak("H8,D8,CA,S2,JO", 2), "H8,D8");
    }

    /// Every choice leaves a move, and the rule's gift is always among the weak ones.
    #[test]
    fn something_is_always_left() {
        let mut rng = Rng::new(3);
        let (mut gifts, mut leads) = (0, 0);
        let mut moves = Vec::new();
        for seed in 0..300 {
            let mut state = Daihinmin::titled(Rules::OFFICIAL, [0, 1, 2, 3, 4], seed);
            while state.turn().is_some() {
                moves.clear();
                state.moves(&mut moves);
                let few: Vec<Move> = moves.iter().copied().filter(|&mv| by_rule(&state, mv)).collect();
                let more: Vec<Move> = moves.iter().copied().filter(|&mv| weak_gifts(&state, mv)).collect();
                assert!(!few.is_empty() && few.iter().all(|mv| more.contains(mv)), "{state:?}");
                if state.gift_size().is_some() {
                    assert!(few.len() == 1 && more.len() <= 36);
                    gifts += 1;
                } else if state.field().is_empty() {
                    assert!(!more.contains(&Move::PASS) && more.len() + 1 == moves.len());
                    leads += 1;
                } else {
                    assert_eq!(few, moves);
                }
                let mv = moves[rng.index(moves.len())];
                state.apply(mv);
            }
        }
        assert!(gifts == 600 && leads > 1_000, "{gifts} {leads}");
    }
}
