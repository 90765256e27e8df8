//! Tests of `play`.

use super::*;
use karuta_engine::Game;

#[test]
fn lessons_are_single_rounds_with_a_value() {
    for lesson in [official(), hassan()] {
        single_rounds_with_a_value(&lesson);
    }
}

fn single_rounds_with_a_value(lesson: &Lesson<Hanamikoji>) {
    let mut rng = Rng::new(1);
    let (mut firsts, mut decided) = (0, 0);
    for _ in 0..2_000 {
        let start = (lesson.deal)(&mut rng);
        assert!(start.is_round_start() && !start.markers().is_decisive());
        firsts += u32::from(start.round() == 1);
        let mut state = start;
        while state.turn().is_some() {
            let mv = state.random_move(&mut Vec::new(), &mut rng);
            state.apply(mv);
        }
        assert_eq!((state.phase(), state.round()), (Phase::Over, start.round()));
        let [one, other, ..] = (lesson.points)(&state);
        assert!(one == -other && one.abs() <= 1.0);
        if state.rules().style == Style::Hassan && state.round() == 3 {
            assert_eq!(one > 0.0, state.outcome().and_then(|outcome| outcome.winner) == Some(0));
        } else if state.markers().is_decisive() {
            assert_eq!(one.abs(), 1.0);
            assert_eq!(one > 0.0, state.outcome().and_then(|outcome| outcome.winner) == Some(0));
            decided += 1;
        }
    }
    assert!((600..1_000).contains(&firsts) && decided > 300, "{firsts} {decided}");
}

#[test]
fn every_move_has_its_outcomes() {
    let (mut rng, mut room) = (Rng::new(2), Weighing::default());
    for lesson in [official(), hassan()].iter().cycle().take(100) {
        let mut state = (lesson.deal)(&mut rng);
        while state.turn().is_some() {
            room.shared.clear();
            room.outcomes.clear();
            if (lesson.weigh)(&state, &mut room).is_none() {
                assert_eq!(room.moves.len(), state.count_moves(&mut Vec::new()));
                assert_eq!(room.outcomes.len(), room.moves.len());
                assert_eq!(room.outcomes.iter().sum::<usize>(), room.ends.len());
                assert_eq!(room.ends.last(), Some(&room.features.len()));
                assert!(room.features.iter().chain(&room.shared).all(|&input| usize::from(input) < COUNT));
            }
            let mv = state.random_move(&mut Vec::new(), &mut rng);
            state.apply(mv);
        }
    }
}
