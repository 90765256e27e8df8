//! Legal moves: the plays of `plays` under a wish, and everything else a seat may do.

use crate::combos::Kind;
use crate::moves::Move;
use crate::plays;
use crate::rules::WishRule;
use crate::{Call, NOBODY, Phase, Tichu};

impl Tichu {
    /// Appends every legal move.
    #[inline]
    pub(crate) fn list_moves(&self, out: &mut Vec<Move>) {
        let seat = self.seat();
        match self.phase {
            Phase::Play => {
                let may_pass = self.list_plays(out);
                if may_pass {
                    out.push(Move::PASS);
                }
                if self.may_call() {
                    out.push(Move::TICHU);
                }
            }
            Phase::Window => {
                let first = out.len();
                if let Some(top) = self.top {
                    plays::bombs(self.hands[seat], top, &self.rules, out);
                }
                for bomb in &mut out[first..] {
                    *bomb = bomb.out_of_turn(seat);
                }
                out.push(Move::hold(seat));
                if self.may_call() {
                    out.push(Move::TICHU);
                }
            }
            Phase::Grand => out.extend([Move::NO_CALL, Move::GRAND]),
            Phase::Give => {
                let made = self.given[seat].iter().take_while(|&&card| card != NOBODY).count();
                let left = self.hands[seat].iter().filter(|card| !self.given[seat][..made].contains(card));
                out.extend(left.map(|card| Move::give(card, made + 1)));
                if made == 0 && self.may_call() {
                    out.push(Move::TICHU);
                }
            }
            Phase::Wish => {
                let least = if self.rules.wish_optional { 1 } else { 2 };
                out.extend((least..=14).map(|rank| Move::wish(if rank == 1 { 0 } else { rank })));
            }
            Phase::Gift => out.extend([Move::gift(1), Move::gift(3)]),
            Phase::Over => {}
        }
    }

    /// True if the seat to move may still call Tichu: before its first card.
    #[inline]
    pub(crate) fn may_call(&self) -> bool {
        let seat = self.seat();
        self.rules.calls && self.calls[seat] == Call::None && self.played[seat].is_empty()
    }

    /// Appends the plays of the seat whose turn it is, and says whether it may pass instead.
    #[inline]
    pub(crate) fn list_plays(&self, out: &mut Vec<Move>) -> bool {
        let first = out.len();
        let hand = self.hands[self.seat()];
        match self.top {
            Some(top) => plays::answers(hand, top, &self.rules, out),
            None => plays::leads(hand, &self.rules, out),
        }
        let is_bound = self.wish != 0 && hand.has_rank(self.wish) && self.keep_wished(first, out);
        self.top.is_some() && !is_bound
    }

    /// Keeps what the wish allows of the plays from `first` on, if any of them fulfils it.
    fn keep_wished(&self, first: usize, out: &mut Vec<Move>) -> bool {
        let fulfils = |mv: Move| mv.kind().is_some_and(|kind| mv.has_natural(kind, self.wish));
        if !out[first..].iter().any(|&mv| fulfils(mv)) {
            return false;
        }
        let is_exempt =
            |mv: Move| self.rules.wish == WishRule::BombExempt && mv.kind().is_some_and(Kind::is_bomb);
        let mut kept = first;
        for at in first..out.len() {
            let mv = out[at];
            if fulfils(mv) || is_exempt(mv) {
                out[kept] = mv;
                kept += 1;
            }
        }
        out.truncate(kept);
        true
    }
}
