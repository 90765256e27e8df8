//! Tests of `state`.

use super::*;
use karuta_engine::conform::{self, Perft, perft};

fn cards(names: &str) -> [Card; 5] {
    let list: Vec<Card> = names.split(' ').map(|name| Card::named(name).expect("a card")).collect();
    list.try_into().expect("five cards")
}

fn assert_perft<const N: usize>(state: &Onitama<N>, convention: Perft, counts: &[u64]) {
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(perft(state, depth, convention), count, "depth {depth}, {convention:?}");
    }
}

// The counts below are agreed on by three independent public move generators (5x5) and by the
// thesis' own code and an independent program (7x7).

#[test]
fn perft_of_the_common_test_deal() {
    let state = Onitama::<5>::opening(cards("ox boar horse elephant crab"), 0, 0);
    assert_perft(&state, Perft::Community, &[10, 130, 1_989, 28_509, 487_780, 7_748_422, 137_281_607]);
    assert_perft(&state, Perft::Strict, &[10, 130, 1_989, 28_509, 487_752, 7_746_995]);
}

#[test]
fn perft_with_the_second_seat_to_start() {
    let state = Onitama::<5>::opening(cards("rabbit cobra rooster tiger frog"), 1, 0);
    assert_perft(&state, Perft::Community, &[9, 72, 880, 10_374, 138_879, 1_781_181, 24_489_752]);
    assert_perft(&state, Perft::Strict, &[9, 72, 880, 10_368, 138_711, 1_778_688]);
}

#[test]
fn perft_on_the_thesis_board() {
    let state = Onitama::<7>::opening(cards("tiger crab monkey crane dragon"), 0, 0);
    assert_perft(&state, Perft::Strict, &[14, 266, 5_073, 83_324, 1_691_853]);
    assert_eq!(perft(&state, 5, Perft::Community), 1_691_862);
}

/// Captures, wins and temple wins among the last plies of a strict perft.
fn last_plies(state: &Onitama<5>, depth: u32, tally: &mut [u64; 3]) {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    for mv in moves {
        let mut next = *state;
        next.apply(mv);
        if depth > 1 {
            last_plies(&next, depth - 1, tally);
            continue;
        }
        let other = 1 - usize::from(state.turn);
        // The published counts leave out students taken by the very move that reaches the temple.
        let took = next.pieces_left(other) < state.pieces_left(other);
        tally[0] += u64::from(took && (next.end() != End::Temple || next.masters[other] == 0));
        tally[1] += u64::from(next.winner().is_some());
        tally[2] += u64::from(next.end() == End::Temple);
    }
}

#[test]
fn both_ways_to_win_are_told_apart() {
    let mut tally = [0; 3];
    last_plies(&Onitama::opening(cards("ox boar horse elephant crab"), 0, 0), 6, &mut tally);
    assert_eq!(tally, [160_513, 39_790, 0]);
    tally = [0; 3];
    last_plies(&Onitama::opening(cards("rabbit cobra rooster tiger frog"), 1, 0), 6, &mut tally);
    assert_eq!(tally, [150_598, 38_939, 674]);
}

/// Five pieces on the own a-file with Horse and Tiger: stuck.
fn stuck() -> Onitama<5> {
    let file = |rank: u64| 1u64 << (5 * rank);
    let deal = cards("horse tiger crab monkey dragon");
    Onitama::from_setting(Setting {
        pieces: [(0..5).map(file).sum(), 0b11110 << 20],
        masters: [file(2), 1 << 22],
        hands: [[deal[0], deal[1]], [deal[2], deal[3]]],
        side: deal[4],
        turn: 0,
        cap: 0,
    })
}

#[test]
fn a_stuck_seat_exchanges_a_card() {
    assert_perft(&stuck(), Perft::Community, &[2, 24, 192, 1_859, 19_978, 211_372]);
    assert_perft(&stuck(), Perft::Strict, &[2, 24, 192, 1_839, 19_895, 209_883]);
    conform::check_uniform(&stuck(), 10_000, 1);
}

fn random_deal<const N: usize>(rng: &mut Rng) -> Onitama<N> {
    let mut pool: Vec<Card> = Card::all().collect();
    rng.shuffle(&mut pool);
    Onitama::opening([pool[0], pool[1], pool[2], pool[3], pool[4]], rng.index(2), 400)
}

#[test]
fn both_boards_keep_the_laws() {
    conform::check(random_deal::<5>, 100, 1);
    conform::check(random_deal::<7>, 50, 2);
}

#[test]
fn winning_moves_are_found_exactly_where_there_are_any() {
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let mut state = random_deal::<5>(&mut rng);
        while let Some(seat) = state.turn() {
            let mut moves = Vec::new();
            state.moves(&mut moves);
            let wins = |mv: Move| {
                let mut next = state;
                next.apply(mv);
                next.winner() == Some(seat)
            };
            let found = state.winning_move(seat);
            assert_eq!(found.is_some(), moves.iter().any(|&mv| wins(mv)), "{state:?}");
            assert_eq!(found.is_some(), state.can_win(seat));
            assert!(found.is_none_or(|mv| moves.contains(&mv) && wins(mv)));
            state.apply(moves[rng.index(moves.len())]);
        }
    }
}

#[test]
fn random_moves_are_uniform_along_a_game() {
    let mut rng = Rng::new(9);
    let mut state = random_deal::<5>(&mut rng);
    while state.turn().is_some() {
        conform::check_uniform(&state, 4_000, 3);
        let mv = state.random_move(&mut Vec::new(), &mut rng);
        state.apply(mv);
    }
}

#[test]
fn a_win_at_once_is_one_some_move_makes() {
    let mut rng = Rng::new(4);
    for _ in 0..200 {
        let mut state = random_deal::<5>(&mut rng);
        while let Some(seat) = state.turn() {
            let mut moves = Vec::new();
            state.moves(&mut moves);
            let wins = moves.iter().any(|&mv| {
                let mut next = state;
                next.apply(mv);
                next.winner().is_some()
            });
            assert_eq!(state.can_win(seat), wins, "{state:?}");
            let mv = moves[rng.index(moves.len())];
            state.apply(mv);
        }
    }
}
