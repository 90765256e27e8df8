//! The rules of connect four, against published counts and on boards a reader can see.

use karuta_engine::conform::{self, Perft, perft};
use karuta_engine::toys::ConnectFour;
use karuta_engine::{Game, Rng};

fn after(columns: &[u8]) -> ConnectFour {
    let mut state = ConnectFour::START;
    for &column in columns {
        assert!(state.turn().is_some(), "the game was over before {column} of {columns:?}");
        state.apply(column);
    }
    state
}

#[test]
fn it_keeps_the_laws_of_games() {
    conform::check(|_| ConnectFour::START, 100, 1);
}

#[test]
fn lines_of_a_length_are_as_many_as_others_count() {
    // Perft of connect four as the solvers' community has it; from the seventh move on games may be over.
    let counts = [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234];
    for (depth, &count) in (1..).zip(&counts[..7]) {
        assert_eq!(perft(&ConnectFour::START, depth, Perft::Community), count, "depth {depth}");
    }
}

#[test]
fn four_in_any_direction_win() {
    for (line, winner) in [
        (&[0, 1, 0, 1, 0, 1, 0][..], 1.0),
        (&[0, 0, 1, 1, 2, 2, 3], 1.0),
        (&[6, 0, 6, 1, 5, 2, 5, 3], 0.0),
        // A diagonal that rises and one that falls.
        (&[0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3], 1.0),
        (&[6, 5, 5, 4, 4, 3, 4, 3, 3, 0, 3], 1.0),
    ] {
        let state = after(line);
        assert_eq!((state.turn(), state.payoff()[0]), (None, winner), "{line:?}");
        assert!(after(&line[..line.len() - 1]).turn().is_some(), "{line:?}");
    }
}

#[test]
fn a_line_does_not_run_over_the_edge() {
    // Three on top of the first column and the lowest of the second are four bits, and no line.
    let state = after(&[1, 0, 2, 0, 2, 0, 0, 3, 0, 3, 0]);
    assert!(state.turn().is_some());
    let mut legal = Vec::new();
    state.moves(&mut legal);
    assert_eq!(legal, [1, 2, 3, 4, 5, 6], "the first column is full");
}

#[test]
fn a_full_board_is_a_draw() {
    let mut rng = Rng::new(1);
    let mut draws = 0;
    for _ in 0..5_000 {
        let (mut state, mut plies) = (ConnectFour::START, 0);
        while state.turn().is_some() {
            let mv = state.random_move(&mut Vec::new(), &mut rng);
            state.apply(mv);
            plies += 1;
        }
        if state.payoff()[0] == 0.5 {
            assert_eq!(plies, 42);
            draws += 1;
        }
    }
    assert!(draws > 0, "some of so many games fill the board");
}
