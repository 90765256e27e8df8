//! The worlds that both seats must reckon with. A seat knows its own cards, but what the other will do depends on what
//! the other thinks these cards may be: so the list goes on, from what one seat cannot exclude to what the other could
//! not exclude then, until nothing new is found.

use std::collections::HashMap;

use super::endings::Endings;
use crate::game::{Game, Seat};

/// Numbers by which positions are told apart.
pub struct Identity<G: Game> {
    /// The knowledge of a seat: equal for positions that it cannot tell apart, and for no others.
    pub known: fn(&G, Seat) -> u64,
    /// The whole position, chance to come left out.
    pub whole: fn(&G) -> u64,
}

// Function pointers copy whatever the game; derived impls would bound every use.
impl<G: Game> Clone for Identity<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Identity<G> {}

/// All worlds with their weights, those of the deciding seat first; `None` if there are too many.
pub(super) fn worlds<G: Game>(parts: &Endings<G>, view: &G::View, seat: Seat) -> Option<Vec<(G, f64)>> {
    let limit = parts.limits.worlds;
    let mut joint = Joint { parts, limit, found: Vec::new(), beliefs: Vec::new(), at: HashMap::new() };
    let mut listed = Vec::new();
    joint.add(view, 1.0, &mut listed)?;
    // Hands of a seat whose worlds are still to be listed, each by a world in which it has them.
    let mut asked = HashMap::from([((seat, (parts.identity.known)(&joint.found[0].0, seat)), ())]);
    let mut next = 0;
    while next < joint.found.len() {
        for by in [1 - seat, seat] {
            let (world, weight) = joint.found[next];
            if asked.insert((by, (parts.identity.known)(&world, by)), ()).is_some() {
                continue;
            }
            let its_view = world.view(by);
            listed.clear();
            if !(parts.listing.worlds)(&its_view, limit, &mut listed) {
                return None;
            }
            let whole = (parts.identity.whole)(&world);
            let share = listed.iter().find(|(other, _)| (parts.identity.whole)(other) == whole)?.1;
            joint.enter(&its_view, weight / share, &listed)?;
        }
        next += 1;
    }
    let believed = joint.found.into_iter().zip(joint.beliefs);
    Some(believed.map(|((world, weight), belief)| (world, weight * belief)).collect())
}

struct Joint<'a, G: Game> {
    parts: &'a Endings<G>,
    limit: usize,
    found: Vec<(G, f64)>,
    /// The likelihood of each world by what both seats did in it.
    beliefs: Vec<f64>,
    // Looked up by key only, never iterated, so its order decides nothing.
    at: HashMap<u64, usize>,
}

impl<G: Game> Joint<'_, G> {
    /// Lists the worlds of a view.
    fn add(&mut self, view: &G::View, factor: f64, listed: &mut Vec<(G, f64)>) -> Option<()> {
        let fits = (self.parts.listing.worlds)(view, self.limit, listed) && !listed.is_empty();
        if fits { self.enter(view, factor, listed) } else { None }
    }

    /// Enters the worlds that one seat cannot exclude, where they are not there yet.
    fn enter(&mut self, view: &G::View, factor: f64, listed: &[(G, f64)]) -> Option<()> {
        for (world, share) in listed {
            let whole = (self.parts.identity.whole)(world);
            let at = *self.at.entry(whole).or_insert(self.found.len());
            if at == self.found.len() {
                self.found.push((*world, factor * share));
                self.beliefs.push(1.0);
            }
            if let Some(likelihood) = self.parts.likelihood {
                // `max` also turns what is no number into 0.
                self.beliefs[at] *= likelihood(view, world).max(0.0);
            }
        }
        (self.found.len() <= self.limit).then_some(())
    }
}
