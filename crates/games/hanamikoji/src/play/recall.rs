//! A round as it came about in a world: every decision that a seat has made, in the position in which it made it, as far
//! as that seat saw it. When a card came to the hand is not known, so it is drawn. Knows the rules, not what is good
//! play.

use karuta_engine::{Rng, Seat};

use crate::cards::{Cards, Suit};
use crate::moves::{Action, Move};
use crate::played::{Aside, Offers, Plays};
use crate::rules::Style;
use crate::{Hanamikoji, Phase};

/// Calls `found` with every decision of a seat in this round, in order. Of the other seat's cards only those on the table
/// are in these positions. In worlds that cannot have come about, as the thesis' sampler makes them, decisions are left
/// out.
pub fn each_decision(
    world: &Hanamikoji,
    seat: Seat,
    rng: &mut Rng,
    mut found: impl FnMut(&Hanamikoji, Move),
) {
    let hands = (0..TRIES).find_map(|_| hands(world, seat, rng)).unwrap_or_default();
    let mut scene = Scene::new(world, seat);
    for turn in turns(world) {
        let (actor, action) = turn.by(world);
        let mv = scene.play_of(actor, action);
        scene.come_to(turn, actor);
        if actor == seat {
            scene.holding(hands[usize::from(turn.0)]).into_iter().for_each(|state| found(state, mv));
        }
        scene.play(turn, actor, action, mv);
        let taken = world.offers[actor].taken_of(action);
        if taken.is_empty() {
            continue;
        }
        if actor != seat {
            let then = scene.holding(hands[usize::from(turn.0)]);
            then.into_iter().for_each(|state| found(state, Move::take(taken)));
        }
        scene.answer(actor, action, taken);
    }
}

/// By the thesis' rules a draw may be one that cannot have been, where the card was taken from an offer before; then all
/// are drawn again, so many times.
const TRIES: usize = 8;

/// A turn of the round, counted from 0.
#[derive(Clone, Copy)]
struct Turn(u8);

impl Turn {
    /// The seat whose turn it was, and its action.
    fn by(self, world: &Hanamikoji) -> (Seat, Action) {
        let actor = (world.rules.starter(world.round) + usize::from(self.0)) % 2;
        (actor, world.plays[actor].nth(self.0 / 2))
    }
}

/// The turns that have begun with a play.
fn turns(world: &Hanamikoji) -> impl DoubleEndedIterator<Item = Turn> {
    (0..world.turn + u8::from(world.phase == Phase::Answer)).map(Turn)
}

/// The cards in the hand of a seat where it decided in each turn, found from the last to the first; `None` if cards were
/// drawn that had been taken before.
fn hands(world: &Hanamikoji, seat: Seat, rng: &mut Rng) -> Option<[Cards; 8]> {
    let mut hands = [Cards::NONE; 8];
    let mut hand = world.hands[seat];
    let by_hands = world.rules.style == Style::Hassan;
    if !by_hands && world.phase == Phase::Play && world.actor() == seat {
        hand -= one_of(hand, rng);
    }
    for turn in turns(world).rev() {
        let (actor, action) = turn.by(world);
        let is_done = turn.0 < world.turn;
        if actor != seat {
            let taken = world.offers[actor].taken_of(action);
            if by_hands && is_done {
                hand = hand.contains(taken).then(|| hand - taken)?;
            }
            hands[usize::from(turn.0)] = hand;
            continue;
        }
        // The thesis draws after a turn while there are cards, the official game before it.
        if by_hands && is_done && turn.0 < THESIS_DRAWS {
            hand -= one_of(hand, rng);
        }
        hand += match action {
            Action::Secret => world.aside[seat].secret(),
            Action::Trade => world.aside[seat].discards(),
            Action::Gift | Action::Compete => world.offers[seat].offered(action),
        };
        hands[usize::from(turn.0)] = hand;
        if !by_hands {
            hand -= one_of(hand, rng);
        }
    }
    Some(hands)
}

/// Turns of the thesis' game after which a card is drawn.
const THESIS_DRAWS: u8 = 6;

/// One card of these, each as likely as another.
fn one_of(cards: Cards, rng: &mut Rng) -> Cards {
    let nth = rng.index(cards.len().max(1) as usize);
    cards.iter().nth(nth).map_or(Cards::NONE, |suit: Suit| Cards::one(suit))
}

/// The position of a turn.
struct Scene<'a> {
    world: &'a Hanamikoji,
    seat: Seat,
    removed: Cards,
    state: Hanamikoji,
}

impl<'a> Scene<'a> {
    fn new(world: &'a Hanamikoji, seat: Seat) -> Scene<'a> {
        let state = Hanamikoji {
            hands: [Cards::NONE; 2],
            offers: [Offers::default(); 2],
            aside: [Aside::default(); 2],
            plays: [Plays::default(); 2],
            deck: Cards::NONE,
            ..*world
        };
        Scene { world, seat, removed: world.removed(), state }
    }

    fn come_to(&mut self, turn: Turn, actor: Seat) {
        (self.state.turn, self.state.actor, self.state.phase) = (turn.0, actor as u8, Phase::Play);
    }

    /// The position with this hand, if the table leaves so many cards; whatever lies nowhere else is in the deck, so that
    /// the removed card is the true one.
    fn holding(&mut self, hand: Cards) -> Option<&Hanamikoji> {
        self.state.hands[self.seat] = Cards::NONE;
        self.state.deck = Cards::NONE;
        let rest = self.state.removed();
        if hand.is_empty() || !rest.contains(hand + self.removed) {
            return None;
        }
        self.state.hands[self.seat] = hand;
        self.state.deck = rest - hand - self.removed;
        Some(&self.state)
    }

    /// The play that a seat made with an action.
    fn play_of(&self, actor: Seat, action: Action) -> Move {
        let (aside, offers) = (self.world.aside[actor], self.world.offers[actor]);
        match action {
            Action::Secret => Move::play(action, aside.secret()),
            Action::Trade => Move::play(action, aside.discards()),
            Action::Compete if self.world.rules.style == Style::Official => {
                // Whoever answers takes a pair, so the pairs are known again afterwards.
                let taken = offers.taken_of(action);
                let pair = if taken.is_empty() { aside.first_pair() } else { taken };
                Move::compete(pair, offers.offered(action) - pair)
            }
            Action::Gift | Action::Compete => Move::play(action, offers.offered(action)),
        }
    }

    fn play(&mut self, turn: Turn, actor: Seat, action: Action, mv: Move) {
        let state = &mut self.state;
        state.plays[actor].push(turn.0 / 2, action);
        if !action.is_offer() {
            state.aside[actor].hide(action, mv.cards());
            return;
        }
        state.offers[actor].offer(action, mv.cards());
        if action == Action::Compete && state.rules.style == Style::Official {
            state.aside[actor].set_pair(mv.unpaired());
        }
        state.phase = Phase::Answer;
    }

    fn answer(&mut self, actor: Seat, action: Action, taken: Cards) {
        self.state.offers[actor].take(action, taken);
        self.state.aside[actor].set_pair(Cards::NONE);
    }
}

#[cfg(test)]
mod tests;
