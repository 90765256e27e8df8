//! Tests of `network`.

use super::*;
use crate::play::softmax::{Softmax, learned};
use crate::rules::Rules;
use karuta_engine::Game;
use karuta_playable::policy_net::Weights;

#[test]
fn without_units_it_is_the_policy_of_weights() {
    let text = include_str!("../weights/learned.txt");
    let linear = weights::read(crate::play::features::BLOCKS, text).expect("weights");
    let mut plain = Weights::zero(COUNT);
    plain.linear[..linear.len()].copy_from_slice(&linear);
    let net: &'static Network = Box::leak(Box::new(Network::read(COUNT, &plain.rounded())));
    let (mut by_net, mut by_weights) = (NetPolicy::greedy(net), Softmax::greedy(learned()));
    let (mut buf, mut other, mut rng) = (Vec::new(), Vec::new(), Rng::new(1));
    let (mut same, mut all) = (0, 0);
    for seed in 0..40 {
        let mut state = Tichu::new(Rules::OFFICIAL, seed);
        while state.turn().is_some() {
            let mv = by_weights.pick(&state, &mut other, &mut rng);
            same += u32::from(by_net.pick(&state, &mut buf, &mut rng) == mv);
            all += 1;
            state.apply(mv);
        }
    }
    // Weights are rounded to a part of 512, which rarely decides between two moves.
    assert!(all > 2_000 && same * 1_000 >= all * 995, "{same} of {all}");
}

#[test]
fn the_shipped_net_makes_legal_moves() {
    let (mut policy, mut rng) = (NetPolicy::new(shipped()), Rng::new(2));
    let (mut buf, mut legal) = (Vec::new(), Vec::new());
    for seed in 0..60 {
        let mut state = Tichu::new(Rules::OFFICIAL, seed);
        while state.turn().is_some() {
            let mv = policy.pick(&state, &mut buf, &mut rng);
            legal.clear();
            state.moves(&mut legal);
            assert!(legal.contains(&mv), "{mv}");
            state.apply(mv);
        }
    }
}
