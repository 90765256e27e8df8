//! Toys for testing searches: a game parsed from a string, whose value a reader can see, Kuhn's three-card
//! poker, the smallest game with a hidden hand, Leduc poker, whose value is known too, matching pennies, the smallest
//! with a hidden move, a heap of Nim, and connect four, which other programs search too.

mod connect_four;
mod heap;
mod leduc;

pub use connect_four::ConnectFour;
pub use heap::Heap;
pub use leduc::{Leduc, LeducView, Stake};

use crate::evaluation::Knowledge;
use crate::game::{Game, Scores, Seat};
use crate::rng::Rng;

/// A two-seat game written as a tree: `(1(0=))` offers seat 0 a win or a node where seat 1 chooses
/// between a win of its own and a draw. `1` is a win of seat 0, `0` of seat 1, `=` a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tree {
    text: &'static str,
    at: u16,
    turn: u8,
}

impl Tree {
    /// A tree for depth-first searches: it shows its result at the end and nothing before.
    pub const KNOWLEDGE: Knowledge<Tree> = Knowledge {
        evaluate: |_, _| 0,
        scale: 1.0,
        key: Tree::key,
        urgency: |_, _, out| out.fill(0),
        noisy: |_, _| {},
        winning: |_| None,
    };

    /// The start of the game written in `text`, which must be a well-formed tree.
    pub fn parse(text: &'static str) -> Tree {
        assert!(text.is_ascii() && subtree(text.as_bytes(), 0) == text.len(), "{text:?} is not one tree");
        Tree { text, at: 0, turn: 0 }
    }

    /// A number that tells positions apart.
    pub fn key(&self) -> u64 {
        u64::from(self.at) + 1
    }

    fn byte(&self) -> u8 {
        self.text.as_bytes()[usize::from(self.at)]
    }
}

/// The index after the tree that starts at `at`.
fn subtree(text: &[u8], at: usize) -> usize {
    let mut open = 0;
    for (index, byte) in text.iter().enumerate().skip(at) {
        match byte {
            b'(' => open += 1,
            b')' => open -= 1,
            b'0' | b'1' | b'=' => {}
            other => panic!("{:?} has no meaning in a tree", char::from(*other)),
        }
        if open == 0 {
            return index + 1;
        }
    }
    panic!("a bracket stays open");
}

impl Game for Tree {
    type Move = u16;
    type View = Tree;
    const SEATS: usize = 2;
    const HIDDEN: bool = false;

    fn turn(&self) -> Option<Seat> {
        (self.byte() == b'(').then_some(usize::from(self.turn))
    }

    fn moves(&self, out: &mut Vec<u16>) {
        if self.turn().is_none() {
            return;
        }
        let text = self.text.as_bytes();
        let mut child = usize::from(self.at) + 1;
        while text[child] != b')' {
            out.push(child as u16);
            child = subtree(text, child);
        }
    }

    fn apply(&mut self, mv: u16) {
        self.at = mv;
        self.turn ^= 1;
    }

    fn payoff(&self) -> Scores {
        Scores::two(match self.byte() {
            b'1' => 1.0,
            b'0' => 0.0,
            _ => 0.5,
        })
    }

    fn view(&self, _: Seat) -> Tree {
        *self
    }

    fn sample(view: &Tree, _: &mut Rng) -> Tree {
        *view
    }
}

/// Kuhn's poker: two seats, one card each of three, one bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kuhn {
    cards: [u8; 2],
    line: [Option<Wager>; 3],
}

/// The moves of [`Kuhn`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wager {
    /// Check, or fold when the other has bet.
    Pass,
    /// Bet, or call.
    Bet,
}

/// The view of a seat of [`Kuhn`]: its card and the bets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KuhnView {
    seat: Seat,
    /// The card, 0 lowest.
    pub card: u8,
    /// The bets and checks so far.
    pub line: [Option<Wager>; 3],
}

impl Kuhn {
    /// A deal drawn from `rng`.
    pub fn deal(rng: &mut Rng) -> Kuhn {
        let mut deck = [0, 1, 2];
        rng.shuffle(&mut deck);
        Kuhn { cards: [deck[0], deck[1]], line: [None; 3] }
    }

    /// The deal with these two cards, 0 lowest.
    pub fn with_cards(cards: [u8; 2]) -> Kuhn {
        Kuhn { cards, line: [None; 3] }
    }

    /// Every position that a seat cannot exclude, with its probability.
    pub fn worlds(view: &KuhnView) -> Vec<(Kuhn, f64)> {
        let others = (0..3).filter(|&card| card != view.card);
        let cards = others.map(|other| if view.seat == 0 { [view.card, other] } else { [other, view.card] });
        cards.map(|cards| (Kuhn { cards, line: view.line }, 0.5)).collect()
    }

    fn made(&self) -> usize {
        self.line.iter().flatten().count()
    }
}

impl Game for Kuhn {
    type Move = Wager;
    type View = KuhnView;
    const SEATS: usize = 2;
    const HIDDEN: bool = true;

    fn turn(&self) -> Option<Seat> {
        use Wager::{Bet, Pass};
        match self.line {
            [Some(Pass), Some(Pass), _] | [Some(Bet), Some(_), _] | [_, _, Some(_)] => None,
            _ => Some(self.made() % 2),
        }
    }

    fn moves(&self, out: &mut Vec<Wager>) {
        if self.turn().is_some() {
            out.extend([Wager::Pass, Wager::Bet]);
        }
    }

    fn apply(&mut self, mv: Wager) {
        self.line[self.made()] = Some(mv);
    }

    fn payoff(&self) -> Scores {
        use Wager::{Bet, Pass};
        let higher = if self.cards[0] > self.cards[1] { 1.0 } else { -1.0 };
        let won_by_first = match self.line {
            [Some(Pass), Some(Pass), _] => higher,
            [Some(Bet), Some(Pass), _] => 1.0,
            [Some(Pass), Some(Bet), Some(Pass)] => -1.0,
            _ => 2.0 * higher,
        };
        Scores::two(0.5 + won_by_first / 4.0)
    }

    fn view(&self, seat: Seat) -> KuhnView {
        KuhnView { seat, card: self.cards[seat], line: self.line }
    }

    fn sample(view: &KuhnView, rng: &mut Rng) -> Kuhn {
        let other = (view.card + 1 + rng.below(2) as u8) % 3;
        let cards = if view.seat == 0 { [view.card, other] } else { [other, view.card] };
        Kuhn { cards, line: view.line }
    }
}

/// Matching pennies: seat 0 lays down a coin face down and seat 1 guesses; or seat 0 declines, which is
/// worth a quarter to it. Hidden moves are worth a half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pennies {
    laid: Option<Penny>,
    guess: Option<Penny>,
}

/// The moves of [`Pennies`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Penny {
    /// Heads.
    Heads,
    /// Tails.
    Tails,
    /// A coin as the other seat sees it laid down.
    FaceDown,
    /// No coin is laid down.
    Decline,
}

impl Pennies {
    /// Nothing is laid down yet.
    pub const START: Pennies = Pennies { laid: None, guess: None };
}

impl Game for Pennies {
    type Move = Penny;
    /// The view of a seat: a coin may lie face down.
    type View = Pennies;
    const SEATS: usize = 2;
    const HIDDEN: bool = true;

    fn turn(&self) -> Option<Seat> {
        match (self.laid, self.guess) {
            (None, _) => Some(0),
            (Some(Penny::Decline), _) | (Some(_), Some(_)) => None,
            (Some(_), None) => Some(1),
        }
    }

    fn moves(&self, out: &mut Vec<Penny>) {
        match self.turn() {
            Some(0) => out.extend([Penny::Heads, Penny::Tails, Penny::Decline]),
            Some(_) => out.extend([Penny::Heads, Penny::Tails]),
            None => {}
        }
    }

    fn apply(&mut self, mv: Penny) {
        match self.laid {
            None => self.laid = Some(mv),
            Some(_) => self.guess = Some(mv),
        }
    }

    fn payoff(&self) -> Scores {
        Scores::two(match self.laid {
            Some(Penny::Decline) => 0.25,
            laid => f64::from(u8::from(laid != self.guess)),
        })
    }

    fn view(&self, seat: Seat) -> Pennies {
        let is_hidden = seat == 1 && self.turn() == Some(1);
        Pennies { laid: if is_hidden { Some(Penny::FaceDown) } else { self.laid }, ..*self }
    }

    fn sample(view: &Pennies, rng: &mut Rng) -> Pennies {
        match view.laid {
            Some(Penny::FaceDown) => {
                Pennies { laid: Some([Penny::Heads, Penny::Tails][rng.index(2)]), ..*view }
            }
            _ => *view,
        }
    }

    fn observe(&self, mv: Penny, by: Seat) -> Option<Penny> {
        Some(match mv {
            Penny::Heads | Penny::Tails if by == 1 && self.laid.is_none() => Penny::FaceDown,
            _ => mv,
        })
    }
}

#[cfg(test)]
mod tests;
