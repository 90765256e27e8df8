//! A net at the table: what it thinks of every move, and the agent and the policy that play by it. Knows
//! views and encoders; the agent never sees more than it is shown.

use std::sync::Arc;

use karuta_engine::playout::{Policy, PositionValue};
use karuta_engine::{Agent, Choice, Decision, Effort, Game, Ranked, Rng, Seat};
use karuta_playable::encoding::{Encoder, Inputs, MoveCode, Rows};

use crate::net::{Net, Workspace};

/// A net with what it needs to judge moves.
pub struct Player<G: Game> {
    /// The net, shared between seats and threads.
    pub net: Arc<Net>,
    /// Nets by the game they were trained for, where there are several to choose from.
    choice: Vec<(String, Arc<Net>)>,
    encoder: Encoder<G>,
    workspace: Workspace,
    inputs: Inputs,
    rows: Rows,
    values: Vec<f32>,
}

impl<G: Game> Player<G> {
    /// A player by a net that fits the encoder.
    pub fn new(net: Arc<Net>, encoder: Encoder<G>) -> Player<G> {
        debug_assert_eq!(net.shape().inputs(), encoder.inputs(), "a net that fits");
        let (inputs, rows) = (Inputs::default(), Rows::default());
        Player {
            net,
            choice: Vec::new(),
            encoder,
            workspace: Workspace::default(),
            inputs,
            rows,
            values: Vec::new(),
        }
    }

    /// A player that takes the net trained for the rules it sees, or the first; there is at least one.
    pub fn choosing(nets: &[(String, Arc<Net>)], encoder: Encoder<G>) -> Player<G> {
        let mut player = Player::new(Arc::clone(&nets[0].1), encoder);
        if nets.len() > 1 {
            player.choice = nets.to_vec();
        }
        player
    }

    /// Takes the net for the rules of a view.
    fn settle_on(&mut self, view: &G::View) {
        let Some((_, first)) = self.choice.first() else { return };
        let trained = (self.encoder.trained)(view);
        let found = self.choice.iter().find(|(game, _)| game == trained).map_or(first, |(_, net)| net);
        self.net = Arc::clone(found);
    }

    /// The net's value of each move; negative infinity for a move that it does not decide.
    pub fn judge(&mut self, view: &G::View, moves: &[G::Move]) -> &[f32] {
        self.settle_on(view);
        let Player { net, encoder, workspace, inputs, rows, values, .. } = self;
        inputs.0.clear();
        (encoder.view)(view, inputs);
        net.set_view(&inputs.0, workspace);
        values.clear();
        match encoder.moves {
            MoveCode::Inputs { encode, .. } => {
                rows.clear();
                encode(view, moves, rows);
                for at in 0..moves.len() {
                    net.forward(rows.row(at), encoder.view_inputs(), workspace);
                    values.push(net.output(0, workspace));
                }
            }
            MoveCode::Outputs { output, .. } => {
                net.forward(&[], 0, workspace);
                let value = |&mv: &G::Move| match output(view, mv) {
                    Some(at) => net.output(at, workspace),
                    None => f32::NEG_INFINITY,
                };
                values.extend(moves.iter().map(value));
            }
        }
        values
    }

    /// The inputs of the view judged last.
    pub fn view_inputs(&self) -> &[(u16, f32)] {
        &self.inputs.0
    }

    /// The inputs of one move judged last, where moves are inputs.
    pub fn move_inputs(&self, at: usize) -> &[(u16, f32)] {
        self.rows.row(at)
    }

    /// The net's value of the move it valued last.
    pub fn value(&self, at: usize) -> f32 {
        self.values[at]
    }

    /// The best move judged last: the last of equal ones, as in the report, where several plays share an
    /// output. If the net decides none of them, the first.
    pub fn best(&self) -> usize {
        let mut best = 0;
        for (at, &value) in self.values.iter().enumerate() {
            if value > f32::NEG_INFINITY && value >= self.values[best] {
                best = at;
            }
        }
        best
    }
}

/// The agent that makes the move its net thinks best.
pub struct NetAgent<G: Game> {
    player: Player<G>,
    /// The payoff that a value stands for.
    scale: fn(f32) -> f64,
}

impl<G: Game> NetAgent<G> {
    /// The agent of a player whose values become payoffs by `scale`.
    pub fn new(player: Player<G>, scale: fn(f32) -> f64) -> NetAgent<G> {
        NetAgent { player, scale }
    }
}

impl<G: Game> Agent<G> for NetAgent<G> {
    fn choose(&mut self, decision: &Decision<'_, G>, rng: &mut Rng) -> Choice<G::Move> {
        G::sample(decision.view, rng);
        self.player.judge(decision.view, decision.legal);
        let best = self.player.best();
        let mut ranked: Vec<Ranked<G::Move>> = decision
            .legal
            .iter()
            .zip(&self.player.values)
            .map(|(&mv, &value)| {
                let known = value > f32::NEG_INFINITY;
                // A net may think more of a move than there is to win.
                let mean = if known { (self.scale)(value).clamp(0.0, 1.0) } else { 0.5 };
                Ranked { mean, ..Ranked::unknown(mv) }
            })
            .collect();
        ranked.swap(0, best);
        ranked[1..].sort_by(|a, b| b.mean.total_cmp(&a.mean));
        Choice::first_of(ranked, Effort::evaluations(decision.legal.len() as u64))
    }
}

/// The net as a judge of positions: what its best move promises the seat to move, which is all it is shown.
pub struct NetValue<G: Game> {
    player: Player<G>,
    look: fn(&G, Seat) -> G::View,
    moves: Vec<G::Move>,
    /// The payoff that a value stands for.
    scale: fn(f32) -> f64,
}

impl<G: Game> NetValue<G> {
    /// The judgement of a player that is shown what `look` shows, its values becoming payoffs by `scale`.
    pub fn new(player: Player<G>, look: fn(&G, Seat) -> G::View, scale: fn(f32) -> f64) -> NetValue<G> {
        NetValue { player, look, moves: Vec::new(), scale }
    }
}

impl<G: Game> PositionValue<G> for NetValue<G> {
    fn value_of(&mut self, state: &G) -> f64 {
        let Some(seat) = state.turn() else { return 0.5 };
        self.moves.clear();
        state.moves(&mut self.moves);
        self.player.judge(&(self.look)(state, seat), &self.moves);
        let value = self.player.value(self.player.best());
        if value > f32::NEG_INFINITY { (self.scale)(value).clamp(0.0, 1.0) } else { 0.5 }
    }
}

/// The policy that plays out worlds as the net would, looking at each through the view of its seat.
pub struct NetPolicy<G: Game> {
    player: Player<G>,
    look: fn(&G, Seat) -> G::View,
}

impl<G: Game> NetPolicy<G> {
    /// The policy of a player that is shown what `look` shows.
    pub fn new(player: Player<G>, look: fn(&G, Seat) -> G::View) -> NetPolicy<G> {
        NetPolicy { player, look }
    }
}

impl<G: Game> Policy<G> for NetPolicy<G> {
    fn pick(&mut self, state: &G, buf: &mut Vec<G::Move>, _: &mut Rng) -> G::Move {
        buf.clear();
        state.moves(buf);
        let (Some(seat), true) = (state.turn(), buf.len() > 1) else {
            return buf[0];
        };
        self.player.judge(&(self.look)(state, seat), buf);
        buf[self.player.best()]
    }
}

#[cfg(test)]
mod tests;
