//! Tests of `cards`.

use super::*;

#[test]
fn the_base_set_has_the_published_shape() {
    let base: Vec<&Face> = FACES.iter().filter(|face| face.set == Set::Base).collect();
    assert_eq!(base.len(), 16);
    assert_eq!(base.iter().filter(|face| face.stamp == BLUE).count(), 8);
    assert_eq!(base.iter().map(|face| face.offsets.len()).sum::<usize>(), 52);
    for (n, cards) in [(2, 1), (3, 10), (4, 5)] {
        assert_eq!(base.iter().filter(|face| face.offsets.len() == n).count(), cards);
    }
}

#[test]
fn mirror_images_pair_up() {
    let mirrored = |name: &str| {
        let card = Card::named(name).expect("a card");
        let mut offsets: Vec<_> = card.face().offsets.iter().map(|&(x, y)| (-x, y)).collect();
        offsets.sort_unstable();
        offsets
    };
    for (left, right) in
        [("frog", "rabbit"), ("goose", "rooster"), ("horse", "ox"), ("eel", "cobra"), ("tiger", "tiger")]
    {
        let mut offsets = Card::named(right).expect("a card").face().offsets.to_vec();
        offsets.sort_unstable();
        assert_eq!(mirrored(left), offsets, "{left} mirrors {right}");
    }
}

#[test]
fn names_are_found_however_they_are_written() {
    assert_eq!(Card::named("Sea Snake"), Card::named("sea-snake"));
    assert!(Card::named("Sea Snake").is_some());
    assert_eq!(Card::named("unicorn"), None);
    assert_eq!(Card::all().count(), COUNT);
}
