//! Every group belongs to one chunk, and chunks are alike.

use super::{Chunk, Portion};

#[test]
fn chunks_are_a_division() {
    for contests in 1..6 {
        for of in 1..40 {
            for (contest, index) in
                (0..contests).flat_map(|contest| (0..13).map(move |index| (contest, index)))
            {
                let owners =
                    (1..=of).filter(|&number| Chunk { number, of }.has(contest, index, contests)).count();
                assert_eq!(owners, 1, "deal {index} of contest {contest} of {contests} in {of} chunks");
            }
        }
    }
}

#[test]
fn chunks_differ_by_one_group_at_most() {
    for (contests, deals, of) in [(1, 10, 3), (5, 65, 200), (5, 65, 325), (3, 7, 4), (6, 20, 6)] {
        let size = |number: u64| {
            let groups = (0..contests).flat_map(|contest| (0..deals).map(move |index| (contest, index)));
            groups.filter(|&(contest, index)| Chunk { number, of }.has(contest, index, contests)).count()
        };
        let sizes: Vec<usize> = (1..=of).map(size).collect();
        let (least, most) = (sizes.iter().min().expect("chunks"), sizes.iter().max().expect("chunks"));
        assert!(most - least <= 1, "{sizes:?}");
    }
}

#[test]
fn a_chunk_has_a_share_of_every_contest() {
    for number in 1..=6 {
        let contests =
            (0..6).filter(|&contest| (0..6).any(|index| Chunk { number, of: 6 }.has(contest, index, 6)));
        assert_eq!(contests.count(), 6, "chunk {number}");
    }
}

#[test]
fn portions_are_read_back() {
    for text in ["1/1", "2/5", "0-0", "100-199"] {
        assert_eq!(text.parse::<Portion>().map(|portion| portion.to_string()), Ok(text.to_string()));
    }
    for text in ["", "0/5", "6/5", "1/0", "2", "5-2", "-1-2", "1-", "1/2/3", "1/1000001"] {
        let refusal = text.parse::<Portion>().expect_err(text);
        assert!(refusal.contains("2/5") && refusal.contains("100-199"), "{refusal}");
    }
}
