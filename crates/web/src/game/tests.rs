//! Laws of frames: nothing a seat is shown depends on what it cannot see.

use super::compare::resampled;
use super::*;
use karuta_daihinmin::Daihinmin;
use karuta_engine::Game as _;
use karuta_hanamikoji::Hanamikoji;
use karuta_onitama::Onitama;
use karuta_tichu::Tichu;

fn typed<G: Skin>(spec: &str, seed: u64) -> Playing<G> {
    let parsed = Spec::parse(spec).expect("a spec");
    let options = G::options(&Args::new(&parsed, G::PARAMS).expect("args"), Purpose::Match).expect("options");
    let state = karuta_agents::any::deal(&options, seed, 0);
    Playing { spec: spec.to_string(), states: vec![state], moves: Vec::new(), seen: Vec::new() }
}

fn scene(seats: usize, is_paused: bool) -> Scene {
    let names = (0..seats).map(|seat| format!("Seat {seat}")).collect();
    Scene { names, is_played: true, is_paused, can_undo: true, speed: "normal", ..Scene::default() }
}

/// Plays random games and compares every frame of every seat with one made from a resampled truth; says how
/// many were compared, and how many of them in a pause.
fn compare<G: Skin>(spec: &str, games: u64, most: usize) -> (u32, u32) {
    let (mut compared, mut paused) = (0, 0);
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut playing = typed::<G>(spec, seed);
        for _ in 0..most {
            let Some(_) = playing.turn() else { break };
            let pauses = if playing.pause() == Pause::None { vec![false] } else { vec![false, true] };
            for is_paused in pauses {
                // Outside a pause nobody is asked out of turn.
                if !is_paused && playing.let_pass().is_some() {
                    continue;
                }
                for seat in 0..G::SEATS {
                    let scene = scene(G::SEATS, is_paused);
                    let other = resampled(&playing, seat, &mut rng);
                    assert_eq!(
                        playing.parts(seat, &scene),
                        other.parts(seat, &scene),
                        "{spec}, seed {seed}, seat {seat}"
                    );
                    compared += 1;
                    paused += u32::from(is_paused);
                }
            }
            let mv = playing.now().random_move(&mut Vec::new(), &mut rng);
            let text = playing.now().move_text(mv);
            playing.make(&text).expect("a legal move");
        }
    }
    (compared, paused)
}

#[test]
fn frames_do_not_depend_on_what_is_hidden() {
    assert!(compare::<Onitama<5>>("onitama5", 2, 100).0 > 20);
    assert!(compare::<Hanamikoji>("hanamikoji:rules=official", 12, 200).0 > 500);
    assert!(compare::<Hanamikoji>("hanamikoji", 6, 200).0 > 100);
    assert!(compare::<Daihinmin>("daihinmin:games=2", 6, 300).0 > 500);
}

/// The comparison of every frame notices a frame that is not the seat's own.
#[test]
#[should_panic(expected = "depends on what is hidden")]
fn a_frame_that_tells_too_much_is_noticed() {
    let playing = typed::<Tichu>("tichu:target=0", 4);
    let mut told = playing.parts(1, &scene(4, false));
    told.mat = playing.parts(2, &scene(4, false)).mat;
    compare::check(&playing, 1, &scene(4, false), &told);
}

#[test]
fn a_pause_looks_the_same_with_and_without_a_bomb() {
    let (compared, paused) = compare::<Tichu>("tichu:target=0", 5, 400);
    assert!(compared > 800 && paused > 200, "{compared} {paused}");
}

/// In a pause a seat without a bomb is shown the same frame whether another seat holds one or not.
#[test]
fn nobody_sees_that_somebody_else_may_bomb() {
    let (mut windows, mut rng) = (0, Rng::new(5));
    for seed in 0..150 {
        let mut playing = typed::<Tichu>("tichu:target=0", seed);
        while playing.turn().is_some() {
            if playing.let_pass().is_some() && playing.pause() != Pause::None {
                windows += 1;
                let scene = scene(4, true);
                for seat in (0..4).filter(|&seat| playing.answers(seat).is_empty()) {
                    let mut quiet = playing.states.clone();
                    let last = quiet.len() - 1;
                    quiet[last] = without_answers(quiet[last]);
                    let quiet = Playing {
                        spec: String::new(),
                        states: quiet,
                        moves: playing.moves.clone(),
                        seen: playing.seen.clone(),
                    };
                    assert_eq!(
                        playing.parts(seat, &scene),
                        quiet.parts(seat, &scene),
                        "seed {seed}, seat {seat}"
                    );
                }
            }
            let mv = playing.now().random_move(&mut Vec::new(), &mut rng);
            let text = playing.now().move_text(mv);
            playing.make(&text).expect("a legal move");
        }
    }
    assert!(windows > 20, "{windows} windows were met");
}

#[test]
fn hidden_cards_are_in_no_frame() {
    let mut rng = Rng::new(3);
    let mut playing = typed::<Tichu>("tichu:target=0", 11);
    for _ in 0..60 {
        if playing.turn().is_none() {
            break;
        }
        for seat in 0..4 {
            let parts = playing.parts(seat, &scene(4, false));
            let all = [parts.status, parts.mat, parts.act, parts.side].concat();
            let hidden = playing.now().view(seat).unseen();
            for card in hidden.iter() {
                let name = karuta_tichu::cards::card_name(card);
                assert!(!all.contains(&format!("card-{name}\"")), "{name} is shown to seat {seat}");
            }
        }
        let mv = playing.now().random_move(&mut Vec::new(), &mut rng);
        let text = playing.now().move_text(mv);
        playing.make(&text).expect("a legal move");
    }
}

#[test]
fn every_choice_of_a_person_can_be_made_by_its_keys_or_its_button() {
    fn check<G: Skin>(spec: &str) {
        let mut rng = Rng::new(9);
        for seed in 0..4 {
            let mut playing = typed::<G>(spec, seed);
            for _ in 0..80 {
                let Some(seat) = playing.turn() else { break };
                let sight = playing.sight(seat, &scene(G::SEATS, false));
                let parts = playing.parts(seat, &scene(G::SEATS, false));
                for &(mv, ref text) in &sight.legal {
                    assert!(playing.check(text).is_ok(), "{text}");
                    for key in G::keys(&sight, mv) {
                        let is_there = parts.mat.contains(&format!("data-key=\"{key}\""))
                            || parts.mat.contains(&format!("{key} "))
                            || parts.mat.contains(&format!(" {key}\""));
                        assert!(is_there, "{text}: no control has the key {key}");
                    }
                }
                let mv = playing.now().random_move(&mut Vec::new(), &mut rng);
                let text = playing.now().move_text(mv);
                playing.make(&text).expect("a legal move");
            }
        }
    }
    check::<Onitama<5>>("onitama5");
    check::<Hanamikoji>("hanamikoji:rules=official");
    check::<Hanamikoji>("hanamikoji");
    check::<Daihinmin>("daihinmin:games=2");
    check::<Tichu>("tichu:rules=report");
    check::<Tichu>("tichu:target=0");
}

#[test]
fn a_game_goes_on_after_moves_are_taken_back() {
    let mut playing = typed::<Hanamikoji>("hanamikoji", 1);
    let mut rng = Rng::new(1);
    for _ in 0..6 {
        let mv = playing.now().random_move(&mut Vec::new(), &mut rng);
        let text = playing.now().move_text(mv);
        playing.make(&text).expect("a legal move");
    }
    let (position, history) = (playing.position_at(4), playing.history());
    playing.truncate(4);
    assert_eq!((playing.position_at(9), playing.history()), (position, history[..4].to_vec()));
    assert_eq!(playing.noticed(0), 4);
}

/// The rules that the page and the terminal offer can all be dealt, each by its own name.
#[test]
fn every_set_of_rules_is_dealt_and_has_names_of_its_own() {
    for card in crate::games::GAMES.iter() {
        let mut keys: Vec<&str> = card.variants.iter().map(|variant| variant.key).collect();
        keys.sort_unstable();
        keys.dedup();
        assert!(keys.len() == card.variants.len() && keys.len() > 1, "{}", card.title);
        for variant in card.variants {
            let play = (card.open)(variant.spec, Beginning::Seed(1)).expect("it is dealt");
            assert!(play.turn().is_some(), "{}", variant.spec);
            for words in words::LANGUAGES.into_iter().skip(1) {
                assert_ne!(words.variant(variant.spec, ""), "", "{} in {}", variant.spec, words.code);
            }
        }
    }
}
