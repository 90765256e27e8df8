//! Tests of sampled and listed worlds, and of searches through all of them, against exact beliefs,
//! computed in another way.

use std::collections::BTreeMap;
use std::sync::Arc;

use karuta_engine::agent::Decision;
use karuta_engine::evaluation::ValueFn;
use karuta_engine::playout::Policy;
use karuta_engine::search::census::{Census, Components, Config};
use karuta_engine::search::cfr::{Cfr, Endings, Limits};
use karuta_engine::worlds::Determinizer;
use karuta_engine::{Agent, Choice, Game, Referee, Rng, Scores, Seat};

use crate::cards::Cards;
use crate::moves::{Action, Move, each_choice};
use crate::papers::hassan::samplers::Forgetful;
use crate::play::policies::HassanRandom;
use crate::play::round_values;
use crate::played::Aside;
use crate::rules::{DealBy, Rules, Style};
use crate::view::View;
use crate::worlds::enumeration::{IDENTITY, LISTING};
use crate::worlds::taken::{binomial, ways};
use crate::{Hanamikoji, Phase};

/// The hidden cards of the other seat: hand, secret, discards, and all the rest (deck and removed).
type Hidden = [Cards; 4];

/// Possible hidden cards with their probabilities, up to a factor. Ordered, so that sums are repeatable.
type Beliefs = BTreeMap<[u64; 4], (Hidden, f64)>;

fn key(hidden: Hidden) -> [u64; 4] {
    hidden.map(Cards::bytes)
}

fn believe(beliefs: &mut Beliefs, hidden: Hidden, weight: f64) {
    beliefs.entry(key(hidden)).or_insert((hidden, 0.0)).1 += weight;
}

/// The probability that cards drawn from `all` at random are `some`.
fn by_lot(all: Cards, some: Cards) -> f64 {
    ways(all, some) / binomial(all.len(), some.len())
}

/// Cards that are hidden from `seat` in a world.
fn hidden(world: &Hanamikoji, seat: Seat) -> Hidden {
    let aside = world.aside(1 - seat);
    [world.hand(1 - seat), aside.secret(), aside.discards(), world.deck() + world.removed()]
}

/// Compares worlds with beliefs: Pearson's chi-square, rare worlds pooled, may lie six standard
/// deviations above its mean.
fn check(beliefs: &Beliefs, seat: Seat, mut draw: impl FnMut() -> Hanamikoji) {
    const WORLDS: u32 = 4_000;
    let mut seen: BTreeMap<[u64; 4], u32> = BTreeMap::new();
    for _ in 0..WORLDS {
        let hidden = hidden(&draw(), seat);
        assert!(beliefs.contains_key(&key(hidden)), "{hidden:?} is impossible");
        *seen.entry(key(hidden)).or_default() += 1;
    }
    let total: f64 = beliefs.values().map(|&(_, weight)| weight).sum();
    let mut cells: Vec<(f64, f64)> = vec![(0.0, 0.0)];
    for (key, &(_, weight)) in beliefs {
        let due = weight / total * f64::from(WORLDS);
        let count = f64::from(seen.get(key).copied().unwrap_or(0));
        if due < 5.0 {
            cells[0] = (cells[0].0 + due, cells[0].1 + count);
        } else {
            cells.push((due, count));
        }
    }
    let cells = cells.into_iter().filter(|&(due, _)| due > 1.0);
    let terms: Vec<f64> = cells.map(|(due, count)| (count - due) * (count - due) / due).collect();
    let (chi, freedom) = (terms.iter().sum::<f64>(), terms.len() as f64 - 1.0);
    assert!(chi <= freedom + 6.0 * (2.0 * freedom).sqrt() + 6.0, "chi-square {chi} for {freedom}");
}

/// Compares the list of all worlds with beliefs, which do not tell the deck from the removed card.
fn check_listed(beliefs: &Beliefs, view: &View) {
    let mut worlds = Vec::new();
    assert!((LISTING.worlds)(view, 100_000, &mut worlds));
    let mut listed = Beliefs::new();
    for (world, weight) in worlds {
        believe(&mut listed, hidden(&world, view.seat()), weight);
    }
    let total: f64 = beliefs.values().map(|&(_, weight)| weight).sum();
    assert_eq!(listed.len(), beliefs.values().filter(|&&(_, weight)| weight > 0.0).count());
    for (key, (hidden, weight)) in listed {
        let due = beliefs.get(&key).map_or(0.0, |&(_, weight)| weight / total);
        assert!((weight - due).abs() < 1e-9, "{hidden:?}: {weight} instead of {due}");
    }
}

/// Beliefs of `seat` when cards are dealt and chosen at random, carried through the round event by event. It counts
/// suits and knows nothing of cards seen before, so it shares no idea with `worlds::taken`.
struct Filter {
    seat: Seat,
    beliefs: Beliefs,
}

impl Filter {
    fn new(state: &Hanamikoji, seat: Seat) -> Filter {
        let unseen = Cards::ALL - state.hand(seat);
        let mut beliefs = Beliefs::new();
        each_choice(unseen, state.hand(1 - seat).len(), &mut |hand| {
            let hidden = [hand, Cards::NONE, Cards::NONE, unseen - hand];
            believe(&mut beliefs, hidden, ways(unseen, hand));
        });
        Filter { seat, beliefs }
    }

    /// Replaces every entry by what it can become.
    fn step(&mut self, turn_into: impl Fn(Hidden, &mut dyn FnMut(Hidden, f64))) {
        for (hidden, weight) in std::mem::take(&mut self.beliefs).into_values() {
            turn_into(hidden, &mut |next, share| believe(&mut self.beliefs, next, weight * share));
        }
    }

    /// Follows one move of the real game, from `before` to `after`.
    fn follow(&mut self, before: &Hanamikoji, after: &Hanamikoji) {
        let actor = before.actor();
        let own = actor == self.seat;
        let official = before.rules().style == Style::Official;
        if before.phase() == Phase::Play && !own {
            let action = after.plays(actor).iter().last().expect("a play");
            let offered = after.offers(actor).offered(action);
            self.step(|[hand, secret, discards, rest], next| match action {
                Action::Secret => each_choice(hand, 1, &mut |card| {
                    next([hand - card, card, discards, rest], by_lot(hand, card));
                }),
                Action::Trade => each_choice(hand, 2, &mut |cards| {
                    next([hand - cards, secret, cards, rest], by_lot(hand, cards));
                }),
                Action::Gift | Action::Compete if hand.contains(offered) => {
                    next([hand - offered, secret, discards, rest], by_lot(hand, offered));
                }
                Action::Gift | Action::Compete => {}
            });
        }
        if before.phase() == Phase::Answer && own && !official {
            let taken = after.offers(actor).taken() - before.offers(actor).taken();
            self.step(|[hand, secret, discards, rest], next| {
                next([hand + taken, secret, discards, rest], 1.0);
            });
        }
        let drawer = if official { after.actor() } else { actor };
        if after.deck() != before.deck() {
            self.draw(before.deck() - after.deck(), drawer == self.seat);
        }
    }

    /// Somebody drew a card: this seat sees its own.
    fn draw(&mut self, drawn: Cards, own: bool) {
        self.step(|[hand, secret, discards, rest], next| {
            for suit in rest.each_suit() {
                let card = Cards::one(suit);
                let left = rest - card;
                if !own {
                    next([hand + card, secret, discards, left], by_lot(rest, card));
                } else if card == drawn {
                    next([hand, secret, discards, left], by_lot(rest, card));
                }
            }
        });
    }
}

/// Plays the first round of a game at random, showing each position and the one before.
fn play_round(rules: Rules, seed: u64, rng: &mut Rng, mut shown: impl FnMut(&Hanamikoji, &Hanamikoji)) {
    let mut state = Hanamikoji::new(Rules { starts: (seed % 2) as u8, ..rules }, seed);
    shown(&state, &state);
    loop {
        let before = state;
        let mv = HassanRandom.pick(&state, &mut Vec::new(), rng);
        state.apply(mv);
        if state.round() != 1 || state.turn().is_none() {
            return;
        }
        shown(&before, &state);
    }
}

/// The last turns are checked, where few enough cards are hidden for every world to be drawn often.
#[test]
fn worlds_are_as_likely_as_an_exact_filter_says() {
    let (mut rng, mut other) = (Rng::new(3), Rng::new(4));
    let mut checked = 0;
    for (rules, games) in [(Rules::FAIR, 8), (Rules::OFFICIAL, 4)] {
        for seed in 0..games {
            let mut filters: Vec<Filter> = Vec::new();
            play_round(rules, seed, &mut rng, |before, after| {
                if filters.is_empty() {
                    filters = (0..2).map(|seat| Filter::new(after, seat)).collect();
                    return;
                }
                for filter in &mut filters {
                    filter.follow(before, after);
                    if after.turns() >= 5 {
                        let view = after.view(filter.seat);
                        check_listed(&filter.beliefs, &view);
                        check(&filter.beliefs, filter.seat, || Hanamikoji::sample(&view, &mut other));
                        checked += 1;
                    }
                }
            });
        }
    }
    assert!(checked > 60, "{checked} positions");
}

/// All deals of `count` cards from `pool` by suit, with their probabilities.
fn deals_by_suit(pool: Cards, count: u32) -> BTreeMap<u64, f64> {
    let mut deals = BTreeMap::from([(0, 1.0)]);
    for _ in 0..count {
        for (dealt, p) in std::mem::take(&mut deals) {
            let left = pool - Cards::from_bytes(dealt);
            for suit in left.each_suit() {
                *deals.entry(dealt + Cards::one(suit).bytes()).or_insert(0.0) +=
                    p / f64::from(left.suits().len());
            }
        }
    }
    deals
}

/// Beliefs of the thesis' program: the other seat's cards are dealt anew from all it cannot see.
fn redealt(state: &Hanamikoji, seat: Seat) -> Beliefs {
    let [hand, secret, discards, rest] = hidden(state, seat);
    let known = if state.rules().removed_in_pool { Cards::NONE } else { state.removed() };
    let pool = hand + secret + discards + rest - known;
    let count = hand.len() + secret.len() + discards.len();
    let deals: Vec<(Cards, f64)> = match state.rules().deal_by {
        DealBy::Suit => {
            deals_by_suit(pool, count).into_iter().map(|(c, p)| (Cards::from_bytes(c), p)).collect()
        }
        DealBy::Card => {
            let mut deals = Vec::new();
            each_choice(pool, count, &mut |cards| deals.push((cards, ways(pool, cards))));
            deals
        }
    };
    let mut beliefs = Beliefs::new();
    for (dealt, p) in deals {
        each_choice(dealt, secret.len(), &mut |new_secret| {
            let left = dealt - new_secret;
            each_choice(left, discards.len(), &mut |new_discards| {
                let hidden = [left - new_discards, new_secret, new_discards, pool - dealt + known];
                let weight = p * by_lot(dealt, new_secret) * by_lot(left, new_discards);
                believe(&mut beliefs, hidden, weight);
            });
        });
    }
    beliefs
}

#[test]
fn the_thesis_deals_the_unseen_cards_anew() {
    let (mut rng, mut other) = (Rng::new(7), Rng::new(8));
    for rules in [Rules::HASSAN, Rules::FAIR, Rules { removed_in_pool: true, ..Rules::HASSAN }] {
        for seed in 0..4 {
            play_round(rules, seed, &mut rng, |_, state| {
                let Some(seat) = state.turn().filter(|_| state.turns() >= 6) else { return };
                let mut referee = Referee::new(*state);
                let decision = referee.decision().expect("a game that is on");
                check(&redealt(state, seat), seat, || Forgetful.world(&decision, &mut other));
            });
        }
    }
}

/// While nothing it has seen is hidden, a seat's own beliefs are the same.
#[test]
fn without_memories_worlds_are_dealt_anew() {
    let (mut rng, mut other) = (Rng::new(9), Rng::new(10));
    let mut checked = 0;
    for seed in 0..400 {
        play_round(Rules::HASSAN, seed, &mut rng, |_, state| {
            for seat in 0..2 {
                if state.turns() == 4 && state.offers(seat).taken().is_empty() {
                    let view = state.view(seat);
                    check(&redealt(state, seat), seat, || Hanamikoji::sample(&view, &mut other));
                    checked += 1;
                }
            }
        });
    }
    assert!(checked > 10, "{checked} positions");
}

/// A value of round ends for this test: it tells markers apart and is not symmetric.
struct Uneven;

impl ValueFn<Hanamikoji> for Uneven {
    fn payoffs(&self, state: &Hanamikoji) -> Scores {
        match state.phase() {
            Phase::Over => state.payoff(),
            Phase::Scored | Phase::Play | Phase::Answer | Phase::Draw => {
                Scores::two((state.markers().index() * 37 % 101) as f64 / 101.0)
            }
        }
    }
}

/// An agent that must not be asked: a search that calls it has not cut off where it should.
struct Nobody;

impl Agent<Hanamikoji> for Nobody {
    fn choose(&mut self, decision: &Decision<'_, Hanamikoji>, _: &mut Rng) -> Choice<Move> {
        panic!("{} decisions are too many", decision.view.decisions_left());
    }
}

fn census(plies: u32) -> Census<Hanamikoji> {
    let parts = Components {
        listing: LISTING,
        likelihood: None,
        left: View::decisions_left,
        rounds: Some((round_values::ROUND.number, Arc::new(Uneven))),
        fallback: Box::new(Nobody),
    };
    Census::new(Config { limit: 100_000, plies, nodes: u64::MAX }, parts)
}

/// The last decision of a round has exact values: the mean over all beliefs of the position each move leads to, with
/// moves made by the game itself and no search.
#[test]
fn the_last_decision_of_a_round_is_exact() {
    let mut rng = Rng::new(11);
    let mut checked = 0;
    for (rules, seed) in [Rules::FAIR, Rules::OFFICIAL].into_iter().flat_map(|r| (0..12).map(move |s| (r, s)))
    {
        let mut filters: Vec<Filter> = Vec::new();
        play_round(rules, seed, &mut rng, |before, after| {
            if filters.is_empty() {
                filters = (0..2).map(|seat| Filter::new(after, seat)).collect();
                return;
            }
            filters.iter_mut().for_each(|filter| filter.follow(before, after));
            let seat = after.turn().expect("a decision");
            let (mut next, mut legal) = (*after, Vec::new());
            after.moves(&mut legal);
            next.apply(legal[0]);
            if next.round() == after.round() && next.phase() != Phase::Over {
                return;
            }
            checked += 1;
            let mut referee = Referee::new(*after);
            let decision = referee.decision().expect("a game that is on");
            let choice = census(1).choose(&decision, &mut Rng::new(1));
            let best = choice.ranked.iter().map(|ranked| ranked.mean).fold(0.0, f64::max);
            assert_eq!((choice.mv, choice.ranked[0].mean), (choice.ranked[0].mv, best));
            let beliefs = &filters[seat].beliefs;
            let total: f64 = beliefs.values().map(|&(_, weight)| weight).sum();
            for ranked in &choice.ranked {
                let mut due = 0.0;
                for &([hand, secret, discards, _], weight) in beliefs.values() {
                    let mut world = *after;
                    let pair = world.aside[1 - seat].first_pair();
                    world.hands[1 - seat] = hand;
                    world.aside[1 - seat] = Aside::new(secret, discards);
                    world.aside[1 - seat].set_pair(pair);
                    world.apply(ranked.mv);
                    due += weight / total * Uneven.payoffs(&world)[seat];
                }
                assert!((ranked.mean - due).abs() < 1e-9, "{}: {} not {due}", ranked.mv, ranked.mean);
            }
        });
    }
    assert_eq!(checked, 24);
}

fn cfr(plies: u32) -> Cfr<Hanamikoji> {
    let endings = Endings {
        limits: Limits { plies, worlds: 100_000, nodes: 10_000_000 },
        listing: LISTING,
        identity: IDENTITY,
        likelihood: None,
        left: View::decisions_left,
        rounds: Some((round_values::ROUND.number, Arc::new(Uneven))),
    };
    Cfr::new(endings, 300, Box::new(Nobody))
}

/// The last decision cannot hide anything from the other seat: a solved ending has the exact values of a census there,
/// and the best move is made.
#[test]
fn the_last_decision_of_a_round_is_solved_exactly() {
    let mut rng = Rng::new(13);
    let mut checked = 0;
    for (rules, seed) in [Rules::FAIR, Rules::OFFICIAL].into_iter().flat_map(|r| (0..10).map(move |s| (r, s)))
    {
        play_round(rules, seed, &mut rng, |_, state| {
            let view = state.view(state.turn().expect("a decision"));
            let mut referee = Referee::new(*state);
            let decision = referee.decision().expect("a game that is on");
            if view.decisions_left() > 1 || decision.legal.len() < 2 {
                return;
            }
            checked += 1;
            let exact = census(1).choose(&decision, &mut Rng::new(1));
            let solved = cfr(1).choose(&decision, &mut Rng::new(1));
            for ranked in &exact.ranked {
                let due = ranked.mean;
                let found = solved.opinion(ranked.mv);
                assert!((found - due).abs() < 1e-9, "{}: {found} not {due}", ranked.mv);
            }
            let best = exact.ranked[0].mean;
            assert!(solved.opinion(solved.mv) > best - 1e-6, "{} is not the best move", solved.mv);
        });
    }
    assert!(checked > 10, "{checked}");
}

/// Best play with open cards, every line to the end: no window, no stacks, draws listed by hand.
fn open_play(state: &Hanamikoji, seat: Seat) -> f64 {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    let values = moves.into_iter().map(|mv| open_move(state, mv, seat));
    match state.turn() {
        None => Uneven.payoffs(state)[seat],
        Some(turn) if turn == seat => values.fold(0.0, f64::max),
        Some(_) => values.fold(1.0, f64::min),
    }
}

fn open_move(state: &Hanamikoji, mv: Move, seat: Seat) -> f64 {
    let mut next = *state;
    next.make(mv);
    if next.phase() != Phase::Draw {
        return open_play(&next, seat);
    }
    let drawn = next.draws().map(|(card, share)| {
        let mut next = next;
        next.draw(card);
        share * open_play(&next, seat)
    });
    drawn.sum()
}

#[test]
fn a_census_is_the_mean_of_plain_open_play() {
    let mut rng = Rng::new(12);
    for rules in [Rules::HASSAN, Rules::FAIR, Rules::OFFICIAL] {
        let mut checked = [0; 5];
        for seed in 0..20 {
            play_round(rules, seed, &mut rng, |_, state| {
                let seat = state.turn().expect("a decision");
                let view = state.view(seat);
                let left = view.decisions_left() as usize;
                let mut worlds = Vec::new();
                if left >= checked.len() || !(LISTING.worlds)(&view, 60, &mut worlds) {
                    return;
                }
                checked[left] += 1;
                let mut referee = Referee::new(*state);
                let decision = referee.decision().expect("a game that is on");
                let choice = census(left as u32).choose(&decision, &mut Rng::new(1));
                assert_eq!(choice.ranked.len(), state.count_moves(&mut Vec::new()));
                for ranked in &choice.ranked {
                    let values =
                        worlds.iter().map(|(world, weight)| weight * open_move(world, ranked.mv, seat));
                    let due: f64 = values.sum();
                    assert!((ranked.mean - due).abs() < 1e-9, "{}: {} not {due}", ranked.mv, ranked.mean);
                }
                let again = census(left as u32).choose(&decision, &mut Rng::new(2));
                assert_eq!(again.mv, choice.mv, "no luck is asked for");
            });
        }
        assert!(checked[1..].iter().all(|&count| count > 1), "{checked:?} of {rules:?}");
    }
}
