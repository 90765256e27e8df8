//! Tests of `knowledge`.

use std::collections::HashMap;

use super::*;
use crate::Setting;
use crate::play::network::lead;
use karuta_engine::{Game, Rng};

/// Calls `check` on every position of some random games.
fn along_games<const N: usize>(games: u64, cap: u16, mut check: impl FnMut(&Onitama<N>)) {
    for game in 0..games {
        let mut rng = Rng::new(game);
        let mut pool: Vec<Card> = Card::all().collect();
        rng.shuffle(&mut pool);
        let deal = [pool[0], pool[1], pool[2], pool[3], pool[4]];
        let mut state = Onitama::<N>::opening(deal, rng.index(2), cap);
        check(&state);
        while state.turn().is_some() && state.plies() < 100 {
            state.apply(state.random_move(&mut Vec::new(), &mut rng));
            check(&state);
        }
    }
}

fn ends_the_game<const N: usize>(state: &Onitama<N>, mv: Move) -> bool {
    let mut next = *state;
    next.apply(mv);
    next.winner().is_some()
}

fn check_moves<const N: usize>(state: &Onitama<N>) {
    let Some(seat) = state.turn() else { return };
    let mut moves = Vec::new();
    state.moves(&mut moves);
    let mut urgent = vec![0; moves.len()];
    urgency(state, &moves, &mut urgent);
    let mut waiting = Vec::new();
    noisy(state, &mut waiting);
    for (&mv, &urgent) in moves.iter().zip(&urgent) {
        let takes = !mv.is_pass() && state.pieces[1 - seat] >> mv.to & 1 == 1;
        let wins = ends_the_game(state, mv);
        assert_eq!(urgent == 3, wins, "{mv:?} in {state:?}");
        assert_eq!(urgent > 0, wins || takes, "{mv:?} in {state:?}");
        assert_eq!(waiting.contains(&mv), wins || takes, "{mv:?} in {state:?}");
    }
    assert_eq!(waiting.len(), urgent.iter().filter(|&&urgent| urgent > 0).count(), "each once");
    match winning(state) {
        Some(mv) => assert!(moves.contains(&mv) && ends_the_game(state, mv), "{mv:?} in {state:?}"),
        None => assert!(!moves.iter().any(|&mv| ends_the_game(state, mv)), "{state:?}"),
    }
}

#[test]
fn wins_and_captures_are_what_the_rules_say() {
    along_games::<5>(150, 0, check_moves);
    along_games::<7>(50, 0, check_moves);
}

/// The same position with the board turned round and the seats exchanged.
fn turned<const N: usize>(state: &Onitama<N>) -> Onitama<N> {
    let turn = |board: u64| board.reverse_bits() >> (64 - N * N);
    let Setting { pieces, masters, hands, side, turn: seat, cap } = state.setting();
    Onitama::from_setting(Setting {
        pieces: [turn(pieces[1]), turn(pieces[0])],
        masters: [turn(masters[1]), turn(masters[0])],
        hands: [hands[1], hands[0]],
        side,
        turn: 1 - seat,
        cap,
    })
}

#[test]
fn the_evaluation_is_fair_to_both_seats() {
    fn check<const N: usize>(state: &Onitama<N>) {
        let points = evaluate(state, 0);
        assert_eq!(points, -evaluate(state, 1), "{state:?}");
        assert_eq!(points, evaluate(&turned(state), 1), "{state:?}");
        assert_eq!(points.abs() >= 5_000, state.winner().is_some(), "{state:?}");
    }
    along_games::<5>(100, 0, check);
    along_games::<7>(50, 0, check);
}

#[test]
fn bits_are_counted_the_same_on_both_boards() {
    let mut rng = Rng::new(1);
    for _ in 0..100 {
        let [mine, yours] = [rng.bits(), rng.bits()].map(|bits| bits & Onitama::<5>::BOARD);
        assert_eq!(lead::<5>(mine, yours), lead::<7>(mine, yours));
    }
}

#[test]
fn keys_tell_positions_apart() {
    let mut seen: HashMap<u64, Setting> = HashMap::new();
    let sorted = |state: &Onitama<5>| {
        let mut setting = state.setting();
        setting.hands.iter_mut().for_each(|hand| hand.sort());
        setting
    };
    along_games::<5>(1_000, 0, |state| {
        let setting = sorted(state);
        assert_eq!(*seen.entry(key(state)).or_insert(setting), setting);
    });
    assert!(seen.len() > 20_000);
}

#[test]
fn the_order_of_a_hand_is_no_difference() {
    along_games::<5>(5, 0, |state| {
        let mut setting = state.setting();
        setting.hands.iter_mut().for_each(|hand| hand.reverse());
        assert_eq!(key(state), key(&Onitama::<5>::from_setting(setting)));
    });
}

/// A table takes its index from a few bits of the key, so any change must reach all of them.
#[test]
fn a_moved_piece_changes_half_of_the_key() {
    let (mut flips, mut pairs) = ([0u32; 64], 0);
    along_games::<5>(20, 0, |state| {
        let mut moves = Vec::new();
        state.moves(&mut moves);
        for mv in moves {
            let mut next = *state;
            next.apply(mv);
            let change = key(state) ^ key(&next);
            (0..64).for_each(|bit| flips[bit] += (change >> bit & 1) as u32);
            pairs += 1;
        }
    });
    for (bit, &n) in flips.iter().enumerate() {
        let share = f64::from(n) / f64::from(pairs);
        assert!((0.45..0.55).contains(&share), "bit {bit} changes in {share:.3} of {pairs} moves");
    }
}

#[test]
fn a_cap_counts_when_it_is_near() {
    let deal = ["ox", "boar", "horse", "elephant", "crab"].map(|name| Card::named(name).expect("a card"));
    let keys = [0, 1_000, 2_000, 40, 41].map(|cap| key(&Onitama::<5>::opening(deal, 0, cap)));
    assert!(keys[0] == keys[1] && keys[1] == keys[2]);
    assert!(keys[2] != keys[3] && keys[3] != keys[4]);
}
