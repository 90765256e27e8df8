//! Playouts that remember replies: last good reply with forgetting (Baier and Drake, as Pestalozzi's report has it).
//! A reply that was part of a won line is given again wherever it is legal, until a line with it is lost;
//! otherwise every move is equally likely.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::{Playout, Trace};
use crate::agent::Decision;
use crate::game::{Game, Scores, Seat};
use crate::hasher::Multiply;
use crate::rng::Rng;

/// What is said in a game, and to whom it is a reply.
pub struct ReplyRule<G: Game> {
    /// Whether a move says nothing: it is no reply, and what was said before it still waits for one.
    pub is_silent: fn(G::Move) -> bool,
    /// Whether a position begins something new, so that its move is no reply to the last one.
    pub begins: fn(&G) -> bool,
}

impl<G: Game> ReplyRule<G> {
    /// Every move is a reply to the one before it.
    pub const PLAIN: ReplyRule<G> = ReplyRule { is_silent: |_| false, begins: |_| false };
}

// Function pointers copy whatever the game; derived impls would bound every use.
impl<G: Game> Clone for ReplyRule<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for ReplyRule<G> {}

/// Replies that are remembered at most: long searches must not run out of memory.
const MOST_REPLIES: usize = 1 << 20;

/// A move, who made it, and who replies.
type Said<M> = ((Seat, M), Seat);

/// The playout.
pub struct Replies<G: Game> {
    rule: ReplyRule<G>,
    // Looked up by key only, never iterated, so its order decides nothing.
    table: HashMap<Said<G::Move>, G::Move, BuildHasherDefault<Multiply>>,
    /// The replies of the line being played, tree included.
    line: Vec<(Said<G::Move>, G::Move)>,
    last: Option<(Seat, G::Move)>,
    buf: Vec<G::Move>,
}

impl<G: Game> Replies<G> {
    /// Playouts that know nothing yet.
    pub fn new(rule: ReplyRule<G>) -> Self {
        Replies { rule, table: HashMap::default(), line: Vec::new(), last: None, buf: Vec::new() }
    }

    /// The reply that `seat` remembers to what was said last, if it is legal.
    fn remembered(&mut self, state: &G, seat: Seat) -> Option<G::Move> {
        if (self.rule.begins)(state) {
            return None;
        }
        let reply = *self.table.get(&(self.last?, seat))?;
        self.buf.clear();
        state.moves(&mut self.buf);
        self.buf.contains(&reply).then_some(reply)
    }

    fn step(&mut self, state: &mut G, seat: Seat, rng: &mut Rng) -> G::Move {
        let reply = self.remembered(state, seat);
        let mv = reply.unwrap_or_else(|| state.random_move(&mut self.buf, rng));
        self.watch(state, seat, mv);
        state.apply(mv);
        mv
    }
}

impl<G: Game> Playout<G> for Replies<G> {
    fn run(&mut self, state: &mut G, limit: u32, rng: &mut Rng) -> u32 {
        let mut plies = 0;
        while plies < limit
            && let Some(seat) = state.turn()
        {
            self.step(state, seat, rng);
            plies += 1;
        }
        plies
    }

    fn run_traced(&mut self, state: &mut G, limit: u32, trace: &mut Trace<G::Move>, rng: &mut Rng) -> u32 {
        let mut plies = 0;
        while plies < limit
            && let Some(seat) = state.turn()
        {
            let mv = self.step(state, seat, rng);
            trace.push((seat, mv));
            plies += 1;
        }
        plies
    }

    /// What was learned belongs to one decision.
    fn begin(&mut self, _: &Decision<'_, G>, _: &G) {
        self.table.clear();
        self.line.clear();
        self.last = None;
    }

    fn watch(&mut self, state: &G, seat: Seat, mv: G::Move) {
        if (self.rule.begins)(state) {
            self.last = None;
        }
        if (self.rule.is_silent)(mv) {
            return;
        }
        if let Some(last) = self.last {
            self.line.push(((last, seat), mv));
        }
        self.last = Some((seat, mv));
    }

    /// Whoever did better than the average remembers its replies, whoever did worse forgets what it knew
    /// to say there.
    fn learn(&mut self, _: &Trace<G::Move>, scores: &Scores) {
        let mean = (0..G::SEATS).map(|seat| scores[seat]).sum::<f64>() / G::SEATS as f64;
        for &(said, reply) in &self.line {
            if scores[said.1] > mean && self.table.len() < MOST_REPLIES {
                self.table.insert(said, reply);
            } else if scores[said.1] < mean {
                self.table.remove(&said);
            }
        }
        self.line.clear();
        self.last = None;
    }

    fn learns(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::Referee;
    use crate::toys::Tree;

    /// Seat 0 has one move, then seat 1 loses, draws or wins, by the moves 2, 3 and 4.
    fn start() -> Tree {
        Tree::parse("((1=0))")
    }

    fn begin(playout: &mut Replies<Tree>) {
        let mut referee = Referee::new(Tree::parse("(01)"));
        let state = *referee.state();
        playout.begin(&referee.decision().expect("a game that is on"), &state);
    }

    fn line_of(playout: &mut Replies<Tree>, rng: &mut Rng) -> (Vec<u16>, Scores) {
        let (mut state, mut trace) = (start(), Trace::new());
        playout.run_traced(&mut state, u32::MAX, &mut trace, rng);
        (trace.iter().map(|&(_, mv)| mv).collect(), state.payoff())
    }

    #[test]
    fn a_good_reply_is_given_again_and_a_bad_one_is_forgotten() {
        let mut rng = Rng::new(4);
        let mut playout = Replies::<Tree>::new(ReplyRule::PLAIN);
        begin(&mut playout);
        let replies: Vec<u16> = (0..60)
            .map(|_| {
                let (line, scores) = line_of(&mut playout, &mut rng);
                playout.learn(&Trace::new(), &scores);
                line[1]
            })
            .collect();
        // Seat 1 wins with the third reply; once it has, it never says anything else.
        let found = replies.iter().position(|&mv| mv == 4).expect("found within sixty lines");
        assert!(found > 0, "it was not known beforehand");
        assert!(replies[found..].iter().all(|&mv| mv == 4), "{replies:?}");
        // A lost line with the same move makes it forget.
        let (line, _) = line_of(&mut playout, &mut rng);
        assert_eq!(line[1], 4);
        playout.learn(&Trace::new(), &Scores::two(1.0));
        let later: Vec<u16> = (0..30)
            .map(|_| {
                let line = line_of(&mut playout, &mut rng).0;
                playout.learn(&Trace::new(), &Scores::even(0.5));
                line[1]
            })
            .collect();
        assert!(later.iter().any(|&mv| mv != 4), "an even result teaches nothing: {later:?}");
    }

    #[test]
    fn silence_is_no_reply_and_a_new_beginning_has_none() {
        let learned = |rule: ReplyRule<Tree>| {
            let mut playout = Replies::<Tree>::new(rule);
            begin(&mut playout);
            line_of(&mut playout, &mut Rng::new(2));
            playout.line.len()
        };
        assert_eq!(learned(ReplyRule::PLAIN), 1);
        assert_eq!(learned(ReplyRule { is_silent: |mv| mv == 1, ..ReplyRule::PLAIN }), 0);
        assert_eq!(learned(ReplyRule { begins: |_| true, ..ReplyRule::PLAIN }), 0);
    }
}
