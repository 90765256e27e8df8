//! The numbers of moves: every play that the official server accepts from some hand, the pass, the choices of
//! the exchange, and last what is seen of an exchange of others.

use std::sync::LazyLock;

use karuta_playable::numbering::{Numbering, Numbers, append};

use crate::Daihinmin;
use crate::cards::Cards;
use crate::field::Field;
use crate::moves::Move;

static NUMBERS: LazyLock<Numbers<Move>> = LazyLock::new(all);

/// The numbers of moves.
pub fn numbering() -> Numbering<Daihinmin> {
    Numbering {
        version: 1,
        count: |_| NUMBERS.len(),
        id: |_, _, mv| NUMBERS.id(mv),
        ids: |_, _, moves, out| {
            let numbers = &*NUMBERS;
            append(moves, out, |mv| numbers.id(mv));
        },
        mv: |_, _, id| NUMBERS.mv(id),
    }
}

/// Every move, in the order of the numbers.
fn all() -> Numbers<Move> {
    let mut moves = vec![Move::PASS];
    // Whoever holds the whole deck can play everything.
    Field::default().full(Cards::ALL, &mut moves);
    for card in Cards::ALL.iter() {
        moves.push(Move::give(card));
        moves.extend(Cards::ALL.below(card.lowest()).iter().map(|other| Move::give(card | other)));
    }
    moves.push(Move::UNSEEN);
    Numbers::new(moves)
}
