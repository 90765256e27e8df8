//! Tests of `worlds`.

use super::*;
use crate::referee::Referee;
use crate::toys::Kuhn;

#[test]
fn few_worlds_never_count_for_all() {
    const ALL: usize = 256;
    let mut sums: Vec<f64> = (0..ALL).map(|at| if at == 7 { 0.0 } else { -40.0 - at as f64 }).collect();
    weigh(&mut sums, 0.3, 0.7);
    let first = (sums[7] - sums[6]) / sums[ALL - 1];
    assert!(first > 1.5 / ALL as f64 && first < 0.2, "{first}");
    assert!(sums.windows(2).all(|pair| pair[0] < pair[1]));
}

/// Says that the other seat holds the king nine times as likely as the queen, if it says anything.
struct Kings {
    speaks: bool,
    follows: bool,
}

impl Likelihood<Kuhn> for Kings {
    fn begin(&mut self, _: &Decision<'_, Kuhn>) -> bool {
        self.speaks
    }

    fn log(&mut self, _: &Decision<'_, Kuhn>, world: &Kuhn) -> Option<f64> {
        let is_king = *world == Kuhn::with_cards([0, 2]);
        self.follows.then(|| libm::log(if is_king { 9.0 } else { 1.0 }))
    }

    fn neighbour(&self, _: &Decision<'_, Kuhn>, world: &Kuhn, _: &mut Rng) -> Option<Kuhn> {
        let is_king = *world == Kuhn::with_cards([0, 2]);
        Some(Kuhn::with_cards(if is_king { [0, 1] } else { [0, 2] }))
    }
}

#[test]
fn worlds_come_up_as_often_as_they_are_likely() {
    // The first seat holds the jack.
    let mut referee = Referee::new(Kuhn::with_cards([0, 1]));
    let decision = referee.decision().expect("a game that is on");
    for (speaks, follows, trust, due) in
        [(true, true, 1.0, 0.9), (true, true, 0.5, 0.75), (false, true, 1.0, 0.5), (true, false, 1.0, 0.5)]
    {
        let kings = || Kings { speaks, follows };
        let weighting = Weighting { candidates: 4_000, trust, diversity: 0.0 };
        let chains = Chains { count: 4, steps: 4_000, settling: 20, trust };
        let by_weight: Box<dyn Determinizer<Kuhn>> = Box::new(LikelyWorlds::new(kings(), weighting));
        for mut worlds in [by_weight, Box::new(ChainedWorlds::new(kings(), chains))] {
            let mut rng = Rng::new(1);
            worlds.begin(&decision, &mut rng);
            let kings =
                (0..4_000).filter(|_| worlds.world(&decision, &mut rng) == Kuhn::with_cards([0, 2])).count();
            assert!((kings as f64 / 4_000.0 - due).abs() < 0.04, "{kings} of 4000, not {due}");
        }
    }
}
