//! Tests of `index`.

use karuta_engine::{Game, Rng};

use super::super::tests::cards;
use super::*;

/// The numbers of the positions that moves lead to from this one, unless they end the game.
fn successors<const N: usize>(index: &Index<N>, number: usize) -> Vec<usize> {
    let state = index.position(number).expect("a position");
    let mut moves = Vec::new();
    state.moves(&mut moves);
    let next = |&mv: &_| {
        let mut next = state;
        next.apply(mv);
        next.turn().is_some().then(|| index.locate(&next).expect("endings lead to endings"))
    };
    moves.iter().filter_map(next).collect()
}

fn predecessors<const N: usize>(index: &Index<N>, number: usize) -> Vec<usize> {
    let mut found = Vec::new();
    index.each_predecessor(number, |before| found.push(before));
    found
}

fn times(list: &[usize], number: usize) -> usize {
    list.iter().filter(|&&other| other == number).count()
}

/// Moves and the way back agree, in both directions, around positions drawn at random.
fn check_way_back<const N: usize>(deal: &str, draws: usize) {
    let index = Index::<N>::for_cards(cards(deal)).expect("five different cards");
    let mut rng = Rng::new(8);
    for _ in 0..draws {
        let number = rng.index(Index::<N>::LEN);
        if !Index::<N>::is_position(number) {
            assert_eq!(index.position(number), None);
            continue;
        }
        let forth = successors(&index, number);
        for &next in &forth {
            assert_eq!(times(&forth, next), times(&predecessors(&index, next), number));
        }
        let back = predecessors(&index, number);
        for &before in &back {
            assert_eq!(times(&back, before), times(&successors(&index, before), number));
        }
    }
}

#[test]
fn the_way_back_is_the_way_forth() {
    check_way_back::<3>("dog panda rat ox cobra", 20_000);
    check_way_back::<5>("dog panda rat ox cobra", 20_000);
    check_way_back::<7>("tiger crab monkey crane dragon", 20_000);
}

#[test]
fn numbers_and_positions_are_one_to_one() {
    let index = Index::<3>::for_cards(cards("dog panda rat ox cobra")).expect("five different cards");
    for number in (0..Index::<3>::LEN).filter(|&number| Index::<3>::is_position(number)) {
        let state = index.position(number).expect("a position");
        assert_eq!(index.locate(&state), Some(number));
        let turn = |set: u64| set.reverse_bits() >> (64 - 9);
        let Setting { pieces, masters, hands, side, cap, .. } = state.setting();
        let turned = Onitama::from_setting(Setting {
            pieces: [turn(pieces[1]), turn(pieces[0])],
            masters: [turn(masters[1]), turn(masters[0])],
            hands: [hands[1], hands[0]],
            side,
            turn: 1,
            cap,
        });
        assert_eq!(index.locate(&turned), Some(number));
    }
}
