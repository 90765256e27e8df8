//! Tests of `policies`.

use super::*;
use crate::rules::Rules;
use crate::text::options::Options;
use crate::text::position::parse_position;

fn pick(position: &str) -> String {
    let options = Options { rules: Rules::OFFICIAL, titles: None };
    let state = parse_position(&options, position).expect(position);
    SampleClient.pick(&state, &mut Vec::new(), &mut Rng::new(1)).to_string()
}

#[test]
fn it_leads_as_the_sample_client_does() {
    for (hand, normal, reversed) in [
        ("S4,S5,S6,H4,H5,H6,C9,D9", "S4-S5-S6", "S4-S5-S6"),
        ("S4,S5,S6,H7,H8,H9,C9,D9", "S4-S5-S6", "H7-H8-H9"),
        ("S4,S5,S6,S7,H8,H9,HT", "S4-S5-S6-S7", "S4-S5-S6-S7"),
        ("S4,H4,C9,D9,SK,HK,DK", "SK+HK+DK", "SK+HK+DK"),
        ("S4,H4,C9,D9,SK", "S4+H4", "D9+C9"),
        ("H4,S4,C9,SK", "S4+H4", "S4+H4"),
        ("D4,C9,SK", "D4", "SK"),
        ("JO", "JO", "JO"),
        ("JO,C9", "JO:S9+C9", "JO:S9+C9"),
        ("JO,S9,SK", "S9+JO:H9", "SK+JO:HK"),
        // The joker fills the first gap upwards, or lies below or above the run.
        ("JO,C9,CJ,D4", "C9-JO:CT-CJ", "C9-JO:CT-CJ"),
        ("JO,C3,C4,D9", "JO:C0-C3-C4", "C3-C4-JO:C5"),
        ("JO,CA,C2,D4", "JO:CK-CA-C2", "CA-C2-JO:CX"),
        ("JO,S5,H5,D5,C5", "S5+H5+D5+C5+JO", "S5+H5+D5+C5+JO"),
    ] {
        assert_eq!(pick(&format!("hand={hand}")), normal, "{hand}");
        assert_eq!(pick(&format!("hand={hand} order=reversed")), reversed, "{hand} reversed");
    }
}

#[test]
fn it_follows_as_the_sample_client_does() {
    for (position, mv) in [
        // Cards of sets and sequences stay together.
        ("hand=S6,H6,S9,ST,SJ,DK table=D5", "DK"),
        ("hand=S6,H6,S9,ST,SJ,DK table=DA", "pass"),
        ("hand=S6,H6,S9,ST,SJ,DK,JO table=DA", "JO"),
        ("hand=S6,H8,DK table=D5", "S6"),
        ("hand=S6,H8,DK table=D5 lock=yes", "DK"),
        ("hand=S3,H4,DK table=D5 order=reversed", "H4"),
        ("hand=S3,H4,DK table=JO", "pass"),
        // Exactly as many of a rank, or one less and the joker.
        ("hand=S6,H6,D6,S9,H9 table=S5+H5", "S9+H9"),
        ("hand=S6,H6,D6,S9 table=S5+H5", "pass"),
        ("hand=S6,H6,D6,S9,JO table=S5+H5", "S9+JO:H9"),
        ("hand=S6,H6,D6,S9,JO table=S5+H5 lock=yes", "S6+H6"),
        ("hand=D6,C6,H9,JO table=S5+H5 lock=yes", "JO:S9+H9"),
        ("hand=D6,C6,D9,JO table=S5+H5 lock=yes", "pass"),
        ("hand=S4,H4,S9,H9 table=S7+H7 order=reversed", "S4+H4"),
        ("hand=S6,H6,D6,C6,JO table=S5+H5+D5+C5", "S6+H6+D6+C6"),
        // Only the top of a longer run.
        ("hand=H6,H7,H8,H9 table=S3-S4-S5", "H7-H8-H9"),
        ("hand=H6,H7,H8,H9 table=S3-S4-S5 lock=yes", "pass"),
        ("hand=H6,H7,JO table=S3-S4-S5", "H6-H7-JO:H8"),
        ("hand=H6,H8,JO table=S3-S4-S5", "H6-JO:H7-H8"),
        ("hand=H3,H4,H5,H9 table=S8-S9-ST order=reversed", "H3-H4-H5"),
        ("hand=H3,D4 table=S8-S9-ST order=reversed", "pass"),
        ("hand=H3,H4,JO table=S6-S7-S8 order=reversed", "H3-H4-JO:H5"),
    ] {
        assert_eq!(pick(position), mv, "{position}");
    }
}

#[test]
fn it_gives_its_weakest_cards() {
    let mut state = Daihinmin::titled(Rules::OFFICIAL, [0, 1, 2, 3, 4], 1);
    let hand = state.hand(0);
    let mv = SampleClient.pick(&state, &mut Vec::new(), &mut Rng::new(1));
    assert_eq!(mv.cards(), hand.weakest(2));
    state.apply(mv);
    assert_eq!(SampleClient.pick(&state, &mut Vec::new(), &mut Rng::new(1)).len(), 1);
}

/// The policy picks only legal moves, and no seat is favoured.
#[test]
fn it_plays_whole_matches() {
    let rules = Rules { games: 40, ..Rules::OFFICIAL };
    let mut points = [0; 5];
    for seed in 0..40 {
        let mut state = Daihinmin::new(rules, seed);
        let mut moves = Vec::new();
        while state.turn().is_some() {
            let mv = SampleClient.pick(&state, &mut Vec::new(), &mut Rng::new(1));
            moves.clear();
            state.moves(&mut moves);
            assert!(moves.contains(&mv), "{mv} in {state:?}");
            state.apply(mv);
        }
        for (seat, sum) in points.iter_mut().enumerate() {
            *sum += state.points(seat);
        }
    }
    // 1600 games: a seat's mean has a standard deviation near 0.05 points, titles included.
    let means = points.map(|sum| f64::from(sum) / 1600.0);
    assert!(means.iter().all(|mean| (mean - 3.0).abs() < 0.3), "{means:?}");
}

#[test]
fn eager_players_pass_only_if_they_must() {
    let mut rng = Rng::new(2);
    let (mut buf, mut legal) = (Vec::new(), Vec::new());
    for seed in 0..50 {
        let mut state = Daihinmin::new(Rules::OFFICIAL, seed);
        while state.turn().is_some() {
            let mv = Eager.pick(&state, &mut buf, &mut rng);
            legal.clear();
            state.moves(&mut legal);
            assert!(legal.contains(&mv) && (!mv.is_pass() || legal.len() == 1));
            state.apply(mv);
        }
    }
}
