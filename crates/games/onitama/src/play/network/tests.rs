//! Tests of `network`.

use karuta_engine::{Game, Rng};

use super::*;
use crate::Setting;
use crate::cards::Card;

/// Positions along random games.
fn positions<const N: usize>(games: u64) -> Vec<Onitama<N>> {
    let mut out = Vec::new();
    for game in 0..games {
        let mut rng = Rng::new(game);
        let mut pool: Vec<Card> = Card::all().collect();
        rng.shuffle(&mut pool);
        let mut state = Onitama::opening([pool[0], pool[1], pool[2], pool[3], pool[4]], rng.index(2), 100);
        while state.turn().is_some() {
            out.push(state);
            state.apply(state.random_move(&mut Vec::new(), &mut rng));
        }
    }
    out
}

/// The net once more, slowly: square by square, from the numbers of the file.
fn slowly<const N: usize>(state: &Onitama<N>, bytes: &[u8]) -> i32 {
    let number = |at: usize| i32::from(i16::from_le_bytes([bytes[2 * at], bytes[2 * at + 1]]));
    let row = |input: usize, unit: usize| number((2 + input) * HIDDEN + unit);
    let setting = state.setting();
    let mover = setting.turn;
    let mut total = 0;
    for unit in 0..HIDDEN {
        let mut sum = number(unit);
        for square in 0..N * N {
            for seat in 0..2 {
                if setting.pieces[seat] >> square & 1 == 1 {
                    let whose = usize::from(seat != mover);
                    let kind = (setting.masters[seat] >> square & 1) as usize;
                    let own = if seat == 0 { square } else { N * N - 1 - square };
                    sum += row((whose * 2 + kind) * N * N + own, unit);
                }
            }
        }
        let [mine, yours] = [setting.hands[mover], setting.hands[1 - mover]];
        for (place, card) in [(0, mine[0]), (0, mine[1]), (1, yours[0]), (1, yours[1]), (2, setting.side)] {
            for &(right, forward) in card.face().offsets {
                let step = (i32::from(forward) + 2) * 5 + i32::from(right) + 2;
                sum += row(4 * N * N + place * 25 + step as usize, unit);
            }
        }
        total += sum.clamp(0, 128) * number(HIDDEN + unit);
    }
    let Threats(threats) = Threats::of(state);
    let first = (2 + inputs(N * N)) * HIDDEN;
    let beside: i32 = (0..THREATS).map(|at| i32::from(threats[at]) * number(first + at)).sum();
    total / 512 + beside
}

#[test]
fn the_net_is_what_its_file_says() {
    for state in positions::<5>(60) {
        assert_eq!(Network::points(&state), slowly(&state, include_bytes!("five.bin")), "{state:?}");
    }
    for state in positions::<7>(20) {
        assert_eq!(Network::points(&state), slowly(&state, include_bytes!("seven.bin")), "{state:?}");
    }
}

#[test]
fn a_seat_more_than_a_student_ahead_stands_better() {
    for state in positions::<5>(40) {
        let Setting { mut pieces, masters, turn, .. } = state.setting();
        pieces[1 - turn] = masters[1 - turn];
        let stripped = Onitama::<5>::from_setting(Setting { pieces, ..state.setting() });
        if state.pieces_left(turn) >= 4 && stripped.turn().is_some() && Threats::of(&stripped).0[2] == 0 {
            assert!(Network::points(&stripped) > 0, "{stripped:?}");
        }
    }
}

#[test]
fn threats_are_those_one_can_count() {
    let state = Onitama::<5>::opening([Card(0), Card(1), Card(2), Card(3), Card(4)], 0, 0);
    assert_eq!(Threats::of(&state), Threats([0, 0, 0]), "nobody attacks anything yet");
    // The tiger jumps two ahead: the master on c3 attacks the other master on c5 and must not be left alone.
    let setting = state.setting();
    let master = 1 << 12;
    let pieces = [setting.pieces[0] & !0b100 | master, setting.pieces[1]];
    let near = Setting { pieces, masters: [master, setting.masters[1]], turn: 1, ..setting };
    assert_eq!(Threats::of(&Onitama::<5>::from_setting(near)).0[2], 1);
}
