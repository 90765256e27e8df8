//! Tichu on the page: four seats around the trick, calls, exchange, wish, Dragon's gift, bombs in a pause that
//! is the same for everybody, and the scores of the match.

use karuta_agents::BuiltAgent;
use karuta_engine::{Game as _, Seat};
use karuta_playable::spec::SpecError;
use karuta_tichu::cards::{Cards, card_name, rank_name};
use karuta_tichu::combos::Kind;
use karuta_tichu::moves::{Move, What};
use karuta_tichu::rules::Bombs;
use karuta_tichu::view::View;
use karuta_tichu::{Call, Phase, Tichu};
use maud::{Markup, html};

use crate::skin::{Pause, Sight, Skin, Variant};
use crate::skins::cards::{Face, lying, rank, rank_word, ticked};
use crate::skins::{classes, count, icon};

const DIRECTIONS: [&str; 4] = ["", "to the right", "to the partner", "to the left"];

impl Skin for Tichu {
    const TITLE: &'static str = "Tichu";
    const CLASS: &'static str = "tichu";
    const SUMMARY: &'static str = "Shed your cards first. Call it before you do it.";
    const SIZE: &'static str = "4 players in two teams";
    const WAYS: &'static [Variant] = &[
        Variant { key: "short", name: "Official rules, to 300", spec: "tichu:target=300" },
        Variant { key: "full", name: "Official rules, to 1000", spec: "tichu:target=1000" },
        Variant { key: "round", name: "Official rules, one round", spec: "tichu:target=0" },
        Variant { key: "paper", name: "Rules of Pestalozzi's report", spec: "tichu:rules=report" },
    ];
    const SEAT_NAMES: &'static [&'static str] = &["South", "East", "North", "West"];
    const EXAMPLE: &'static str = "5 5";

    fn agent(spec: &str, explain: bool) -> Result<BuiltAgent<Self>, SpecError> {
        karuta_tichu_agents::agents(spec, explain)
    }

    fn waits_for(view: &View) -> Option<Seat> {
        view.open().turn()
    }

    fn mat(sight: &Sight<Self>) -> Markup {
        let me = sight.seat;
        html! {
            div.mat.four {
                (seat(sight, (me + 2) % 4, "n", "k3"))
                (seat(sight, (me + 3) % 4, "w", "k2"))
                (seat(sight, (me + 1) % 4, "e", "k1"))
                (trick(sight))
                (seat(sight, me, "s", "k0"))
                fieldset.fan {
                    legend.vh { "Your hand: tick the cards to play" }
                    @for card in sight.view.open().hand(me).iter() {
                        (ticked(&face(card), &key(sight, card), is_playable(sight, card)))
                    }
                }
            }
        }
    }

    fn facts(sight: &Sight<Self>) -> Markup {
        let open = sight.view.open();
        let team = sight.seat % 2;
        let taken = |team: usize| open.won(team) + open.won(team + 2);
        let called = |team: usize| {
            let calls = [team, team + 2].map(|seat| open.call(seat));
            match (calls.contains(&Call::Grand), calls.contains(&Call::Tichu)) {
                (true, _) => "Grand Tichu",
                (_, true) => "Tichu",
                _ => "none",
            }
        };
        let target = open.rules().target;
        html! {
            section.panel aria-labelledby="h-facts" {
                div.head {
                    h2 #h-facts { "Score" }
                    span.soft { @if target > 0 { "to " (target) ", " } "round " (open.round()) }
                }
                table.scores aria-labelledby="h-facts" {
                    thead { tr { td {} th.mine scope="col" { "We" } th.theirs scope="col" { "They" } } }
                    tbody {
                        tr { th scope="row" { "Tricks so far" } td { (taken(team)) } td { (taken(1 - team)) } }
                        tr { th scope="row" { "Calls" } td { (called(team)) } td { (called(1 - team)) } }
                        tr.sum { th scope="row" { "Match" } td { (open.scores()[team]) } td { (open.scores()[1 - team]) } }
                    }
                }
                (exchanged(sight))
            }
        }
    }

    fn asks(sight: &Sight<Self>) -> String {
        let open = sight.view.open();
        match open.phase() {
            Phase::Grand => "Call Grand Tichu with these eight cards?".into(),
            Phase::Give => {
                let way =
                    sight.legal.iter().find(|(mv, _)| mv.what() == What::Give).map_or(0, |(mv, _)| mv.way());
                format!("Give a card {}.", DIRECTIONS[way % 4])
            }
            Phase::Play if open.top().is_none() => "Your turn: you lead.".into(),
            Phase::Play => "Your turn.".into(),
            Phase::Window => "You may bomb.".into(),
            Phase::Wish => "Wish for a rank.".into(),
            Phase::Gift => "You won with the Dragon: give the trick away.".into(),
            Phase::Over => "The game is over.".into(),
        }
    }

    fn keys(sight: &Sight<Self>, mv: Move) -> Vec<String> {
        match mv.what() {
            What::Play(kind) => {
                let hand = sight.view.open().hand(sight.seat);
                mv.cards(kind, hand, false).iter().map(|card| key(sight, card)).collect()
            }
            What::Give => mv.card().map(|card| key(sight, card)).into_iter().collect(),
            What::Pass | What::Tichu | What::Grand | What::NoCall | What::Wish | What::Gift | What::Hold => {
                Vec::new()
            }
        }
    }

    fn keys_are_empty(mv: Move) -> bool {
        !matches!(mv.what(), What::Play(_) | What::Give)
    }

    fn label(sight: &Sight<Self>, mv: Move, text: &str) -> String {
        match mv.what() {
            What::Play(kind) if kind.is_bomb() => format!("Bomb {}", without_word(text)),
            What::Play(_) => format!("Play {}", without_word(text)),
            What::Pass => "Pass".into(),
            What::Tichu => "Call Tichu".into(),
            What::Grand => "Call Grand Tichu".into(),
            What::NoCall => "No call".into(),
            What::Give => {
                format!("Give {} {}", mv.card().map(card_name).unwrap_or_default(), DIRECTIONS[mv.way() % 4])
            }
            What::Wish if mv.rank() == 0 => "No wish".into(),
            What::Wish => format!("Wish {}", rank(rank_name(mv.rank()))),
            What::Gift => format!("Give it to {}", sight.name((sight.seat + mv.way()) % 4)),
            What::Hold => "Keep the bomb".into(),
        }
    }

    fn told(sight: &Sight<Self>, by: Seat, mv: Move, text: &str) -> String {
        match mv.what() {
            What::Play(kind) if kind.is_bomb() => format!("bombed with {}", without_word(text)),
            What::Play(_) => format!("played {}", without_word(text)),
            What::Pass => "passed".into(),
            What::Tichu => "called Tichu".into(),
            What::Grand => "called Grand Tichu".into(),
            What::NoCall => "made no call".into(),
            What::Give => match mv.card() {
                Some(card) => format!("gave {} {}", card_name(card), DIRECTIONS[mv.way() % 4]),
                None => format!("gave a card {}", DIRECTIONS[mv.way() % 4]),
            },
            What::Wish if mv.rank() == 0 => "wished nothing".into(),
            What::Wish => format!("wished for {}", rank(rank_name(mv.rank()))),
            What::Gift => format!("gave the trick to {}", sight.name((by + mv.way()) % 4)),
            What::Hold => "kept the bomb".into(),
        }
    }

    fn revealed(&self, seat: Seat) -> View {
        View::peek(self, seat)
    }

    /// People choose the very cards, searches leave suits out.
    fn plain(mv: Move, text: &str) -> String {
        if !matches!(mv.what(), What::Play(kind) if kind != Kind::Flush) {
            return text.to_string();
        }
        let rank = |word: &str| match word.as_bytes() {
            [b'S' | b'B' | b'G' | b'R', rank] => char::from(*rank).to_string(),
            _ => word.to_string(),
        };
        text.split(' ').map(rank).collect::<Vec<_>>().join(" ")
    }

    /// Everybody may bomb after a play and before a trick is taken. The pause is there with or without a
    /// bomb in any hand, so it depends on what everybody has seen alone.
    fn pause(&self, last: Move) -> Pause {
        if self.rules().bombs != Bombs::OutOfTurn {
            return Pause::None;
        }
        let is_open = matches!(self.phase(), Phase::Play | Phase::Window) && self.top().is_some();
        match last.what() {
            What::Play(_) | What::Wish if is_open => Pause::AfterPlay,
            What::Pass
                if self.phase() == Phase::Window || self.top().is_none() || self.phase() == Phase::Gift =>
            {
                Pause::BeforeClosing
            }
            _ => Pause::None,
        }
    }

    fn let_pass(&self) -> Option<Move> {
        let seat = self.turn()?;
        (self.phase() == Phase::Window).then(|| Move::hold(seat))
    }
}

/// The text of a play without a word before its cards.
fn without_word(text: &str) -> &str {
    text.strip_prefix("bomb ").unwrap_or(text)
}

/// Cards of a rank are one control to a move, since moves name ranks; a straight flush names its cards.
fn key(_: &Sight<Tichu>, card: u8) -> String {
    match Cards::one(card) {
        Cards::DOG | Cards::MAH | Cards::PHOENIX | Cards::DRAGON => format!("c:{}", card_name(card)),
        _ => format!("c:{}", rank_name(card / 4)),
    }
}

fn is_playable(sight: &Sight<Tichu>, card: u8) -> bool {
    let key = key(sight, card);
    sight.legal.iter().any(|&(mv, _)| Tichu::keys(sight, mv).contains(&key))
}

/// The print of a card.
fn face(card: u8) -> Face {
    let text = card_name(card);
    let special = match Cards::one(card) {
        Cards::DOG => Some(("dog", "c-ink", "", "Dog")),
        Cards::MAH => Some(("mah", "c-red", "1", "Mah Jong")),
        Cards::PHOENIX => Some(("phoenix", "c-red", "", "Phoenix")),
        Cards::DRAGON => Some(("dragon", "c-green", "", "Dragon")),
        _ => None,
    };
    if let Some((pip, colour, corner, name)) = special {
        let letter = text.clone();
        return Face { text, rank: corner.into(), pip, colour, letter, name: name.into(), is_wide: true };
    }
    let mut letters = text.chars();
    let (suit, number) = (letters.next().unwrap_or(' '), letters.next().unwrap_or(' '));
    let (pip, colour, plural) = match suit {
        'S' => ("sword", "c-ink", "swords"),
        'B' => ("pagoda", "c-blue", "pagodas"),
        'G' => ("jade", "c-green", "jade"),
        _ => ("star", "c-red", "stars"),
    };
    let name = format!("{} of {plural}", rank_word(number));
    Face { text, rank: rank(number), pip, colour, letter: suit.to_string(), name, is_wide: false }
}

fn seat(sight: &Sight<Tichu>, seat: Seat, place: &str, crest: &str) -> Markup {
    let open = sight.view.open();
    let is_ours = seat % 2 == sight.seat % 2;
    let role = match (seat + 4 - sight.seat) % 4 {
        0 => "",
        2 => "partner, ",
        _ => "",
    };
    let standing = match open.finished().position(|out| out == seat) {
        Some(at) => format!("out as number {}", at + 1),
        None => count(sight.view.hand_len(seat), "card"),
    };
    let is_next = !sight.is_paused && open.turn() == Some(seat);
    let call = match open.call(seat) {
        Call::None => None,
        Call::Tichu => Some("Tichu"),
        Call::Grand => Some("Grand"),
    };
    let next = if is_next { ", to play" } else { "" };
    let words = [(is_ours, "us"), (is_next, "turn"), (open.finished().any(|out| out == seat), "passed")];
    html! {
        section class={ (place) " " (classes("seat", &words)) } aria-label={ (sight.name(seat)) ", " (role) (standing)
            @if let Some(call) = call { ", called " (call) } (next) } {
            (icon(crest, "crest"))
            div { h3 { (sight.name(seat)) } p { (role) (standing) } }
            @if let Some(call) = call { span.tag.hot { (call) } }
            @if sight.view.sees_all() && seat != sight.seat && !open.hand(seat).is_empty() {
                p.shown { @for card in open.hand(seat).iter() { (lying(&face(card), "xs")) } }
            }
        }
    }
}

fn trick(sight: &Sight<Tichu>) -> Markup {
    let open = sight.view.open();
    html! {
        section.trick aria-labelledby="h-trick" {
            h2.vh #h-trick { "Trick" }
            @if let Some(top) = open.top() {
                ol.played { li.top {
                    span.set { @for card in open.top_cards().iter() { (lying(&face(card), "lg")) } }
                    small { (sight.name(open.owner())) }
                } }
                p.row {
                    span.tag.line { (kind_name(top.kind)) }
                    @if open.wish() != 0 { span.tag { "Wish " (rank(rank_name(open.wish()))) } }
                    span.soft { (open.trick_points()) " points" }
                }
            } @else if open.phase() == Phase::Grand {
                p.soft { "Eight cards are dealt." }
            } @else if open.phase() == Phase::Give {
                p.soft { "Cards are exchanged." }
            } @else {
                p.soft { "The table is empty." }
                @if open.wish() != 0 { p.row { span.tag { "Wish " (rank(rank_name(open.wish()))) } } }
            }
            @if sight.is_paused {
                div.pause {
                    svg aria-hidden="true" { rect width="100%" height="100%" {} }
                    span { "A pause for bombs, the same for everybody" }
                }
            }
        }
    }
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Single => "Single",
        Kind::Pair => "Pair",
        Kind::Triple => "Triple",
        Kind::Stairs => "Stairs",
        Kind::FullHouse => "Full house",
        Kind::Straight => "Straight",
        Kind::Four | Kind::Flush => "Bomb",
    }
}

/// The cards this seat gave and was given.
fn exchanged(sight: &Sight<Tichu>) -> Markup {
    let me = sight.seat;
    let given = sight.view.given();
    let received = sight.view.received();
    // The seat so many places to the left gave what came that way.
    let from = |way: usize| sight.name((me + 4 - way) % 4);
    html! {
        @if given.iter().all(Option::is_some) && received.iter().any(Option::is_some) {
            p.soft {
                "You gave "
                @for way in 1..=3 { @if let Some(card) = given[way - 1] {
                    b { (card_name(card)) } " to " (sight.name((me + way) % 4)) (if way < 3 { ", " } else { ". " })
                } }
                "You got "
                @for way in 1..=3 { @if let Some(card) = received[way - 1] {
                    b { (card_name(card)) } " from " (from(way)) (if way < 3 { ", " } else { "." })
                } }
            }
        }
    }
}
