//! Tests of `network`.

use super::*;
use crate::learning::play::lesson;
use crate::play::remainder::{BLOCKS, COUNT, Remainder};
use karuta_engine::Game;
use karuta_playable::policy_net::Weights;

#[test]
fn without_units_it_is_the_policy_of_weights() {
    let linear = weights::read(BLOCKS, include_str!("../weights/remainder.txt")).expect("weights");
    let mut plain = Weights::zero(COUNT);
    plain.linear.copy_from_slice(&linear);
    let net: &'static Network = Box::leak(Box::new(Network::read(COUNT, &plain.rounded())));
    let (mut by_net, mut by_weights) = (NetPolicy::greedy(net), Remainder::greedy(remainder::shipped()));
    let (mut buf, mut other, mut rng) = (Vec::new(), Vec::new(), Rng::new(1));
    let (mut same, mut all) = (0, 0);
    for _ in 0..60 {
        let mut state = (lesson().deal)(&mut rng);
        while state.turn().is_some() {
            let mv = by_weights.pick(&state, &mut other, &mut rng);
            same += u32::from(by_net.pick(&state, &mut buf, &mut rng) == mv);
            all += 1;
            state.apply(mv);
        }
    }
    // Both round their weights, in different steps, which rarely decides between two moves.
    assert!(all > 2_000 && same * 100 >= all * 98, "{same} of {all}");
}
