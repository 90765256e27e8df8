//! Inputs of a net from a view and of plays. Everything comes from what the seat to move sees.
//!
//! Ranks are told by how strong they are at the moment, so that a net need not learn the order of a
//! revolution on its own.

use karuta_engine::Seat;

use crate::cards::Cards;
use crate::moves::Move;
use crate::play::features::{self, Offers, PositionFeatures, class, strength};
use crate::play::mate::SeatKnowledge;
use crate::view::View;
use crate::{Daihinmin, Phase, SEATS};
use karuta_playable::encoding::{DenseInputs, Encoder, InputSink, MoveCode, Rows};
use karuta_playable::parts::Named;

/// The view and one play at a time.
pub(crate) const CANDIDATES: Named<Encoder<Daihinmin>> = Named {
    name: "candidates",
    help: "the view, and plays one at a time: cards, counts, table, titles, and the features of policies",
    part: Encoder {
        groups: GROUPS,
        peeks: false,
        trained: |_| "daihinmin",
        view,
        dense: Some(observe),
        moves: MoveCode::Inputs { count: MOVE, encode },
    },
};

/// A bit for every card, and a few that are none.
const CARDS: usize = 57;
/// For each rank whether there is one, two, three, four.
const COUNTS: usize = 13 * 4;
/// Hand sizes, the largest of which stands for all above it.
const SIZES: usize = 14;
/// For another seat: hand size, passed, title.
const OTHER: usize = SIZES + 1 + 5;
/// Inputs for the cards on the table: class, strength, cells, whose they are, locked, reversed.
const TABLE: usize = 9 + 13 + 60 + SEATS + 2;
/// Own hand size and title, who is out, who may answer, giving two or one.
const STANDING: usize = SIZES + 6 + SEATS + SEATS + 2;

const GROUPS: &[usize] = &[CARDS + COUNTS, CARDS, (SEATS - 1) * OTHER, TABLE, STANDING];

const OUT: usize = CARDS + COUNTS;
const OTHERS: usize = OUT + CARDS;
const LIES: usize = OTHERS + (SEATS - 1) * OTHER;
const STANDS: usize = LIES + TABLE;

/// The cards of a move, what is left of each rank, the features of policies, whether cards are given.
const MOVE: usize = CARDS + COUNTS + features::COUNT + 1;

/// Cards with ranks by their strength of the moment, from bit 0.
fn by_strength(cards: Cards, reversed: bool) -> u64 {
    if !reversed {
        return cards.0 >> 4;
    }
    let joker = cards.0 >> 4 & 1 << 56;
    (0..13).fold(joker, |all, column| all | (cards.0 >> (4 * (13 - column)) & 0xF) << (4 * column))
}

/// Counts of each rank, by strength.
fn count_ranks(at: usize, bits: u64, to: &mut impl InputSink) {
    for rank in 0..13 {
        to.fill(at + 4 * rank, (bits >> (4 * rank) & 0xF).count_ones() as usize, 4);
    }
}

fn view(view: &View, to: &mut impl InputSink) {
    tell_position(view.open(), view.seat(), view.unseen(), |seat| view.count(seat), to);
}

/// The same as [`view`] of the view of a seat, which is a copy of the whole position.
fn observe(state: &Daihinmin, seat: Seat, to: &mut DenseInputs<'_>) {
    // Once the match is over nothing is unseen.
    let unseen = match state.phase {
        Phase::Over => Cards::NONE,
        Phase::DaifugoGives | Phase::FugoGives | Phase::Play => {
            Cards::ALL.without(state.played.into_iter().collect::<Cards>() | state.hands[seat])
        }
    };
    tell_position(state, seat, unseen, |seat| state.hands[seat].len(), to);
}

/// Tells what a seat sees of a position: of its hands that of the seat alone, and the number of cards of the others.
fn tell_position(
    state: &Daihinmin,
    me: Seat,
    unseen: Cards,
    count: impl Fn(Seat) -> u32,
    to: &mut impl InputSink,
) {
    let field = &state.field;
    let hand = by_strength(state.hands[me], field.reversed);
    to.write_bits(0, CARDS, hand);
    count_ranks(CARDS, hand, to);
    to.write_bits(OUT, CARDS, by_strength(unseen, field.reversed));
    to.clear(OTHERS, STANDS + STANDING - OTHERS);
    let mut seats: [Seat; SEATS] = [me; SEATS];
    for place in 1..SEATS {
        let seat = usize::from(state.after[seats[place - 1]]);
        seats[place] = seat;
        let at = OTHERS + (place - 1) * OTHER;
        to.set(at + (count(seat) as usize).min(SIZES - 1));
        to.set_if(at + SIZES, state.has_passed(seat));
        if let Some(title) = state.title(seat) {
            to.set(at + SIZES + 1 + title);
        }
    }
    if field.is_empty() {
        to.set(LIES + 8);
    } else {
        to.set(LIES + class(field.top));
        to.set(LIES + 9 + strength(field.top, field.reversed));
        to.set_bits(LIES + 22, field.top.cells().0);
        let whose = seats.iter().position(|&seat| seat == state.last());
        to.set(LIES + 82 + whose.unwrap_or(0));
    }
    to.set_if(LIES + 82 + SEATS, field.locked);
    to.set_if(LIES + 83 + SEATS, field.reversed);
    to.set(STANDS + (count(me) as usize).min(SIZES - 1));
    to.set(STANDS + SIZES + state.title(me).map_or(5, |title| title));
    to.set(STANDS + SIZES + 6 + usize::from(state.done).min(SEATS - 1));
    let rivals = (state.active & !state.passed & !(1 << me)).count_ones() as usize;
    to.set(STANDS + SIZES + 6 + SEATS + rivals);
    to.set_if(STANDS + STANDING - 2, state.phase == Phase::DaifugoGives);
    to.set_if(STANDS + STANDING - 1, state.phase == Phase::FugoGives);
}

fn encode(view: &View, moves: &[Move], rows: &mut Rows) {
    let reversed = view.field().reversed;
    let is_play = view.open().phase == Phase::Play;
    let glance = is_play.then(|| PositionFeatures::with(SeatKnowledge::seen(view), view.open()));
    // A pass is listed last, since the plays it gives up are known only once all plays have been looked at.
    let mut offers = Offers::default();
    for &mv in moves {
        let to = &mut rows.inputs;
        to.set_bits(0, by_strength(mv.cards(), reversed));
        count_ranks(CARDS, by_strength(view.hand().without(mv.cards()), reversed), to);
        let take = |feature: usize| to.set(CARDS + COUNTS + feature);
        match &glance {
            Some(glance) if mv.is_pass() => glance.pass(&offers, take),
            Some(glance) => {
                glance.play(mv, &mut offers, take);
            }
            None => to.set(MOVE - 1),
        }
        rows.end();
    }
}

#[cfg(test)]
mod tests;
