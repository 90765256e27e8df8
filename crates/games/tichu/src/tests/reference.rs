//! Numbers that peers agree on: plays of fixed hands, answers to fixed tables, hands of the whole deck.
//! Sets of cards were counted by two independent programs, the moves of the report's program by itself.

use crate::cards::{Cards, parse_card};
use crate::combos::Kind;
use crate::counts::counts;
use crate::moves::Move;
use crate::plays;
use crate::rules::{Phoenix, Rules, WishRule};
use crate::subsets::{PlayCounts, Reading, all_plays, under_wish};
use crate::text::position::parse_position;
use crate::{Phase, Tichu};
use karuta_engine::{Game, Rng};

/// A hand with its plays by type: single, pair, triple, stairs, full house, straight, four, flush.
struct Example {
    hand: &'static str,
    sets: [u64; 8],
    plays: [u64; 8],
    suit_blind: [u64; 8],
    abstracts: [u64; 8],
    /// Moves of the report's program.
    code: [u64; 8],
}

#[rustfmt::skip]
const EXAMPLES: [Example; 8] = [
    Example { hand: "S2,B3,G4,R5,S7,B7,G9,RT,SJ,BQ,GK,RA,SA,Dog",
        sets: [14, 2, 0, 0, 0, 5, 0, 0], plays: [14, 2, 0, 0, 0, 5, 0, 0],
        suit_blind: [12, 2, 0, 0, 0, 3, 0, 0], abstracts: [12, 2, 0, 0, 0, 3, 0, 0],
        code: [12, 2, 0, 0, 0, 3, 0, 0] },
    Example { hand: "S2,B3,G4,R5,S6,B7,G8,R9,ST,BJ,GQ,RK,SA,Mah",
        sets: [14, 0, 0, 0, 0, 55, 0, 0], plays: [14, 0, 0, 0, 0, 55, 0, 0],
        suit_blind: [14, 0, 0, 0, 0, 55, 0, 0], abstracts: [14, 0, 0, 0, 0, 55, 0, 0],
        code: [14, 0, 0, 0, 0, 55, 0, 0] },
    Example { hand: "S3,B3,G5,R5,S6,B6,G6,R8,S9,BT,GJ,RQ,BK,Pho",
        sets: [14, 18, 6, 12, 19, 61, 0, 0], plays: [14, 18, 6, 12, 26, 67, 0, 0],
        suit_blind: [10, 12, 4, 3, 16, 34, 0, 0], abstracts: [10, 9, 3, 1, 3, 18, 0, 0],
        code: [10, 12, 4, 3, 16, 47, 0, 0] },
    Example { hand: "S5,S6,S7,S8,S9,ST,B6,B7,GK,RK,SA,BA,Dra,Mah",
        sets: [14, 4, 0, 2, 0, 9, 0, 3], plays: [14, 4, 0, 2, 0, 9, 0, 3],
        suit_blind: [10, 4, 0, 2, 0, 3, 0, 3], abstracts: [10, 4, 0, 2, 0, 3, 0, 3],
        code: [10, 4, 0, 2, 0, 4, 0, 3] },
    Example { hand: "S4,B4,G4,R4,S8,B8,G8,RJ,SJ,BQ,GK,RK,BA,Pho",
        sets: [14, 24, 16, 4, 111, 4, 1, 0], plays: [14, 24, 16, 4, 148, 4, 1, 0],
        suit_blind: [7, 10, 6, 4, 28, 1, 1, 0], abstracts: [7, 6, 4, 4, 4, 1, 1, 0],
        code: [7, 10, 6, 4, 28, 0, 1, 0] },
    Example { hand: "SJ,BQ,GK,RA,S2,B4,G6,R8,S3,BA,GA,RQ,Dog,Pho",
        sets: [14, 16, 5, 8, 13, 7, 0, 0], plays: [14, 16, 5, 8, 16, 7, 0, 0],
        suit_blind: [11, 11, 3, 4, 11, 2, 0, 0], abstracts: [11, 9, 2, 4, 2, 2, 0, 0],
        code: [11, 11, 3, 4, 11, 1, 0, 0] },
    Example { hand: "Mah,S2,B3,G4,R6,S7,B9,GJ,RJ,SK,BK,GA,Dra,Pho",
        sets: [14, 13, 2, 1, 1, 6, 0, 0], plays: [14, 13, 2, 1, 2, 6, 0, 0],
        suit_blind: [12, 11, 2, 1, 2, 6, 0, 0], abstracts: [12, 9, 2, 1, 2, 6, 0, 0],
        code: [12, 11, 2, 1, 2, 6, 0, 0] },
    Example { hand: "S2,B2,S3,B3,S4,B4,S5,B5,S6,B6,S7,B7,S8,B8",
        sets: [14, 7, 0, 21, 0, 340, 0, 12], plays: [14, 7, 0, 21, 0, 340, 0, 12],
        suit_blind: [7, 7, 0, 21, 0, 6, 0, 6], abstracts: [7, 7, 0, 21, 0, 6, 0, 6],
        code: [7, 7, 0, 21, 0, 12, 0, 12] },
];

/// Hand (by index), table, wish; sets of cards ignoring the wish, strictly, bombs exempt; may pass.
type Answer = (usize, &'static str, &'static str, [u64; 3], bool);

#[rustfmt::skip]
const ANSWERS: [Answer; 35] = [
    (2, "single:10", "none", [4, 4, 4], true),
    (2, "single:14", "none", [1, 1, 1], true),
    (2, "single:15", "none", [0, 0, 0], true),
    (2, "single:12.5", "none", [2, 2, 2], true),
    (2, "pair:5", "none", [12, 12, 12], true),
    (2, "triple:5", "none", [4, 4, 4], true),
    (2, "fullhouse:4", "none", [19, 19, 19], true),
    (2, "fullhouse:5", "none", [18, 18, 18], true),
    (2, "straight:9:5", "none", [14, 14, 14], true),
    (2, "straight:12:6", "none", [7, 7, 7], true),
    (2, "stairs:4:2", "none", [12, 12, 12], true),
    (3, "single:14", "none", [4, 4, 4], true),
    (3, "straight:8:5", "none", [9, 9, 9], true),
    (3, "bomb:14", "none", [3, 3, 3], true),
    (3, "bombsf:8:5", "none", [3, 3, 3], true),
    (3, "bombsf:9:5", "none", [2, 2, 2], true),
    (4, "pair:3", "none", [25, 25, 25], true),
    (4, "fullhouse:4", "none", [56, 56, 56], true),
    (4, "single:15", "none", [1, 1, 1], true),
    (4, "bomb:3", "none", [1, 1, 1], true),
    (4, "straight:9:5", "none", [5, 5, 5], true),
    (0, "lead", "7", [21, 3, 3], false),
    (2, "lead", "6", [130, 85, 85], false),
    (2, "single:9", "K", [5, 1, 1], false),
    (2, "pair:4", "5", [15, 3, 3], false),
    (2, "straight:9:5", "J", [14, 9, 9], false),
    (2, "straight:9:5", "6", [14, 3, 3], false),
    (3, "single:1", "6", [16, 5, 5], false),
    (3, "pair:4", "6", [7, 4, 4], false),
    (3, "pair:4", "5", [7, 2, 3], false),
    (4, "single:1", "4", [15, 5, 5], false),
    (4, "pair:9", "4", [9, 1, 1], false),
    (4, "lead", "4", [174, 121, 121], false),
    (6, "single:10", "J", [7, 2, 2], false),
    (6, "straight:6:5", "7", [1, 1, 1], false),
];

fn set(names: &str) -> Cards {
    names.split(',').map(|name| parse_card(name).expect("a card")).collect()
}

fn by_kind(moves: &[Move]) -> [u64; 8] {
    let mut counts = [0; 8];
    for kind in moves.iter().filter_map(|mv| mv.kind()) {
        counts[kind as usize] += 1;
    }
    counts
}

#[test]
fn fixed_hands_have_the_plays_they_should() {
    for Example { hand, sets, plays, suit_blind, abstracts, code } in EXAMPLES {
        let cards = set(hand);
        let found = PlayCounts::of(&all_plays(cards, None, &Rules::OFFICIAL));
        assert_eq!(found, PlayCounts { sets, plays, suit_blind, abstracts }, "{hand}");
        let mut moves = Vec::new();
        plays::leads(cards, &Rules::PESTALOZZI_CODE, &mut moves);
        assert_eq!(by_kind(&moves), code, "{hand} in the report's program");
        moves.clear();
        plays::leads(cards, &Rules::OFFICIAL, &mut moves);
        // Straight flushes of the same ranks are told apart by their suit.
        let mut blind = suit_blind;
        blind[Kind::Flush as usize] = sets[Kind::Flush as usize];
        assert_eq!(by_kind(&moves), blind, "{hand}");
    }
}

#[test]
fn fixed_tables_have_the_answers_they_should() {
    for (hand, table, wish, [ignored, strict, exempt], may_pass) in ANSWERS {
        let text = format!("hand={} table={table} wish={wish}", EXAMPLES[hand].hand);
        for (rule, due) in [(WishRule::Strict, strict), (WishRule::BombExempt, exempt)] {
            let state = parse_position(Rules { wish: rule, ..Rules::OFFICIAL }, &text).expect("a position");
            let list = counts(&state);
            let count = |name: &str| list.iter().find(|(key, _)| key == name).map(|(_, count)| *count);
            assert_eq!(count("sets.total"), Some(due), "{text}");
            assert_eq!(count("wish.ignored"), Some(ignored), "{text}");
            assert_eq!(count("wish.strict"), Some(strict), "{text}");
            assert_eq!(count("wish.bomb-exempt"), Some(exempt), "{text}");
            assert_eq!(count("may-pass"), Some(u64::from(may_pass)), "{text}");
            let mut moves = Vec::new();
            state.moves(&mut moves);
            assert_eq!(moves.contains(&Move::PASS), may_pass, "{text}");
        }
    }
}

/// Type, length and height of what the report's program may lead, each once. Its own list names three
/// straights of the third hand twice; moves are listed once.
#[test]
fn the_reports_program_leads_these_general_combinations() {
    let due = [(17, 17), (69, 69), (92, 44), (23, 22), (56, 26), (41, 29), (34, 32), (59, 47)];
    for (example, due) in EXAMPLES.iter().zip(due) {
        let hand: Cards = example.hand.split(',').filter_map(parse_card).collect();
        let mut moves = Vec::new();
        plays::leads(hand, &Rules::PESTALOZZI_CODE, &mut moves);
        let mut general: Vec<_> = moves
            .iter()
            .filter_map(|mv| mv.kind().map(|kind| mv.combo(kind, None, true)))
            .map(|combo| (combo.kind, combo.len, combo.height))
            .collect();
        general.sort_unstable();
        general.dedup();
        assert_eq!((moves.len(), general.len()), due, "{}", example.hand);
    }
}

#[test]
fn forced_plays_are_as_described() {
    let moves = |text: &str| {
        let state = parse_position(Rules { calls: false, ..Rules::OFFICIAL }, text).expect("a position");
        let mut moves = Vec::new();
        state.moves(&mut moves);
        moves.iter().map(Move::to_string).collect::<Vec<_>>()
    };
    assert_eq!(moves(&format!("hand={} table=pair:9 wish=4", EXAMPLES[4].hand)), ["4 4 4 4"]);
    assert_eq!(moves(&format!("hand={} table=straight:6:5 wish=7", EXAMPLES[6].hand)), ["3 4 Pho 6 7"]);
}

/// The move that a reading is, suits left out.
fn as_move(play: &Reading) -> Move {
    let combo = play.combo;
    let mv = match combo.kind {
        Kind::Single => match play.cards {
            Cards::DOG => Move::DOG,
            Cards::PHOENIX => Move::PHOENIX,
            Cards::DRAGON => Move::DRAGON,
            _ => Move::same(Kind::Single, combo.height / 2),
        },
        Kind::Pair | Kind::Triple | Kind::Four => Move::same(combo.kind, combo.height),
        Kind::FullHouse => {
            let ranks = (2..=14).filter(|&rank| play.cards.has_rank(rank) || play.phoenix == rank);
            let pair = ranks.into_iter().find(|&rank| rank != combo.height).expect("two ranks");
            Move::full_house(combo.height, pair)
        }
        Kind::Stairs | Kind::Straight => Move::run(combo.kind, combo.height, combo.len),
        Kind::Flush => {
            let suit = play.cards.iter().next().expect("a card") % 4;
            Move::run(Kind::Flush, combo.height, combo.len).in_suit(suit)
        }
    };
    if combo.kind == Kind::Single { mv } else { mv.with_phoenix(play.phoenix) }
}

/// A hand rich in combinations: cards from few ranks, sometimes of few suits, often with the Phoenix.
fn rich_hand(rng: &mut Rng) -> Cards {
    let low = 2 + rng.index(8) as u8;
    let span = 4 + rng.index(5) as u8;
    let suits = 1 + rng.index(4) as u8;
    let mut pool: Vec<u8> = (low..=(low + span).min(14))
        .flat_map(|rank| (0..=suits.min(3)).map(move |suit| 4 * rank + suit))
        .collect();
    pool.extend([0, 4, 60, 60, 61]);
    rng.shuffle(&mut pool);
    pool.truncate(1 + rng.index(14));
    pool.into_iter().collect()
}

#[test]
fn the_fast_generator_finds_what_trying_all_sets_finds() {
    let mut rng = Rng::new(1);
    let mut compared = 0;
    for round in 0..3_000 {
        let hand = if round % 2 == 0 {
            rich_hand(&mut rng)
        } else {
            let mut deck: Vec<u8> = Cards::ALL.iter().collect();
            rng.shuffle(&mut deck);
            deck.truncate(1 + rng.index(12));
            deck.into_iter().collect()
        };
        let phoenix = if rng.index(2) == 0 { Phoenix::Ask } else { Phoenix::High };
        let rules = Rules { phoenix, ..Rules::OFFICIAL };
        // A table that somebody could have laid: any lead of another hand, or nothing.
        let mut others = Vec::new();
        plays::leads(rich_hand(&mut rng), &rules, &mut others);
        others.retain(|&mv| mv != Move::DOG);
        let table = match rng.index(4) {
            0 => None,
            _ if others.is_empty() => None,
            _ => {
                let mv = others[rng.index(others.len())];
                mv.kind().map(|kind| mv.combo(kind, None, false))
            }
        };
        let mut fast = Vec::new();
        match table {
            Some(table) => plays::answers(hand, table, &rules, &mut fast),
            None => plays::leads(hand, &rules, &mut fast),
        }
        let plays = all_plays(hand, table, &rules);
        let mut slow: Vec<Move> = plays.iter().map(as_move).collect();
        slow.sort_unstable();
        slow.dedup();
        if phoenix == Phoenix::High {
            // Of the readings of one set only the highest of its type and length stays.
            let highest = |play: &Reading| {
                let same = plays
                    .iter()
                    .filter(|other| other.cards == play.cards && other.combo.len == play.combo.len);
                same.map(|other| other.combo.height).max() == Some(play.combo.height)
            };
            slow = plays.iter().filter(|play| highest(play)).map(as_move).collect();
            slow.sort_unstable();
            slow.dedup();
        }
        compared += slow.len();
        let mut sorted = fast.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, slow, "{hand} on {table:?}, {phoenix:?}");
        // The cards laid down are the cards announced.
        for mv in fast {
            let kind = mv.kind().expect("a play");
            let cards = mv.cards(kind, hand, false);
            assert!(hand.contains(cards), "{mv} from {hand}");
            let combo = mv.combo(kind, table, false);
            let is_read =
                plays.iter().any(|play| play.cards == cards && play.combo == combo && as_move(play) == mv);
            assert!(is_read, "{mv} from {hand} lays {cards}");
            for rank in 2..=14 {
                assert_eq!(mv.has_natural(kind, rank), cards.has_rank(rank), "{rank} in {mv}");
            }
        }
        if let Some(table) = table {
            let has_bomb = plays.iter().any(|play| play.combo.kind.is_bomb());
            assert_eq!(plays::has_bomb_on(hand, table, &rules), has_bomb, "{hand} on {table:?}");
        }
        let wish = 2 + rng.index(13) as u8;
        for rule in [WishRule::Strict, WishRule::BombExempt] {
            let state = Tichu {
                hands: [hand, Cards::NONE, Cards::NONE, Cards::NONE],
                top: table,
                wish,
                phase: Phase::Play,
                ..Tichu::empty(
                    Rules { wish: rule, phoenix: Phoenix::Ask, ..Rules::OFFICIAL },
                    Default::default(),
                )
            };
            let mut fast = Vec::new();
            let may_pass = state.list_plays(&mut fast);
            let (legal, is_bound) = under_wish(&plays, wish, rule);
            let mut slow: Vec<Move> = legal.iter().map(as_move).collect();
            slow.sort_unstable();
            slow.dedup();
            fast.sort_unstable();
            assert_eq!(fast, slow, "{hand} on {table:?}, wished {wish}");
            assert_eq!(may_pass, table.is_some() && !is_bound);
        }
    }
    assert!(compared > 10_000, "only {compared} plays were compared");
}

#[test]
fn straight_flushes_are_left_whole() {
    let laid = |hand: &str, text: &str| {
        let hand = set(hand);
        let mut moves = Vec::new();
        plays::leads(hand, &Rules::OFFICIAL, &mut moves);
        let mv = *moves.iter().find(|mv| mv.to_string() == text).expect("a play");
        mv.cards(mv.kind().expect("a play"), hand, false).to_string()
    };
    let hand = "R5,R6,R7,R8,R9,B7,S9,G9,BT,GJ";
    assert_eq!(laid(hand, "7"), "B7");
    assert_eq!(laid(hand, "9 9"), "G9,S9");
    assert_eq!(laid(hand, "9 9 9"), "R9,G9,S9");
    // Suited it would be a bomb.
    assert_eq!(laid(hand, "5 6 7 8 9"), "R5,R6,B7,R8,G9");
    assert_eq!(
        laid("R5,R6,R7,R8,R9,B5,B6,B7,B8,B9", "5 6 7 8 9"),
        "R5,B6,R7,R8,R9".replace("R5,B6", "B5,R6")
    );
    // A run that must be broken loses its end first.
    assert_eq!(laid("R5,R6,R7,R8,R9,RT,B4,B5,B6,B7,B8", "8"), "B8");
}

/// Hands of the whole deck that have a bomb, counted over the ranks from 2 to the ace: how many cards,
/// whether four of a kind were met, and how long the run of each suit is (5 for one that was completed).
fn bombs_of_the_deck(size: usize) -> [u64; 4] {
    use std::collections::HashMap;
    type Runs = [u8; 4];
    let mut states: HashMap<(usize, bool, bool, Runs), u64> = HashMap::from([((0, false, false, [0; 4]), 1)]);
    for _ in 2..=14 {
        let mut next = HashMap::new();
        for (&(cards, four, flush, runs), &ways) in &states {
            for held in 0u32..16 {
                let mut longer = runs;
                for (suit, run) in longer.iter_mut().enumerate() {
                    *run = if held & 1 << suit == 0 { 0 } else { (*run + 1).min(5) };
                }
                let cards = cards + held.count_ones() as usize;
                if cards <= size {
                    let key = (cards, four || held == 15, flush || longer.contains(&5), longer);
                    *next.entry(key).or_insert(0) += ways;
                }
            }
        }
        states = next;
    }
    let specials = [1u64, 4, 6, 4, 1];
    let mut counts = [0; 4];
    for ((cards, four, flush, _), ways) in states {
        let ways = ways * specials.get(size - cards).copied().unwrap_or(0);
        for (count, holds) in counts.iter_mut().zip([four, flush, four && flush, four || flush]) {
            *count += if holds { ways } else { 0 };
        }
    }
    counts
}

#[test]
fn bombs_of_all_hands_are_counted() {
    assert_eq!(bombs_of_the_deck(14), [204_703_407_480, 92_272_299_834, 2_312_507_676, 294_663_199_638]);
    assert_eq!(bombs_of_the_deck(8), [3_519_347, 710_500, 180, 4_229_667]);
}

#[test]
fn bombs_are_found_as_often_as_counted() {
    const HANDS: u32 = 400_000;
    let mut rng = Rng::new(5);
    let mut found = 0u32;
    for _ in 0..HANDS {
        let mut deck = crate::deal::Deck::of(Cards::ALL);
        found += u32::from(deck.hand(14, || rng.bits()).has_bomb());
    }
    let share = f64::from(found) / f64::from(HANDS);
    assert!((share - 0.050_763).abs() < 0.002, "{share}");
}

/// The longest run of ranks from 2 to the ace, without Mah Jong and Phoenix, in all hands of 14.
#[test]
fn longest_straights_of_all_hands_are_counted() {
    const DUE: [u64; 13] = [
        1_271_348_424,
        221_667_695_352,
        1_089_094_274_744,
        1_494_123_765_200,
        1_224_371_890_896,
        804_372_256_512,
        474_483_929_984,
        262_784_360_448,
        135_044_874_240,
        62_738_923_520,
        25_198_854_144,
        8_002_732_032,
        1_577_058_304,
    ];
    // By cards, run and longest run.
    let mut states = vec![[[0u64; 14]; 14]; 15];
    states[0][0][0] = 1;
    for _ in 2..=14 {
        let mut next = vec![[[0u64; 14]; 14]; 15];
        for cards in 0..=14 {
            for (run, row) in states[cards].iter().enumerate() {
                for (longest, &ways) in row.iter().enumerate().filter(|&(_, &ways)| ways > 0) {
                    for (count, choices) in [1u64, 4, 6, 4, 1].into_iter().enumerate() {
                        if cards + count <= 14 {
                            let run = if count == 0 { 0 } else { run + 1 };
                            next[cards + count][run][longest.max(run)] += ways * choices;
                        }
                    }
                }
            }
        }
        states = next;
    }
    let specials = [1u64, 4, 6, 4, 1];
    for (due, longest) in DUE.into_iter().zip(1..) {
        let ways = |cards: usize| (0..14).map(|run| states[cards][run][longest]).sum::<u64>();
        let hands: u64 = (10..=14).map(|cards| ways(cards) * specials[14 - cards]).sum();
        assert_eq!(hands, due, "longest run {longest}");
    }
    let all: u64 = DUE.iter().sum();
    assert_eq!(all, 5_804_731_963_800);
}
