//! The rules by example: endings in which every rule of the round can be watched at work.

use karuta_engine::{Game, Rng};

use crate::cards::{Cards, card_name, parse_card};
use crate::combos::Combo;
use crate::deal::{Chance, DEALT, Deck};
use crate::moves::Move;
use crate::rules::{Bombs, By, Rules, Tie, WishRule};
use crate::text::notation::parse_move;
use crate::text::position::parse_position;
use crate::{Phase, Tichu};

/// The official game without calls, which only get in the way of most endings.
const QUIET: Rules = Rules { calls: false, ..Rules::OFFICIAL };

/// An ending with few cards; what nobody holds was played.
pub fn ending(hands: [&str; 4], more: &str, rules: Rules) -> Tichu {
    let read = |names: &str| -> Cards {
        let names = names.split(',').filter(|&name| name != "-");
        names.map(|name| parse_card(name).expect("a card")).collect()
    };
    let hands = hands.map(read);
    let held = hands.iter().fold(Cards::NONE, |all, &hand| all | hand);
    let mut left = Deck::of(Cards::ALL - held);
    let mut lots = Chance(4);
    let played = hands.map(|hand| left.hand(DEALT - hand.len(), || lots.bits()).to_string());
    let hands = hands.map(|hand| hand.to_string()).join("/");
    let text = format!("hands={hands} played={} {more}", played.join("/"));
    parse_position(rules, &text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Plays moves with who makes them: `0 9; 1 pass`.
fn after(mut state: Tichu, moves: &str) -> Tichu {
    for step in moves.split(';').map(str::trim).filter(|step| !step.is_empty()) {
        let (seat, text) = step.split_once(' ').expect("a seat and a move");
        assert_eq!(state.turn().map(|seat| seat.to_string()).as_deref(), Some(seat), "{step} of {moves}");
        let mv = parse_move(&state, text).unwrap_or_else(|error| panic!("{step} of {moves}: {error}"));
        state.apply(mv);
    }
    state
}

fn legal(state: &Tichu) -> Vec<String> {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    moves.iter().map(Move::to_string).collect()
}

#[test]
fn the_dog_gives_the_lead_to_the_partner() {
    let all = ending(["Dog,S3", "S4,S5", "S6,S7", "S8,S9"], "turn=0", QUIET);
    let next = after(all, "0 Dog");
    assert_eq!((next.turn(), next.top), (Some(2), None));
    let without = ending(["Dog,S3", "S4", "-", "S8"], "turn=0 out=2", QUIET);
    assert_eq!(after(without, "0 Dog").turn(), Some(3));
    let alone = ending(["Dog,S3", "S4", "-", "-"], "turn=0 out=2,3", QUIET);
    assert_eq!(after(alone, "0 Dog").turn(), Some(0), "to the right of the partner comes the player");
    let last = ending(["Dog", "S4,S5", "S6,S7", "S8,S9"], "turn=0", QUIET);
    let next = after(last, "0 Dog");
    assert_eq!((next.turn(), next.finished, next.out[0]), (Some(2), 1, 0));
    let follows = ending(["S2,S3", "Dog,S5", "S6,S7", "S8,S9"], "turn=0", QUIET);
    assert_eq!(legal(&after(follows, "0 2")), ["5", "pass"]);
}

#[test]
fn the_phoenix_is_half_a_step_higher() {
    let state = ending(["S8,S2", "Pho,S3", "S9,B8", "Dra,Mah"], "turn=0", QUIET);
    let next = after(state, "0 8; 1 Pho");
    assert_eq!(next.top.map(|top| top.height), Some(17));
    assert_eq!(legal(&next), ["9", "pass"]);
    let led = ending(["Pho,S2", "S3,Mah", "S9,B8", "Dra,S4"], "turn=0", QUIET);
    let next = after(led, "0 Pho");
    assert_eq!(next.top.map(|top| top.height), Some(Combo::LED_PHOENIX));
    assert_eq!(legal(&next), ["3", "pass"], "the Mah Jong is too low");
    let dragon = ending(["Dra,S2", "Pho,S3", "S9,B8", "S4,S5"], "turn=0", QUIET);
    assert_eq!(legal(&after(dragon, "0 Dra")), ["pass"]);
    let low = ending(["S8,S2", "Pho,S3", "S9,B8", "Dra,Mah"], "turn=0", Rules::PESTALOZZI_CODE);
    assert_eq!(legal(&after(low, "0 8")), ["pass"], "in the report's program it is always low");
}

#[test]
fn the_dragons_trick_is_given_away() {
    let state = ending(["Dra,SK,S2", "S4,S5", "S6,S7", "S8,S9"], "turn=0", QUIET);
    let asked = after(state, "0 Dra; 1 pass; 2 pass; 3 pass");
    assert_eq!((asked.phase, asked.turn()), (Phase::Gift, Some(0)));
    assert_eq!(legal(&asked), ["dragon right", "dragon left"]);
    let given = after(asked, "0 dragon left");
    assert_eq!((given.won, given.turn()), ([0, 0, 0, 25], Some(0)));
    let right = Rules { gift: crate::rules::Gift::Right, ..QUIET };
    let state = ending(["Dra,SK,S2", "S4,S5", "S6,S7", "S8,S9"], "turn=0", right);
    assert_eq!(after(state, "0 Dra; 1 pass; 2 pass; 3 pass").won, [0, 25, 0, 0]);
}

#[test]
fn the_dragon_that_ends_the_round_is_given_away_too() {
    let hands = ["-", "-", "S2,S9", "Dra"];
    let state = ending(hands, "turn=3 out=1,0", QUIET);
    let asked = after(state, "3 Dra");
    assert_eq!((asked.phase, asked.turn()), (Phase::Gift, Some(3)));
    assert_eq!(after(asked, "3 dragon right").scores, [25, 0]);
    // The last one's tricks go to whoever was first out.
    assert_eq!(after(asked, "3 dragon left").scores, [0, 25]);
    let kept = ending(hands, "turn=3 out=1,0", Rules::PESTALOZZI_CODE);
    assert_eq!(after(kept, "3 Dra").scores, [0, 25], "the report's program leaves it to its owner");
}

#[test]
fn the_last_hand_and_tricks_go_elsewhere() {
    let state = ending(["-", "-", "S2,SK", "SA"], "turn=3 out=1,0 won=10,20,30,5", QUIET);
    let over = after(state, "3 A");
    // Seat 2 is last: its king goes to the opponents, its tricks to seat 1.
    assert_eq!((over.turn(), over.scores), (None, [10, 65]));
    assert!((over.payoff()[0] - (0.5 - 55.0 / 400.0)).abs() < 1e-12);
    assert_eq!(over.payoff()[0], over.payoff()[2]);
    assert_eq!(over.payoff()[0] + over.payoff()[1], 1.0);
}

#[test]
fn a_double_victory_counts_200_whatever_the_cards() {
    let state = ending(["-", "S4,SK", "SA", "S7,S8"], "turn=2 out=0 won=10,80,0,0", QUIET);
    let over = after(state, "2 A");
    assert_eq!((over.turn(), over.scores, over.tally.doubles), (None, [200, 0], [1, 0]));
    assert_eq!(over.payoff()[0], 1.0);
    let called =
        ending(["-", "S4,SK", "SA", "S7,S8"], "turn=2 out=0 calls=grand,-,tichu,tichu", Rules::OFFICIAL);
    // First out made the grand call good; the partner and an opponent did not.
    let over = after(called, "2 A");
    assert_eq!(over.scores, [300, -100]);
    assert_eq!((over.tally.calls, over.tally.made), ([1, 0, 1, 1], [1, 0, 0, 0]));
    assert_eq!(over.payoff()[1], 0.0);
}

#[test]
fn passing_excludes_nobody_and_the_trick_ends_at_its_owner() {
    let state = ending(["S3,SA", "S9,S4", "S5,S6", "S8,S7"], "turn=0", QUIET);
    let next = after(state, "0 3; 1 pass; 2 5; 3 pass; 0 pass; 1 9; 2 pass; 3 pass; 0 pass");
    assert_eq!((next.turn(), next.top, next.won), (Some(1), None, [0, 5, 0, 0]));
    let out = ending(["SA", "S4,S5", "S6,S7", "S8,S9"], "turn=0", QUIET);
    let next = after(out, "0 A; 1 pass; 2 pass; 3 pass");
    assert_eq!((next.turn(), next.top), (Some(1), None), "the owner is out, so the next one leads");
}

#[test]
fn a_wish_binds_until_it_is_fulfilled() {
    let hands = ["Mah,S2", "S9,SA,B3", "B9,S4", "SK,SQ"];
    let state = ending(hands, "turn=0", QUIET);
    let asked = after(state, "0 Mah");
    assert_eq!((asked.phase, asked.turn(), legal(&asked).len()), (Phase::Wish, Some(0), 14));
    let wished = after(asked, "0 wish 9");
    assert_eq!(legal(&wished), ["9"]);
    let fulfilled = after(wished, "1 9");
    assert_eq!((fulfilled.wish, legal(&fulfilled)), (0, vec!["pass".to_string()]));
    let none = after(asked, "0 wish none");
    assert_eq!(legal(&none), ["3", "9", "A", "pass"]);
    // Nobody can fulfil it now, so it stays open; it binds a lead later.
    let open = after(asked, "0 wish 4; 1 A; 2 pass; 3 pass; 0 pass; 1 3");
    assert_eq!((open.wish, legal(&open)), (4, vec!["4".to_string()]));
    let unwished = ending(hands, "turn=0", Rules { wish: WishRule::None, ..QUIET });
    assert_eq!(after(unwished, "0 Mah").turn(), Some(1));
}

#[test]
fn wishes_by_lot_are_even() {
    let rules = Rules { wish_by: By::Lot, ..QUIET };
    let mut seen = [0u32; 15];
    for seed in 0..14_000 {
        let hands = ["Mah,S2", "SA,B3", "S4,S5", "SK,SQ"];
        let state = Tichu { chance: Chance(seed), ..ending(hands, "turn=0", rules) };
        seen[usize::from(after(state, "0 Mah").wish)] += 1;
    }
    assert_eq!(seen[1], 0);
    let even = seen.iter().enumerate().filter(|&(rank, _)| rank != 1);
    assert!(even.clone().all(|(_, &count)| (800..1_200).contains(&count)), "{seen:?}");
}

#[test]
fn bombs_are_thrown_out_of_turn() {
    let hands = ["S9,SA,S3", "S4,S5", "R2,B2,G2,S2,R5", "S7,S8"];
    let state = ending(hands, "turn=0", QUIET);
    let window = after(state, "0 9");
    assert_eq!((window.phase, window.turn()), (Phase::Window, Some(2)));
    assert_eq!(legal(&window), ["bomb 2 2 2 2", "hold"]);
    // Kept, then passed in turn, then asked once more before the trick is taken.
    let last = after(window, "2 hold; 1 pass; 2 pass; 3 pass");
    assert_eq!((last.phase, last.turn()), (Phase::Window, Some(2)));
    let thrown = after(last, "2 bomb 2 2 2 2");
    assert_eq!((thrown.phase, thrown.turn()), (Phase::Play, Some(3)));
    let taken = after(thrown, "3 pass; 0 pass; 1 pass");
    assert_eq!((taken.turn(), taken.owner), (Some(2), 2));
    assert_eq!(after(last, "2 hold").turn(), Some(0), "kept for good");
    let in_turn = ending(hands, "turn=0", Rules { bombs: Bombs::InTurn, ..QUIET });
    assert_eq!(legal(&after(in_turn, "0 9; 1 pass")), ["2 2 2 2", "pass"]);
}

#[test]
fn a_bomb_saves_ones_own_dragon() {
    let hands = ["Dra,R2,B2,G2,S2,S3", "S4,S5", "S6,S7", "S8,S9"];
    let state = ending(hands, "turn=0", QUIET);
    let saved = after(state, "0 Dra; 0 hold; 1 pass; 2 pass; 3 pass; 0 bomb 2 2 2 2; 1 pass; 2 pass; 3 pass");
    assert_eq!((saved.won, saved.turn()), ([25, 0, 0, 0], Some(0)));
}

#[test]
fn the_lead_and_the_dog_cannot_be_bombed() {
    let hands = ["Dog,S9", "R2,B2,G2,S2,R5", "S4,S5", "S7,S8"];
    let state = ending(hands, "turn=0", QUIET);
    assert_eq!((state.phase, after(state, "0 Dog").phase), (Phase::Play, Phase::Play));
}

#[test]
fn a_bomb_out_of_turn_need_not_fulfil_the_wish() {
    let hands = ["S9,S3", "SA,B5", "R2,B2,G2,S2,R5", "S7,S8"];
    let state = ending(hands, "turn=0 wish=5", QUIET);
    assert_eq!(legal(&after(state, "0 9")), ["bomb 2 2 2 2", "hold"]);
}

#[test]
fn the_official_round_opens_with_calls_and_the_exchange() {
    let mut state = Tichu::new(Rules::OFFICIAL, 3);
    for seat in 0..4 {
        assert_eq!((state.phase, state.turn()), (Phase::Grand, Some(seat)));
        assert_eq!(state.hands.map(Cards::len), [8; 4]);
        state.apply(if seat == 1 { Move::GRAND } else { Move::NO_CALL });
    }
    let dealt = state.hands;
    let mut given = Vec::new();
    for seat in 0..4 {
        let may_call = legal(&state).contains(&"tichu".to_string());
        assert_eq!((state.phase, state.turn(), may_call), (Phase::Give, Some(seat), seat != 1));
        if seat == 2 {
            state.apply(Move::TICHU);
        }
        for way in 1..=3 {
            let card = dealt[seat].iter().nth(4 * way - 1).expect("fourteen cards");
            assert_eq!(state.hands, dealt, "nothing moves before all have chosen");
            let seen = state.observe(Move::give(card, way), (seat + way) % 4);
            assert_eq!(seen, Some(Move::face_down(way)));
            let name = ["right", "partner", "left"][way - 1];
            state = after(state, &format!("{seat} give {} {name}", card_name(card)));
            given.push(((seat + way) % 4, card));
        }
    }
    assert_eq!(state.phase, Phase::Play);
    for (taker, card) in given {
        assert!(state.hands[taker].contains(Cards::one(card)));
    }
    assert!(state.hands[state.seat()].contains(Cards::MAH));
    assert_eq!(state.hands.map(Cards::len), [14; 4]);
    // A call is good until the first card is played.
    let seat = state.seat();
    if ![1, 2].contains(&seat) {
        assert!(legal(&state).contains(&"tichu".into()));
    }
    let single = legal(&state).into_iter().find(|text| text.len() == 1).expect("a single");
    let mut next = after(state, &format!("{seat} {single}"));
    while next.turn() != Some(seat) {
        let mv = [Move::PASS, Move::hold(next.seat())]
            .into_iter()
            .find(|mv| legal(&next).contains(&mv.to_string()));
        next.apply(mv.expect("nobody is bound"));
    }
    assert!(!legal(&next).contains(&"tichu".into()));
}

#[test]
fn matches_go_to_their_target() {
    let hands = ["-", "S4,SK", "SA", "S7,S8"];
    let to_1000 = Rules { target: 1000, ..QUIET };
    let state = |scores: &str, rules: Rules| {
        after(ending(hands, &format!("turn=2 out=0 scores={scores} round=3"), rules), "2 A")
    };
    let over = state("800,900", to_1000);
    assert_eq!((over.turn(), over.scores, over.payoff()[2]), (None, [1000, 900], 1.0));
    let on = state("700,900", to_1000);
    assert_eq!((on.scores, on.round, on.hands.map(Cards::len)), ([900, 900], 4, [14; 4]));
    assert!(on.turn().is_some());
    let tied = state("900,1100", to_1000);
    assert!(tied.turn().is_some(), "another round");
    let drawn = state("900,1100", Rules { tie: Tie::Draw, ..to_1000 });
    assert_eq!((drawn.turn(), drawn.payoff()[1]), (None, 0.5));
    let last = state("0,100", Rules { rounds: 3, ..to_1000 });
    assert_eq!((last.turn(), last.payoff()[0]), (None, 1.0));
}

#[test]
fn card_points_always_make_a_hundred() {
    let mut rng = Rng::new(1);
    for seed in 0..600 {
        let rules = [Rules::PESTALOZZI, Rules::PESTALOZZI_CODE, QUIET][(seed % 3) as usize];
        let mut state = Tichu::new(rules, seed);
        while state.turn().is_some() {
            let mv = state.random_move(&mut Vec::new(), &mut rng);
            state.apply(mv);
        }
        let sum = state.scores[0] + state.scores[1];
        assert_eq!(sum, if state.tally.doubles == [0, 0] { 100 } else { 200 });
        assert!(state.scores.iter().all(|points| points % 5 == 0));
    }
}

#[test]
fn moves_are_read_as_people_write_them() {
    let state = ending(["Mah,S2,S3,S4,Pho,B4,RT,GT", "S5", "S6", "S7"], "turn=0", QUIET);
    let read = |text: &str| parse_move(&state, text).map(|mv| mv.to_string());
    assert_eq!(read("mah 2 3 4 pho"), Ok("Mah 2 3 4 Pho".into()));
    assert_eq!(read("10 T"), Ok("T T".into()));
    assert_eq!(read("RT, GT"), Ok("T T".into()));
    assert_eq!(read("s4"), Ok("4".into()));
    let ambiguous = read("4 Pho T T 4").expect_err("two readings").to_string();
    assert!(ambiguous.contains("write") && ambiguous.contains("T T Pho 4 4"), "{ambiguous}");
    assert_eq!(read("4 4 Pho T T"), Ok("4 4 Pho T T".into()));
    let wrong = read("Q Q").expect_err("no queens").to_string();
    assert!(wrong.contains("no legal move") && wrong.contains("legal: Mah"), "{wrong}");
    assert!(read("").is_err() && read("pass").is_err());
}

#[test]
fn legal_moves_read_back() {
    let mut rng = Rng::new(9);
    for seed in 0..60 {
        let rules = [Rules::OFFICIAL, Rules::PESTALOZZI, Rules::PESTALOZZI_CODE][(seed % 3) as usize];
        let mut state = Tichu::new(rules, seed);
        while state.turn().is_some() {
            let mut moves = Vec::new();
            state.moves(&mut moves);
            let mv = moves[rng.index(moves.len())];
            assert_eq!(parse_move(&state, &mv.to_string()), Ok(mv));
            state.apply(mv);
        }
    }
}
