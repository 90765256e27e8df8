//! Tests of `player`.

use super::*;
use crate::net::{Activation, Shape};
use karuta_engine::Referee;
use karuta_hanamikoji::Hanamikoji;
use karuta_hanamikoji::rules::Rules;
use karuta_playable::playable::Playable;

#[test]
fn what_is_thought_certain_is_no_bound() {
    let encoder = Hanamikoji::parts().learning.encoders[0].part;
    let shape = Shape {
        first: vec![(encoder.inputs(), 4)],
        hidden: vec![],
        outputs: 1,
        activation: Activation::Relu,
        last: Activation::Linear,
    };
    let state = Hanamikoji::new(Rules::HASSAN, 3);
    let mut referee = Referee::new(state);
    let decision = referee.decision().expect("a game that is on");
    for (thought, due) in [(2.0, 1.0), (-1.0, 0.0), (0.25, 0.25)] {
        let mut net = Net::new(shape.clone(), &mut Rng::new(1));
        net.parameters.fill(0.0);
        let bias = net.plan().last.bias;
        net.parameters[bias] = thought;
        let mut agent = NetAgent::new(Player::new(Arc::new(net), encoder), f64::from);
        let choice = agent.choose(&decision, &mut Rng::new(1));
        assert!(choice.ranked.iter().all(|ranked| choice.opinion(ranked.mv) == due), "{thought}");
    }
}
