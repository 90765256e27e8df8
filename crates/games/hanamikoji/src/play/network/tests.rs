//! Tests of `network`.

use super::*;
use crate::rules::Rules;
use karuta_engine::Game;
use karuta_playable::policy_net::Weights;

/// A net with a pattern in all its numbers.
fn patterned() -> &'static Network {
    let mut weights = Weights::zero(COUNT);
    let pattern = |at: usize| ((at * 7_919) % 1_009) as f32 / 1_009.0 - 0.5;
    weights.numbers_mut().enumerate().for_each(|(at, number)| *number = pattern(at));
    Box::leak(Box::new(Network::read(COUNT, &weights.rounded())))
}

/// The score of a move by adding up every input of every outcome.
fn plain_score(net: &Network, state: &Hanamikoji, mv: Move) -> f32 {
    let inputs = Inputs::of(state);
    let mut scores = Vec::new();
    inputs.each_outcome(mv, |outcome| {
        let mut units = net.begin();
        inputs.shared(|input| units.add(input));
        inputs.outcome(mv, outcome, |input| units.add(input));
        scores.push(units.score());
    });
    score_of_outcomes(&scores)
}

#[test]
fn what_moves_share_is_added_up_once() {
    let net = patterned();
    let (mut policy, mut rng) = (NetPolicy::new(Nets::same(net)), Rng::new(1));
    let (mut moves, mut chances) = (Vec::new(), Vec::new());
    for seed in 0..30 {
        let rules = [Rules::OFFICIAL, Rules::FAIR, Rules::HASSAN][seed as usize % 3];
        let mut state = Hanamikoji::new(rules, seed);
        while state.turn().is_some() {
            moves.clear();
            chances.clear();
            state.moves(&mut moves);
            assert!(policy.probabilities(&state, &moves, &mut chances));
            let mut plain: Vec<f32> = moves.iter().map(|&mv| plain_score(net, &state, mv)).collect();
            let sum = odds(&mut plain);
            for ((mv, chance), plain) in moves.iter().zip(&chances).zip(plain) {
                assert!((chance - f64::from(plain / sum)).abs() < 0.01, "{mv}: {chance}, {}", plain / sum);
            }
            let mv = state.random_move(&mut moves, &mut rng);
            state.apply(mv);
        }
    }
}

#[test]
fn the_shipped_net_makes_legal_moves() {
    let (mut buf, mut legal, mut rng) = (Vec::new(), Vec::new(), Rng::new(2));
    for rules in [Rules::OFFICIAL, Rules::HASSAN] {
        for mut policy in [NetPolicy::new(Nets::shipped()), NetPolicy::greedy(Nets::shipped())] {
            for seed in 0..30 {
                let mut state = Hanamikoji::new(rules, seed);
                while state.turn().is_some() {
                    let mv = policy.pick(&state, &mut buf, &mut rng);
                    legal.clear();
                    state.moves(&mut legal);
                    assert!(legal.contains(&mv), "{mv}");
                    state.apply(mv);
                }
            }
        }
    }
}
