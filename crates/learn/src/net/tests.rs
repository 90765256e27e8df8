//! Tests of `net`.

use super::*;

/// The report's four nets have as many parameters as its program counts.
#[test]
fn shapes_are_counted() {
    let shape = |first: Vec<(usize, usize)>| Shape {
        first,
        hidden: Vec::new(),
        outputs: 258,
        activation: Activation::Elu,
        last: Activation::Elu,
    };
    assert_eq!(shape(vec![(280, 1290)]).parameters(), 695_568);
    assert_eq!(shape(vec![(56, 56), (56, 56), (56, 56), (56, 56), (56, 56), (2, 2)]).parameters(), 88_980);
    assert_eq!(shape(vec![(87, 1290)]).parameters(), 446_598);
    assert_eq!(shape(vec![(17, 17), (17, 17), (17, 17), (17, 17), (17, 17), (2, 2)]).parameters(), 24_240);
}

#[test]
fn looking_at_parts_is_looking_at_all() {
    let shape = Shape {
        first: vec![(6, 5), (4, 9)],
        hidden: vec![7],
        outputs: 3,
        activation: Activation::Elu,
        last: Activation::Linear,
    };
    let net = Net::new(shape, &mut Rng::new(1));
    let (mut one, mut other) = (Workspace::default(), Workspace::default());
    net.set_view(&[(0, 1.0), (5, 2.0)], &mut one);
    net.forward(&[(1, 0.5), (3, 1.0)], 6, &mut one);
    net.set_view(&[(0, 1.0), (5, 2.0), (7, 0.5), (9, 1.0)], &mut other);
    net.forward(&[], 0, &mut other);
    for output in 0..3 {
        assert!((net.output(output, &one) - net.output(output, &other)).abs() < 1e-6);
    }
}
