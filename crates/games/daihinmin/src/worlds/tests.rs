//! Worlds against every world there is, and against deals that are kept if they fit.

use crate::cards::Cards;
use crate::deal::TRIBUTE;
use crate::rules::Rules;
use crate::view::View;
use crate::{Daihinmin, SEATS};
use karuta_engine::{Game, Rng};
use std::collections::HashMap;

/// The exchange of a pair: tribute and gift.
type Exchange = (Cards, Cards);

fn subsets(cards: Cards, count: u32) -> Vec<Cards> {
    if count == 0 {
        return vec![Cards::NONE];
    }
    let above = |card: Cards| cards.without(cards.below(card.lowest() + 1));
    cards
        .iter()
        .flat_map(|card| subsets(above(card), count - 1).into_iter().map(move |more| card | more))
        .collect()
}

/// Every exchange of a pair that could have made these hands, by the rules themselves: the tribute
/// is the strongest of what the poor was dealt, the gift is of what the rich then held.
fn exchanges(view: &View, pair: usize, hands: &[Cards; SEATS]) -> Vec<Exchange> {
    let (open, me) = (view.open(), view.seat());
    let (rich, poor) = open.pair(pair);
    if !open.titled {
        return vec![(Cards::NONE, Cards::NONE)];
    }
    let mut found = Vec::new();
    for gift in subsets(hands[poor], TRIBUTE[pair]) {
        for tribute in subsets(hands[rich] | gift, TRIBUTE[pair]) {
            let dealt = hands[poor].without(gift) | tribute;
            let fits_mine = (me != rich && me != poor || gift == open.gifts[pair])
                && (me != poor || tribute == open.tribute[pair]);
            if fits_mine && dealt.strongest(TRIBUTE[pair]) == tribute {
                found.push((tribute, gift));
            }
        }
    }
    found
}

/// Every way to give out the unseen cards by count.
fn arrangements(
    view: &View,
    seat: usize,
    left: Cards,
    hands: &mut [Cards; SEATS],
    out: &mut Vec<[Cards; SEATS]>,
) {
    if seat == SEATS {
        out.push(*hands);
    } else if seat == view.seat() {
        hands[seat] = view.hand();
        arrangements(view, seat + 1, left, hands, out);
    } else {
        for hand in subsets(left, view.count(seat)) {
            hands[seat] = hand;
            arrangements(view, seat + 1, left.without(hand), hands, out);
        }
    }
}

/// The sum of squares over the expectation, against what luck allows.
fn assert_fits<K: std::hash::Hash + Eq + Copy + std::fmt::Debug>(
    due: &HashMap<K, f64>,
    seen: &HashMap<K, u32>,
    draws: f64,
) {
    assert!(seen.keys().all(|key| due.contains_key(key)), "something impossible was drawn");
    let total: f64 = due.values().sum();
    let (mut chi, mut rare_due, mut rare_seen, mut cells) = (0.0, 0.0, 0.0, 0.0);
    for (key, weight) in due {
        let expected = weight / total * draws;
        let found = f64::from(seen.get(key).copied().unwrap_or(0));
        if expected < 5.0 {
            rare_due += expected;
            rare_seen += found;
        } else {
            chi += (found - expected).powi(2) / expected;
            cells += 1.0;
        }
    }
    if rare_due > 0.0 {
        chi += (rare_seen - rare_due).powi(2) / rare_due.max(1.0);
        cells += 1.0;
    }
    assert!(chi < cells + 6.0 * (2.0 * cells + 4.0f64).sqrt(), "{chi} over {cells} cells");
}

fn check_view(view: &View, rng: &mut Rng) -> usize {
    let open = view.open();
    let mut all = Vec::new();
    arrangements(view, 0, view.unseen(), &mut [Cards::NONE; SEATS], &mut all);
    let (mut hands_due, mut first_due, mut second_due) = (HashMap::new(), HashMap::new(), HashMap::new());
    for hands in all {
        let mut starts = hands;
        for (start, played) in starts.iter_mut().zip(open.played) {
            *start |= played;
        }
        if !starts[open.first()].meets(Cards::DIAMOND_3) {
            continue;
        }
        let (first, second) = (exchanges(view, 0, &starts), exchanges(view, 1, &starts));
        let worlds = (first.len() * second.len()) as f64;
        if worlds == 0.0 {
            continue;
        }
        *hands_due.entry(hands).or_insert(0.0) += worlds;
        for exchange in &first {
            *first_due.entry(*exchange).or_insert(0.0) += second.len() as f64;
        }
        for exchange in &second {
            *second_due.entry(*exchange).or_insert(0.0) += first.len() as f64;
        }
    }
    const DRAWS: u32 = 6_000;
    let (mut hands_seen, mut first_seen, mut second_seen) = (HashMap::new(), HashMap::new(), HashMap::new());
    for _ in 0..DRAWS {
        let world = view.sample(rng);
        *hands_seen.entry(world.hands).or_insert(0) += 1;
        *first_seen.entry((world.tribute[0], world.gifts[0])).or_insert(0) += 1;
        *second_seen.entry((world.tribute[1], world.gifts[1])).or_insert(0) += 1;
    }
    assert_fits(&hands_due, &hands_seen, f64::from(DRAWS));
    assert_fits(&first_due, &first_seen, f64::from(DRAWS));
    assert_fits(&second_due, &second_seen, f64::from(DRAWS));
    hands_due.len()
}

#[test]
fn late_worlds_are_even() {
    let mut rng = Rng::new(1);
    let mut kinds = 0;
    for seed in 0..12 {
        // Without titles nothing but counts and the diamond 3 is known.
        let mut state = match seed % 4 {
            0 => Daihinmin::new(Rules::OFFICIAL, seed),
            _ => Daihinmin::titled(Rules::OFFICIAL, [0, 1, 2, 3, 4], seed),
        };
        let seat = seed as usize % SEATS;
        while state.turn().is_some() && state.view(seat).unseen().len() > 6 {
            let mv = state.random_move(&mut Vec::new(), &mut rng);
            state.apply(mv);
        }
        if state.turn().is_some() {
            kinds += usize::from(check_view(&state.view(seat), &mut rng) > 1);
        }
    }
    assert!(kinds >= 8, "{kinds}");
}

/// Mean number of the thirteen strongest cards in each hand.
fn strength(worlds: impl Iterator<Item = Daihinmin>, count: f64) -> [f64; SEATS] {
    let strong = Cards::ALL.strongest(13);
    let mut sums = [0.0; SEATS];
    for world in worlds {
        for (sum, hand) in sums.iter_mut().zip(world.hands) {
            *sum += f64::from((hand & strong).len()) / count;
        }
    }
    sums
}

/// At the start of play, against deals that are made, taxed and kept if they fit.
#[test]
fn early_worlds_are_like_deals() {
    let mut rng = Rng::new(5);
    const COUNT: usize = 4_000;
    let mut truth = Daihinmin::titled(Rules::OFFICIAL, [0, 1, 2, 3, 4], 8);
    while truth.gift_size().is_some() {
        let mv = truth.random_move(&mut Vec::new(), &mut rng);
        truth.apply(mv);
    }
    let view = truth.view(2);
    let drawn = strength((0..COUNT).map(|_| view.sample(&mut rng)), COUNT as f64);
    let mut deals = Vec::new();
    while deals.len() < COUNT {
        let mut deal = truth;
        let mut pool = view.unseen();
        for seat in [0, 1, 3, 4] {
            deal.hands[seat] = pool.draw(view.count(seat), &mut rng);
        }
        for (pair, count) in TRIBUTE.into_iter().enumerate() {
            let (rich, poor) = deal.pair(pair);
            let tribute = deal.hands[poor].strongest(count);
            let mut enlarged = deal.hands[rich] | tribute;
            let gift = enlarged.draw(count, &mut rng);
            deal.hands[rich] = enlarged;
            deal.hands[poor] = deal.hands[poor].without(tribute) | gift;
        }
        if deal.hands[deal.first()].meets(Cards::DIAMOND_3) {
            deals.push(deal);
        }
    }
    let due = strength(deals.into_iter(), COUNT as f64);
    for seat in 0..SEATS {
        assert!((drawn[seat] - due[seat]).abs() < 0.15, "{drawn:?} instead of {due:?}");
    }
    assert!(due[0] > due[4] + 2.0, "tribute makes a difference: {due:?}");
}

#[test]
fn hidden_things_vary_and_known_ones_stay() {
    let mut rng = Rng::new(3);
    let whats: [fn(&Daihinmin) -> Cards; 5] =
        [|w| w.hands[2], |w| w.tribute[0], |w| w.gifts[0], |w| w.tribute[1], |w| w.gifts[1]];
    let knows = [&[2][..], &[4], &[0, 4], &[3], &[1, 3]];
    let mut varied = [[false; SEATS]; 5];
    // A strong card that the poor kept can give a tribute away, so one deal is not enough.
    for seed in 0..8 {
        let mut state = Daihinmin::titled(Rules::OFFICIAL, [0, 1, 2, 3, 4], seed);
        for _ in 0..12 {
            let mv = state.random_move(&mut Vec::new(), &mut rng);
            state.apply(mv);
        }
        for seat in 0..SEATS {
            for world in (0..20).map(|_| state.view(seat).sample(&mut rng)) {
                assert_ne!(world.chance, state.chance);
                for (what, varied) in whats.iter().zip(&mut varied) {
                    varied[seat] |= what(&world) != what(&state);
                }
            }
        }
    }
    for (seats, varied) in knows.iter().zip(varied) {
        for (seat, varied) in varied.into_iter().enumerate() {
            assert_eq!(varied, !seats.contains(&seat), "{seats:?} know it, seat {seat} is asked");
        }
    }
}

#[test]
fn a_peek_hides_only_the_lots() {
    let mut rng = Rng::new(4);
    let state = Daihinmin::titled(Rules::OFFICIAL, [0, 1, 2, 3, 4], 4);
    let view = View::peek(&state, 1);
    let world = view.sample(&mut rng);
    assert_eq!(Daihinmin { chance: state.chance, ..world }, state);
    assert_ne!(world.chance, state.chance);
    assert_eq!(View::peek(&world, 1), view);
}
