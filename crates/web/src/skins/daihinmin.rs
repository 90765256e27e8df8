//! Daihinmin on the page: four others in the order of play, the table with lock and order of strength, titles
//! and the exchange, the hand as check boxes.

use karuta_agents::BuiltAgent;
use karuta_daihinmin::cards::{Cards, card_name};
use karuta_daihinmin::moves::{Kind, Move};
use karuta_daihinmin::text::notation::parse_card;
use karuta_daihinmin::view::View;
use karuta_daihinmin::{Daihinmin, Phase, SEATS};
use karuta_engine::{Game as _, Seat};
use karuta_playable::error::InputError;
use maud::{Markup, html};

use crate::skin::{Sight, Skin};
use crate::skins::cards::{Face, backs, card_words, in_text, lying, rank, ticked};
use crate::skins::setup::{self, Fields};
use crate::skins::{classes, icon};
use crate::words::{self, GameRules, filled};

const CRESTS: [&str; SEATS] = ["k0", "k1", "k4", "k2", "k5"];

impl Skin for Daihinmin {
    const TITLE: &'static str = "Daihinmin";
    const CLASS: &'static str = "daihinmin";
    const EXAMPLE: &'static str = "S9+H9";
    const JUDGE: &'static str = "daihinmin-best:iters=300";
    const DEEP: &'static str = "daihinmin-best:iters=20000";

    fn seat_names() -> &'static [&'static str] {
        &words::now().daihinmin.seats
    }

    fn summary() -> (&'static str, &'static str) {
        words::now().home.daihinmin
    }

    fn rules() -> &'static GameRules {
        &words::now().rules.daihinmin
    }

    fn agent(spec: &str, explain: bool) -> Result<BuiltAgent<Self>, InputError> {
        karuta_daihinmin_agents::agents(spec, explain)
    }

    fn controls(view: &View) -> Markup {
        setup::daihinmin_controls(view.hand())
    }

    fn written(fields: &Fields, _: &str) -> String {
        setup::daihinmin_text(fields)
    }

    fn waits_for(view: &View) -> Option<Seat> {
        view.open().turn()
    }

    fn mat(sight: &Sight<Self>) -> Markup {
        let others = in_turn(sight).into_iter().filter(|&seat| seat != sight.seat);
        let say = &words::now().daihinmin;
        html! {
            div.mat.five {
                ol.ring aria-label=(say.others) {
                    @for (place, seat) in others.enumerate() { li { (other(sight, seat, place)) } }
                }
                (table(sight))
                (me(sight))
                fieldset.fan {
                    legend.vh { (say.your_hand) }
                    @for card in sight.view.hand().by_rank() {
                        (ticked(&face(card), &key(card), is_playable(sight, card)))
                    }
                }
            }
        }
    }

    fn facts(sight: &Sight<Self>) -> Markup {
        let open = sight.view.open();
        let mut seats: Vec<Seat> = (0..SEATS).collect();
        let say = &words::now().daihinmin;
        seats.sort_by_key(|&seat| std::cmp::Reverse(open.points(seat)));
        html! {
            section.panel aria-labelledby="h-facts" {
                div.head {
                    h2 #h-facts { (say.total) }
                    span.soft { (filled(say.game_of, &[&open.game().to_string(), &open.rules().games.to_string()])) }
                }
                table.scores aria-labelledby="h-facts" {
                    thead { tr { td {} th scope="col" { (say.title) } th scope="col" { (say.points) } } }
                    tbody { @for seat in seats {
                        tr class=(if seat == sight.seat { "self" } else { "" }) {
                            th scope="row" { (sight.name(seat)) }
                            td { (open.title(seat).map_or(say.none, |title| say.titles[title])) }
                            td { (open.points(seat)) }
                        }
                    } }
                }
            }
        }
    }

    fn asks(sight: &Sight<Self>) -> String {
        let open = sight.view.open();
        let say = &words::now().daihinmin;
        match open.gift_size() {
            Some(1) => say.give_one.into(),
            Some(_) => say.give_two.into(),
            None if open.field().is_empty() => say.lead.into(),
            None => say.turn.into(),
        }
    }

    fn keys(_: &Sight<Self>, mv: Move) -> Vec<String> {
        mv.cards().by_rank().map(key).collect()
    }

    fn label(_: &Sight<Self>, mv: Move, text: &str) -> String {
        let say = &words::now().daihinmin;
        match mv.kind() {
            Kind::Pass => say.pass.into(),
            Kind::Give | Kind::GiveUnseen => filled(say.give, &[&spaced(mv.cards())]),
            Kind::Single | Kind::Group | Kind::Sequence => filled(say.play, &[text]),
        }
    }

    fn told(sight: &Sight<Self>, by: Seat, mv: Move, text: &str) -> String {
        let (say, is_you) = (&words::now().daihinmin, sight.is_you(by));
        match mv.kind() {
            Kind::Pass => say.passed.after(is_you, &[]),
            Kind::Give => say.gave.after(is_you, &[&spaced(mv.cards())]),
            Kind::GiveUnseen => say.gave_cards.after(is_you, &[]),
            Kind::Single | Kind::Group | Kind::Sequence => {
                let cut = if mv.cuts() { say.cuts } else { "" };
                let revolt = if mv.revolts() { say.revolts } else { "" };
                say.played.after(is_you, &[text]) + cut + revolt
            }
        }
    }

    fn shown(text: &str) -> Markup {
        // A joker is written with the card it stands for, which the place in the play says as well.
        let is_card = |text: &&str| text.len() == 2 && !text.contains(char::is_lowercase);
        in_text(text, |word| Some(face(parse_card(word.split(':').next().filter(is_card)?).ok()?)))
    }

    fn revealed(&self, seat: Seat) -> View {
        View::peek(self, seat)
    }

    /// People may play whatever the official server accepts.
    fn choices(&self, out: &mut Vec<Move>) {
        self.full_moves(out);
    }
}

fn key(card: Cards) -> String {
    format!("c:{}", card_name(card))
}

fn is_playable(sight: &Sight<Daihinmin>, card: Cards) -> bool {
    sight.legal.iter().any(|(mv, _)| mv.cards().contains(card))
}

fn spaced(cards: Cards) -> String {
    cards.by_rank().map(card_name).collect::<Vec<_>>().join(" ")
}

/// The print of a card.
pub fn face(card: Cards) -> Face {
    let text = card_name(card);
    let mut letters = text.chars();
    let (suit, number) = (letters.next().unwrap_or(' '), letters.next().unwrap_or(' '));
    let say = &words::now().daihinmin;
    let (pip, colour, plural) = match suit {
        'S' => ("spade", "c-ink", say.suits[0]),
        'H' => ("heart", "c-red", say.suits[1]),
        'D' => ("diamond", "c-blue", say.suits[2]),
        'C' => ("club", "c-green", say.suits[3]),
        _ => {
            let (rank, letter) = (String::new(), "JO".into());
            return Face {
                text,
                rank,
                pip: "joker",
                colour: "c-ink",
                letter,
                name: say.joker.into(),
                is_wide: true,
            };
        }
    };
    let name = card_words(number, plural);
    Face { text, rank: rank(number), pip, colour, letter: suit.to_string(), name, is_wide: false }
}

/// The seats in the order of play, the looker first.
fn in_turn(sight: &Sight<Daihinmin>) -> Vec<Seat> {
    let seating = sight.view.open().seating();
    let at = seating.iter().position(|&seat| seat == sight.seat).unwrap_or(0);
    (0..SEATS).map(|step| seating[(at + step) % SEATS]).collect()
}

fn standing(sight: &Sight<Daihinmin>, seat: Seat) -> String {
    let open = sight.view.open();
    match open.finished().position(|out| out == seat) {
        Some(place) => filled(words::now().daihinmin.out, &[words::now().daihinmin.places[place]]),
        None => words::now().card.count(sight.view.count(seat)),
    }
}

fn other(sight: &Sight<Daihinmin>, seat: Seat, place: usize) -> Markup {
    let open = sight.view.open();
    let say = &words::now().daihinmin;
    let title = open.title(seat).map(|title| say.titles[title]);
    let has_passed = open.phase() == Phase::Play && open.is_in(seat) && open.has_passed(seat);
    let is_out = open.finished().any(|out| out == seat);
    let is_next = open.turn() == Some(seat);
    let standing = standing(sight, seat);
    let next = if is_next { say.to_play } else { "" };
    let words = [(has_passed || is_out, "passed"), (is_next, "turn")];
    html! {
        section class=(classes("seat", &words)) aria-label={ (sight.name(seat)) ", "
            @if let Some(title) = title { (title) ", " } (standing) @if has_passed { ", " (say.has_passed) } (next) } {
            (icon(CRESTS[1 + place % 4], "crest"))
            div {
                h3 { (sight.name(seat)) }
                @if let Some(title) = title { p.title { (title) } }
                p { (standing) @if has_passed { span.comma { ", " } span.said { (say.has_passed) } } }
            }
            @if !sight.view.sees_all() { (backs(sight.view.count(seat))) }
        }
        @if sight.view.sees_all() && !open.hand(seat).is_empty() {
            p.shown { @for card in open.hand(seat).by_rank() { (lying(&face(card), "xs")) } }
        }
    }
}

fn me(sight: &Sight<Daihinmin>) -> Markup {
    let open = sight.view.open();
    let say = &words::now().daihinmin;
    let title = open.title(sight.seat).map(|title| say.titles[title]);
    let is_next = open.turn() == Some(sight.seat);
    let standing = standing(sight, sight.seat);
    let next = if is_next { say.to_play } else { "" };
    html! {
        section class=(classes("seat us", &[(is_next, "turn")])) aria-label={ (sight.name(sight.seat)) ", "
            @if let Some(title) = title { (title) ", " } (standing) (next) } {
            (icon("k0", "crest"))
            div { h3 { (sight.name(sight.seat)) } p { @if let Some(title) = title { b { (title) } ", " } (standing) } }
            (exchange(sight))
        }
    }
}

/// The cards this seat gave and got, as far as it knows.
fn exchange(sight: &Sight<Daihinmin>) -> Markup {
    let open = sight.view.open();
    let pair = (0..2).find(|&pair| {
        let (rich, poor) = open.pair(pair);
        open.title(sight.seat).is_some() && (sight.seat == rich || sight.seat == poor)
    });
    let Some(pair) = pair else { return html! {} };
    let (tribute, gift) = (open.tribute(pair), open.gift(pair));
    let say = &words::now().daihinmin;
    let (gave, got) = if open.pair(pair).0 == sight.seat { (gift, tribute) } else { (tribute, gift) };
    html! {
        span.given {
            @if !gave.is_empty() { (say.you_gave) " " (Daihinmin::shown(&spaced(gave))) }
            @if !got.is_empty() { " " (say.you_got) " " (Daihinmin::shown(&spaced(got))) }
        }
    }
}

fn table(sight: &Sight<Daihinmin>) -> Markup {
    let open = sight.view.open();
    let field = open.field();
    let top = field.top;
    let say = &words::now().daihinmin;
    let kind = match top.kind() {
        Kind::Single => say.single.to_string(),
        Kind::Group => filled(say.group, &[&top.len().to_string()]),
        Kind::Sequence => filled(say.sequence, &[&top.len().to_string()]),
        Kind::Pass | Kind::Give | Kind::GiveUnseen => String::new(),
    };
    html! {
        section.trick aria-labelledby="h-trick" {
            h2.vh #h-trick { (say.table) }
            @if field.is_empty() || open.phase() != Phase::Play {
                p.soft { (if open.phase() == Phase::Play { say.empty } else { say.exchanging }) }
                @if open.phase() == Phase::Play { (cleared(sight)) }
            } @else {
                ol.played { li.top {
                    span.set { @for card in top.cards().by_rank() { (lying(&face(card), "lg")) } }
                    small { (sight.name(open.last())) }
                } }
                p.row {
                    span.tag.line { (kind) }
                    @if field.locked { span.tag { (icon("lock", "")) (say.locked) } }
                    @if field.reversed { span.tag.hot { (say.revolution) } }
                }
            }
            (order(field.reversed, (!field.is_empty()).then(|| top.column())))
        }
    }
}

/// The play that nobody beat, and why the table was cleared after it.
fn cleared(sight: &Sight<Daihinmin>) -> Markup {
    let mut back = sight.seen.iter().rev();
    let last = back.find(|(_, mv, _)| mv.kind() != Kind::Pass);
    let Some((by, mv, _)) = last.filter(|(_, mv, _)| !matches!(mv.kind(), Kind::Give | Kind::GiveUnseen))
    else {
        return html! {};
    };
    let say = &words::now().daihinmin;
    let why = if mv.cuts() { say.cleared_by_cut } else { say.cleared_by_passes };
    html! {
        p.gone { (sight.name(*by)) @for card in mv.cards().by_rank() { (lying(&face(card), "xs")) } }
        p.soft { (why) }
    }
}

/// The ranks from weak to strong, with the one on the table marked.
fn order(is_reversed: bool, at: Option<u32>) -> Markup {
    let mut ranks: Vec<(u32, &str)> =
        (1..).zip(["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2"]).collect();
    if is_reversed {
        ranks.reverse();
    }
    let say = &words::now().daihinmin;
    let label = filled(say.order, &[if is_reversed { say.order_turned } else { say.order_usual }]);
    html! {
        div class=(classes("order", &[(is_reversed, "turned")])) role="img" aria-label=(label) {
            span { (say.weak) }
            ol aria-hidden="true" {
                @for (column, rank) in ranks { li class=(if at == Some(column) { "at" } else { "" }) { (rank) } }
            }
            span { (say.strong) }
        }
    }
}
