//! Tests of `enumeration`.

use super::*;
use crate::moves::Action;
use crate::play::policies::HassanRandom;
use crate::rules::{Rules, Style};
use karuta_engine::playout::Policy;
use karuta_engine::{Game, Rng};

const SETS: [Rules; 4] =
    [Rules::HASSAN, Rules { removed_in_pool: true, ..Rules::HASSAN }, Rules::FAIR, Rules::OFFICIAL];

/// Calls `shown` with the positions of random first rounds.
fn positions(rules: Rules, games: u64, mut shown: impl FnMut(&Hanamikoji)) {
    let mut rng = Rng::new(1);
    for seed in 0..games {
        let mut state = Hanamikoji::new(Rules { starts: (seed % 2) as u8, ..rules }, seed);
        while state.round() == 1 && state.turn().is_some() {
            shown(&state);
            let mv = HassanRandom.pick(&state, &mut Vec::new(), &mut rng);
            state.apply(mv);
        }
    }
}

fn list(view: &View, limit: usize) -> Option<Vec<(Hanamikoji, f64)>> {
    let mut out = Vec::new();
    let fits = worlds(view, limit, &mut out);
    assert!(fits || out.is_empty(), "nothing is appended where there are too many");
    fits.then_some(out)
}

fn key(world: &Hanamikoji, seat: usize) -> [u64; 4] {
    let aside = world.aside(1 - seat);
    [world.hand(1 - seat), aside.secret(), aside.discards(), world.deck()].map(Cards::bytes)
}

#[test]
fn listed_worlds_fit_and_are_all_there_is() {
    for rules in SETS {
        let mut listed = 0;
        positions(rules, 30, |state| {
            for seat in 0..2 {
                let view = state.view(seat);
                let Some(worlds) = list(&view, 3_000) else { continue };
                listed += 1;
                let total: f64 = worlds.iter().map(|(_, weight)| weight).sum();
                assert!((total - 1.0).abs() < 1e-12, "{total}");
                let mut keys: Vec<_> = worlds.iter().map(|(world, _)| key(world, seat)).collect();
                assert!(keys.contains(&key(state, seat)), "the truth is one of them");
                keys.sort_unstable();
                keys.dedup();
                assert_eq!(keys.len(), worlds.len(), "each world once");
                assert!(worlds.iter().all(|(world, weight)| world.view(seat) == view && *weight > 0.0));
                // The limit is the number of worlds itself.
                assert!(list(&view, worlds.len()).is_some() && list(&view, worlds.len() - 1).is_none());
            }
        });
        assert!(listed > 200, "{listed} of {rules:?}");
    }
}

/// Pearson's chi-square, rare worlds pooled, may lie six standard deviations above its mean.
#[test]
fn worlds_are_as_likely_as_they_are_drawn() {
    const DRAWS: u32 = 100_000;
    let mut rng = Rng::new(2);
    for rules in SETS {
        let (mut checked, mut remembered, mut visited) = (0, 0, 0);
        positions(rules, 60, |state| {
            let Some(seat) = state.turn().filter(|_| state.turns() >= 5) else { return };
            let view = state.view(seat);
            let Some(worlds) = list(&view, 2_000).filter(|worlds| worlds.len() > 1) else { return };
            visited += 1;
            // Positions with something to remember come first: there weights are hardest to get right.
            let recalls = view.fates().shares().len() > 1;
            if checked >= 8 || (!recalls && visited % 7 != 0) {
                return;
            }
            checked += 1;
            remembered += u32::from(recalls);
            let mut seen: BTreeMap<[u64; 4], u32> = BTreeMap::new();
            for _ in 0..DRAWS {
                *seen.entry(key(&Hanamikoji::sample(&view, &mut rng), seat)).or_default() += 1;
            }
            let mut cells = vec![(0.0, 0.0)];
            for (world, weight) in &worlds {
                let count = f64::from(seen.remove(&key(world, seat)).unwrap_or(0));
                let due = weight * f64::from(DRAWS);
                if due < 10.0 {
                    cells[0] = (cells[0].0 + due, cells[0].1 + count);
                } else {
                    cells.push((due, count));
                }
            }
            assert!(seen.is_empty(), "drawn but not listed: {seen:?}");
            let terms: Vec<f64> = cells
                .into_iter()
                .filter(|&(due, _)| due > 1.0)
                .map(|(due, count): (f64, f64)| (count - due) * (count - due) / due)
                .collect();
            let (chi, freedom) = (terms.iter().sum::<f64>(), terms.len() as f64 - 1.0);
            assert!(chi <= freedom + 6.0 * (2.0 * freedom).sqrt() + 6.0, "{chi} for {freedom}, {rules:?}");
        });
        assert_eq!(checked, 8, "{rules:?}");
        assert!(remembered > 2 || rules == Rules::OFFICIAL, "{remembered} of {rules:?}");
    }
}

#[test]
fn what_is_seen_is_the_only_world() {
    let state = Hanamikoji::new(Rules::FAIR, 3);
    let view = View::peek(&state, 1);
    let worlds = list(&view, 1).expect("one world");
    assert_eq!((worlds[0].1, View::peek(&worlds[0].0, 1)), (1.0, view.clone()));
    assert!(worlds.len() == 1 && list(&view, 0).is_none());
}

#[test]
fn the_start_of_a_round_is_refused_at_once() {
    for rules in SETS {
        let view = Hanamikoji::new(rules, 1).view(0);
        assert_eq!(view.decisions_left(), 12);
        assert!(list(&view, 50).is_none());
    }
}

/// True for a play that takes the whole hand and leaves nothing to choose.
fn is_forced(state: &Hanamikoji) -> bool {
    let plays = state.plays[state.actor()];
    let mut unused = Action::ALL.into_iter().filter(|&action| !plays.has_used(action));
    let last = unused.next().filter(|_| unused.next().is_none());
    let is_play = state.rules().style == Style::Official && state.phase() == Phase::Play;
    is_play && last.is_some_and(|action| action != Action::Compete)
}

/// Counts of the decisions left never grow, are at least the decisions that come, and are exactly these once nobody
/// can end with a competition.
#[test]
fn decisions_are_counted_down() {
    for rules in SETS {
        let mut round: Vec<(u32, bool, bool)> = Vec::new();
        let mut rounds = 0;
        let mut check = |round: &[(u32, bool, bool)]| {
            let mut coming = 0;
            for &(left, is_forced, is_sure) in round.iter().rev() {
                coming += u32::from(!is_forced);
                assert!(left >= coming && (left == coming || !is_sure), "{round:?}");
            }
            assert!(round.is_sorted_by(|one, next| one.0 >= next.0), "{round:?}");
            rounds += usize::from(!round.is_empty());
        };
        positions(rules, 20, |state| {
            if state.is_round_start() {
                check(&round);
                round.clear();
            }
            let lefts = [0, 1].map(|seat| state.view(seat).decisions_left());
            assert_eq!(lefts[0], lefts[1], "both seats know");
            let has_competed = state.plays.iter().all(|plays| plays.has_used(Action::Compete));
            let is_sure = has_competed || rules.style == Style::Hassan;
            round.push((lefts[0], is_forced(state), is_sure));
        });
        check(&round);
        assert_eq!(rounds, 20);
    }
}

#[test]
fn choices_are_counted_as_listed() {
    let cards: Cards = [0, 0, 1, 3, 3, 3, 5, 6, 6].into_iter().collect();
    for count in 0..=9 {
        let mut listed = 0;
        each_choice(cards, count, &mut |_| listed += 1);
        assert_eq!(count_choices(cards, count), listed);
    }
    assert_eq!(count_choices(cards, 10), 0);
}
