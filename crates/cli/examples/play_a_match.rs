//! A match: two agents on ten deals. Every deal is played twice, with the seats exchanged.
//!
//! Run it with `cargo run --release -p karuta-cli --example play_a_match`.

use std::error::Error;

use karuta_arena::registry;
use karuta_engine::Stop;
use karuta_playable::playable::Purpose;
use karuta_records::summary::summarize;

fn main() -> Result<(), Box<dyn Error>> {
    // A game and its agents are named by specs; `karuta games` and `karuta agents` list what there is.
    let game = registry::open("onitama5", Purpose::Match)?;
    let agents = ["mcts:iters=200", "random"].map(String::from);

    // The seed decides the deals and the luck of the agents: the same seed plays the same match.
    let contest = game.contest(&agents, 1)?;
    let stop = Stop::never();
    let groups: Vec<_> = (0..10).filter_map(|deal| contest.play_group(deal, &stop)).collect();

    for group in &groups {
        let results: Vec<String> = group
            .games
            .iter()
            .map(|game| {
                let winner = game.payoffs.iter().position(|&payoff| payoff == 1.0);
                let winner = winner.map_or("nobody", |seat| &agents[game.seating[seat]]);
                format!("{winner} wins after {} plies", game.plies)
            })
            .collect();
        println!("deal {}: {}", group.index, results.join("; "));
    }

    // Scores are means over deals, with a 95 % interval.
    let summary = summarize(&contest.specs(), game.teams(), game.measures(), groups.iter());
    for contestant in &summary.contestants {
        if let Some(score) = contestant.score {
            let range = format!("{:.2} to {:.2}", score.interval.low, score.interval.high);
            println!("{}: {:.2} ({range})", contestant.spec, score.mean);
        }
    }
    Ok(())
}
