//! Play by rule: the sample client that comes with the official server, and chance that does not pass.

use karuta_engine::playout::Policy;
use karuta_engine::{Game, Rng};

use crate::cards::Cards;
use crate::field::Field;
use crate::moves::{Kind, Move, span};
use crate::{Daihinmin, Phase};

/// The sample client, "default": leads the longest sequence, the largest set or the weakest card, follows
/// with the weakest that breaks nothing up, and never passes if that finds a play. It does not know that
/// the spade 3 beats the joker. The client misspells one play in two thousand, such as five threes, and
/// so passes; here they are played.
#[derive(Clone, Copy, Debug, Default)]
pub struct SampleClient;

impl Policy<Daihinmin> for SampleClient {
    #[inline]
    fn pick(&mut self, state: &Daihinmin, _: &mut Vec<Move>, _: &mut Rng) -> Move {
        let hand = state.hand(usize::from(state.turn));
        if let Some(size) = state.gift_size() {
            return Move::give(hand.weakest(size));
        }
        let field = state.field();
        match field.top.kind() {
            Kind::Pass | Kind::Give | Kind::GiveUnseen => lead(hand, field.reversed),
            Kind::Single => follow_single(hand, field),
            Kind::Group => follow_group(hand, field),
            Kind::Sequence => follow_sequence(hand, field),
        }
    }
}

/// Any play by chance; passes only where nothing can be played.
#[derive(Clone, Copy, Debug, Default)]
pub struct Eager;

impl Policy<Daihinmin> for Eager {
    #[inline]
    fn pick(&mut self, state: &Daihinmin, buf: &mut Vec<Move>, rng: &mut Rng) -> Move {
        if state.phase() != Phase::Play {
            return state.random_move(buf, rng);
        }
        buf.clear();
        state.field().canonical(state.hand(usize::from(state.turn)), buf);
        if buf.is_empty() { Move::PASS } else { buf[rng.index(buf.len())] }
    }
}

fn lead(hand: Cards, reversed: bool) -> Move {
    if let Some(sequence) = longest_sequence(hand, reversed) {
        return sequence;
    }
    if let Some(set) = largest_set(hand, reversed) {
        return set;
    }
    let naturals = hand & Cards::NATURAL;
    if naturals.is_empty() { Move::JOKER } else { Move::single(weakest(naturals, reversed)) }
}

/// The longest, of these the one that starts weakest, then spades before hearts.
fn longest_sequence(hand: Cards, reversed: bool) -> Option<Move> {
    let mut runs = Runs::of(hand);
    let mut found = None;
    while runs.any() != 0 {
        if runs.count >= 3 {
            let start = weakest(Cards(runs.any()), reversed);
            found = Some(sequence(hand, start, runs.count));
        }
        runs.grow();
    }
    found
}

/// The sequence of so many cells from a start; the joker fills what the hand does not have.
fn sequence(hand: Cards, start: Cards, count: u32) -> Move {
    let cells = span(start.lowest(), count);
    let missing = cells.without(hand);
    let play = Move::sequence(cells & hand);
    if missing.is_empty() { play } else { play.with_joker_at(missing) }
}

/// The set with most cards, of these the weakest. A joker joins any.
fn largest_set(hand: Cards, reversed: bool) -> Option<Move> {
    let has_joker = hand.meets(Cards::JOKER);
    let naturals = hand & Cards::NATURAL;
    let mut best: Option<(u32, u32)> = None;
    for nth in 1..14 {
        let column = if reversed { 14 - nth } else { nth };
        let count = naturals.rows_of(column).count_ones();
        if count > 0 && best.is_none_or(|(most, _)| count > most) {
            best = Some((count, column));
        }
    }
    let (count, column) = best?;
    let cards = naturals & Cards::column(column);
    match (count, has_joker) {
        (1, false) => None,
        (_, false) => Some(Move::group(cards)),
        (4, true) => Some(Move::five(cards)),
        (_, true) => {
            Some(Move::group(cards).with_joker_at(weakest(Cards::column(column).without(cards), false)))
        }
    }
}

fn follow_single(hand: Cards, field: &Field) -> Move {
    if field.top.is_joker() {
        return Move::PASS;
    }
    let naturals = (hand & Cards::NATURAL).0;
    let three = naturals & naturals >> 4 & naturals >> 8;
    let in_sequence = Cards(three | three << 4 | three << 8);
    let loose = (1..14)
        .map(Cards::column)
        .map(|rank| hand & rank)
        .filter(|cards| cards.len() == 1)
        .collect::<Cards>()
        .without(in_sequence);
    let able = loose & field.stronger();
    if !able.is_empty() {
        Move::single(weakest(able, field.reversed))
    } else if hand.meets(Cards::JOKER) {
        Move::JOKER
    } else {
        Move::PASS
    }
}

fn follow_group(hand: Cards, field: &Field) -> Move {
    let count = field.top.len();
    let able = hand & field.stronger();
    let rank_of = |size: u32| {
        let ranks = (1..14).map(|nth| if field.reversed { 14 - nth } else { nth });
        ranks.map(Cards::column).find(|&rank| (able & rank).len() == size)
    };
    if let Some(rank) = rank_of(count) {
        return Move::group(able & rank);
    }
    // A group of two needs one card beside the joker, never none.
    if count < 5
        && hand.meets(Cards::JOKER)
        && let Some(rank) = rank_of(count - 1)
    {
        let suits = if field.locked { Cards::rows(field.top.suits() & 0xF) } else { Cards::CELLS };
        let cell = weakest((rank & suits).without(able), false);
        return Move::group(able & rank).with_joker_at(cell);
    }
    Move::PASS
}

fn follow_sequence(hand: Cards, field: &Field) -> Move {
    let (low, count) = (field.top.column(), field.top.len());
    let beyond = if field.reversed {
        Cards::NATURAL.below(4 * low)
    } else {
        Cards::NATURAL.without(Cards::CELLS.below(4 * (low + count).min(15)))
    };
    let suits = if field.locked { Cards::rows(field.top.suits()) } else { Cards::CELLS };
    let able = hand & beyond & suits;
    let plain = Runs::of(able).exactly(count);
    if !plain.is_empty() {
        return sequence(able, weakest(plain, field.reversed), count);
    }
    if hand.meets(Cards::JOKER) {
        // The joker may begin the run, but not beside the stronger ranks.
        let starts = if field.reversed {
            Cards::CELLS.below(4 * (low + 1).saturating_sub(count))
        } else {
            Cards::CELLS.without(Cards::CELLS.below(4 * (low + count).min(15)))
        };
        let joined = Runs::of(able | Cards::JOKER).exactly(count) & starts;
        if !joined.is_empty() {
            return sequence(able, weakest(joined, field.reversed), count);
        }
    }
    Move::PASS
}

/// The weakest cell: by rank, equal ranks spade first.
#[inline]
fn weakest(cells: Cards, reversed: bool) -> Cards {
    let column = if reversed { cells.highest() / 4 } else { cells.lowest() / 4 };
    Cards::bit((cells & Cards::column(column)).highest())
}

/// Where runs of so many cells of one suit start, for growing counts: held throughout or, with a joker,
/// with one gap.
struct Runs {
    held: u64,
    has_joker: bool,
    count: u32,
    whole: u64,
    gapped: u64,
}

impl Runs {
    fn of(hand: Cards) -> Runs {
        let held = (hand & Cards::NATURAL).0;
        let has_joker = hand.meets(Cards::JOKER);
        let gapped = if has_joker { Cards::CELLS.0 & !held } else { 0 };
        Runs { held, has_joker, count: 1, whole: held, gapped }
    }

    /// With a joker a run is never left whole: the gap can always be at its end.
    #[inline]
    fn any(&self) -> u64 {
        if self.has_joker { self.gapped } else { self.whole }
    }

    #[inline]
    fn grow(&mut self) {
        let shift = 4 * self.count;
        let next = if shift < 60 { self.held >> shift } else { 0 };
        let open = if shift < 60 { (Cards::CELLS.0 & !self.held) >> shift } else { 0 };
        self.gapped = self.gapped & next | if self.has_joker { self.whole & open } else { 0 };
        self.whole &= next;
        self.count += 1;
    }

    /// Where runs of exactly so many start.
    fn exactly(mut self, count: u32) -> Cards {
        while self.count < count {
            self.grow();
        }
        let long = self.any();
        self.grow();
        Cards(long & !self.any())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::text::options::Options;
    use crate::text::position::parse_position;

    fn pick(position: &str) -> String {
        let options = Options { rules: Rules::OFFICIAL, titles: None };
        let state = parse_position(&options, position).expect(position);
        SampleClient.pick(&state, &mut Vec::new(), &mut Rng::new(1)).to_string()
    }

    #[test]
    fn it_leads_as_the_sample_client_does() {
        for (hand, normal, reversed) in [
            ("S4,S5,S6,H4,H5,H6,C9,D9", "S4-S5-S6", "S4-S5-S6"),
            ("S4,S5,S6,H7,H8,H9,C9,D9", "S4-S5-S6", "H7-H8-H9"),
            ("S4,S5,S6,S7,H8,H9,HT", "S4-S5-S6-S7", "S4-S5-S6-S7"),
            ("S4,H4,C9,D9,SK,HK,DK", "SK+HK+DK", "SK+HK+DK"),
            ("S4,H4,C9,D9,SK", "S4+H4", "D9+C9"),
            ("H4,S4,C9,SK", "S4+H4", "S4+H4"),
            ("D4,C9,SK", "D4", "SK"),
            ("JO", "JO", "JO"),
            ("JO,C9", "JO:S9+C9", "JO:S9+C9"),
            ("JO,S9,SK", "S9+JO:H9", "SK+JO:HK"),
            // The joker fills the first gap upwards, or lies below or above the run.
            ("JO,C9,CJ,D4", "C9-JO:CT-CJ", "C9-JO:CT-CJ"),
            ("JO,C3,C4,D9", "JO:C0-C3-C4", "C3-C4-JO:C5"),
            ("JO,CA,C2,D4", "JO:CK-CA-C2", "CA-C2-JO:CX"),
            ("JO,S5,H5,D5,C5", "S5+H5+D5+C5+JO", "S5+H5+D5+C5+JO"),
        ] {
            assert_eq!(pick(&format!("hand={hand}")), normal, "{hand}");
            assert_eq!(pick(&format!("hand={hand} order=reversed")), reversed, "{hand} reversed");
        }
    }

    #[test]
    fn it_follows_as_the_sample_client_does() {
        for (position, mv) in [
            // Cards of sets and sequences stay together.
            ("hand=S6,H6,S9,ST,SJ,DK table=D5", "DK"),
            ("hand=S6,H6,S9,ST,SJ,DK table=DA", "pass"),
            ("hand=S6,H6,S9,ST,SJ,DK,JO table=DA", "JO"),
            ("hand=S6,H8,DK table=D5", "S6"),
            ("hand=S6,H8,DK table=D5 lock=yes", "DK"),
            ("hand=S3,H4,DK table=D5 order=reversed", "H4"),
            ("hand=S3,H4,DK table=JO", "pass"),
            // Exactly as many of a rank, or one less and the joker.
            ("hand=S6,H6,D6,S9,H9 table=S5+H5", "S9+H9"),
            ("hand=S6,H6,D6,S9 table=S5+H5", "pass"),
            ("hand=S6,H6,D6,S9,JO table=S5+H5", "S9+JO:H9"),
            ("hand=S6,H6,D6,S9,JO table=S5+H5 lock=yes", "S6+H6"),
            ("hand=D6,C6,H9,JO table=S5+H5 lock=yes", "JO:S9+H9"),
            ("hand=D6,C6,D9,JO table=S5+H5 lock=yes", "pass"),
            ("hand=S4,H4,S9,H9 table=S7+H7 order=reversed", "S4+H4"),
            ("hand=S6,H6,D6,C6,JO table=S5+H5+D5+C5", "S6+H6+D6+C6"),
            // Only the top of a longer run.
            ("hand=H6,H7,H8,H9 table=S3-S4-S5", "H7-H8-H9"),
            ("hand=H6,H7,H8,H9 table=S3-S4-S5 lock=yes", "pass"),
            ("hand=H6,H7,JO table=S3-S4-S5", "H6-H7-JO:H8"),
            ("hand=H6,H8,JO table=S3-S4-S5", "H6-JO:H7-H8"),
            ("hand=H3,H4,H5,H9 table=S8-S9-ST order=reversed", "H3-H4-H5"),
            ("hand=H3,D4 table=S8-S9-ST order=reversed", "pass"),
            ("hand=H3,H4,JO table=S6-S7-S8 order=reversed", "H3-H4-JO:H5"),
        ] {
            assert_eq!(pick(position), mv, "{position}");
        }
    }

    #[test]
    fn it_gives_its_weakest_cards() {
        let mut state = Daihinmin::titled(Rules::OFFICIAL, [0, 1, 2, 3, 4], 1);
        let hand = state.hand(0);
        let mv = SampleClient.pick(&state, &mut Vec::new(), &mut Rng::new(1));
        assert_eq!(mv.cards(), hand.weakest(2));
        state.apply(mv);
        assert_eq!(SampleClient.pick(&state, &mut Vec::new(), &mut Rng::new(1)).len(), 1);
    }

    /// What it picks is always offered, and one seat is like another.
    #[test]
    fn it_plays_whole_matches() {
        let rules = Rules { games: 40, ..Rules::OFFICIAL };
        let mut points = [0; 5];
        for seed in 0..40 {
            let mut state = Daihinmin::new(rules, seed);
            let mut moves = Vec::new();
            while state.turn().is_some() {
                let mv = SampleClient.pick(&state, &mut Vec::new(), &mut Rng::new(1));
                moves.clear();
                state.moves(&mut moves);
                assert!(moves.contains(&mv), "{mv} in {state:?}");
                state.apply(mv);
            }
            for (seat, sum) in points.iter_mut().enumerate() {
                *sum += state.points(seat);
            }
        }
        // 1600 games: a seat's mean has a standard deviation near 0.05 points, titles included.
        let means = points.map(|sum| f64::from(sum) / 1600.0);
        assert!(means.iter().all(|mean| (mean - 3.0).abs() < 0.3), "{means:?}");
    }

    #[test]
    fn eager_players_pass_only_if_they_must() {
        let mut rng = Rng::new(2);
        let (mut buf, mut legal) = (Vec::new(), Vec::new());
        for seed in 0..50 {
            let mut state = Daihinmin::new(Rules::OFFICIAL, seed);
            while state.turn().is_some() {
                let mv = Eager.pick(&state, &mut buf, &mut rng);
                legal.clear();
                state.moves(&mut legal);
                assert!(legal.contains(&mv) && (!mv.is_pass() || legal.len() == 1));
                state.apply(mv);
            }
        }
    }
}
