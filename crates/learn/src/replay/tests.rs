//! Tests of `replay`.

use super::*;
use crate::file::pack;
use serde_json::json;

fn memory(at: u16, is_last: bool) -> Memory {
    Memory {
        inputs: vec![(at, 1.0), (at + 1, 0.25)],
        legal: vec![at, 3],
        chosen: at,
        reward: f32::from(at) - 1.5,
        is_last,
    }
}

fn filled() -> Replay {
    let mut replay = Replay::new(5);
    replay.add([memory(0, false), memory(1, false), memory(2, true)]);
    replay.add([memory(4, false), memory(5, false), memory(6, true)]);
    replay
}

#[test]
fn the_oldest_are_forgotten_and_games_stay_apart() {
    let replay = filled();
    assert_eq!(replay.len(), 5);
    let mut rng = Rng::new(1);
    let mut seen = [0; 8];
    for _ in 0..1000 {
        let (one, next) = replay.draw(&mut rng);
        seen[usize::from(one.chosen)] += 1;
        assert_eq!(next.map(|next| next.chosen), (!one.is_last).then_some(one.chosen + 1));
    }
    assert!(seen[0] == 0 && [1, 2, 4, 5, 6].iter().all(|&at| seen[at] > 150), "{seen:?}");
}

#[test]
fn memories_read_back_and_broken_ones_are_refused() {
    let replay = filled();
    let words = replay.words();
    let file = |words: &[Vec<u64>; 2]| pack(&json!({"format": 1}), &Replay::tensors(words));
    let bytes = file(&words);
    let read = |bytes: &[u8], inputs, outputs| {
        Replay::read(&Unpacked::new(bytes).expect("a file"), 5, (inputs, outputs))
    };
    assert_eq!(read(&bytes, 8, 7).expect("it fits"), replay);
    assert!(read(&bytes, 7, 7).is_err() && read(&bytes, 8, 6).is_err());
    let [heads, bodies] = words;
    for words in [
        [heads[..3].to_vec(), bodies.clone()],
        [heads[..4].to_vec(), bodies.clone()],
        [heads.clone(), bodies[1..].to_vec()],
    ] {
        assert!(read(&file(&words), 8, 7).is_err());
    }
}
