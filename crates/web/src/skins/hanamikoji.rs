//! Hanamikoji on the page: seven geishas with both sides' cards, action tiles as radio buttons, the hand as
//! check boxes, an offer to answer.

use karuta_agents::BuiltAgent;
use karuta_engine::Seat;
use karuta_hanamikoji::cards::{CHARM, Cards, SUITS};
use karuta_hanamikoji::moves::{Action, Move};
use karuta_hanamikoji::view::View;
use karuta_hanamikoji::{Hanamikoji, Phase};
use karuta_playable::spec::SpecError;
use maud::{Markup, html};

use crate::skin::{Sight, Skin, Variant};
use crate::skins::{classes, count, icon};

/// The flowers of the seven geishas. The digits on the cards are what one types.
const FLOWERS: [&str; SUITS] = ["Iris", "Clover", "Reed", "Plum", "Maple", "Aster", "Peony"];

impl Skin for Hanamikoji {
    const TITLE: &'static str = "Hanamikoji";
    const CLASS: &'static str = "hanamikoji";
    const SUMMARY: &'static str = "Win the favour of seven geishas with four actions a round.";
    const SIZE: &'static str = "2 players, 15 minutes";
    const WAYS: &'static [Variant] = &[
        Variant { key: "official", name: "Official rules", spec: "hanamikoji:rules=official,starts=random" },
        Variant { key: "paper", name: "Rules of Hassan's thesis", spec: "hanamikoji:starts=random" },
    ];
    const SEAT_NAMES: &'static [&'static str] = &["First", "Second"];
    const EXAMPLE: &'static str = "gift 3 4 6";

    fn agent(spec: &str, explain: bool) -> Result<BuiltAgent<Self>, SpecError> {
        karuta_hanamikoji_agents::agents(spec, explain)
    }

    fn waits_for(view: &View) -> Option<Seat> {
        match view.phase() {
            Phase::Over => None,
            Phase::Answer => Some(1 - view.actor()),
            Phase::Play | Phase::Draw | Phase::Scored => Some(view.actor()),
        }
    }

    fn mat(sight: &Sight<Self>) -> Markup {
        let (me, them) = (sight.seat, 1 - sight.seat);
        html! {
            div.mat.hana {
                (seat(sight, them))
                ul.tiles.them aria-label={ "Actions of " (sight.name(them)) } {
                    @for action in Action::ALL { (their_tile(sight, them, action)) }
                }
                ul.street aria-label="Geishas" { @for suit in 0..SUITS { (geisha(sight, suit)) } }
                @if let Some((action, cards)) = sight.view.pending() { (offer(sight, action, cards)) }
                fieldset.tiles.me {
                    legend.vh { "Your actions" }
                    @for action in Action::ALL { (my_tile(sight, action)) }
                }
                (seat(sight, me))
                fieldset.own { legend.vh { "Your hand" } (hand(sight)) }
            }
        }
    }

    fn facts(sight: &Sight<Self>) -> Markup {
        let view = &sight.view;
        let limit = match view.rules().rounds {
            0 => String::new(),
            rounds => format!(" of {rounds}"),
        };
        let removed = view.removed().map_or("unseen".into(), named);
        html! {
            section.panel aria-labelledby="h-facts" {
                div.head {
                    h2 #h-facts { "Round " (view.round()) (limit) }
                    span.soft { "turn " ((view.turns() + 1).min(8)) " of 8" }
                }
                dl.facts {
                    dt { "Deck" } dd { (count(view.deck_len(), "card")) }
                    dt { "Set aside" } dd { (removed) }
                    dt { "Who wins" } dd { "11 charm or 4 geishas" }
                }
            }
        }
    }

    fn asks(sight: &Sight<Self>) -> String {
        match sight.view.pending() {
            Some((Action::Compete, _)) if sight.view.aside(1 - sight.seat).first_pair().is_empty() => {
                "Your answer: take two cards.".into()
            }
            Some((Action::Compete, _)) => "Your answer: take one pair.".into(),
            Some(_) => "Your answer: take one card.".into(),
            None => "Your turn: choose an action and its cards.".into(),
        }
    }

    fn keys(sight: &Sight<Self>, mv: Move) -> Vec<String> {
        match mv.action() {
            Some(action) => {
                let cards = mv.cards();
                let cards = cards.iter().map(|suit| format!("c:{suit}"));
                std::iter::once(format!("act:{}", action.name())).chain(cards).collect()
            }
            None if is_paired(&sight.view) => vec![pair_key(mv.cards())],
            None => mv.cards().iter().map(|suit| format!("o:{suit}")).collect(),
        }
    }

    fn label(_: &Sight<Self>, mv: Move, _: &str) -> String {
        let (first, second) = mv.pairs();
        match mv.action() {
            None => format!("Take {}", named(mv.cards())),
            Some(Action::Secret) => format!("Hide {}", named(mv.cards())),
            Some(Action::Trade) => format!("Discard {}", named(mv.cards())),
            Some(Action::Gift) => format!("Offer {}", named(mv.cards())),
            Some(Action::Compete) if second.is_empty() => format!("Offer {}", named(first)),
            Some(Action::Compete) => format!("Offer {} or {}", named(first), named(second)),
        }
    }

    fn told(_: &Sight<Self>, _: Seat, mv: Move, _: &str) -> String {
        let (first, second) = mv.pairs();
        let cards = mv.cards();
        match mv.action() {
            None => format!("took {}", named(cards)),
            Some(Action::Secret) if cards.is_empty() => "hid a card".into(),
            Some(Action::Secret) => format!("hid {}", named(cards)),
            Some(Action::Trade) if cards.is_empty() => "discarded two cards".into(),
            Some(Action::Trade) => format!("discarded {}", named(cards)),
            Some(Action::Gift) => format!("offered {}", named(cards)),
            Some(Action::Compete) if second.is_empty() => format!("offered {}", named(first)),
            Some(Action::Compete) => format!("offered {} or {}", named(first), named(second)),
        }
    }

    fn revealed(&self, seat: Seat) -> View {
        View::peek(self, seat)
    }
}

/// Cards as flowers with commas.
fn named(cards: Cards) -> String {
    let names: Vec<&str> = cards.iter().map(|suit| FLOWERS[usize::from(suit)]).collect();
    match names.split_last() {
        None => "nothing".into(),
        Some((last, [])) => (*last).to_string(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

fn pair_key(cards: Cards) -> String {
    format!("pair:{cards}")
}

/// The claim that the offer on the table comes in two pairs.
fn is_paired(view: &View) -> bool {
    !view.aside(view.actor()).first_pair().is_empty()
}

fn seat(sight: &Sight<Hanamikoji>, seat: Seat) -> Markup {
    let view = &sight.view;
    let is_me = seat == sight.seat;
    let is_next = Hanamikoji::waits_for(view) == Some(seat);
    let held = if is_me { view.hand().len() } else { view.other_hand_len() };
    let hidden = if view.plays(seat).has_used(Action::Secret) { ", 1 secret" } else { "" };
    let (charm, markers) = (view.markers().charm(seat), view.markers().count(seat));
    let score = format!("{charm} charm, {}", count(u32::from(markers), "geisha"));
    html! {
        section class=(classes("seat", &[(is_me, "us"), (is_next, "turn")]))
            aria-label={ (sight.name(seat)) ", " (count(held, "card")) " in hand" (hidden) ", " (score) } {
            (icon(if is_me { "k0" } else { "k1" }, "crest"))
            div { h3 { (sight.name(seat)) } p { (held) " in hand" (hidden) } }
            p.score { b { (charm) } " charm, " b { (markers) } (if markers == 1 { " geisha" } else { " geishas" }) }
            @if let Some(hand) = view.other_hand().filter(|_| !is_me) {
                p.shown { @for suit in hand.iter() {
                    span class={ "card fl xs h" (suit) } role="img" aria-label=(FLOWERS[usize::from(suit)]) { (inside(suit)) }
                } }
            }
        }
    }
}

fn their_tile(sight: &Sight<Hanamikoji>, seat: Seat, action: Action) -> Markup {
    let is_used = sight.view.plays(seat).has_used(action);
    html! {
        li class=(classes("tile", &[(is_used, "used")])) {
            (icon(action.name(), "pic"))
            b { (titled(action)) }
            small.vh { (if is_used { "used" } else { "open" }) }
        }
    }
}

fn titled(action: Action) -> &'static str {
    match action {
        Action::Secret => "Secret",
        Action::Trade => "Trade",
        Action::Gift => "Gift",
        Action::Compete => "Compete",
    }
}

fn my_tile(sight: &Sight<Hanamikoji>, action: Action) -> Markup {
    let is_used = sight.view.plays(sight.seat).has_used(action);
    let is_open = sight.legal.iter().any(|(mv, _)| mv.action() == Some(action));
    let note = match (is_used, action) {
        (true, _) => "used",
        (_, Action::Secret) => "hide 1",
        (_, Action::Trade) => "drop 2",
        (_, Action::Gift) => "offer 3",
        (_, Action::Compete) => "offer 4",
    };
    html! {
        label class=(classes("tile", &[(is_used, "used")])) {
            input type="radio" name="action" id={ "act-" (action.name()) } data-key={ "act:" (action.name()) }
                aria-label={ (titled(action)) ", " (note) } disabled[!is_open];
            (icon(action.name(), "pic"))
            b { (titled(action)) }
            small { (note) }
        }
    }
}

fn geisha(sight: &Sight<Hanamikoji>, suit: usize) -> Markup {
    let (view, me, them) = (&sight.view, sight.seat, 1 - sight.seat);
    let at = suit as u8;
    let owner = view.markers().owner(suit);
    let (mine, theirs) = (view.pile(me).of(at), view.pile(them).of(at));
    let secret = view.aside(me).secret().of(at);
    // Only a view that is shown everything, after the game, has this one.
    let theirs_hidden = view.aside(them).secret().of(at);
    let marker = match owner {
        Some(seat) if seat == me => "your marker",
        Some(_) => "their marker",
        None => "marker free",
    };
    let also = if secret > 0 { " and your secret" } else { "" };
    let words = [(owner == Some(me), "m-me"), (owner == Some(them), "m-them")];
    html! {
        li class={ "h" (suit) " " (classes("geisha", &words)) } {
            span.vh {
                (FLOWERS[suit]) ", charm " (CHARM[suit]) ", " (marker) ". They " (theirs) ", you " (mine) (also)
            }
            span.pile.t aria-hidden="true" {
                @for _ in 0..theirs { i.chip { (icon(&format!("f{suit}"), "")) } }
                @for _ in 0..theirs_hidden { i.chip.hid {} }
            }
            span.lady aria-hidden="true" {
                b { (CHARM[suit]) }
                (icon(&format!("f{suit}"), "pip"))
                kbd.let { (suit) }
                i.marker data-vt={ "marker-" (suit) } {}
            }
            span.pile.m aria-hidden="true" {
                @for _ in 0..mine { i.chip { (icon(&format!("f{suit}"), "")) } }
                @for _ in 0..secret { i.chip.hid {} }
            }
        }
    }
}

fn inside(suit: u8) -> Markup {
    html! {
        span.rank aria-hidden="true" { (CHARM[usize::from(suit)]) }
        (icon(&format!("f{suit}"), "pip"))
        kbd.let aria-hidden="true" { (suit) }
    }
}

fn hand(sight: &Sight<Hanamikoji>) -> Markup {
    let playable =
        |suit: u8| sight.legal.iter().any(|(mv, _)| mv.action().is_some() && mv.cards().of(suit) > 0);
    html! {
        @for (place, suit) in sight.view.hand().iter().enumerate() {
            label class={ "card fl lg h" (suit) } {
                input type="checkbox" id={ "hand-" (place) } data-key={ "c:" (suit) }
                    aria-label=(FLOWERS[usize::from(suit)]) disabled[!playable(suit)];
                (inside(suit))
            }
        }
    }
}

/// The offer that waits for an answer: to choose from, or to look at for the one who made it.
fn offer(sight: &Sight<Hanamikoji>, action: Action, cards: Cards) -> Markup {
    let view = &sight.view;
    let is_mine = view.actor() == sight.seat;
    let first = view.aside(view.actor()).first_pair();
    let pairs = if first.is_empty() { Vec::new() } else { vec![first, cards - first] };
    let what = match (action, pairs.is_empty()) {
        (Action::Compete, false) => "one pair",
        (Action::Compete, true) => "two cards",
        _ => "one card",
    };
    let legend = if is_mine {
        format!("{} takes {what} of your offer", sight.name(1 - sight.seat))
    } else {
        format!("{} offers: take {what}", sight.name(1 - sight.seat))
    };
    html! {
        fieldset.offer {
            legend { (legend) }
            @for (place, pair) in pairs.iter().enumerate() {
                @if place == 1 { span { "or" } }
                label.pair {
                    input type="radio" name="take" id={ "pair-" (place) } data-key=(pair_key(*pair))
                        disabled[is_mine] aria-label={ "take " (named(*pair)) };
                    @for suit in pair.iter() { span class={ "card fl h" (suit) } aria-hidden="true" { (inside(suit)) } }
                }
            }
            @if pairs.is_empty() {
                @for (place, suit) in cards.iter().enumerate() {
                    label class={ "card fl h" (suit) } {
                        input type="checkbox" id={ "offer-" (place) } data-key={ "o:" (suit) } disabled[is_mine]
                            aria-label={ "take " (FLOWERS[usize::from(suit)]) };
                        (inside(suit))
                    }
                }
            }
        }
    }
}
