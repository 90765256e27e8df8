//! Frames compared with frames of another truth. In builds with debug assertions, the ones that tests run, every
//! frame anybody is shown is made a second time from a game in which whatever the seat cannot see is dealt anew;
//! a difference would tell something hidden. Knows frames and samplers, not games.

use std::sync::atomic::{AtomicU64, Ordering};

use karuta_engine::{Rng, Seat};

use super::Playing;
use crate::frame::{self, FrameParts, Scene};
use crate::skin::Skin;

static COMPARED: AtomicU64 = AtomicU64::new(0);

/// The number of frames compared so far; none in released builds.
pub fn compared() -> u64 {
    COMPARED.load(Ordering::Relaxed)
}

/// The same game in which what a seat cannot see is dealt anew. A frame shows the last two positions at most.
pub(super) fn resampled<G: Skin>(playing: &Playing<G>, seat: Seat, rng: &mut Rng) -> Playing<G> {
    let mut states = playing.states.clone();
    let from = states.len().saturating_sub(2);
    for state in &mut states[from..] {
        *state = G::sample(&state.as_noticed(seat).view(seat), rng);
    }
    Playing { spec: playing.spec.clone(), states, moves: playing.moves.clone(), seen: playing.seen.clone() }
}

/// Panics if a frame depends on something its seat cannot see.
pub(super) fn check<G: Skin>(playing: &Playing<G>, seat: Seat, scene: &Scene, parts: &FrameParts) {
    // Nothing is hidden where only agents play, and once a game is over.
    if !G::HIDDEN || scene.is_open || playing.now().turn().is_none() {
        return;
    }
    let number = COMPARED.fetch_add(1, Ordering::Relaxed);
    let other = resampled(playing, seat, &mut Rng::new(number));
    let twin = frame::parts(&other.sight(seat, scene), scene);
    assert!(*parts == twin, "{}: what seat {seat} is shown depends on what is hidden", playing.spec);
}
