//! Inputs of a net from a view and of moves, one move at a time. Everything comes from what the seat sees;
//! seats are told by where they sit from here, so that a net plays all of them.

use crate::cards::{ACE, Cards};
use crate::combos::{Combo, Kind};
use crate::moves::{Move, What};
use crate::rules::{Bombs, Quirks};
use crate::view::View;
use crate::{Call, Phase, Tichu};
use karuta_engine::Seat;
use karuta_playable::encoding::{DenseInputs, Encoder, InputSink, MoveCode, Rows};
use karuta_playable::parts::Named;

/// The view and one move at a time.
pub(crate) const CANDIDATES: Named<Encoder<Tichu>> = Named {
    name: "candidates",
    help: "the view, and moves one at a time: cards, counts, table, calls, what is left of the hand",
    part: Encoder {
        groups: GROUPS,
        peeks: false,
        trained,
        view,
        dense: Some(observe),
        moves: MoveCode::Inputs { count: MOVE, encode },
    },
};

/// The same, and who has played which cards.
pub(crate) const PLAYED: Named<Encoder<Tichu>> = Named {
    name: "played",
    help: "the same as candidates, and the cards that each seat has played",
    part: Encoder {
        groups: PLAYED_GROUPS,
        view: view_with_played,
        dense: Some(|state, seat, to| view_with_played(&View::of(state, seat), to)),
        ..CANDIDATES.part
    },
};

/// A bit for every card, and a few that are none.
const CARDS: usize = 62;
/// For each suited rank whether there is one, two, three, four.
const COUNTS: usize = 13 * 4;
/// Hand sizes.
const SIZES: usize = 15;
/// Heights of combinations; of singles twice the rank.
const HEIGHTS: usize = 31;
/// Lengths of runs.
const LENGTHS: usize = 15;
/// For a seat: hand size, calls, tricks in tens of points, place.
const SEAT: usize = SIZES + 2 + 1 + 2;
/// Type or nothing, length, height, whose, wish, points of the trick.
const TABLE: usize = 9 + LENGTHS + HEIGHTS + 4 + 15 + 1;
/// Phase, how many are out, calls and bombs out of turn in the rules.
const STANDING: usize = 7 + 4 + 2;

const GROUPS: &[usize] = &[CARDS + COUNTS, CARDS, 3 * CARDS, 4 * SEAT, TABLE, STANDING];

const PLAYED_GROUPS: &[usize] = &[CARDS + COUNTS, CARDS, 3 * CARDS, 4 * SEAT, TABLE, STANDING, 4 * CARDS];

const UNSEEN: usize = CARDS + COUNTS;
const KNOWN: usize = UNSEEN + CARDS;
const SEATS: usize = KNOWN + 3 * CARDS;
const LIES: usize = SEATS + 4 * SEAT;
const STANDS: usize = LIES + TABLE;
const PLAYED_BY: usize = STANDS + STANDING;

/// Inputs for a move: its kind, cards, type, length, height, the rest of the hand (counts, the four special cards,
/// size, ranks, a bomb), the rank the Phoenix stands for, wish, ways, and the play against unseen cards.
const MOVE: usize = 16 + CARDS + 8 + LENGTHS + HEIGHTS + COUNTS + 4 + SIZES + SIZES + 1 + 16 + 15 + 4 + 3;

const M_CARDS: usize = 16;
const M_KIND: usize = M_CARDS + CARDS;
const M_LENGTH: usize = M_KIND + 8;
const M_HEIGHT: usize = M_LENGTH + LENGTHS;
const M_COUNTS: usize = M_HEIGHT + HEIGHTS;
const M_SPECIAL: usize = M_COUNTS + COUNTS;
const M_LEFT: usize = M_SPECIAL + 4;
const M_RANKS: usize = M_LEFT + SIZES;
const M_BOMB: usize = M_RANKS + SIZES;
const M_PHOENIX: usize = M_BOMB + 1;
const M_WISH: usize = M_PHOENIX + 16;
const M_WAY: usize = M_WISH + 15;
const M_STANDS: usize = M_WAY + 4;

fn count_ranks(at: usize, cards: Cards, to: &mut impl InputSink) {
    for rank in 0..13 {
        to.fill(at + 4 * rank, (cards.0 >> (4 * rank + 8) & 0xF).count_ones() as usize, 4);
    }
}

/// True if bombs wait for their turn tells the report's game from the official one; calls do not, as
/// searches may do without them.
fn trained(view: &View) -> &'static str {
    match view.open().rules.bombs {
        Bombs::OutOfTurn => "tichu",
        Bombs::InTurn => "tichu:rules=report",
    }
}

fn view(view: &View, to: &mut impl InputSink) {
    tell_position(view.open(), view.seat(), view.unseen(), to);
}

/// The inputs that [`view`] writes for the view of a seat, without making that view: it is a copy of the whole
/// position, and copying it takes half as long as writing the inputs.
fn observe(state: &Tichu, seat: Seat, to: &mut DenseInputs<'_>) {
    if state.phase == Phase::Over {
        return view(&View::of(state, seat), to);
    }
    // Before the Grand calls, cards that are still to be dealt are kept as played ones.
    let played = if state.phase == Phase::Grand { [Cards::NONE; 4] } else { state.played };
    let unseen = played.iter().fold(Cards::ALL - state.hands[seat], |left, &played| left - played);
    tell_position(state, seat, unseen, to);
}

/// Writes what a seat sees of a position: of all hands only its own, and of the cards given away only those that it
/// gave.
fn tell_position(state: &Tichu, me: Seat, unseen: Cards, to: &mut impl InputSink) {
    let hand = state.hands[me];
    to.write_bits(0, CARDS, hand.0);
    count_ranks(CARDS, hand, to);
    to.write_bits(UNSEEN, CARDS, unseen.0);
    to.clear(KNOWN, PLAYED_BY - KNOWN);
    for way in 0..4 {
        let seat = (me + way) % 4;
        if way > 0 {
            to.set_bits(KNOWN + (way - 1) * CARDS, state.known_to(me, way).0);
        }
        let at = SEATS + way * SEAT;
        to.set(at + state.hand_len(seat).min(14) as usize);
        to.set_if(at + SIZES, state.calls[seat] == Call::Tichu);
        to.set_if(at + SIZES + 1, state.calls[seat] == Call::Grand);
        to.put(at + SIZES + 2, f32::from(state.won[seat]) / 50.0);
        to.set_if(at + SIZES + 3, state.finished > 0 && usize::from(state.out[0]) == seat);
        to.set_if(at + SIZES + 4, state.finished > 1 && usize::from(state.out[1]) == seat);
    }
    match state.top {
        None => to.set(LIES + 8),
        Some(top) => {
            tell_combo(LIES, LIES + 9, LIES + 9 + LENGTHS, top, to);
            to.set(LIES + 9 + LENGTHS + HEIGHTS + (usize::from(state.owner) + 4 - me) % 4);
        }
    }
    to.set(LIES + 9 + LENGTHS + HEIGHTS + 4 + usize::from(state.wish.min(14)));
    to.put(LIES + TABLE - 1, f32::from(state.trick) / 50.0);
    to.set(STANDS + state.phase as usize);
    to.set(STANDS + 7 + usize::from(state.finished.min(3)));
    to.set_if(STANDS + 11, state.rules.calls);
    to.set_if(STANDS + 12, state.rules.bombs == Bombs::OutOfTurn);
}

fn view_with_played(seen: &View, to: &mut impl InputSink) {
    view(seen, to);
    for way in 0..4 {
        to.write_bits(PLAYED_BY + way * CARDS, CARDS, seen.open().played[(seen.seat() + way) % 4].0);
    }
}

fn tell_combo(kind: usize, length: usize, height: usize, combo: Combo, to: &mut impl InputSink) {
    to.set(kind + combo.kind as usize);
    to.set(length + usize::from(combo.len).min(LENGTHS - 1));
    to.set(height + usize::from(combo.height).min(HEIGHTS - 1));
}

fn encode(view: &View, moves: &[Move], rows: &mut Rows) {
    let state = view.open();
    let hand = state.hands[view.seat()];
    let unseen = view.unseen();
    for &mv in moves {
        let to = &mut rows.inputs;
        let cards = match mv.what() {
            What::Play(kind) => {
                let quirks = state.rules.quirks;
                to.set(0);
                let combo = mv.combo(kind, state.top, quirks.has(Quirks::LOW_PHOENIX));
                tell_combo(M_KIND, M_LENGTH, M_HEIGHT, combo, to);
                to.set_if(M_PHOENIX + usize::from(mv.phoenix()), mv.phoenix() > 0);
                to.set_if(M_STANDS, stands(combo, unseen));
                to.set_if(M_STANDS + 1, mv.by().is_some());
                mv.cards(kind, hand, quirks.has(Quirks::STARTS))
            }
            What::Give => {
                to.set(1);
                to.set(M_WAY + mv.way());
                mv.card().map_or(Cards::NONE, Cards::one)
            }
            What::Wish => {
                to.set(2);
                to.set(M_WISH + usize::from(mv.rank().min(ACE)));
                Cards::NONE
            }
            What::Gift => {
                to.set(3);
                to.set(M_WAY + mv.way());
                Cards::NONE
            }
            What::Pass => tell(4, to),
            What::Tichu => tell(5, to),
            What::Grand => tell(6, to),
            What::NoCall => tell(7, to),
            What::Hold => tell(8, to),
        };
        to.set_bits(M_CARDS, cards.0);
        let left = hand - cards;
        count_ranks(M_COUNTS, left, to);
        for (at, special) in [Cards::DOG, Cards::MAH, Cards::PHOENIX, Cards::DRAGON].into_iter().enumerate() {
            to.set_if(M_SPECIAL + at, left.meets(special));
        }
        to.set(M_LEFT + left.len().min(14) as usize);
        to.set(M_RANKS + left.ranks().count_ones().min(14) as usize);
        to.set_if(M_BOMB, left.has_bomb());
        to.set_if(M_STANDS + 2, left.is_empty() && state.phase != Phase::Grand);
        rows.end();
    }
}

fn tell(what: usize, to: &mut impl InputSink) -> Cards {
    to.set(what);
    Cards::NONE
}

/// True if the unseen cards have no single, pair or triple above it, bombs apart. Other types are not
/// looked at.
fn stands(combo: Combo, unseen: Cards) -> bool {
    let [pairs, triples, _] = unseen.multiples();
    let phoenix = unseen.meets(Cards::PHOENIX);
    let above = |ranks: u16, height: u8| ranks >> (height + 1).min(15) != 0;
    match combo.kind {
        Kind::Single if combo.is_dragon() => true,
        Kind::Single => {
            !unseen.meets(Cards::DRAGON) && !phoenix && !above(unseen.ranks(), (combo.height / 2).min(14))
        }
        Kind::Pair => !(above(pairs, combo.height) || phoenix && above(unseen.ranks(), combo.height)),
        Kind::Triple => !(above(triples, combo.height) || phoenix && above(pairs, combo.height)),
        Kind::Stairs | Kind::FullHouse | Kind::Straight | Kind::Four | Kind::Flush => false,
    }
}

#[cfg(test)]
mod tests;
