//! Counts of the plays of a position, by every way to tell plays apart that is in use: printed by `karuta moves
//! --count`.

use crate::Phase;
use crate::Tichu;
use crate::combos::Kind;
use crate::rules::WishRule;
use crate::subsets::{PlayCounts, Reading, all_plays, under_wish};

/// The counts by name: sets of cards, plays, plays without suits and abstract plays by type and in total,
/// under the wish as these rules read it; then sets of cards by every reading of the wish, and whether
/// passing is allowed (1) or not (0); last the moves that searches choose from, by type. All but the last
/// are by the rules proper, without the deviations of the report's program.
pub fn counts(state: &Tichu) -> Vec<(String, u64)> {
    if state.phase != Phase::Play {
        return Vec::new();
    }
    let rules = crate::rules::Rules { quirks: crate::rules::Quirks::NONE, ..state.rules };
    let plays = all_plays(state.hands[state.seat()], state.top, &rules);
    let (legal, is_bound) = under_wish(&plays, state.wish, rules.wish);
    let counts = PlayCounts::of(&legal);
    let mut list = Vec::new();
    let ways = [
        ("sets", counts.sets),
        ("plays", counts.plays),
        ("suit-blind", counts.suit_blind),
        ("abstract", counts.abstracts),
    ];
    for (way, by_kind) in ways {
        by_type(&mut list, way, by_kind);
    }
    let sets = |plays: &[Reading]| PlayCounts::of(plays).sets.iter().sum();
    list.push(("wish.ignored".into(), sets(&plays)));
    list.push(("wish.strict".into(), sets(&under_wish(&plays, state.wish, WishRule::Strict).0)));
    list.push(("wish.bomb-exempt".into(), sets(&under_wish(&plays, state.wish, WishRule::BombExempt).0)));
    list.push(("may-pass".into(), u64::from(state.top.is_some() && !is_bound)));
    let mut moves = Vec::new();
    state.list_plays(&mut moves);
    let mut by_kind = [0; 8];
    for kind in moves.iter().filter_map(|mv| mv.kind()) {
        by_kind[kind as usize] += 1;
    }
    by_type(&mut list, "moves", by_kind);
    list
}

fn by_type(list: &mut Vec<(String, u64)>, way: &str, by_kind: [u64; 8]) {
    for (kind, count) in Kind::ALL.iter().zip(by_kind) {
        list.push((format!("{way}.{}", kind.name()), count));
    }
    list.push((format!("{way}.total"), by_kind.iter().sum()));
}
