//! Positions that are set up can be read, and their hands are the ones that were ticked.

use super::{Fields, daihinmin_text, hanamikoji_text, onitama_text, tichu_text};
use crate::game::Beginning;
use crate::games;

fn fields(pairs: &[(&str, &str)]) -> Fields {
    Fields(pairs.iter().map(|(name, value)| ((*name).to_string(), (*value).to_string())).collect())
}

fn opens(spec: &str, text: &str) -> String {
    let card = games::of_spec(spec).expect("a game");
    let play = (card.open)(spec, Beginning::Position(text)).unwrap_or_else(|why| panic!("{text}: {why}"));
    play.position_at(0)
}

#[test]
fn a_board_is_written_from_the_bottom_row_up() {
    let squares = "3343300000000000000011211";
    let mut pairs: Vec<(&str, &str)> = (0..25).map(|at| ("sq", &squares[at..=at])).collect();
    pairs.extend(["boar", "ox", "horse", "crab", "eel"].map(|card| ("card", card)));
    pairs.push(("turn", "1"));
    let text = onitama_text(&fields(&pairs));
    assert_eq!(text, "1121100000000000000033433 boar,ox,horse,crab,eel 1");
    assert!(opens("onitama5", &text).starts_with("1121100000000000000033433"));
}

#[test]
fn a_hand_is_enough_in_games_with_hidden_cards() {
    let held: Vec<(&str, &str)> = ["1", "1", "0", "1", "1", "1", "2"].map(|n| ("held", n)).to_vec();
    let markers = ["0", "1", "2", "0", "0", "0", "0"].map(|n| ("marker", n));
    let form = fields(&[held, markers.to_vec()].concat());
    for seed in 0..20 {
        let official = opens("hanamikoji:rules=official", &hanamikoji_text(&form, true, seed));
        assert!(official.contains("hands=0134566,") && official.contains("markers=0120000"), "{official}");
        opens("hanamikoji", &hanamikoji_text(&form, false, seed));
    }
    let hand = fields(&[("c", "S5"), ("c", "B5"), ("c", "Pho"), ("table", "pair:3"), ("wish", "")]);
    assert!(opens("tichu:target=0", &tichu_text(&hand)).contains("S5"));
    let hand = fields(&[("c", "S4"), ("c", "JO"), ("table", ""), ("order", "reversed")]);
    assert!(opens("daihinmin", &daihinmin_text(&hand)).contains("S4"));
}
