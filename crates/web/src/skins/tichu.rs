//! Tichu on the page: four seats around the trick, calls, exchange, wish, Dragon's gift, bombs in a pause that
//! is the same for everybody, and the scores of the match.

use karuta_agents::BuiltAgent;
use karuta_engine::{Game as _, Seat};
use karuta_playable::error::InputError;
use karuta_tichu::cards::{Cards, card_name, rank_name};
use karuta_tichu::combos::{Combo, Kind};
use karuta_tichu::moves::{Move, What};
use karuta_tichu::rules::{Bombs, Exchange};
use karuta_tichu::view::View;
use karuta_tichu::{Call, Phase, Tichu};
use maud::{Markup, html};

use crate::skin::{Pause, Sight, Skin};
use crate::skins::cards::{Face, backs, card_words, in_text, lying, rank, ticked};
use crate::skins::setup::{self, Fields};
use crate::skins::{classes, icon};
use crate::words::{self, GameRules, filled};

/// A way to pass something on, by the number of seats.
fn way(steps: usize) -> &'static str {
    words::now().tichu.ways[steps % 4]
}

impl Skin for Tichu {
    const TITLE: &'static str = "Tichu";
    const CLASS: &'static str = "tichu";
    const EXAMPLE: &'static str = "5 5";
    const JUDGE: &'static str = "tichu-best:iters=100";
    const DEEP: &'static str = "tichu-best:iters=4000";

    fn seat_names() -> &'static [&'static str] {
        &words::now().tichu.seats
    }

    fn summary() -> (&'static str, &'static str) {
        words::now().home.tichu
    }

    fn rules() -> &'static GameRules {
        &words::now().rules.tichu
    }

    fn agent(spec: &str, explain: bool) -> Result<BuiltAgent<Self>, InputError> {
        karuta_tichu_agents::agents(spec, explain)
    }

    fn controls(view: &View) -> Markup {
        setup::tichu_controls(view.open().hand(view.seat()))
    }

    fn written(fields: &Fields, _: &str) -> String {
        setup::tichu_text(fields)
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
                    legend.vh { (words::now().tichu.your_hand) }
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
        let say = &words::now().tichu;
        let called = |team: usize| {
            let calls = [team, team + 2].map(|seat| open.call(seat));
            match (calls.contains(&Call::Grand), calls.contains(&Call::Tichu)) {
                (true, _) => "Grand Tichu",
                (_, true) => "Tichu",
                _ => say.none,
            }
        };
        let target = open.rules().target;
        html! {
            section.panel aria-labelledby="h-facts" {
                div.head {
                    h2 #h-facts { (say.score) }
                    span.soft { @if target > 0 { (filled(say.to, &[&target.to_string()])) } (filled(say.round, &[&open.round().to_string()])) }
                }
                table.scores aria-labelledby="h-facts" {
                    thead { tr { td {} th.mine scope="col" { (say.we) } th.theirs scope="col" { (say.they) } } }
                    tbody {
                        tr { th scope="row" { (say.tricks) } td { (taken(team)) } td { (taken(1 - team)) } }
                        tr { th scope="row" { (say.calls) } td { (called(team)) } td { (called(1 - team)) } }
                        tr.sum { th scope="row" { (say.total) } td { (open.scores()[team]) } td { (open.scores()[1 - team]) } }
                    }
                }
                (exchanged(sight))
            }
        }
    }

    fn asks(sight: &Sight<Self>) -> String {
        let open = sight.view.open();
        let say = &words::now().tichu;
        match open.phase() {
            Phase::Grand => say.ask_grand.into(),
            Phase::Give => {
                let steps =
                    sight.legal.iter().find(|(mv, _)| mv.what() == What::Give).map_or(0, |(mv, _)| mv.way());
                filled(say.ask_give, &[way(steps), sight.name((sight.seat + steps) % 4)])
            }
            Phase::Play if open.top().is_none() => say.lead.into(),
            Phase::Play => say.turn.into(),
            Phase::Window => say.may_bomb.into(),
            Phase::Wish => say.ask_wish.into(),
            Phase::Gift => say.ask_dragon.into(),
            Phase::Over => say.over.into(),
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
        let say = &words::now().tichu;
        match mv.what() {
            What::Play(kind) if kind.is_bomb() => filled(say.bomb, &[without_word(text)]),
            What::Play(_) => filled(say.play, &[without_word(text)]),
            What::Pass => say.pass.into(),
            What::Tichu => say.call_tichu.into(),
            What::Grand => say.call_grand.into(),
            What::NoCall => say.no_call.into(),
            What::Give => filled(say.give, &[&mv.card().map(card_name).unwrap_or_default(), way(mv.way())]),
            What::Wish if mv.rank() == 0 => say.no_wish.into(),
            What::Wish => filled(say.wish, &[&rank(rank_name(mv.rank()))]),
            What::Gift => filled(say.give_to, &[sight.name((sight.seat + mv.way()) % 4)]),
            What::Hold => say.hold.into(),
        }
    }

    fn told(sight: &Sight<Self>, by: Seat, mv: Move, text: &str) -> String {
        let (say, is_you) = (&words::now().tichu, sight.is_you(by));
        match mv.what() {
            What::Play(kind) if kind.is_bomb() => say.bombed.after(is_you, &[without_word(text)]),
            What::Play(_) => say.played.after(is_you, &[without_word(text)]),
            What::Pass => say.passed.after(is_you, &[]),
            What::Tichu => say.called_tichu.after(is_you, &[]),
            What::Grand => say.called_grand.after(is_you, &[]),
            What::NoCall => say.called_nothing.after(is_you, &[]),
            What::Give => match mv.card() {
                Some(card) => say.gave.after(is_you, &[&card_name(card), way(mv.way())]),
                None => say.gave_card.after(is_you, &[way(mv.way())]),
            },
            What::Wish if mv.rank() == 0 => say.wished_nothing.after(is_you, &[]),
            What::Wish => say.wished.after(is_you, &[&rank(rank_name(mv.rank()))]),
            What::Gift => say.gave_trick.after(is_you, &[sight.name((by + mv.way()) % 4)]),
            What::Hold => say.held.after(is_you, &[]),
        }
    }

    fn shown(text: &str) -> Markup {
        // A ten is T where it is typed, and 10 on the card.
        let ten = |word: &str| if word == "T" { String::from("10") } else { word.to_string() };
        let text = text.split(' ').map(ten).collect::<Vec<_>>().join(" ");
        in_text(&text, |word| Cards::ALL.iter().find(|&card| card_name(card) == word).map(face))
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
pub fn face(card: u8) -> Face {
    let text = card_name(card);
    let say = &words::now().tichu;
    let special = match Cards::one(card) {
        Cards::DOG => Some(("dog", "c-ink", "", say.specials[0])),
        Cards::MAH => Some(("mah", "c-red", "1", say.specials[1])),
        Cards::PHOENIX => Some(("phoenix", "c-red", "", say.specials[2])),
        Cards::DRAGON => Some(("dragon", "c-green", "", say.specials[3])),
        _ => None,
    };
    if let Some((pip, colour, corner, name)) = special {
        let letter = text.clone();
        return Face { text, rank: corner.into(), pip, colour, letter, name: name.into(), is_wide: true };
    }
    let mut letters = text.chars();
    let (suit, number) = (letters.next().unwrap_or(' '), letters.next().unwrap_or(' '));
    let (pip, colour, plural) = match suit {
        'S' => ("sword", "c-ink", say.suits[0]),
        'B' => ("pagoda", "c-blue", say.suits[1]),
        'G' => ("jade", "c-green", say.suits[2]),
        _ => ("star", "c-red", say.suits[3]),
    };
    let name = card_words(number, plural);
    Face { text, rank: rank(number), pip, colour, letter: suit.to_string(), name, is_wide: false }
}

fn seat(sight: &Sight<Tichu>, seat: Seat, place: &str, crest: &str) -> Markup {
    let open = sight.view.open();
    let is_ours = seat % 2 == sight.seat % 2;
    let say = &words::now().tichu;
    let role = match (seat + 4 - sight.seat) % 4 {
        0 => "",
        2 => say.partner,
        _ => "",
    };
    let standing = match open.finished().position(|out| out == seat) {
        Some(at) => filled(say.out, &[&(at + 1).to_string()]),
        None => words::now().card.count(sight.view.hand_len(seat)),
    };
    let is_next = !sight.is_paused && open.turn() == Some(seat);
    let call = match open.call(seat) {
        Call::None => None,
        Call::Tichu => Some("Tichu"),
        Call::Grand => Some("Grand"),
    };
    let next = if is_next { say.to_play } else { "" };
    let words = [(is_ours, "us"), (is_next, "turn"), (open.finished().any(|out| out == seat), "passed")];
    html! {
        section class={ (place) " " (classes("seat", &words)) } aria-label={ (sight.name(seat)) ", " (role) (standing)
            @if let Some(call) = call { (filled(say.called, &[call])) } (next) } {
            (icon(crest, "crest"))
            div { h3 { (sight.name(seat)) } p { span.role { (role) } (standing) } }
            @if let Some(call) = call { span.tag.hot { (call) } }
            @if seat != sight.seat && !sight.view.sees_all() { (backs(sight.view.hand_len(seat))) }
            @if sight.view.sees_all() && seat != sight.seat && !open.hand(seat).is_empty() {
                p.shown { @for card in open.hand(seat).iter() { (lying(&face(card), "xs")) } }
            }
        }
    }
}

fn trick(sight: &Sight<Tichu>) -> Markup {
    let open = sight.view.open();
    let say = &words::now().tichu;
    let wish = filled(say.wish, &[&rank(rank_name(open.wish()))]);
    html! {
        section.trick aria-labelledby="h-trick" {
            h2.vh #h-trick { (say.trick) }
            @if let Some(top) = open.top() {
                ol.played { li.top {
                    span.set {
                        @for card in open.top_cards().iter() { (lying(&face(card), "lg")) }
                        @if open.top_cards().is_empty() { @for rank in ranks(top) {
                            span .card.lg.bare role="img" aria-label=(rank) { span.rank aria-hidden="true" { (rank) } }
                        } }
                    }
                    small { (sight.name(open.owner())) }
                } }
                p.row {
                    span.tag.line { (kind_name(top.kind)) }
                    @if open.wish() != 0 { span.tag { (wish) } }
                    span.soft { (filled(say.points, &[&open.trick_points().to_string()])) }
                }
                (trail(sight))
            } @else if open.phase() == Phase::Grand {
                p.soft { (say.eight_dealt) }
            } @else if open.phase() == Phase::Give {
                p.soft { (say.exchanging) }
            } @else {
                p.soft { (say.empty) }
                (taken(sight))
                @if open.wish() != 0 { p.row { span.tag { (wish) } } }
            }
            @if sight.is_paused {
                div.pause {
                    svg aria-hidden="true" { rect width="100%" height="100%" {} }
                    span { (words::now().table.pause_long) }
                }
            }
        }
    }
}

/// The play that took the last trick.
fn taken(sight: &Sight<Tichu>) -> Markup {
    let mut back = sight.seen.iter().rev();
    let last =
        back.find(|(_, mv, _)| !matches!(mv.what(), What::Pass | What::Hold | What::Wish | What::Gift));
    let Some((by, mv, text)) = last else { return html! {} };
    if !matches!(mv.what(), What::Play(_)) || text == "Dog" {
        return html! {};
    }
    let say = words::now().tichu.took_trick.after(sight.is_you(*by), &[without_word(text)]);
    html! { p.soft { (sight.name(*by)) " " (Tichu::shown(&say)) } }
}

/// The ranks of a combination whose very cards are not known: a short position says no more.
fn ranks(top: Combo) -> Vec<String> {
    let name = |of: u8| rank(rank_name(of));
    let run = |len: u8, times: usize| {
        let low = (top.height + 1).saturating_sub(len);
        (low..=top.height).flat_map(|of| vec![name(of); times]).collect::<Vec<_>>()
    };
    match top.kind {
        Kind::Single if top.height == Combo::DRAGON => {
            vec![card_name(Cards::DRAGON.iter().next().unwrap_or(0))]
        }
        Kind::Single => vec![name(top.height / 2)],
        Kind::Pair => vec![name(top.height); 2],
        Kind::Triple => vec![name(top.height); 3],
        Kind::Four => vec![name(top.height); 4],
        Kind::FullHouse => [vec![name(top.height); 3], vec![String::new(); 2]].concat(),
        Kind::Stairs => run(top.len, 2),
        Kind::Straight | Kind::Flush => run(top.len, 1),
    }
}

/// The plays of the trick before the one on top, oldest first. A trick ends where its last player leads again, where
/// somebody who had passed plays, and with the Dog.
fn trail(sight: &Sight<Tichu>) -> Markup {
    let mut plays: Vec<(Seat, &str)> = Vec::new();
    let mut passed = [false; 4];
    for (by, mv, text) in sight.seen.iter().rev() {
        match (mv.what(), plays.last()) {
            (What::Pass, Some(_)) => passed[*by] = true,
            (What::Play(_), Some((later, _))) if *by == *later || passed[*later] || text == "Dog" => break,
            (What::Play(_), _) => {
                plays.push((*by, without_word(text)));
                passed = [false; 4];
            }
            (What::Give | What::NoCall | What::Grand, _) => break,
            _ => {}
        }
    }
    let earlier = plays.iter().skip(1).take(3).rev();
    html! { @if plays.len() > 1 { p.trail { @for (seat, text) in earlier { span { (sight.name(*seat)) " " b { (Tichu::shown(text)) } } } } } }
}

fn kind_name(kind: Kind) -> &'static str {
    let kinds = &words::now().tichu.kinds;
    match kind {
        Kind::Single => kinds[0],
        Kind::Pair => kinds[1],
        Kind::Triple => kinds[2],
        Kind::Stairs => kinds[3],
        Kind::FullHouse => kinds[4],
        Kind::Straight => kinds[5],
        Kind::Four | Kind::Flush => kinds[6],
    }
}

/// The cards this seat gave and was given.
fn exchanged(sight: &Sight<Tichu>) -> Markup {
    let (given, received) = (sight.view.given(), sight.view.received());
    let is_known = given.iter().all(Option::is_some) && received.iter().any(Option::is_some);
    let say = &words::now().tichu;
    let row = |label: &str, cards: [Option<u8>; 3]| {
        html! { tr { th scope="row" { (label) } @for card in cards { td {
            @if let Some(card) = card.filter(|_| is_known) { (Tichu::shown(&card_name(card))) }
        } } } }
    };
    html! {
        // The rows keep their room from the start, so that what lies below them does not move.
        @if sight.is_played && sight.view.open().rules().exchange != Exchange::None {
            table.exchanged {
                caption.vh { (say.exchange) }
                thead { tr { td {} @for way in 1..=3 { th scope="col" { (sight.name((sight.seat + way) % 4)) } } } }
                tbody {
                    (row(say.you_gave, given))
                    // What comes from the left was given to the right, so the last of it stands first.
                    (row(say.you_got, [received[2], received[1], received[0]]))
                }
            }
        }
    }
}
