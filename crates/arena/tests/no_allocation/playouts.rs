//! Allocation is the enemy: once its buffers have grown, a playout makes none at all.

use karuta_daihinmin::Daihinmin;
use karuta_daihinmin::rules::Rules;
use karuta_engine::Rng;
use karuta_engine::playout::{ByPolicy, Playout, Uniform};
use karuta_onitama::Onitama;
use karuta_onitama::deal::Options;
use karuta_playable::playable::{Playable, Purpose};
use karuta_playable::spec::{Args, Spec};

use crate::allocations::allocations;

/// Runs every playout of a game over these deals; none may allocate once its buffers have grown.
fn check_all<G: Playable>(deals: &[G], names: &[&str]) {
    let mut all: Vec<(&str, Box<dyn Playout<G>>)> =
        vec![("uniform", Box::new(ByPolicy::<G, _>::new(Uniform)))];
    all.extend(G::parts().policies.iter().map(|part| (part.name, (part.playout)())));
    assert_eq!(all.iter().map(|(name, _)| *name).collect::<Vec<_>>(), names);
    for (name, mut playout) in all {
        let mut rng = Rng::new(7);
        let mut run = |count: usize| {
            for deal in deals.iter().cycle().take(count) {
                let mut state = *deal;
                playout.run(&mut state, u32::MAX, &mut rng);
            }
        };
        // Buffers grow to the longest list of moves they meet; then they stay.
        run(1000);
        assert_eq!(allocations(|| run(1000)), 0, "{name} playouts of {}", G::NAME);
    }
}

fn options<G: Playable<Options = Options>>() -> Options {
    // As in matches, with a cap: two heuristics may shuffle to and fro for ever.
    let spec = Spec::parse(G::NAME).expect("a game's name is a spec");
    let args = Args::new(&spec, G::PARAMS).expect("no arguments");
    G::options(&args, Purpose::Match).expect("defaults are fine")
}

/// Deals are drawn beforehand: shuffling the cards of a deal is no part of a playout.
fn deals<G: Playable<Options = Options>>(count: usize) -> Vec<G> {
    let mut rng = Rng::new(1);
    (0..count).map(|_| G::deal(&options::<G>(), &mut rng)).collect()
}

const BOARD: &[&str] = &["uniform", "priority", "heuristic", "heavy"];

#[test]
fn playouts_on_the_official_board_allocate_nothing() {
    check_all(&deals::<Onitama<5>>(100), BOARD);
}

#[test]
fn playouts_on_the_thesis_board_allocate_nothing() {
    check_all(&deals::<Onitama<7>>(100), BOARD);
}

#[test]
fn playouts_of_daihinmin_allocate_nothing() {
    let titled = |seed| Daihinmin::titled(Rules::OFFICIAL, [3, 1, 4, 0, 2], seed);
    let deals: Vec<Daihinmin> = (0..100)
        .map(|seed| if seed % 2 == 0 { titled(seed) } else { Daihinmin::new(Rules::OFFICIAL, seed) })
        .collect();
    check_all(&deals, &["uniform", "default", "eager", "light", "quick", "learned", "remainder", "adaptive"]);
}
