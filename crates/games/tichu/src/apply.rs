//! The effect of a move: plays, tricks, windows for bombs, wishes, gifts and the end of a round.

use karuta_engine::Seat;

use crate::cards::Cards;
use crate::combos::Kind;
use crate::moves::Move;
use crate::plays::has_bomb_on;
use crate::rules::{Bombs, By, Gift, Quirks, WishRule};
use crate::{Phase, Tichu};

impl Tichu {
    /// The seat to move plays a combination.
    #[inline]
    pub(crate) fn play(&mut self, mv: Move, kind: Kind) {
        let seat = self.seat();
        let quirks = self.rules.quirks;
        let (mv, cards) = if mv.is_named() {
            (mv.unnamed(), mv.named_cards(kind, self.hands[seat]))
        } else {
            (mv, mv.cards(kind, self.hands[seat], quirks.has(Quirks::STARTS)))
        };
        debug_assert!(self.hands[seat].contains(cards), "{mv:?} is played from {}", self.hands[seat]);
        self.hands[seat] -= cards;
        self.played[seat] |= cards;
        let is_out = self.hands[seat].is_empty();
        if is_out {
            self.out[usize::from(self.finished)] = seat as u8;
            self.finished += 1;
        }
        if mv == Move::DOG {
            if is_out && self.is_round_over() {
                self.end_round();
            } else {
                self.lead((seat + 2) % 4);
            }
            return;
        }
        self.top = Some(mv.combo(kind, self.top, quirks.has(Quirks::LOW_PHOENIX)));
        self.top_cards = cards;
        self.owner = seat as u8;
        self.trick += cards.points() as i16;
        if self.wish != 0 && cards.has_rank(self.wish) {
            self.wish = 0;
        }
        if is_out && self.is_round_over() {
            self.close_last_trick();
            return;
        }
        if cards.contains(Cards::MAH) && self.rules.wish != WishRule::None {
            match self.rules.wish_by {
                By::Choice => {
                    self.turn = seat as u8;
                    self.phase = Phase::Wish;
                    return;
                }
                By::Lot => self.wish = self.wish_by_lot(),
            }
        }
        self.after_play();
    }

    /// True if partners are first and second out, or only one seat has cards.
    fn is_round_over(&self) -> bool {
        self.finished == 3 || (self.finished == 2 && self.out[0] % 2 == self.out[1] % 2)
    }

    /// Any rank, or none as one more of equals.
    fn wish_by_lot(&mut self) -> u8 {
        let least = if self.rules.wish_optional { 0 } else { 1 };
        let options = 14 - least;
        let lot = least + ((u128::from(self.chance.bits()) * options) >> 64);
        if lot == 0 { 0 } else { lot as u8 + 1 }
    }

    /// Opens a window for bombs on what was just played, then goes on to the next seat.
    #[inline]
    pub(crate) fn after_play(&mut self) {
        let owner = usize::from(self.owner);
        self.turn = self.next_with_cards(owner) as u8;
        self.ask_from(1);
    }

    /// The next seat to the right of `seat` that has cards.
    #[inline]
    fn next_with_cards(&self, seat: Seat) -> Seat {
        (1..4).map(|step| (seat + step) % 4).find(|&next| !self.hands[next].is_empty()).unwrap_or(seat)
    }

    /// Asks those who hold a bomb that beats the table, to the right of its owner and the owner last;
    /// the seat whose turn is next can bomb on its turn. When nobody is left to ask, play goes on.
    #[inline]
    pub(crate) fn ask_from(&mut self, place: usize) {
        let owner = usize::from(self.owner);
        let is_closing = self.turn == self.owner;
        // The seats asked before are forgotten, so that views do not show who was asked.
        self.asked = 0;
        if self.rules.bombs == Bombs::OutOfTurn
            && let Some(top) = self.top
        {
            for seat in (place..=4).map(|step| (owner + step) % 4) {
                let has_turn = seat == usize::from(self.turn) && !is_closing;
                if !has_turn && has_bomb_on(self.hands[seat], top, &self.rules) {
                    self.asked = seat as u8;
                    self.phase = Phase::Window;
                    return;
                }
            }
        }
        if is_closing {
            self.close_trick();
        } else {
            self.phase = Phase::Play;
        }
    }

    /// The seat that was asked keeps its bomb.
    pub(crate) fn hold(&mut self) {
        let place = (usize::from(self.asked) + 3 - usize::from(self.owner)) % 4 + 1;
        self.ask_from(place + 1);
    }

    /// The position as if every other seat that is asked for a bomb out of turn had kept it, until `by` is asked.
    pub(crate) fn without_windows_of_others(mut self, by: Seat) -> Tichu {
        while self.phase == Phase::Window && self.seat() != by {
            self.hold();
        }
        self
    }

    /// The seat to move plays nothing.
    #[inline]
    pub(crate) fn pass(&mut self) {
        let mut next = self.turn & 3;
        loop {
            next = (next + 1) & 3;
            if next == self.owner {
                self.turn = next;
                self.ask_from(1);
                return;
            }
            if !self.hands[usize::from(next)].is_empty() {
                self.turn = next;
                return;
            }
        }
    }

    /// Everybody has passed: the owner takes the trick, or gives it away.
    fn close_trick(&mut self) {
        if self.top.is_some_and(|top| top.is_dragon()) {
            return self.give_dragon_trick();
        }
        self.won[usize::from(self.owner & 3)] += self.trick;
        self.lead(usize::from(self.owner));
    }

    /// The owner chooses who gets the trick won with the Dragon, where the rules leave a choice.
    fn give_dragon_trick(&mut self) {
        self.turn = self.owner;
        match self.rules.gift {
            Gift::Chosen => self.phase = Phase::Gift,
            Gift::Right => self.gift(1),
        }
    }

    /// The trick that ends the round belongs to its owner, the Dragon excepted. After a double victory
    /// cards do not count.
    fn close_last_trick(&mut self) {
        let is_dragon = self.top.is_some_and(|top| top.is_dragon());
        if self.finished == 3 && is_dragon && !self.rules.quirks.has(Quirks::LAST_DRAGON) {
            return self.give_dragon_trick();
        }
        self.won[usize::from(self.owner & 3)] += self.trick;
        self.trick = 0;
        self.end_round();
    }

    /// The trick won with the Dragon goes to a seat so many places to the right.
    pub(crate) fn gift(&mut self, way: usize) {
        self.won[(usize::from(self.owner) + way) % 4] += self.trick;
        self.trick = 0;
        if self.is_round_over() {
            self.end_round();
        } else {
            self.lead(usize::from(self.owner));
        }
    }

    /// A new trick, led by `seat` or the next to its right that has cards.
    #[inline]
    fn lead(&mut self, seat: Seat) {
        self.trick = 0;
        self.top = None;
        self.top_cards = Cards::NONE;
        let leader = if self.hands[seat & 3].is_empty() { self.next_with_cards(seat) } else { seat };
        self.turn = leader as u8;
        self.owner = leader as u8;
        self.phase = Phase::Play;
    }
}
