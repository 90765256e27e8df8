//! Chance and what happens between games: places, the deal, tribute and the exchange.

use karuta_engine::Seat;

use crate::cards::Cards;
use crate::field::Field;
use crate::moves::Move;
use crate::{Daihinmin, Phase, SEATS};

/// The seed from which all coming deals and draws follow: the state of splitmix64. Views hide it, and
/// a sampled world gets a new one, so nothing can be learned from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Chance(pub u64);

impl Chance {
    #[inline]
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`, which must not be 0.
    #[inline]
    fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    /// Every order equally likely.
    #[inline]
    pub(crate) fn shuffle(&mut self, items: &mut [u8]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// The bits of the 53 cards.
const DECK: [u8; 53] = {
    let mut deck = [0; 53];
    let mut at = 0;
    while at < 52 {
        deck[at] = at as u8 + 4;
        at += 1;
    }
    deck[52] = 60;
    deck
};

/// Numbers of cards that go up and down between the titles of a pair: daihinmin and daifugo, hinmin and fugo.
pub(crate) const TRIBUTE: [u32; 2] = [2, 1];

impl Daihinmin {
    /// Sets up the game after the last one: places, cards, tribute. `titled` says whether the order of
    /// the last game counts.
    pub(crate) fn open_game(&mut self, titled: bool) {
        self.titled = titled;
        if self.rules.reseats(self.game) {
            self.chance.shuffle(&mut self.seating);
        }
        self.know_neighbours();
        let dealer = if titled { usize::from(self.order[0]) } else { self.chance.below(SEATS) };
        self.deal_cards(dealer);
        self.played = [Cards::NONE; SEATS];
        self.tribute = [Cards::NONE; 2];
        self.gifts = [Cards::NONE; 2];
        self.field = Field::default();
        self.active = 0b1_1111;
        self.passed = 0;
        self.passes = 0;
        self.done = 0;
        self.finished = [0; SEATS];
        (self.first, self.last) = (0, 0);
        if !titled {
            self.order = [0, 1, 2, 3, 4];
        }
        if titled && self.rules.exchange {
            self.pay_tribute();
        } else {
            self.begin_play();
        }
    }

    /// The order of seats follows from the places.
    pub(crate) fn know_neighbours(&mut self) {
        for place in 0..SEATS {
            self.after[usize::from(self.seating[place])] = self.seating[(place + 1) % SEATS];
        }
    }

    /// Cards one by one along the places, so that the dealer and the two after him have eleven.
    fn deal_cards(&mut self, dealer: Seat) {
        let mut deck = DECK;
        self.chance.shuffle(&mut deck);
        let mut seat = dealer;
        let mut from = 0;
        for nth in 0..SEATS {
            let count = if nth < 3 { 11 } else { 10 };
            self.hands[seat] =
                deck[from..from + count].iter().map(|&bit| Cards::bit(u32::from(bit))).collect();
            from += count;
            seat = usize::from(self.after[seat]);
        }
    }

    /// The poor hand over their strongest cards; then the rich choose what they give in return.
    pub(crate) fn pay_tribute(&mut self) {
        for (pair, count) in TRIBUTE.into_iter().enumerate() {
            let (rich, poor) = self.pair(pair);
            let cards = self.hands[poor].strongest(count);
            self.hands[poor] = self.hands[poor].without(cards);
            self.hands[rich] |= cards;
            self.tribute[pair] = cards;
        }
        self.phase = Phase::DaifugoGives;
        self.turn = self.order[0];
    }

    /// The rich and the poor seat of a pair: daifugo and daihinmin, fugo and hinmin.
    #[inline]
    pub fn pair(&self, pair: usize) -> (Seat, Seat) {
        (usize::from(self.order[pair]), usize::from(self.order[4 - pair]))
    }

    /// The seat to move hands over cards of its choice.
    pub(crate) fn make_gift(&mut self, mv: Move) {
        let pair = usize::from(self.phase == Phase::FugoGives);
        let (rich, poor) = self.pair(pair);
        let cards = mv.cards();
        debug_assert!(self.hands[rich].contains(cards) && cards.len() == TRIBUTE[pair], "{mv}");
        self.hands[rich] = self.hands[rich].without(cards);
        self.hands[poor] |= cards;
        self.gifts[pair] = cards;
        if pair == 0 {
            self.phase = Phase::FugoGives;
            self.turn = self.order[1];
        } else {
            self.begin_play();
        }
    }

    /// The holder of the diamond 3 moves first, whatever he plays.
    pub(crate) fn begin_play(&mut self) {
        let holder = (0..SEATS).find(|&seat| self.hands[seat].meets(Cards::DIAMOND_3));
        self.first = holder.expect("somebody holds the diamond 3") as u8;
        self.phase = Phase::Play;
        self.turn = self.first;
        self.last = self.first;
    }
}
