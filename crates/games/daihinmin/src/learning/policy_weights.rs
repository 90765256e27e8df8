//! The learner's access to the policy of weighted features: deals, choices, situations.

use karuta_engine::{Rng, Seat};

use crate::cards::Cards;
use crate::moves::Move;
use crate::play::features::{BLOCKS, Offers, PositionFeatures, choices};
use crate::play::softmax::gift;
use crate::rules::Rules;
use crate::{Daihinmin, SEATS};
use karuta_playable::parts::{Learnable, Weighing};
use karuta_playable::weights;

/// Steps by which the strength of a seat's start is measured.
const STEPS: usize = 24;

/// The parts of the game for learners.
pub(crate) fn learnable() -> Learnable<Daihinmin> {
    Learnable {
        start: include_str!("../play/weights/light.txt"),
        read: |text| weights::read(BLOCKS, text),
        write: |values| weights::write(BLOCKS, values),
        deal,
        situations: STEPS,
        situation,
        weigh,
    }
}

/// Most games of a match are played with titles.
fn deal(table: &Daihinmin, rng: &mut Rng) -> Daihinmin {
    let rules = Rules { games: 1, ..table.rules };
    let mut order = [0, 1, 2, 3, 4];
    rng.shuffle(&mut order);
    let seed = rng.bits();
    if rng.below(10) == 0 { Daihinmin::new(rules, seed) } else { Daihinmin::titled(rules, order, seed) }
}

/// Strength of a hand as it will be after the exchange: strong cards, the joker, eights and sets count.
fn situation(state: &Daihinmin, seat: Seat) -> usize {
    let hand = state.hand(seat);
    let mut points = 4 * u32::from(hand.meets(Cards::JOKER)) + (hand & Cards::column(6)).len();
    points += 4 * (hand & Cards::column(13)).len() + 2 * (hand & Cards::column(12)).len();
    points += (hand & Cards::column(11)).len();
    points += (1..14).map(|column| (hand & Cards::column(column)).len().saturating_sub(1)).sum::<u32>();
    // Of a pair, the poor one is still to be given cards and the rich one to give.
    let title = state.title(seat).map_or(0, |title| [1, 1, 0, 0, 0][title.min(SEATS - 1)]);
    ((points + title) as usize).min(STEPS - 1)
}

fn weigh(state: &Daihinmin, to: &mut Weighing<Move>) -> Option<Move> {
    let hand = state.hand(usize::from(state.turn));
    if let Some(size) = state.gift_size() {
        return Some(Move::give(gift(hand, size)));
    }
    let may_pass = choices(hand, state.field(), &mut to.moves);
    match (to.moves.len(), may_pass) {
        (0, _) => return Some(Move::PASS),
        (1, false) => return Some(to.moves[0]),
        _ => {}
    }
    let glance = PositionFeatures::of(state);
    to.features.clear();
    to.ends.clear();
    let mut offers = Offers::default();
    for at in 0..to.moves.len() {
        glance.play(to.moves[at], &mut offers, |feature| to.features.push(feature as u16));
        to.ends.push(to.features.len());
    }
    if may_pass {
        glance.pass(&offers, |feature| to.features.push(feature as u16));
        to.ends.push(to.features.len());
        to.moves.push(Move::PASS);
    }
    None
}
