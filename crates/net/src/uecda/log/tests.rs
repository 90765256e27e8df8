//! Tests of `log`.

use super::*;
use crate::uecda::card_cells::JOKER_HELD;

fn sample() -> GameLog {
    let cards = |text: &str| read_cards(text).expect("cards");
    GameLog {
        titles: Some([4, 3, 2, 1, 0]),
        seats: [2, 0, 1, 4, 3],
        dealt: ["S3H3", "D3J3", "C3", "CT", "H2"].map(cards),
        given: vec![
            Given { from: 0, to: 4, cards: cards("H3") },
            Given { from: 1, to: 3, cards: cards("J3") },
        ],
        plays: vec![(1, "D3M4".into()), (2, String::new()), (4, "Kx".into())],
        result: [4, 3, 2, 1, 0],
        points: [1, 2, 3, 4, 15],
    }
}

#[test]
fn a_game_is_written_as_the_official_server_writes_it() {
    let lines = "%00003%mibun% 43210\n%00003%seat% 20143\n%00003%palyer_cards% S3H3 D3J3 C3 CT H2 \n\
                 %00003%change_cards% 04H3EE 13J3EE\n%00003%play%  1D3M4EE 2EE 4KxEE\n\
                 %00003%result% 43210\n%00003%points% 1 2 3 4 15\n";
    assert_eq!(sample().lines(3), lines);
}

#[test]
fn what_is_written_is_read() {
    let without = GameLog { titles: None, given: Vec::new(), ..sample() };
    let names = std::array::from_fn(|player| format!("p{player}"));
    let text = head(&names) + &sample().lines(0) + &without.lines(1);
    assert_eq!(read(&text), Ok(vec![sample(), without]));
    assert_eq!(read_cards("J3").expect("a held joker").joker, Some(JOKER_HELD));
}

#[test]
fn a_joker_beyond_the_ranks_continues_its_sequence() {
    let joker = |text: &str| read_cards(text).expect("cards").joker.expect("a joker");
    assert_eq!(joker("S3S4Kx"), Cell { row: 0, column: 0 });
    assert_eq!(joker("HAH2Lx"), Cell { row: 1, column: 14 });
    assert_eq!(joker("Nx"), Cell { row: 3, column: 14 });
}

#[test]
fn what_is_no_log_is_refused_with_its_line() {
    let error = |text: &str| read(text).expect_err("no log").to_string();
    assert!(error("hello").starts_with("line 1: \"hello\" is no item"));
    assert!(error("%00000%seat% 01234").contains("game that has begun"));
    assert!(error("%00001%mibun% 01234").contains("game 0, which comes next"));
    assert!(error("%00000%mibun% 0123").contains("mibun of a game"));
    assert!(error("%00000%mibun% 22222\n%00000%play% 5EE").contains("line 2"));
    assert_eq!(read_cards("S3X"), None);
    assert_eq!(read_cards("J3Kx"), None);
}
