//! The laws every game must keep, as one generic check, and perft. Each game's tests run them.

use std::collections::HashMap;

use crate::game::{Game, Seat};
use crate::rng::Rng;

/// The way [`perft`] counts games that end before the last ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Perft {
    /// A finished game counts as one leaf wherever it ends (the convention of public programs).
    Community,
    /// Only positions at exactly the last ply count.
    Strict,
}

/// The number of move sequences of length `depth`.
pub fn perft<G: Game>(state: &G, depth: u32, convention: Perft) -> u64 {
    let mut bufs = vec![Vec::new(); depth as usize + 1];
    count(state, &mut bufs, convention)
}

/// One buffer per remaining ply, plus one for counting; they are reused all the way.
fn count<G: Game>(state: &G, bufs: &mut [Vec<G::Move>], convention: Perft) -> u64 {
    let depth = bufs.len() - 1;
    if depth == 0 {
        return 1;
    }
    if state.turn().is_none() {
        return u64::from(convention == Perft::Community);
    }
    let (buf, rest) = bufs.split_first_mut().expect("depth is at least 1");
    if depth == 1 {
        return state.count_moves(buf) as u64;
    }
    buf.clear();
    state.moves(buf);
    let mut leaves = 0;
    for &mv in buf.iter() {
        let mut next = *state;
        next.apply(mv);
        leaves += count(&next, rest, convention);
    }
    leaves
}

/// A playout longer than this is taken for a game that cannot end.
const ENDLESS: usize = 100_000;

/// Plays `games` random games from `deal` and checks every law on the way. Panics with the law's
/// name where one is broken, so it is called from tests.
pub fn check<G: Game>(mut deal: impl FnMut(&mut Rng) -> G, games: u64, seed: u64) {
    for index in 0..games {
        let mut rng = Rng::for_path(seed, &[index]);
        let mut state = deal(&mut rng);
        let mut plies = 0;
        while let Some(seat) = state.turn() {
            check_position(&state, seat, &mut rng);
            let mv = state.random_move(&mut Vec::new(), &mut rng);
            state.apply(mv);
            plies += 1;
            assert!(plies < ENDLESS, "games end: {ENDLESS} plies were not enough");
        }
        check_end(&state);
    }
}

fn check_position<G: Game>(state: &G, seat: Seat, rng: &mut Rng) {
    assert!(seat < G::SEATS, "the seat to move sits at the table");
    let mut moves = Vec::new();
    state.moves(&mut moves);
    assert!(!moves.is_empty(), "a seat to move has a move");
    let mut distinct: Vec<G::Move> = Vec::new();
    for &mv in &moves {
        assert!(!distinct.contains(&mv), "a move is offered once: {mv:?}");
        distinct.push(mv);
    }
    assert_eq!(state.count_moves(&mut Vec::new()), moves.len(), "counting agrees with listing");
    let mv = state.random_move(&mut Vec::new(), rng);
    assert!(moves.contains(&mv), "a random move is legal: {mv:?}");
    check_views(state, rng);
}

/// The resample law: a world drawn from a view looks the same to that seat.
fn check_views<G: Game>(state: &G, rng: &mut Rng) {
    for seat in 0..G::SEATS {
        let view = state.view(seat);
        let world = G::sample(&view, rng);
        assert!(world.view(seat) == view, "a sampled world fits its view: {view:?}");
        assert_eq!(world.turn(), state.turn(), "whose turn it is is known to all");
        if state.turn() == Some(seat) {
            let (mut real, mut drawn) = (Vec::new(), Vec::new());
            state.moves(&mut real);
            world.moves(&mut drawn);
            assert_eq!(real, drawn, "a seat to move knows its moves");
        }
    }
}

fn check_end<G: Game>(state: &G) {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    assert!(moves.is_empty(), "a finished game offers no move");
    let scores = state.payoff();
    for seat in 0..G::SEATS {
        assert!((0.0..=1.0).contains(&scores[seat]), "payoffs lie in 0..1: {scores:?}");
    }
}

/// Checks that `random_move` draws every legal move of `state` equally often: no move may be further
/// than six standard deviations from its share.
pub fn check_uniform<G: Game>(state: &G, draws: u64, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut moves = Vec::new();
    state.moves(&mut moves);
    let mut seen: HashMap<G::Move, u64> = moves.iter().map(|&mv| (mv, 0)).collect();
    let mut buf = Vec::new();
    for _ in 0..draws {
        let mv = state.random_move(&mut buf, &mut rng);
        *seen.get_mut(&mv).expect("a random move is legal") += 1;
    }
    let share = draws as f64 / moves.len() as f64;
    let slack = 6.0 * share.sqrt();
    for (mv, n) in seen {
        assert!((n as f64 - share).abs() <= slack, "{mv:?} was drawn {n} times, its share is {share:.0}");
    }
}
