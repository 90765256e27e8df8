//! The numbers of moves: secrets, trades, gifts, competitions (in two pairs by the official rules), what can be
//! taken from offers, and last what is seen of a hidden secret and trade.

use std::sync::LazyLock;

use karuta_playable::numbering::{Numbering, Numbers, append};

use crate::Hanamikoji;
use crate::cards::Cards;
use crate::moves::{Action, Move, each_choice, pairings};
use crate::rules::Style;

/// The numbers of moves.
pub fn numbering() -> Numbering<Hanamikoji> {
    Numbering {
        version: 1,
        count: |state| numbers(state).len(),
        id: |state, _, mv| numbers(state).id(mv),
        ids: |state, _, moves, out| {
            let numbers = numbers(state);
            append(moves, out, |mv| numbers.id(mv));
        },
        mv: |state, _, id| numbers(state).mv(id),
    }
}

fn numbers(state: &Hanamikoji) -> &'static Numbers<Move> {
    static HASSAN: LazyLock<Numbers<Move>> = LazyLock::new(|| all(Style::Hassan));
    static OFFICIAL: LazyLock<Numbers<Move>> = LazyLock::new(|| all(Style::Official));
    match state.rules().style {
        Style::Hassan => &HASSAN,
        Style::Official => &OFFICIAL,
    }
}

/// Every move of a style, in the order of the numbers.
fn all(style: Style) -> Numbers<Move> {
    let mut moves = Vec::new();
    for action in Action::ALL {
        each_choice(Cards::ALL, action.size(), &mut |cards| match (action, style) {
            (Action::Compete, Style::Official) => moves.extend(pairings(cards)),
            _ => moves.push(Move::play(action, cards)),
        });
    }
    for taken in [Action::Gift.taken(), Action::Compete.taken()] {
        each_choice(Cards::ALL, taken, &mut |cards| moves.push(Move::take(cards)));
    }
    moves.extend([Action::Secret, Action::Trade].map(Move::face_down));
    Numbers::new(moves)
}
