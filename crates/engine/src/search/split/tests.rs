//! Tests of `split`.

use super::*;
use crate::agent::Basis;
use crate::referee::Referee;
use crate::toys::Tree;

struct Always(usize);
impl Agent<Tree> for Always {
    fn choose(&mut self, decision: &Decision<'_, Tree>, _: &mut Rng) -> Choice<u16> {
        Choice::unranked(decision.legal[self.0], decision.legal, Basis::Policy)
    }
}

#[test]
fn the_second_agent_starts_at_the_count() {
    // Moves are named by where they lead to: 1 and 5 from the start, then 2 and 3.
    let mut referee = Referee::new(Tree::parse("((01)(=1))"));
    for (at, due) in [(10, 5), (9, 1), (0, 1)] {
        let mut agent = Split {
            stage: |view: &Tree| 11 - view.key() as u32,
            at,
            early: Box::new(Always(0)),
            late: Box::new(Always(1)),
        };
        let choice = agent.choose(&referee.decision().expect("a game that is on"), &mut Rng::new(1));
        assert_eq!(choice.mv, due, "at {at}");
    }
    referee.play(1);
    let mut agent = Split {
        stage: |view: &Tree| 11 - view.key() as u32,
        at: 9,
        early: Box::new(Always(0)),
        late: Box::new(Always(1)),
    };
    let decision = referee.decision().expect("a game that is on");
    assert_eq!(agent.choose(&decision, &mut Rng::new(1)).mv, 3);
}
