//! An analysis: what an agent thinks of every legal move of a position that is given as text.
//!
//! Run it with `cargo run --release -p karuta-cli --example analyse_a_position`.

use std::error::Error;

use karuta_agents::any::Start;
use karuta_arena::registry;
use karuta_playable::ink::Ink;
use karuta_playable::playable::Purpose;

fn main() -> Result<(), Box<dyn Error>> {
    // `karuta games` shows how the positions of each game are written.
    let text = "0020000000100000004000000 ox,boar,horse,elephant,crab 0".to_string();
    let game = registry::open("onitama5", Purpose::Analysis)?;
    let mut table = game.table(&Start::Position { text, seed: 1 })?;

    let turn = table.turn().ok_or("the game is over")?;
    println!("{}", table.render(turn, Ink::Plain));

    // An agent that is asked with `explain` searches even where there is a single legal move.
    let agent = table.add_agent("alphabeta:nodes=20000", true)?;
    let thought = table.ask(agent).ok_or("the game is over")?;
    for opinion in thought.ranked.iter().take(3) {
        println!("{:<16} expected payoff {:.2}", opinion.mv, opinion.mean);
    }
    println!("best: {}; then: {}", thought.mv, thought.line[1..].join(", "));
    Ok(())
}
