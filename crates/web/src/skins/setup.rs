//! Positions set up by hand: controls for the pieces and cards of each game, and the text that they say. Whatever a
//! seat could not know is left to chance, so a hand is enough.

use karuta_daihinmin::cards::Cards as Daihinmins;
use karuta_hanamikoji::cards::{CHARM, SUITS};
use karuta_hanamikoji::view::View as HanamikojiView;
use karuta_onitama::Setting;
use karuta_onitama::cards::Card;
use karuta_tichu::cards::Cards as Tichus;
use maud::{Markup, html};

use crate::skins::cards::{Face, printed};
use crate::skins::{classes, daihinmin, hanamikoji, icon, onitama, tichu};
use crate::words::{self, filled};

/// The fields of a form, as often as they were filled in.
pub struct Fields(pub Vec<(String, String)>);

impl Fields {
    /// All values of a field.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The value of a field, or nothing.
    pub fn one(&self, name: &str) -> &str {
        self.0.iter().find(|(other, _)| other == name).map_or("", |(_, value)| value.trim())
    }

    /// The value of a field, or what stands for an empty one.
    fn or<'a>(&'a self, name: &str, other: &'a str) -> &'a str {
        Some(self.one(name)).filter(|value| !value.is_empty()).unwrap_or(other)
    }
}

/// A board of squares to be pressed, the five cards, and the seat to move.
pub fn onitama_controls(setting: &Setting, side: usize) -> Markup {
    let say = &words::now().board;
    let digit = |square: usize| {
        let bit = 1u64 << square;
        let owner = (0..2).find(|&seat| setting.pieces[seat] & bit != 0);
        owner.map_or(0, |seat| 1 + 2 * seat + usize::from(setting.masters[seat] == bit))
    };
    let seats = words::now().onitama.seats;
    let cards =
        [setting.hands[0][0], setting.hands[0][1], setting.hands[1][0], setting.hands[1][1], setting.side];
    let labels = [0, 0, 1, 1, 2]
        .map(|of| if of == 2 { say.side_card.into() } else { filled(say.cards_of, &[seats[of]]) });
    html! {
        p.soft { (say.press_squares) }
        div class=(classes("board small", &[(side == 7, "seven")])) role="group" aria-label=(words::now().onitama.board) {
            @for row in 0..side { @for column in 0..side {
                @let square = (side - 1 - row) * side + column;
                @let name = onitama::square_name(side, square as u8);
                button .sq type="button" data-cycle="5" aria-label=(name) {
                    input type="hidden" name="sq" value=(digit(square));
                    @for (at, drawn) in ["", "stu0", "mas0", "stu1", "mas1"].into_iter().enumerate() {
                        span.piece data-at=(at) hidden[digit(square) != at] {
                            @if at > 0 { (icon(drawn, if at < 3 { "stone m" } else { "stone t" })) }
                        }
                    }
                }
            } }
        }
        @for (label, card) in labels.iter().zip(cards) {
            label { (label) " " select name="card" { @for other in Card::all() { option value=(other.face().name) selected[other == card] { (other.face().name) } } } }
        }
        label { (say.turn) " " select name="turn" { @for (seat, name) in seats.iter().enumerate() { option value=(seat) selected[seat == setting.turn] { (name) } } } }
    }
}

/// The position of the board.
pub fn onitama_text(fields: &Fields) -> String {
    // The squares come from the top row down, and positions are written from the bottom row up.
    let rows: Vec<&str> = fields.all("sq").collect();
    let squares: String = rows.chunks(rows.len().isqrt().max(1)).rev().flatten().copied().collect();
    let cards: Vec<&str> = fields.all("card").collect();
    format!("{squares} {} {}", cards.join(","), fields.or("turn", "0"))
}

/// The number of cards held of each geisha, and her marker.
pub fn hanamikoji_controls(view: &HanamikojiView) -> Markup {
    let (say, hana) = (&words::now().board, &words::now().hanamikoji);
    html! {
        p.soft { (say.tick_hand) }
        ul.geisha-set { @for suit in 0..SUITS {
            li class={ "h" (suit) } {
                span class={ "card fl sm h" (suit) } aria-hidden="true" { (hanamikoji::inside(suit as u8)) }
                label { span.vh { (hana.flowers[suit]) } select name="held" { @for n in 0..=CHARM[suit] { option value=(n) selected[n == view.hand().of(suit as u8)] { (n) } } } }
                label { span.vh { (hana.markers[0]) } select name="marker" { @for (at, name) in hana.markers.iter().enumerate() { option value=(at) { (name) } } } }
            }
        } }
    }
}

/// The first turn of a round with this hand; the other cards fall as they may.
pub fn hanamikoji_text(fields: &Fields, is_official: bool, seed: u64) -> String {
    let held: Vec<u8> = fields.all("held").map(|n| n.parse().unwrap_or(0)).collect();
    let hand: String = (0..SUITS)
        .map(|suit| suit.to_string().repeat(usize::from(held.get(suit).copied().unwrap_or(0))))
        .collect();
    let mut rest: Vec<String> = (0..SUITS)
        .flat_map(|suit| {
            let left = CHARM[suit].saturating_sub(held.get(suit).copied().unwrap_or(0));
            (0..left).map(move |_| suit.to_string())
        })
        .collect();
    let mut rng = karuta_engine::Rng::new(seed);
    for at in (1..rest.len()).rev() {
        rest.swap(at, rng.below(at as u64 + 1) as usize);
    }
    let other = if is_official { 6 } else { 7 }.min(rest.len());
    let (theirs, left) = rest.split_at(other);
    let (removed, deck) = left.split_at(left.len().min(1));
    let markers: String = fields.all("marker").collect();
    format!(
        "round=1 first=0 markers={markers} hands={hand},{} plays=-,- deck={} removed={} seed={}",
        theirs.concat(),
        deck.concat(),
        removed.concat(),
        seed % 1_000_000
    )
}

fn deck(faces: impl Iterator<Item = (Face, bool)>) -> Markup {
    html! {
        div.deck { @for (face, is_held) in faces {
            label class={ "card sm " (face.colour) } {
                input type="checkbox" name="c" value=(face.text) checked[is_held] aria-label=(face.name);
                (printed(&face))
            }
        } }
    }
}

/// The hand, what lies on the table, and a wish.
pub fn tichu_controls(hand: Tichus) -> Markup {
    let say = &words::now().board;
    html! {
        p.soft { (say.tick_hand) }
        (deck(Tichus::ALL.iter().map(|card| (tichu::face(card), hand.contains(Tichus::one(card))))))
        label { (say.on_table) " " input name="table" placeholder="lead, single:10, pair:5, straight:9:5" maxlength="40" autocomplete="off"; }
        label { (words::now().tichu.wish.replace("{0}", "")) " " input name="wish" placeholder="8" maxlength="2" autocomplete="off"; }
    }
}

/// The short position of a hand.
pub fn tichu_text(fields: &Fields) -> String {
    let hand: Vec<&str> = fields.all("c").collect();
    let wish = match fields.one("wish") {
        "" => String::new(),
        rank => format!(" wish={rank}"),
    };
    format!("hand={} table={}{wish}", hand.join(","), fields.or("table", "lead"))
}

/// The hand, what lies on the table, revolution and lock.
pub fn daihinmin_controls(hand: Daihinmins) -> Markup {
    let say = &words::now().board;
    html! {
        p.soft { (say.tick_hand) }
        (deck(Daihinmins::ALL.by_rank().map(|card| (daihinmin::face(card), hand.contains(card)))))
        label { (say.on_table) " " input name="table" placeholder="S9+H9" maxlength="40" autocomplete="off"; }
        label.switch { input type="checkbox" name="order" value="reversed"; (say.reversed) }
        label.switch { input type="checkbox" name="lock" value="yes"; (say.locked) }
    }
}

/// The short position of a hand.
pub fn daihinmin_text(fields: &Fields) -> String {
    let hand: Vec<&str> = fields.all("c").collect();
    format!(
        "hand={} table={} order={} lock={}",
        hand.join(","),
        fields.or("table", "empty"),
        fields.or("order", "normal"),
        fields.or("lock", "no")
    )
}

#[cfg(test)]
mod tests;
