//! Allocation is the enemy: once its buffers have grown, a playout of Tichu makes none at all.

use karuta_engine::Rng;
use karuta_engine::playout::{ByPolicy, Playout, Uniform};
use karuta_playable::playable::Playable;
use karuta_tichu::Tichu;
use karuta_tichu::rules::Rules;

use crate::allocations::allocations;

#[test]
fn playouts_allocate_nothing() {
    let matches = Rules { target: 500, rounds: 5, ..Rules::OFFICIAL };
    for rules in [Rules::OFFICIAL, Rules::PESTALOZZI, Rules::PESTALOZZI_CODE, matches] {
        let mut playouts: Vec<(&str, Box<dyn Playout<Tichu>>)> =
            vec![("uniform", Box::new(ByPolicy::<Tichu, _>::new(Uniform)))];
        playouts.extend(Tichu::parts().policies.iter().map(|part| (part.name, (part.playout)())));
        assert_eq!(playouts.len(), 6);
        for (name, mut playout) in playouts {
            // The same luck twice: the first time buffers grow to the longest list of moves.
            let mut run = || {
                let mut rng = Rng::new(7);
                for seed in 0..500 {
                    playout.run(&mut Tichu::new(rules, seed), u32::MAX, &mut rng);
                }
            };
            run();
            assert_eq!(allocations(run), 0, "{name} playouts by {rules:?}");
        }
    }
}
