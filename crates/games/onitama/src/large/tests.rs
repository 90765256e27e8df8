//! Tests of `large`.

use super::parts::Priority;
use super::*;
use crate::Onitama;
use crate::play::policies::Priority as SmallPriority;
use karuta_engine::conform::{self, Perft, perft};
use karuta_engine::playout::Policy;
use karuta_playable::playable::{Playable, Purpose};
use karuta_playable::spec::{Args, Spec};

fn cards(names: &str) -> [Card; 5] {
    let list: Vec<Card> = names.split(' ').map(|name| Card::named(name).expect("a card")).collect();
    list.try_into().expect("five cards")
}

fn board(side: usize) -> &'static Board {
    Board::of(side).expect("a board")
}

fn deal(spec: &str, rng: &mut Rng) -> LargeOnitama {
    let spec = Spec::parse(spec).expect("a spec");
    let args = Args::new(&spec, LargeOnitama::PARAMS).expect("known keys");
    LargeOnitama::deal(&LargeOnitama::options(&args, Purpose::Match).expect("options"), rng)
}

#[test]
fn perft_is_that_of_the_small_boards() {
    let deals =
        ["ox boar horse elephant crab", "rabbit cobra rooster tiger frog", "tiger crab monkey crane dragon"];
    for (names, turn) in deals.into_iter().zip([0, 1, 0]) {
        let five = Onitama::<5>::opening(cards(names), turn, 0);
        let seven = Onitama::<7>::opening(cards(names), turn, 0);
        for convention in [Perft::Strict, Perft::Community] {
            let large = LargeOnitama::opening(board(5), cards(names), turn, 0);
            assert_eq!(perft(&large, 5, convention), perft(&five, 5, convention), "{names}");
            let large = LargeOnitama::opening(board(7), cards(names), turn, 0);
            assert_eq!(perft(&large, 4, convention), perft(&seven, 4, convention), "{names}");
        }
    }
}

/// The same games move by move, with the same lists in the same order and the same draws.
#[test]
fn games_and_playouts_are_those_of_the_thesis_board() {
    let mut rng = Rng::new(3);
    for _ in 0..200 {
        let dealt = deal("onitama-large:board=7", &mut rng);
        let five = [dealt.hands[0][0], dealt.hands[0][1], dealt.hands[1][0], dealt.hands[1][1], dealt.side];
        let (mut large, mut small) = (dealt, Onitama::<7>::opening(five, usize::from(dealt.turn), dealt.cap));
        let (mut buf, mut draws) = (Vec::new(), rng.clone());
        while let Some(seat) = small.turn() {
            let (mut ours, mut theirs) = (Vec::new(), Vec::new());
            large.moves(&mut ours);
            small.moves(&mut theirs);
            assert_eq!(ours, theirs);
            assert_eq!(large.count_moves(&mut buf), theirs.len());
            assert_eq!((large.turn(), large.pieces_left(0)), (Some(seat), small.pieces_left(0)));
            let mv = SmallPriority.pick(&small, &mut buf, &mut draws.clone());
            assert_eq!(Priority.pick(&large, &mut buf, &mut draws), mv);
            large.apply(mv);
            small.apply(mv);
        }
        assert_eq!((large.end(), large.winner()), (small.end(), small.winner()));
        rng = draws;
    }
}

#[test]
fn large_boards_keep_the_laws_of_games() {
    for side in ["9", "11", "13"] {
        conform::check(|rng| deal(&format!("onitama-large:board={side}"), rng), 5, 1);
        conform::check_uniform(&deal(&format!("onitama-large:board={side}"), &mut Rng::new(2)), 40_000, 1);
    }
}

/// A step never runs round an edge, and what one seat reaches the other reaches back.
#[test]
fn steps_stay_on_the_board() {
    for side in board::SIDES {
        let board = board(side);
        for card in Card::all() {
            for from in board.all.iter() {
                for to in board.land(card, 0, Squares::of(from)).iter() {
                    let at = |square: u8| (usize::from(square) % side, usize::from(square) / side);
                    let ((x, y), (to_x, to_y)) = (at(from), at(to));
                    let step = (to_x as i8 - x as i8, to_y as i8 - y as i8);
                    assert!(card.face().offsets.contains(&step), "{card:?} from {from} to {to} on {side}");
                    assert!(board.land(card, 1, Squares::of(to)).has(from));
                }
            }
        }
    }
}

#[test]
fn positions_and_moves_are_read_back() {
    let spec = Spec::parse("onitama-large:board=13").expect("a spec");
    let args = Args::new(&spec, LargeOnitama::PARAMS).expect("known keys");
    let options = LargeOnitama::options(&args, Purpose::Match).expect("options");
    let mut rng = Rng::new(5);
    let mut state = LargeOnitama::deal(&options, &mut rng);
    for _ in 0..60 {
        let text = state.position();
        assert_eq!(LargeOnitama::parse_position(&options, &text).expect("a position"), state);
        let mv = state.random_move(&mut Vec::new(), &mut rng);
        assert_eq!(state.parse_move(&state.move_text(mv)).expect("a move"), mv);
        state.apply(mv);
        if state.turn().is_none() {
            break;
        }
    }
    let position = LargeOnitama::deal(&options, &mut rng).position();
    for wrong in [
        "",
        "12 ox,boar,horse,elephant,crab 0 0",
        &position.replace('2', "1"),
        &position.replace("0 0", "2 0"),
    ] {
        LargeOnitama::parse_position(&options, wrong).expect_err(wrong);
    }
}
