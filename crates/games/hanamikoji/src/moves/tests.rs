//! Tests of `moves`.

use super::*;

fn cards(text: &str) -> Cards {
    text.bytes().map(|c| c - b'0').collect()
}

fn listed(hand: Cards, count: u32) -> Vec<Cards> {
    let mut out = Vec::new();
    each_choice(hand, count, &mut |choice| out.push(choice));
    out
}

#[test]
fn choices_are_listed_in_order_and_counted() {
    let texts: Vec<String> = listed(cards("0033356"), 2).iter().map(Cards::to_string).collect();
    assert_eq!(texts, ["00", "03", "05", "06", "33", "35", "36", "56"]);
    for hand in ["0123456", "0011334", "6666655", "2", "66", "6666", "0055556666"] {
        let hand = cards(hand);
        for count in 1..=4 {
            let choices = Choices::of(hand);
            assert_eq!(choices.count(count) as usize, listed(hand, count).len(), "{count} of {hand}");
        }
        let paired: usize = listed(hand, 4).into_iter().map(|four| pairings(four).count()).sum();
        assert_eq!(Choices::of(hand).count_pairings() as usize, paired, "{hand}");
    }
}

#[test]
fn pairings_are_told_apart() {
    let texts = |four: &str| -> Vec<String> { pairings(cards(four)).map(|mv| mv.to_string()).collect() };
    assert_eq!(texts("1124"), ["compete 1 1 / 2 4", "compete 1 2 / 1 4"]);
    assert_eq!(texts("0356"), ["compete 0 3 / 5 6", "compete 0 5 / 3 6", "compete 0 6 / 3 5"]);
    assert_eq!(texts("5566"), ["compete 5 5 / 6 6", "compete 5 6 / 5 6"]);
    assert_eq!(texts("5556"), ["compete 5 5 / 5 6"]);
    assert_eq!(texts("6666"), ["compete 6 6 / 6 6"]);
    let (one, other) = (cards("24"), cards("11"));
    assert_eq!(Move::compete(one, other), Move::compete(other, one));
}

#[test]
fn moves_read_as_text() {
    assert_eq!(Move::play(Action::Gift, cards("346")).to_string(), "gift 3 4 6");
    assert_eq!(Move::play(Action::Compete, cards("1124")).to_string(), "compete 1 1 2 4");
    assert_eq!(Move::take(cards("14")).to_string(), "take 1 4");
    assert_eq!(Move::face_down(Action::Trade).to_string(), "trade ? ?");
    assert_eq!(Move::compete(cards("66"), cards("66")).cards(), cards("6666"));
}

#[test]
fn drawn_choices_are_even() {
    let mut rng = karuta_engine::Rng::new(5);
    for hand in ["0033356", "5556666", "66661"] {
        let hand = cards(hand);
        for count in 1..=4 {
            let all = listed(hand, count);
            let mut seen = vec![0u32; all.len()];
            let draws = 2_000 * all.len() as u32;
            for _ in 0..draws {
                let choice = Choices::of(hand).draw(count, &mut Lot::new(rng.bits()));
                let at = all.iter().position(|&other| other == choice).expect("a legal choice");
                seen[at] += 1;
            }
            assert!(seen.iter().all(|n| n.abs_diff(2_000) < 280), "{count} of {hand}: {seen:?}");
        }
    }
}
