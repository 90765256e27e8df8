//! Records gone through move by move.

use karuta_arena::registry;
use karuta_engine::Stop;
use karuta_playable::playable::Purpose;

#[test]
fn records_are_gone_through_as_they_were_played() {
    let game = registry::open("daihinmin:games=3", Purpose::Match).expect("it is a game");
    let agents: Vec<String> =
        ["light", "eager", "default", "default", "flat:iters=7"].map(String::from).into();
    let contest = game.contest(&agents, 5).expect("they can play");
    let group = contest.play_group(2, &Stop::never()).expect("nobody halts it");
    for record in &group.games {
        let trace = game.retrace(record).expect("it is a game of ours");
        assert_eq!(trace.steps.len(), record.moves.len());
        assert!(trace.steps.iter().all(|step| step.choices > 0));
        for (seat, places) in trace.events.iter().enumerate() {
            assert_eq!(places.len(), 3, "one place for each game of the match");
            for place in ["first", "fifth"] {
                let counted = places.iter().filter(|&&name| name == place).count() as f64;
                assert_eq!(record.measures[place][seat], Some(counted));
            }
        }
        assert_eq!(trace.dealt.len(), 3, "each game of the match has begun");
        for quantities in &trace.dealt {
            // Nine strong cards among five: not everybody has more than the mean of the others, nor fewer.
            assert!(
                quantities.iter().any(|ahead| ahead[0] <= 0) && quantities.iter().any(|ahead| ahead[0] >= 0)
            );
        }
        let spent: u64 = trace.steps.iter().map(|step| step.spent).sum();
        assert_eq!(spent, record.effort.iter().map(|effort| effort.iterations + effort.nodes).sum::<u64>());
    }
    let mut broken = group.games[0].clone();
    broken.moves.push("pass".to_string());
    assert!(game.retrace(&broken).is_err(), "nothing comes after the end");
}
