//! The plays of a hand found the slow way, for tests: every subset of the hand with every place of the
//! joker is tried against the text of the rules, card by card. Shares nothing with the fast generator
//! but the spelling of plays.

use crate::cards::Cards;
use crate::field::Field;
use crate::moves::{Joker, Kind, Move};

/// A play with the kind it is declared to be.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Declared {
    kind: Kind,
    count: u32,
    /// Columns, ascending.
    columns: Vec<u32>,
    /// Suits, ascending, without repeats.
    suits: Vec<u32>,
    is_joker: bool,
}

/// Reads off what cells (column, suit) are declared to be; `fifth` for a joker beside them.
fn declare(cells: &[(u32, u32)], fifth: bool) -> Option<Declared> {
    let mut columns: Vec<u32> = cells.iter().map(|cell| cell.0).collect();
    let mut suits: Vec<u32> = cells.iter().map(|cell| cell.1).collect();
    columns.sort_unstable();
    suits.sort_unstable();
    let count = cells.len() as u32 + u32::from(fifth);
    let same_rank = columns.windows(2).all(|pair| pair[0] == pair[1]);
    let rising = columns.windows(2).all(|pair| pair[0] + 1 == pair[1]);
    let same_suit = suits.windows(2).all(|pair| pair[0] == pair[1]);
    suits.dedup();
    let declared = |kind| {
        Some(Declared { kind, count, columns: columns.clone(), suits: suits.clone(), is_joker: false })
    };
    match cells.len() {
        0 => None,
        _ if fifth => (cells.len() == 4 && same_rank).then(|| declared(Kind::Group))?,
        1 => declared(Kind::Single),
        _ if same_rank => declared(Kind::Group),
        n if n >= 3 && rising && same_suit => declared(Kind::Sequence),
        _ => None,
    }
}

/// True if one play may follow another by the rules of following and of the lock.
fn follows(new: &Declared, old: &Declared, locked: bool, reversed: bool) -> bool {
    if old.is_joker {
        return new.kind == Kind::Single && !new.is_joker && new.columns == [1] && new.suits == [3];
    }
    if new.is_joker {
        return old.kind == Kind::Single;
    }
    if new.kind != old.kind || new.count != old.count || (locked && new.suits != old.suits) {
        return false;
    }
    let (new_low, new_high) = (new.columns[0], new.columns[new.columns.len() - 1]);
    let (old_low, old_high) = (old.columns[0], old.columns[old.columns.len() - 1]);
    if reversed { new_high < old_low } else { new_low > old_high }
}

fn places(cards: Cards) -> Vec<(u32, u32)> {
    cards.iter().map(|card| (card.lowest() / 4, card.lowest() % 4)).collect()
}

fn joker() -> Declared {
    Declared { kind: Kind::Single, count: 1, columns: Vec::new(), suits: Vec::new(), is_joker: true }
}

/// Every play of a hand, with whether it is canonical.
pub fn plays(hand: Cards, field: &Field) -> Vec<(Move, bool)> {
    let top = match field.top {
        Move::PASS => None,
        Move::JOKER => Some(joker()),
        top => declare(&places(top.cells()), top.kind() == Kind::Group && top.len() == 5),
    };
    let is_legal = |new: &Declared| match &top {
        None => true,
        Some(old) => follows(new, old, field.locked, field.reversed),
    };
    let naturals: Vec<Cards> = hand.without(Cards::JOKER).iter().collect();
    let mut found = Vec::new();
    for subset in 1u32..1 << naturals.len() {
        let cards: Cards =
            (0..naturals.len()).filter(|at| subset >> at & 1 == 1).map(|at| naturals[at]).collect();
        if declare(&places(cards), false).is_some_and(|new| is_legal(&new)) {
            found.push((Move::of(cards, Joker::Absent).expect("a play"), true));
        }
        if !hand.meets(Cards::JOKER) {
            continue;
        }
        if declare(&places(cards), true).is_some_and(|new| is_legal(&new)) {
            found.push((Move::of(cards, Joker::Fifth).expect("a play"), true));
        }
        for (column, suit) in (0..15).flat_map(|column| (0..4).map(move |suit| (column, suit))) {
            let cell = Cards::cell(column, suit);
            if cards.meets(cell) {
                continue;
            }
            let mut cells = places(cards);
            cells.push((column, suit));
            if declare(&cells, false).is_some_and(|new| is_legal(&new)) {
                found.push((Move::of(cards, Joker::At(cell)).expect("a play"), !hand.meets(cell)));
            }
        }
    }
    if hand.meets(Cards::JOKER) && is_legal(&joker()) {
        found.push((Move::JOKER, true));
    }
    found
}

mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::text::notation::{parse_cards, parse_play};
    use crate::{Daihinmin, Phase};
    use karuta_engine::{Game, Rng};

    fn assert_agree(hand: Cards, field: &Field) -> usize {
        let slow = plays(hand, field);
        let (mut full, mut canonical) = (Vec::new(), Vec::new());
        field.full(hand, &mut full);
        field.canonical(hand, &mut canonical);
        let sorted = |mut list: Vec<Move>| {
            list.sort_unstable();
            list
        };
        assert_eq!(sorted(full), sorted(slow.iter().map(|play| play.0).collect()), "{hand} on {field:?}");
        let due = slow.iter().filter(|play| play.1).map(|play| play.0).collect();
        assert_eq!(sorted(canonical), sorted(due), "{hand} on {field:?}");
        for &(mv, _) in &slow {
            assert!(field.allows(hand, mv), "{mv} from {hand} on {field:?}");
            assert_eq!(parse_play(&mv.to_string()), Ok(mv));
        }
        slow.len()
    }

    #[test]
    fn both_generators_agree_in_games() {
        let mut rng = Rng::new(1);
        let rules = Rules { games: 8, ..Rules::OFFICIAL };
        let mut positions = 0;
        for seed in 0..8 {
            let mut state = Daihinmin::new(rules, seed);
            while let Some(seat) = state.turn() {
                if state.phase() == Phase::Play {
                    assert_agree(state.hand(seat), state.field());
                    positions += 1;
                }
                let mv = state.random_move(&mut Vec::new(), &mut rng);
                state.apply(mv);
            }
        }
        assert!(positions > 3_000, "{positions}");
    }

    /// Hands full of joker plays against every kind of table, which games show too rarely.
    #[test]
    fn both_generators_agree_on_crowded_hands() {
        let mut rng = Rng::new(2);
        let mut plays = 0;
        for round in 0..600 {
            // A few ranks or a few suits make groups and sequences likely.
            let narrow = if round % 2 == 0 {
                (0..4).map(|_| Cards::column(1 + rng.index(13) as u32)).collect()
            } else {
                Cards::rows(1 << rng.index(4) | 1 << rng.index(4)) & Cards::NATURAL
            };
            let hand = { narrow }.draw(10.min(narrow.len()), &mut rng)
                | if round % 3 == 0 { Cards::NONE } else { Cards::JOKER };
            let mut rest = Cards::ALL.without(hand);
            let other = rest.draw(14, &mut rng);
            let mut tops = vec![Move::PASS];
            Field::default().full(other, &mut tops);
            let top = tops[rng.index(tops.len())];
            let top = if top.uses_joker() && hand.meets(Cards::JOKER) { Move::PASS } else { top };
            let locked = !top.is_pass() && !top.is_joker() && rng.index(2) == 1;
            plays += assert_agree(hand, &Field { top, locked, reversed: rng.index(2) == 1 });
        }
        assert!(plays > 4_000, "{plays}");
    }

    /// Counted by the functions of the official server: hand, table, reversed, locked, full, canonical.
    const VECTORS: &[(&str, &str, bool, bool, usize, usize)] = &[
        ("CQ,DQ,CK,DK,HK,SK,CA,DA,HA,SA,JO", "", false, false, 120, 56),
        ("S6,S7,S8,S9,ST,SJ,SQ,SK,SA,S2,JO", "", false, false, 287, 95),
        ("H5,S5,H6,S6,H7,S7,H8,S8,H9,S9,JO", "", false, false, 128, 74),
        ("S3,H3,D3,C3,S4,H5,D6,C7,S8,H9,DT", "", false, false, 22, 22),
        ("H3,H4,H5,H6,H7,H8,H9,HT,HJ,HQ,HK", "", false, false, 56, 56),
        ("C3,C4,JO", "", false, false, 11, 11),
        ("CA,C2,JO", "", false, false, 11, 11),
        ("S3,HT,D8,DJ,C9,CK,S2,JO", "D9", false, false, 5, 5),
        ("S3,HT,D8,DJ,C9,CK,S2,JO", "D9", false, true, 2, 2),
        ("S3,HT,D8,DJ,C9,CK,S2,JO", "D9", true, false, 3, 3),
        ("S3,HT,D8,DJ,C9,CK,S2,JO", "D9", true, true, 2, 2),
        ("S3,H3,D8,S2", "JO", false, false, 1, 1),
        ("H3,D3,C3,S2", "JO", false, false, 0, 0),
        ("S8,H8,D9,S9,HQ,DQ,CQ,C2,JO", "S7+H7", false, false, 29, 19),
        ("S8,H8,D9,S9,HQ,DQ,CQ,C2,JO", "S7+H7", false, true, 5, 3),
        ("S7,S8,S9,HT,HJ,HQ,CA,C2,JO", "S4-S5-S6", false, false, 13, 7),
        ("S7,S8,S9,HT,HJ,HQ,CA,C2,JO", "S4-S5-S6", false, true, 5, 2),
        ("C3,C4,C5,JO", "D3-D4-D5", true, false, 0, 0),
        ("C3,C4,H3,JO", "D5-D6-D7", true, false, 1, 1),
    ];

    #[test]
    fn the_official_server_counts_the_same() {
        for &(hand, top, reversed, locked, full, canonical) in VECTORS {
            let hand = parse_cards(hand).expect("cards");
            let top = if top.is_empty() { Move::PASS } else { parse_play(top).expect("a play") };
            let field = Field { top, locked, reversed };
            let (mut all, mut some) = (Vec::new(), Vec::new());
            field.full(hand, &mut all);
            field.canonical(hand, &mut some);
            assert_eq!((all.len(), some.len()), (full, canonical), "{hand} on {field:?}");
            assert_agree(hand, &field);
        }
    }
}
