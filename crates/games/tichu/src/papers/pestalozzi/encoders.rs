//! Inputs of the report's nets, and the meaning of their 258 outputs (its section 4.5, and its program where the two
//! differ). Their hands lie open, as in the report; the fair variants are told of every unseen card how likely it is
//! in each hand instead.

use crate::Tichu;
use crate::cards::{ACE, Cards, rank_of};
use crate::combos::Kind;
use crate::moves::{Move, What};
use crate::view::View;
use karuta_playable::encoding::{Encoder, InputSink, Inputs, MoveCode};
use karuta_playable::parts::Named;

/// The report's four nets and their fair variants.
pub(crate) fn encoders() -> Vec<Named<Encoder<Tichu>>> {
    const FIFTY_SIX: &[usize] = &[56; 5];
    const FIFTY_SIX_APART: &[usize] = &[56, 56, 56, 56, 56, 2];
    const SEVENTEEN: &[usize] = &[17, 17, 17, 17, 17, 2];
    let named = |name, help, groups, peeks, view| Named {
        name,
        help,
        part: Encoder {
            groups,
            peeks,
            trained: |_| "tichu:rules=report",
            view,
            dense: None,
            moves: MoveCode::Outputs { count: OUTPUTS, output },
        },
    };
    vec![
        named("report-56", "the report's 56 booleans a hand, all hands open", FIFTY_SIX, true, |view, to| {
            hands(view, FIFTY_SIX_CODE, to);
        }),
        named(
            "report-56-ranking",
            "the same and who is first out, as its separate net is told",
            FIFTY_SIX_APART,
            true,
            |view, to| {
                hands(view, FIFTY_SIX_CODE, to);
                ranking(view, 280, to);
            },
        ),
        named("report-17", "the report's 17 counts a hand, all hands open", SEVENTEEN, true, |view, to| {
            hands(view, SEVENTEEN_CODE, to);
            ranking(view, 85, to);
        }),
        named("fair-56", "report-56 without the other hands", FIFTY_SIX, false, |view, to| {
            hands(view, FIFTY_SIX_CODE, to);
        }),
        named(
            "fair-56-ranking",
            "report-56-ranking without the other hands",
            FIFTY_SIX_APART,
            false,
            |view, to| {
                hands(view, FIFTY_SIX_CODE, to);
                ranking(view, 280, to);
            },
        ),
        named("fair-17", "report-17 without the other hands", SEVENTEEN, false, |view, to| {
            hands(view, SEVENTEEN_CODE, to);
            ranking(view, 85, to);
        }),
    ]
}

/// The number of inputs for a hand, and the input of a card.
type Code = (usize, fn(u8) -> usize);

/// Dog, Mah Jong, Dragon, Phoenix, then Jade, Star, Sword and Pagoda from 2 to ace.
const FIFTY_SIX_CODE: Code = (56, |card| match Cards::one(card) {
    Cards::DOG => 0,
    Cards::MAH => 1,
    Cards::DRAGON => 2,
    Cards::PHOENIX => 3,
    _ => [17, 43, 4, 30][usize::from(card & 3)] + usize::from(rank_of(card)) - 2,
});

/// The ranks from 2 to ace, Dragon, Phoenix, Mah Jong, Dog.
const SEVENTEEN_CODE: Code = (17, |card| match Cards::one(card) {
    Cards::DRAGON => 13,
    Cards::PHOENIX => 14,
    Cards::MAH => 15,
    Cards::DOG => 16,
    _ => usize::from(rank_of(card)) - 2,
});

/// The own hand, those to the right, opposite and to the left, and the combination on the table.
fn hands(view: &View, (size, code): Code, to: &mut Inputs) {
    let (state, me) = (view.open(), view.seat());
    let known = view.known();
    let unseen = known.iter().fold(view.unseen(), |left, &cards| left - cards);
    let mut sums = [0.0; 56];
    for way in 0..4 {
        let seat = (me + way) % 4;
        let mut add = |cards: Cards, share: f32| cards.iter().for_each(|card| sums[code(card)] += share);
        if way == 0 || view.sees_all() {
            add(state.hands[seat], 1.0);
        } else {
            // Any unseen card is as likely as any other in the places that are open.
            add(known[seat], 1.0);
            let open = view.hand_len(seat) - known[seat].len();
            add(unseen, open as f32 / unseen.len().max(1) as f32);
        }
        tell(way * size, &mut sums[..size], to);
    }
    state.top_cards.iter().for_each(|card| sums[code(card)] += 1.0);
    tell(4 * size, &mut sums[..size], to);
}

fn tell(at: usize, sums: &mut [f32], to: &mut Inputs) {
    for (card, sum) in sums.iter_mut().enumerate() {
        to.put(at + card, *sum);
        *sum = 0.0;
    }
}

/// True if the partner was first out, and whether an opponent was.
fn ranking(view: &View, at: usize, to: &mut Inputs) {
    let state = view.open();
    if state.finished > 0 {
        let way = (usize::from(state.out[0]) + 4 - view.seat()) % 4;
        to.set_if(at, way == 2);
        to.set_if(at + 1, way % 2 == 1);
    }
}

/// Combinations without suits, and the pass: 17 singles, 13 ranks each of pairs, triples, fours and full
/// houses, 55 straights, as many straight flushes (those with the Mah Jong cannot be), 78 stairs.
const OUTPUTS: usize = 258;

const PAIRS: usize = 17;
const TRIPLES: usize = PAIRS + 13;
const FOURS: usize = TRIPLES + 13;
const FULL_HOUSES: usize = FOURS + 13;
const STRAIGHTS: usize = FULL_HOUSES + 13;
const FLUSHES: usize = STRAIGHTS + 55;
const STAIRS: usize = FLUSHES + 55;

fn output(_: &View, mv: Move) -> Option<usize> {
    let rank = usize::from(mv.rank());
    let length = usize::from(mv.length());
    let run = |least: usize, longest: usize| {
        // Of length n there are one fewer than of the next shorter one, the longest being one alone.
        let shorter: usize = (least..length).map(|len| longest + 1 - len).sum();
        shorter + rank - (usize::from(ACE) + length - longest)
    };
    match mv.what() {
        What::Pass => Some(OUTPUTS - 1),
        What::Play(Kind::Single) if mv == Move::PHOENIX => Some(15),
        What::Play(Kind::Single) if mv == Move::DRAGON => Some(16),
        What::Play(Kind::Single) => Some(rank),
        What::Play(Kind::Pair) => Some(PAIRS + rank - 2),
        What::Play(Kind::Triple) => Some(TRIPLES + rank - 2),
        What::Play(Kind::Four) => Some(FOURS + rank - 2),
        What::Play(Kind::FullHouse) => Some(FULL_HOUSES + rank - 2),
        What::Play(Kind::Straight) => Some(STRAIGHTS + run(5, 14)),
        What::Play(Kind::Flush) => Some(FLUSHES + run(5, 14)),
        What::Play(Kind::Stairs) => Some(STAIRS + run(2, 13)),
        What::Tichu | What::Grand | What::NoCall | What::Give | What::Wish | What::Gift | What::Hold => None,
    }
}

#[cfg(test)]
mod tests;
