//! Tests of `inputs`.

use super::*;
use crate::rules::Rules;
use karuta_engine::{Game, Rng};

/// The group of every input.
fn groups() -> Vec<usize> {
    let blocks = BLOCKS.iter().enumerate();
    blocks.flat_map(|(group, (_, rows, columns))| std::iter::repeat_n(group, rows * columns)).collect()
}

/// All inputs of all moves of a position, those that moves share first.
fn all_inputs(state: &Hanamikoji) -> Vec<Vec<usize>> {
    let inputs = Inputs::of(state);
    let mut all = vec![Vec::new()];
    inputs.shared(|input| all[0].push(input));
    let mut moves = Vec::new();
    state.moves(&mut moves);
    for mv in moves {
        inputs.each_outcome(mv, |outcome| {
            let mut of_outcome = Vec::new();
            inputs.outcome(mv, outcome, |input| of_outcome.push(input));
            all.push(of_outcome);
        });
    }
    all
}

/// Calls `found` with every position of some games at random.
fn each_position(rules: Rules, seeds: std::ops::Range<u64>, mut found: impl FnMut(&Hanamikoji, &mut Rng)) {
    let mut rng = Rng::new(3);
    for seed in seeds {
        let mut state = Hanamikoji::new(rules, seed);
        while state.turn().is_some() {
            found(&state, &mut rng);
            let mv = state.random_move(&mut Vec::new(), &mut rng);
            state.apply(mv);
        }
    }
}

#[test]
fn inputs_stay_in_their_groups_and_are_met() {
    let groups = groups();
    let mut met = vec![0u32; COUNT];
    let of_suits = [SUIT, PLAN, THREAT, HELD].map(|input| groups[input]);
    let mut check = |state: &Hanamikoji| {
        let by_hands = state.rules().style == Style::Hassan;
        for (at, inputs) in all_inputs(state).iter().enumerate() {
            inputs.iter().for_each(|&input| met[input] += 1);
            for group in 0..BLOCKS.len() {
                let count = inputs.iter().filter(|&&input| groups[input] == group).count();
                let is_shared = (groups[TURN]..groups[HELD]).contains(&group);
                let most = match group {
                    _ if group == groups[HELD] && !by_hands => 0,
                    _ if of_suits.contains(&group) => SUITS,
                    _ => 1,
                };
                let least = if group == groups[SHAPE] { 0 } else { most };
                let wanted = if is_shared == (at == 0) { least..=most } else { 0..=0 };
                assert!(wanted.contains(&count), "{group}: {inputs:?}");
            }
        }
    };
    for rules in [Rules::OFFICIAL, Rules::FAIR, Rules::HASSAN] {
        each_position(rules, 0..100, |state, _| check(state));
    }
    for group in 0..BLOCKS.len() {
        assert!((0..COUNT).any(|input| groups[input] == group && met[input] > 0), "group {group}");
    }
    let ever = met.iter().filter(|&&count| count > 0).count();
    assert!(ever > 2_500, "{ever} of {COUNT} ever met");
}

#[test]
fn inputs_say_nothing_of_what_is_hidden() {
    for rules in [Rules::OFFICIAL, Rules::FAIR, Rules::HASSAN] {
        each_position(rules, 1_000..1_040, |state, rng| {
            let view = state.view(state.turn().expect("a seat to move"));
            let inputs = all_inputs(state);
            for _ in 0..3 {
                assert_eq!(all_inputs(&Hanamikoji::sample(&view, rng)), inputs, "{state:?}");
            }
        });
    }
}

#[test]
fn totals_are_those_of_the_markers() {
    each_position(Rules::OFFICIAL, 2_000..2_060, |state, _| {
        let me = state.turn().expect("a seat to move");
        let inputs = Inputs::of(state);
        let mut moves = Vec::new();
        state.moves(&mut moves);
        for mv in moves {
            inputs.each_outcome(mv, |outcome| {
                let left = inputs.left_after(mv);
                let totals = (0..SUITS as Suit)
                    .map(|suit| inputs.suit(suit, outcome.of(suit), left, |_| {}))
                    .fold(Totals::default(), Totals::plus);
                let own = state.pile(me) + state.aside(me).secret() + outcome.mine;
                let others = state.pile(1 - me) + outcome.theirs;
                let mut markers = state.markers();
                markers.score(if me == 0 { [own, others] } else { [others, own] });
                let of = |seat| [markers.charm(seat), markers.count(seat)];
                assert_eq!(totals.0.to_le_bytes(), [of(me), of(1 - me)].concat()[..]);
            });
        }
    });
}

#[test]
fn by_the_thesis_rules_totals_count_hands() {
    for rules in [Rules::FAIR, Rules::HASSAN] {
        each_position(rules, 2_100..2_130, |state, _| {
            let me = state.turn().expect("a seat to move");
            let inputs = Inputs::of(state);
            let mut moves = Vec::new();
            state.moves(&mut moves);
            for mv in moves {
                inputs.each_outcome(mv, |outcome| {
                    let left = inputs.left_after(mv);
                    let totals = (0..SUITS as Suit)
                        .map(|suit| inputs.suit(suit, outcome.of(suit), left, |_| {}))
                        .fold(Totals::default(), Totals::plus);
                    let played = if mv.action().is_none() { Cards::NONE } else { mv.cards() };
                    let table = state.pile(me) + state.aside(me).secret();
                    let own = table + (state.hand(me) - played) + outcome.mine;
                    let taken = state.offers(me).taken();
                    let offered = state.offers(1 - me).all();
                    let held = taken.iter().fold((Cards::NONE, offered), |(held, offered), suit| {
                        let one = Cards::one(suit);
                        if offered.contains(one) { (held, offered - one) } else { (held + one, offered) }
                    });
                    let others = state.pile(1 - me) + held.0 + outcome.theirs;
                    let mut markers = state.markers();
                    markers.score(if me == 0 { [own, others] } else { [others, own] });
                    let of = |seat| [markers.charm(seat), markers.count(seat)];
                    assert_eq!(totals.0.to_le_bytes(), [of(me), of(1 - me)].concat()[..], "{mv}");
                });
            }
        });
    }
}
