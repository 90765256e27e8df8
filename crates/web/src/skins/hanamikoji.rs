//! Hanamikoji on the page: seven geishas with both sides' cards, action tiles as radio buttons, the hand as
//! check boxes, an offer to answer.

use karuta_agents::BuiltAgent;
use karuta_engine::Seat;
use karuta_hanamikoji::cards::{CHARM, Cards, SUITS};
use karuta_hanamikoji::moves::{Action, Move};
use karuta_hanamikoji::view::View;
use karuta_hanamikoji::{Hanamikoji, Phase};
use karuta_playable::error::InputError;
use maud::{Markup, html};

use crate::skin::{Sight, Skin};
use crate::skins::cards::{Face, in_text};
use crate::skins::setup::{self, Fields};
use crate::skins::{classes, icon};
use crate::token;
use crate::words::{self, GameRules, filled};

/// The drawings of the flowers, and the classes of their colours.
const FLOWERS: [&str; SUITS] = ["f0", "f1", "f2", "f3", "f4", "f5", "f6"];
const COLOURS: [&str; SUITS] = ["h0", "h1", "h2", "h3", "h4", "h5", "h6"];

/// The flower of a geisha. The digits on the cards are what one types.
fn flower(suit: u8) -> &'static str {
    words::now().hanamikoji.flowers[usize::from(suit)]
}

impl Skin for Hanamikoji {
    const TITLE: &'static str = "Hanamikoji";
    const CLASS: &'static str = "hanamikoji";
    const EXAMPLE: &'static str = "gift 3 4 6";
    const JUDGE: &'static str = "hanamikoji-best:iters=1000";
    const DEEP: &'static str = "hanamikoji-best:iters=14000";

    fn seat_names() -> &'static [&'static str] {
        &words::now().hanamikoji.seats
    }

    fn summary() -> (&'static str, &'static str) {
        words::now().home.hanamikoji
    }

    fn rules() -> &'static GameRules {
        &words::now().rules.hanamikoji
    }

    fn agent(spec: &str, explain: bool) -> Result<BuiltAgent<Self>, InputError> {
        karuta_hanamikoji_agents::agents(spec, explain)
    }

    fn controls(view: &View) -> Markup {
        setup::hanamikoji_controls(view)
    }

    fn written(fields: &Fields, spec: &str) -> String {
        setup::hanamikoji_text(fields, spec.contains("rules=official"), token::seed().unwrap_or(1))
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
        let say = &words::now().hanamikoji;
        html! {
            div.mat.hana {
                (seat(sight, them))
                ul.tiles.them aria-label=(filled(say.actions_of, &[sight.name(them)])) {
                    @for action in Action::ALL { (their_tile(sight, them, action)) }
                }
                ul.street aria-label=(say.geishas) { @for suit in 0..SUITS { (geisha(sight, suit)) } }
                @if let Some((action, cards)) = sight.view.pending() { (offer(sight, action, cards)) }
                fieldset.tiles.me {
                    legend.vh { (say.your_actions) }
                    @for action in Action::ALL { (my_tile(sight, action)) }
                }
                (seat(sight, me))
                fieldset.own { legend.vh { (say.your_hand) } (hand(sight)) }
            }
        }
    }

    fn facts(sight: &Sight<Self>) -> Markup {
        let view = &sight.view;
        let say = &words::now().hanamikoji;
        let limit = match view.rules().rounds {
            0 => String::new(),
            rounds => filled(say.of_rounds, &[&rounds.to_string()]),
        };
        let removed = view.removed().map_or(say.unseen.into(), named);
        html! {
            section.panel aria-labelledby="h-facts" {
                div.head {
                    h2 #h-facts { (filled(say.round, &[&view.round().to_string()])) (limit) }
                    span.soft { (filled(say.turn, &[&(view.turns() + 1).min(8).to_string()])) }
                }
                dl.facts {
                    dt { (say.deck) } dd { (words::now().card.count(view.deck_len())) }
                    dt { (say.aside) } dd { (removed) }
                    dt { (say.who_wins) } dd { (say.charm_or_geishas) }
                }
            }
        }
    }

    fn asks(sight: &Sight<Self>) -> String {
        let say = &words::now().hanamikoji;
        match sight.view.pending() {
            Some((Action::Compete, _)) if sight.view.aside(1 - sight.seat).first_pair().is_empty() => {
                say.answer_two.into()
            }
            Some((Action::Compete, _)) => say.answer_pair.into(),
            Some(_) => say.answer_one.into(),
            None => say.choose.into(),
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
        let say = &words::now().hanamikoji;
        let verb = match mv.action() {
            None => say.take,
            Some(Action::Secret) => say.hide,
            Some(Action::Trade) => say.discard,
            Some(Action::Gift | Action::Compete) => say.offer,
        };
        filled(verb, &[&in_pairs(mv)])
    }

    fn told(sight: &Sight<Self>, by: Seat, mv: Move, _: &str) -> String {
        let say = &words::now().hanamikoji;
        let is_unseen = mv.cards().is_empty();
        let phrase = match mv.action() {
            None => say.took,
            Some(Action::Secret) if is_unseen => say.hid_one,
            Some(Action::Secret) => say.hid,
            Some(Action::Trade) if is_unseen => say.discarded_two,
            Some(Action::Trade) => say.discarded,
            Some(Action::Gift | Action::Compete) => say.offered,
        };
        phrase.after(sight.is_you(by), &[&in_pairs(mv)])
    }

    fn listed(text: &str) -> Markup {
        let (word, cards) = text.split_once(' ').unwrap_or((text, ""));
        let action = Action::ALL.into_iter().find(|action| action.name() == word);
        let phrase = match action {
            Some(action) => format!("{} {cards}", titled(action)),
            None => filled(words::now().hanamikoji.take, &[cards]),
        };
        in_text(&phrase, |word| {
            let suit = word.parse().ok().filter(|suit| usize::from(*suit) < SUITS)?;
            Some(Face {
                text: word.to_string(),
                rank: CHARM[usize::from(suit)].to_string(),
                pip: FLOWERS[usize::from(suit)],
                colour: COLOURS[usize::from(suit)],
                letter: String::new(),
                name: flower(suit).to_string(),
                is_wide: false,
            })
        })
    }

    fn revealed(&self, seat: Seat) -> View {
        View::peek(self, seat)
    }
}

/// Cards as flowers with commas.
fn named(cards: Cards) -> String {
    let say = &words::now().hanamikoji;
    let names: Vec<&str> = cards.iter().map(flower).collect();
    match names.split_last() {
        None => say.nothing.into(),
        Some((last, [])) => (*last).to_string(),
        Some((last, rest)) => filled(say.and, &[&rest.join(", "), last]),
    }
}

/// The cards of a move; two pairs as a choice between them.
fn in_pairs(mv: Move) -> String {
    let (first, second) = mv.pairs();
    match mv.action() {
        Some(Action::Compete) if second.is_empty() => named(first),
        Some(Action::Compete) => filled(words::now().hanamikoji.or, &[&named(first), &named(second)]),
        _ => named(mv.cards()),
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
    let (words, say) = (words::now(), &words::now().hanamikoji);
    let hidden = if view.plays(seat).has_used(Action::Secret) { say.secret } else { "" };
    let (charm, markers) = (view.markers().charm(seat), view.markers().count(seat));
    let held = filled(say.in_hand, &[&held.to_string()]);
    let score = format!("{charm} {}, {}", say.charm, words.geisha.count(u32::from(markers)));
    html! {
        section class=(classes("seat", &[(is_me, "us"), (is_next, "turn")]))
            aria-label={ (sight.name(seat)) ", " (held) (hidden) ", " (score) } {
            (icon(if is_me { "k0" } else { "k1" }, "crest"))
            div { h3 { (sight.name(seat)) } p { (held) (hidden) } }
            p.score { b { (charm) } " " (say.charm) ", " b { (markers) } " " (if markers == 1 { words.geisha.0 } else { words.geisha.1 }) }
            @if let Some(hand) = view.other_hand().filter(|_| !is_me) {
                p.shown { @for suit in hand.iter() {
                    span class={ "card fl xs h" (suit) } role="img" aria-label=(flower(suit)) { (inside(suit)) }
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
            small.vh { (if is_used { words::now().hanamikoji.used } else { words::now().hanamikoji.open }) }
        }
    }
}

fn titled(action: Action) -> &'static str {
    words::now().hanamikoji.actions[action as usize]
}

fn my_tile(sight: &Sight<Hanamikoji>, action: Action) -> Markup {
    let is_used = sight.view.plays(sight.seat).has_used(action);
    let is_open = sight.legal.iter().any(|(mv, _)| mv.action() == Some(action));
    let say = &words::now().hanamikoji;
    let note = if is_used { say.used } else { say.notes[action as usize] };
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
    let say = &words::now().hanamikoji;
    let marker = match owner {
        Some(seat) if seat == me => say.markers[1],
        Some(_) => say.markers[2],
        None => say.markers[0],
    };
    let also = if secret > 0 { say.and_secret } else { "" };
    let (counts, charm) = ([theirs, mine].map(|n| n.to_string()), CHARM[suit].to_string());
    let words = [(owner == Some(me), "m-me"), (owner == Some(them), "m-them")];
    html! {
        li class={ "h" (suit) " " (classes("geisha", &words)) } {
            span.vh {
                (filled(say.geisha, &[flower(at), &charm, marker, &counts[0], &counts[1]])) (also)
            }
            span.pile.t aria-hidden="true" {
                @for _ in 0..theirs { i.chip { (icon(&format!("f{suit}"), "")) } }
                @for _ in 0..theirs_hidden { i.chip.hid {} }
            }
            span.lady aria-hidden="true" {
                b { (CHARM[suit]) }
                (icon(&format!("f{suit}"), "bloom"))
                (icon("lady", "figure"))
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

/// The print of a card without the card.
pub fn inside(suit: u8) -> Markup {
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
                    aria-label=(flower(suit)) disabled[!playable(suit)];
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
    let say = &words::now().hanamikoji;
    let what = match (action, pairs.is_empty()) {
        (Action::Compete, false) => say.one_pair,
        (Action::Compete, true) => say.two_cards,
        _ => say.one_card,
    };
    let legend =
        filled(if is_mine { say.they_take } else { say.they_offer }, &[sight.name(1 - sight.seat), what]);
    html! {
        fieldset.offer {
            legend { (legend) }
            @for (place, pair) in pairs.iter().enumerate() {
                @if place == 1 { span { (filled(say.or, &["", ""]).trim()) } }
                label.pair {
                    input type="radio" name="take" id={ "pair-" (place) } data-key=(pair_key(*pair))
                        disabled[is_mine] aria-label=(filled(say.take, &[&named(*pair)]));
                    @for suit in pair.iter() { span class={ "card fl h" (suit) } aria-hidden="true" { (inside(suit)) } }
                }
            }
            @if pairs.is_empty() {
                @for (place, suit) in cards.iter().enumerate() {
                    label class={ "card fl h" (suit) } {
                        input type="checkbox" id={ "offer-" (place) } data-key={ "o:" (suit) } disabled[is_mine]
                            aria-label=(filled(say.take, &[flower(suit)]));
                        (inside(suit))
                    }
                }
            }
        }
    }
}
