//! The possible places of the cards that the other seat took from this seat's offers into its hand: they may lie
//! there still, or have been hidden or offered since.
//!
//! The seats' choices of cards are taken to be at random, each card of the hand equally likely. Then the
//! possible fates of at most three such cards are few, their probabilities products of binomials, and
//! all other unseen cards stay exchangeable. A suit that is offered may be the card seen before or
//! another of its suit; both are weighted.

use karuta_engine::Rng;

use crate::cards::Cards;
use crate::moves::{Action, each_choice};
use crate::rules::Style;
use crate::view::View;

/// Hidden cards of the other seat whose place is settled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) hand: Cards,
    pub(crate) secret: Cards,
    pub(crate) discards: Cards,
}

impl Known {
    pub(crate) fn cards(self) -> Cards {
        self.hand + self.secret + self.discards
    }
}

/// Something that happened to the other hand.
#[derive(Clone, Copy, Debug)]
enum Event {
    /// It took these cards from an offer of this seat.
    Took(Cards),
    /// It hid cards.
    Hid(Action),
    /// It offered these.
    Offered(Cards),
    /// It drew a card nobody else saw.
    Drew,
}

/// At most four plays, three draws and two answers.
#[derive(Default)]
struct Story {
    events: [Option<Event>; 9],
    len: usize,
}

impl Story {
    fn push(&mut self, event: Event) {
        self.events[self.len] = Some(event);
        self.len += 1;
    }

    /// The history of the other hand in this round, as `view` has seen it.
    fn of(view: &View) -> Story {
        let mut story = Story::default();
        let (seat, rules) = (view.seat(), view.rules());
        // Draws come in the order of turns, so what is left of the deck says whose were made.
        let draws = 20 - 2 * rules.style.dealt() as u8 - view.deck_len() as u8;
        for turn in 0..8u8 {
            let actor = (rules.starter(view.round()) + usize::from(turn)) % 2;
            let plays = view.plays(actor);
            if turn / 2 >= plays.count() {
                break;
            }
            let action = plays.nth(turn / 2);
            let offers = view.offers(actor);
            match (actor == seat, action.is_offer()) {
                (true, true) => story.push(Event::Took(offers.taken_of(action))),
                (true, false) => {}
                (false, true) => story.push(Event::Offered(offers.offered(action))),
                (false, false) => story.push(Event::Hid(action)),
            }
            if actor != seat && turn < draws {
                story.push(Event::Drew);
            }
        }
        story
    }
}

/// Places of the cards at some point of the round's history, and the probability of that.
#[derive(Clone, Copy)]
struct Branch {
    known: Known,
    /// The number of cards of the hand that were never seen.
    strange: u32,
    /// The cards that this seat had not seen by then, wherever they are.
    pool: Cards,
    weight: f64,
}

/// Every fate of the cards the other seat took, with its weight added to those before it. Empty where
/// nothing is remembered. Worked out once for a view, since many worlds are drawn from it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Fates(Vec<(f64, Known)>);

impl Fates {
    /// Facts that `view` has seen about the cards the other seat took from its offers.
    pub(crate) fn of(view: &View) -> Fates {
        let mut fates = Fates::default();
        if view.rules().style == Style::Official || view.offers(view.seat()).taken().is_empty() {
            return fates;
        }
        // In a world drawn by an agent that forgets, what was taken may lie where it cannot. There a
        // seat that trusted its memory would find no world at all, so it forgets too.
        let Some(pool) = strangers(view) else {
            return fates;
        };
        let story = Story::of(view);
        let strange = view.rules().style.dealt();
        let start = Branch { known: Known::default(), strange, pool, weight: 1.0 };
        let unseen = view.unseen();
        follow(&story.events[..story.len], start, &mut |end| {
            if unseen.contains(end.known.cards()) && end.known.hand.len() <= view.other_hand_len() {
                fates.add(end.known, end.weight);
            }
        });
        let mut total = 0.0;
        for (weight, _) in &mut fates.0 {
            total += *weight;
            *weight = total;
        }
        fates
    }

    fn add(&mut self, known: Known, weight: f64) {
        match self.0.iter_mut().find(|(_, other)| *other == known) {
            Some((sum, _)) => *sum += weight,
            None => self.0.push((weight, known)),
        }
    }

    /// All of them, each with its probability.
    pub(crate) fn shares(&self) -> Vec<(Known, f64)> {
        let Some(&(total, _)) = self.0.last() else {
            return vec![(Known::default(), 1.0)];
        };
        let mut before = 0.0;
        let share = |&(sum, known): &(f64, Known)| {
            let weight = sum - before;
            before = sum;
            (known, weight / total)
        };
        self.0.iter().map(share).collect()
    }

    /// One of them at random.
    #[inline]
    pub(crate) fn draw(&self, rng: &mut Rng) -> Known {
        match self.0.as_slice() {
            [] => Known::default(),
            [(_, only)] => *only,
            [.., (total, last)] => {
                let ticket = rng.unit() * total;
                self.0.iter().find(|(sum, _)| ticket < *sum).map_or(*last, |&(_, known)| known)
            }
        }
    }
}

/// All cards that were neither dealt to this seat nor drawn by it, if what it remembers can be true.
fn strangers(view: &View) -> Option<Cards> {
    let seat = view.seat();
    let had = view.hand() + view.aside(seat).cards() + view.offers(seat).all();
    // Of these it got some from the other seat.
    let taken = view.offers(1 - seat).taken();
    let own = had.contains(taken).then(|| had - taken)? + view.removed().unwrap_or_default();
    Cards::ALL.contains(own).then(|| Cards::ALL - own)
}

/// Calls `found` with every end of the history.
fn follow(events: &[Option<Event>], branch: Branch, found: &mut impl FnMut(Branch)) {
    let Some((&Some(event), rest)) = events.split_first() else {
        return found(branch);
    };
    let held = branch.known.hand;
    match event {
        Event::Took(cards) => {
            let known = Known { hand: held + cards, ..branch.known };
            follow(rest, Branch { known, ..branch }, found);
        }
        Event::Drew => follow(rest, Branch { strange: branch.strange + 1, ..branch }, found),
        Event::Hid(action) => {
            for count in 0..=action.size().min(held.len()) {
                each_choice(held, count, &mut |familiar| {
                    let mut next = branch.without(familiar, action.size());
                    match action {
                        Action::Secret => next.known.secret = familiar,
                        Action::Trade => next.known.discards = familiar,
                        Action::Gift | Action::Compete => debug_assert!(false, "offers are open"),
                    }
                    if next.weight > 0.0 {
                        follow(rest, next, found);
                    }
                });
            }
        }
        Event::Offered(cards) => {
            for count in 0..=cards.len().min(held.len()) {
                each_choice(held, count, &mut |familiar| {
                    if !cards.contains(familiar) {
                        return;
                    }
                    let mut next = branch.without(familiar, cards.len());
                    next.reveal(cards - familiar);
                    if next.weight > 0.0 {
                        follow(rest, next, found);
                    }
                });
            }
        }
    }
}

impl Branch {
    /// The branch in which `count` cards leave the hand, those seen before among them being `familiar`.
    /// All ways to choose `count` cards being equally likely, the number of all of them cancels.
    fn without(self, familiar: Cards, count: u32) -> Branch {
        let strange = count - familiar.len();
        let weight = self.weight * ways(self.known.hand, familiar) * binomial(self.strange, strange);
        let known = Known { hand: self.known.hand - familiar, ..self.known };
        Branch { known, strange: self.strange.saturating_sub(strange), weight, ..self }
    }

    /// Some cards nobody had seen turn out to be these.
    fn reveal(&mut self, cards: Cards) {
        self.weight *= ways(self.pool, cards) / binomial(self.pool.len(), cards.len());
        if self.weight > 0.0 {
            self.pool -= cards;
        }
    }
}

/// In how many ways `some` can be chosen from `cards`.
pub(crate) fn ways(cards: Cards, some: Cards) -> f64 {
    some.each_suit().map(|suit| binomial(u32::from(cards.of(suit)), u32::from(some.of(suit)))).product()
}

/// n over k.
pub(crate) fn binomial(n: u32, k: u32) -> f64 {
    (0..k).fold(1.0, |product, i| product * f64::from(n.saturating_sub(i)) / f64::from(i + 1))
}

#[cfg(test)]
mod tests;
