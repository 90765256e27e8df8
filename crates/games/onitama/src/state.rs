//! Positions of Onitama on a board of N by N squares, and the `Game` they make. Knows nothing of text or
//! of good play.
//!
//! Seat 0 sits at rank 1 and moves up. Squares are numbered a1, b1, .. row by row. A position is two
//! bitboards per seat and five cards, so it is copied instead of undone.

use karuta_engine::{Game, Rng, Scores, Seat};

use crate::cards::{Card, Stamp};
use crate::moves::Move;
use crate::reach::{Tables, tables};

/// A position of Onitama.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Onitama<const N: usize> {
    /// All pieces of each seat, masters among them.
    pub(crate) pieces: [u64; 2],
    /// The master of each seat; empty once captured.
    pub(crate) masters: [u64; 2],
    pub(crate) hands: [[Card; 2]; 2],
    pub(crate) side: Card,
    pub(crate) turn: u8,
    pub(crate) end: End,
    pub(crate) ply: u16,
    /// The ply at which the game is called a draw; 0 means never.
    pub(crate) cap: u16,
}

/// How a game stands or ended. The seat that moved last won, except at the cap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Still going.
    No,
    /// A master stands on the other temple: the Way of the Stream.
    Temple,
    /// A master was captured: the Way of the Stone.
    Capture,
    /// The agreed number of plies was reached: a draw.
    Cap,
}

/// The placement of pieces and cards from which a position is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// All pieces of each seat.
    pub pieces: [u64; 2],
    /// Each seat's master.
    pub masters: [u64; 2],
    /// Each seat's cards.
    pub hands: [[Card; 2]; 2],
    /// The card beside the board.
    pub side: Card,
    /// Who moves.
    pub turn: Seat,
    /// The ply at which the game is a draw; 0 for never.
    pub cap: u16,
}

impl<const N: usize> Onitama<N> {
    pub(crate) const TABLES: &'static Tables = &tables(N);

    /// The temple of each seat: the middle of its home rank.
    pub const TEMPLES: [u64; 2] = [1 << (N / 2), 1 << (N * (N - 1) + N / 2)];

    /// Every square of the board.
    pub const BOARD: u64 = (1 << (N * N)) - 1;

    /// The squares on the rim.
    pub const EDGE: u64 = Self::BOARD & !Self::inside();

    /// The four corners.
    pub const CORNERS: u64 = 1 | 1 << (N - 1) | 1 << (N * (N - 1)) | 1 << (N * N - 1);

    const fn inside() -> u64 {
        let row = ((1 << (N - 2)) - 1) << 1;
        let (mut squares, mut y) = (0, 1);
        while y < N - 1 {
            squares |= row << (y * N);
            y += 1;
        }
        squares
    }

    /// The opening position: masters on their temples, students beside them.
    pub fn opening(cards: [Card; 5], turn: Seat, cap: u16) -> Self {
        let home = (1 << N) - 1;
        Self::from_setting(Setting {
            pieces: [home, home << (N * (N - 1))],
            masters: Self::TEMPLES,
            hands: [[cards[0], cards[1]], [cards[2], cards[3]]],
            side: cards[4],
            turn,
            cap,
        })
    }

    /// A position with this setting. A game is over if a master is missing or stands on the other
    /// temple; then the seat that is not to move has won.
    pub fn from_setting(s: Setting) -> Self {
        let mover = 1 - s.turn;
        let end = if s.masters[mover] == Self::TEMPLES[s.turn] {
            End::Temple
        } else if s.masters[s.turn] == 0 {
            End::Capture
        } else {
            End::No
        };
        Onitama {
            pieces: s.pieces,
            masters: s.masters,
            hands: s.hands,
            side: s.side,
            turn: s.turn as u8,
            end,
            ply: 0,
            cap: s.cap,
        }
    }

    /// The setting of this position.
    pub fn setting(&self) -> Setting {
        Setting {
            pieces: self.pieces,
            masters: self.masters,
            hands: self.hands,
            side: self.side,
            turn: usize::from(self.turn),
            cap: self.cap,
        }
    }

    /// How the game stands.
    pub fn end(&self) -> End {
        self.end
    }

    /// The seat that has won, if one has.
    pub fn winner(&self) -> Option<Seat> {
        match self.end {
            End::Temple | End::Capture => Some(1 - usize::from(self.turn)),
            End::No | End::Cap => None,
        }
    }

    /// Pieces a seat has left.
    pub fn pieces_left(&self, seat: Seat) -> u32 {
        self.pieces[seat].count_ones()
    }

    /// Plies made since the position was set up.
    pub fn plies(&self) -> u16 {
        self.ply
    }
}

/// The colour of the seat at rank 1. On the official board it follows the public servers, where Blue
/// sits there; on the thesis' board it is Red, as in the thesis.
pub const fn colour_of_first(n: usize) -> Stamp {
    if n == 5 { Stamp::Blue } else { Stamp::Red }
}

/// The seat a colour belongs to.
pub fn seat_of<const N: usize>(colour: Stamp) -> Seat {
    usize::from(colour != colour_of_first(N))
}

impl<const N: usize> Game for Onitama<N> {
    type Move = Move;
    type View = Self;
    const SEATS: usize = 2;
    const HIDDEN: bool = false;

    #[inline]
    fn turn(&self) -> Option<Seat> {
        (self.end == End::No).then_some(usize::from(self.turn))
    }

    fn moves(&self, out: &mut Vec<Move>) {
        self.list_moves(out);
    }

    #[inline]
    fn apply(&mut self, mv: Move) {
        self.make(mv);
    }

    fn payoff(&self) -> Scores {
        Scores::two(match self.winner() {
            Some(seat) => 1.0 - seat as f64,
            None => 0.5,
        })
    }

    fn view(&self, _: Seat) -> Self {
        *self
    }

    fn sample(view: &Self, _: &mut Rng) -> Self {
        *view
    }

    fn count_moves(&self, _: &mut Vec<Move>) -> usize {
        self.count_legal()
    }

    #[inline]
    fn random_move(&self, buf: &mut Vec<Move>, rng: &mut Rng) -> Move {
        if let Some(mv) = self.draw_legal(rng) {
            return mv;
        }
        buf.clear();
        self.moves(buf);
        buf[rng.index(buf.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use karuta_engine::conform::{self, Perft, perft};

    fn cards(names: &str) -> [Card; 5] {
        let list: Vec<Card> = names.split(' ').map(|name| Card::named(name).expect("a card")).collect();
        list.try_into().expect("five cards")
    }

    fn assert_perft<const N: usize>(state: &Onitama<N>, convention: Perft, counts: &[u64]) {
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(perft(state, depth, convention), count, "depth {depth}, {convention:?}");
        }
    }

    // The counts below are agreed on by three independent public move generators (5x5) and by the
    // thesis' own code and an independent program (7x7).

    #[test]
    fn perft_of_the_common_test_deal() {
        let state = Onitama::<5>::opening(cards("ox boar horse elephant crab"), 0, 0);
        assert_perft(&state, Perft::Community, &[10, 130, 1_989, 28_509, 487_780, 7_748_422, 137_281_607]);
        assert_perft(&state, Perft::Strict, &[10, 130, 1_989, 28_509, 487_752, 7_746_995]);
    }

    #[test]
    fn perft_with_the_second_seat_to_start() {
        let state = Onitama::<5>::opening(cards("rabbit cobra rooster tiger frog"), 1, 0);
        assert_perft(&state, Perft::Community, &[9, 72, 880, 10_374, 138_879, 1_781_181, 24_489_752]);
        assert_perft(&state, Perft::Strict, &[9, 72, 880, 10_368, 138_711, 1_778_688]);
    }

    #[test]
    fn perft_on_the_thesis_board() {
        let state = Onitama::<7>::opening(cards("tiger crab monkey crane dragon"), 0, 0);
        assert_perft(&state, Perft::Strict, &[14, 266, 5_073, 83_324, 1_691_853]);
        assert_eq!(perft(&state, 5, Perft::Community), 1_691_862);
    }

    /// Captures, wins and temple wins among the last plies of a strict perft.
    fn last_plies(state: &Onitama<5>, depth: u32, tally: &mut [u64; 3]) {
        let mut moves = Vec::new();
        state.moves(&mut moves);
        for mv in moves {
            let mut next = *state;
            next.apply(mv);
            if depth > 1 {
                last_plies(&next, depth - 1, tally);
                continue;
            }
            let other = 1 - usize::from(state.turn);
            // The published counts leave out students taken by the very move that reaches the temple.
            let took = next.pieces_left(other) < state.pieces_left(other);
            tally[0] += u64::from(took && (next.end() != End::Temple || next.masters[other] == 0));
            tally[1] += u64::from(next.winner().is_some());
            tally[2] += u64::from(next.end() == End::Temple);
        }
    }

    #[test]
    fn both_ways_to_win_are_told_apart() {
        let mut tally = [0; 3];
        last_plies(&Onitama::opening(cards("ox boar horse elephant crab"), 0, 0), 6, &mut tally);
        assert_eq!(tally, [160_513, 39_790, 0]);
        tally = [0; 3];
        last_plies(&Onitama::opening(cards("rabbit cobra rooster tiger frog"), 1, 0), 6, &mut tally);
        assert_eq!(tally, [150_598, 38_939, 674]);
    }

    /// Five pieces on the own a-file with Horse and Tiger: stuck.
    fn stuck() -> Onitama<5> {
        let file = |rank: u64| 1u64 << (5 * rank);
        let deal = cards("horse tiger crab monkey dragon");
        Onitama::from_setting(Setting {
            pieces: [(0..5).map(file).sum(), 0b11110 << 20],
            masters: [file(2), 1 << 22],
            hands: [[deal[0], deal[1]], [deal[2], deal[3]]],
            side: deal[4],
            turn: 0,
            cap: 0,
        })
    }

    #[test]
    fn a_stuck_seat_exchanges_a_card() {
        assert_perft(&stuck(), Perft::Community, &[2, 24, 192, 1_859, 19_978, 211_372]);
        assert_perft(&stuck(), Perft::Strict, &[2, 24, 192, 1_839, 19_895, 209_883]);
        conform::check_uniform(&stuck(), 10_000, 1);
    }

    fn random_deal<const N: usize>(rng: &mut Rng) -> Onitama<N> {
        let mut pool: Vec<Card> = Card::all().collect();
        rng.shuffle(&mut pool);
        Onitama::opening([pool[0], pool[1], pool[2], pool[3], pool[4]], rng.index(2), 400)
    }

    #[test]
    fn both_boards_keep_the_laws() {
        conform::check(random_deal::<5>, 100, 1);
        conform::check(random_deal::<7>, 50, 2);
    }

    #[test]
    fn winning_moves_are_found_exactly_where_there_are_any() {
        for seed in 0..300 {
            let mut rng = Rng::new(seed);
            let mut state = random_deal::<5>(&mut rng);
            while let Some(seat) = state.turn() {
                let mut moves = Vec::new();
                state.moves(&mut moves);
                let wins = |mv: Move| {
                    let mut next = state;
                    next.apply(mv);
                    next.winner() == Some(seat)
                };
                let found = state.winning_move(seat);
                assert_eq!(found.is_some(), moves.iter().any(|&mv| wins(mv)), "{state:?}");
                assert_eq!(found.is_some(), state.can_win(seat));
                assert!(found.is_none_or(|mv| moves.contains(&mv) && wins(mv)));
                state.apply(moves[rng.index(moves.len())]);
            }
        }
    }

    #[test]
    fn random_moves_are_uniform_along_a_game() {
        let mut rng = Rng::new(9);
        let mut state = random_deal::<5>(&mut rng);
        while state.turn().is_some() {
            conform::check_uniform(&state, 4_000, 3);
            let mv = state.random_move(&mut Vec::new(), &mut rng);
            state.apply(mv);
        }
    }

    #[test]
    fn a_win_at_once_is_one_some_move_makes() {
        let mut rng = Rng::new(4);
        for _ in 0..200 {
            let mut state = random_deal::<5>(&mut rng);
            while let Some(seat) = state.turn() {
                let mut moves = Vec::new();
                state.moves(&mut moves);
                let wins = moves.iter().any(|&mv| {
                    let mut next = state;
                    next.apply(mv);
                    next.winner().is_some()
                });
                assert_eq!(state.can_win(seat), wins, "{state:?}");
                let mv = moves[rng.index(moves.len())];
                state.apply(mv);
            }
        }
    }
}
