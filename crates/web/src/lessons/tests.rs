//! Every lesson can be read, has a move that solves it, and one that does not unless all do.

use super::{of, open, shown};
use crate::frame::Scene;
use crate::games::GAMES;

/// The texts of the moves that are offered.
fn offered(act: &str) -> Vec<String> {
    let texts = |mark: &str| {
        let found = act.split(mark).skip(1).filter_map(|rest| rest.split('"').next());
        found.map(String::from).collect::<Vec<_>>()
    };
    [texts("data-m=\""), texts("data-move=\"")].concat()
}

#[test]
fn every_lesson_has_texts_and_a_solution() {
    for card in GAMES.iter() {
        assert_eq!(of(card).len(), (card.rules)().lessons.len(), "{}", card.class);
        for (at, lesson) in of(card).iter().enumerate() {
            let play = open(lesson).unwrap_or_else(|why| panic!("{} {at}: {why}", card.class));
            assert_eq!(play.turn(), Some(0), "{} {at}", card.class);
            let names = vec![String::new(); card.seats];
            let scene = Scene { names, is_played: true, speed: "normal", ..Scene::default() };
            let moves = offered(&play.parts(0, &scene).act);
            let solving = moves.iter().filter(|text| lesson.want.fits(text)).count();
            assert!(solving > 0, "{} {at}: none of {moves:?} solves it", card.class);
            assert!(solving < moves.len(), "{} {at}: all of {moves:?} solve it", card.class);
        }
    }
}

#[test]
fn a_try_is_answered() {
    let card = &GAMES[0];
    let before = shown(card, 1, None).expect("a lesson");
    assert!(!before.is_solved && !before.is_wrong);
    let wrong = shown(card, 1, Some("boar a1a2")).expect("a lesson");
    assert!(wrong.is_wrong && wrong.parts.mat == before.parts.mat);
    let right = shown(card, 1, Some("boar c3c4")).expect("a lesson");
    assert!(right.is_solved && right.parts.mat != before.parts.mat);
    assert!(shown(card, 1, Some("zzz")).expect("a lesson").is_wrong);
    assert!(shown(card, 99, None).is_err());
}
