//! Every opening of a game, searched for an end that one side can force. Knows the game's list of openings and an
//! exact search by depth; does not know how results are shown.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use karuta_engine::evaluation::Knowledge;
use karuta_engine::search::alphabeta::{AlphaBeta, Config, Limit, MAX_DEPTH};
use karuta_engine::{MoveVerdict, Stop};
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable;

use crate::runner::NoThread;

/// The most plies that can be asked for.
pub const MOST_PLIES: u32 = MAX_DEPTH + 1;

/// Openings searched for a forced end.
#[derive(Clone, Debug)]
pub struct Openings {
    /// The number of openings there are.
    pub all: usize,
    /// Those that were searched, in the order of the game's list.
    pub searched: Vec<Searched>,
}

/// One opening that was searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searched {
    /// The set it belongs to.
    pub set: String,
    /// The opening as text.
    pub position: String,
    /// The end that can be forced within the plies that were asked for, if any.
    pub end: Option<ForcedEnd>,
}

/// An end that one side can force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForcedEnd {
    /// True if the seat that moves first wins.
    pub is_win: bool,
    /// Plies until then, against the best defence.
    pub plies: u32,
}

/// Searches every opening for an end that can be forced within `plies`. Each that is done is reported to `done`; when
/// `stop` is raised, those that are not done are left out.
pub fn search<G: Playable>(
    options: &G::Options,
    knowledge: Knowledge<G>,
    plies: u32,
    threads: usize,
    stop: &Stop,
    done: &mut dyn FnMut(usize, usize),
) -> Result<Openings, InputError> {
    let all = G::openings(options);
    let (next, mut found) = (AtomicUsize::new(0), vec![None; all.len()]);
    // A thread that cannot be started ends the search without claiming that somebody pressed Ctrl-C.
    let stop = &stop.child();
    let result = thread::scope(|scope| {
        let (results, inbox) = mpsc::channel();
        let asked = threads.clamp(1, all.len().max(1));
        for started in 0..asked {
            let (results, next, all) = (results.clone(), &next, &all);
            let work = move || {
                let mut prover = prover(knowledge, plies);
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some((_, state)) = all.get(at) else { return };
                    let end = forced_end(&mut prover, state, plies, stop);
                    // A search that was cut short proves nothing.
                    if stop.is_raised() || results.send((at, end)).is_err() {
                        return;
                    }
                }
            };
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                stop.raise();
                return Err(NoThread { asked, started, error });
            }
        }
        drop(results);
        for (count, (at, end)) in (1..).zip(inbox) {
            found[at] = Some(end);
            done(count, all.len());
        }
        Ok(())
    });
    result.map_err(|error| InputError::new(error.to_string()))?;
    let of = |((set, state), end): (&(String, G), Option<Option<ForcedEnd>>)| {
        end.map(|end| Searched { set: set.clone(), position: state.position(), end })
    };
    Ok(Openings { all: all.len(), searched: all.iter().zip(found).filter_map(of).collect() })
}

/// A search without any judgement: what it does not prove is worth nothing. Its table is small, since it has to be
/// filled anew for other cards, and what is in it stays true from one opening to the next.
fn prover<G: Playable>(knowledge: Knowledge<G>, plies: u32) -> AlphaBeta<G> {
    let knowledge = Knowledge { evaluate: |_, _| 0, ..knowledge };
    // A win with the next move is seen at the horizon, so the last ply needs no depth.
    let limit = Limit::Depth(plies.saturating_sub(1).max(1));
    AlphaBeta::new(knowledge, Config { quiescence: false, table_bytes: 4 << 20, ..Config::new(limit) })
}

fn forced_end<G: Playable>(
    prover: &mut AlphaBeta<G>,
    state: &G,
    most: u32,
    stop: &Stop,
) -> Option<ForcedEnd> {
    let best = prover.search(state, stop).ranked.first()?.verdict?;
    let (is_win, plies) = match best {
        MoveVerdict::Win(plies) => (true, plies),
        MoveVerdict::Loss(plies) => (false, plies),
        MoveVerdict::Draw | MoveVerdict::Score(_) => return None,
    };
    (plies <= most).then_some(ForcedEnd { is_win, plies })
}
