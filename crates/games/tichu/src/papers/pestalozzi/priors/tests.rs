//! Tests of `priors`.

use super::*;
use crate::cards::parse_card;
use crate::rules::Rules;
use crate::subsets;

#[test]
fn there_are_as_many_as_can_be() {
    assert_eq!(generals().len(), 226);
    let whole = Holding::of(Cards::ALL);
    assert!(generals().iter().all(|&general| whole.has(general)));
}

#[test]
fn what_is_held_is_what_can_be_played() {
    let mut rng = karuta_engine::Rng::new(1);
    for seed in 0..300 {
        let state = crate::Tichu::new(Rules::PESTALOZZI, seed);
        let size = 1 + rng.below(14) as usize;
        let hand: Cards = state.hands[0].iter().take(size).collect();
        let plays = subsets::all_plays(hand, None, &Rules::OFFICIAL);
        let natural = subsets::all_plays(hand - Cards::PHOENIX, None, &Rules::OFFICIAL);
        for &general in generals() {
            let is_joined = matches!(general.combo.kind, Kind::Stairs | Kind::Straight | Kind::Single);
            // A suited straight holds a plain one of its ranks, whatever it is called when played.
            let due = if is_joined { &plays } else { &natural }.iter().any(|play| {
                let combo = play.combo;
                combo == general.combo
                    || (general.combo.kind == Kind::Straight
                        && combo.kind == Kind::Flush
                        && (combo.len, combo.height) == (general.combo.len, general.combo.height))
            });
            assert_eq!(Holding::of(hand).has(general), due, "{general:?} in {hand}");
        }
    }
}

#[test]
fn tables_read_back() {
    let mut counts = CombinationCounts::default();
    for seed in 0..60 {
        let hand = crate::Tichu::new(Rules::PESTALOZZI, seed).hands[0];
        for size in 1..=14 {
            counts.add(hand.iter().take(size).collect());
        }
    }
    assert_eq!(CombinationCounts::parse(&counts.line()), Some(counts.clone()));
    let text = format!("{HEADING}\n{}\n", counts.rows().join("\n"));
    let priors = Priors::parse(&text).expect("a table");
    for length in 1..=LONGEST {
        let sum: f32 = priors.of_length(length).iter().sum();
        assert!((sum - 1.0).abs() < 1e-3, "{length}: {sum}");
    }
    let quoted = text.replace("Single", "\"Single\"").replace("length,type", "\"length\",\"type\"");
    assert_eq!(Priors::parse(&quoted).expect("quoted"), priors);
}

#[test]
fn broken_tables_are_named() {
    let good = format!("{HEADING}\n{}\n", {
        let mut counts = CombinationCounts::default();
        let hand: Cards = "S2 B2 G4 R5 S6 B7 G8 R9 ST BJ GQ RK SA Dra"
            .split(' ')
            .map(|name| parse_card(name).expect("a card"))
            .collect();
        (1..=14).for_each(|size| counts.add(hand.iter().take(size).collect()));
        counts.rows().join("\n")
    });
    assert!(Priors::parse(&good).is_ok());
    let error = |text: &str| Priors::parse(text).expect_err("an error").to_string();
    assert!(error("").starts_with("line 1: no rows"));
    assert!(error(&good.replacen("Single", "Singel", 1)).starts_with("line 2:"));
    assert!(error(&format!("{good}1,Single,1,2,0.5\n")).contains("a row already"));
    assert!(error(&format!("{good}15,Single,1,2,0.5\n")).contains("expected 1 to 14"));
    assert!(error(&format!("{good}1,Pair,2,1,0.5\n")).contains("no Pair"));
    assert!(error(&format!("{good}14,Pair,2,13,1.5\n")).contains("expected 0 to 1"));
    assert!(error(&format!("{good}1,Pair\n")).contains("2 fields"));
    let short: Vec<&str> = good.lines().filter(|line| !line.starts_with("14,")).collect();
    assert!(error(&short.join("\n")).contains("hands of 14 cards"));
}
