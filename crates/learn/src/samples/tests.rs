//! Tests of `samples`.

use super::*;

fn games() -> Vec<(u64, Samples)> {
    let samples = |inputs: &[(u16, f32)], ends: &[usize]| Samples {
        inputs: inputs.to_vec(),
        ends: ends.to_vec(),
        payoffs: vec![0.5; ends.len()],
        values: vec![0.1; ends.len()],
    };
    let long = samples(&[(1, 1.0), (65_535, -0.25), (7, 1e-30)], &[2, 2, 3]);
    vec![(4, long), (6, Samples::default()), (8, samples(&[(0, 2.0)], &[1]))]
}

#[test]
fn games_read_back_to_the_last_bit() {
    let origin = json!({ "seed": 7 });
    assert_eq!(unpack_games(&pack_games(&origin, &games())), Ok((origin, games())));
}

#[test]
fn what_holds_no_games_is_refused() {
    let good = pack_games(&json!({}), &games());
    for bytes in [&b""[..], &good[..good.len() - 1], &good[..40]] {
        assert!(unpack_games(bytes).is_err());
    }
    let lengths = vec![9u64];
    let tensors = |name: &str| (name.to_string(), Tensor::Words(&lengths));
    let odd = pack(&json!({ "format": 1, "sizes": [0, 0] }), &[tensors("games")]);
    assert!(unpack_games(&odd).is_err());
}
