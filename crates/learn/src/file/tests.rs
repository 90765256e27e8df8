//! Tests of `file`.

use super::*;
use karuta_engine::Rng;

fn example() -> (Header, Net) {
    let shape = Shape {
        first: vec![(5, 3), (2, 2)],
        hidden: vec![4],
        outputs: 3,
        activation: Activation::Elu,
        last: Activation::Linear,
    };
    let header = Header {
        game: "toy".into(),
        encoder: "plain".into(),
        learner: "dmc:rate=0.1".into(),
        steps: 7,
        seed: u64::MAX,
        commit: "abc".into(),
    };
    let mut net = Net::new(shape, &mut Rng::new(1));
    for (at, parameter) in net.parameters.iter_mut().enumerate() {
        *parameter += 0.01 * at as f32;
    }
    (header, net)
}

#[test]
fn nets_read_back_to_the_last_bit() {
    let (header, net) = example();
    let bytes = write_net(&header, &net);
    assert_eq!(bytes, write_net(&header, &net), "the same bytes every time");
    assert_eq!(read_net(&bytes), Ok((header, net)));
}

#[test]
fn what_is_no_net_is_refused_in_one_line() {
    let (header, net) = example();
    let error = |bytes: &[u8]| read_net(bytes).expect_err("no net").to_string();
    let good = write_net(&header, &net);
    for bytes in [&b""[..], b"hello", &good[..good.len() - 1], &good[..100], &[0xFF; 64]] {
        assert!(error(bytes).contains("no safetensors file"), "{}", error(bytes));
    }
    let mut other = header_json(&header, net.shape());
    other["format"] = json!(9);
    assert!(error(&pack(&other, &tensors(&net))).contains("format 9"));
    other = header_json(&header, net.shape());
    other["shape"]["hidden"] = json!([5]);
    assert!(error(&pack(&other, &tensors(&net))).contains("has sizes [4, 5]; expected [5, 5]"));
    other["shape"]["hidden"] = json!([999_999, 999_999]);
    assert!(error(&pack(&other, &tensors(&net))).contains("too large"));
    other["shape"]["activation"] = json!("tanh");
    assert!(error(&pack(&other, &tensors(&net))).contains("activation"));
    let mut odd = net.clone();
    odd.parameters[0] = f32::NAN;
    assert!(error(&write_net(&header, &odd)).contains("no numbers"));
    assert!(error(&pack(&header_json(&header, net.shape()), &[])).contains("has no tensor"));
}
