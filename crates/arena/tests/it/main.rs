//! Agents, contests and training over the games of this project, driven as a user of the library would.

mod contest;
mod endings;
mod hanamikoji;
mod hidden;
mod identity;
mod ids;
mod kinds;
mod leaks;
mod levels;
mod nets;
mod openings;
mod own_endings;
mod playthroughs;
mod policies;
mod protocol;
mod registry;
mod report;
mod retrace;
mod seats;
mod tichu;
mod training;

use karuta_agents::BuiltAgent;
use karuta_daihinmin::Daihinmin;
use karuta_hanamikoji::Hanamikoji;
use karuta_onitama::Onitama;
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable;
use karuta_tichu::Tichu;

/// The agents of one game, as its crate makes them.
struct Agents<G: Playable>(fn(&str, bool) -> Result<BuiltAgent<G>, InputError>);

impl<G: Playable> Agents<G> {
    fn build(&self, text: &str) -> Result<BuiltAgent<G>, InputError> {
        (self.0)(text, false)
    }
}

/// Rule sets of Hanamikoji that differ in what a seat knows: every named one, and options that bend them.
const HANAMIKOJI_RULES: [&str; 5] = [
    "hanamikoji",
    "hanamikoji:rules=official",
    "hanamikoji:rules=fair",
    "hanamikoji:rules=official,removed_in_pool=off,starts=1",
    "hanamikoji:rules=thesis,removed_in_pool=on,deal_order=block,rounds=off",
];

/// Rule sets of Daihinmin that differ in what a seat knows.
const DAIHINMIN_RULES: [&str; 4] = [
    "daihinmin:games=3",
    "daihinmin:games=3,exchange=off",
    "daihinmin:games=2,titles=31402,reseat=1",
    "daihinmin:games=3,reset=1",
];

/// Rule sets of Tichu that differ in what a seat knows.
const TICHU_RULES: [&str; 6] = [
    "tichu",
    "tichu:target=300",
    "tichu:rules=report",
    "tichu:rules=report-code",
    "tichu:bombs=in-turn,wish=strict,exchange=none",
    "tichu:rules=report,bombs=out-of-turn,wish=none,calls=on",
];

const DAIHINMIN: Agents<Daihinmin> = Agents(karuta_daihinmin_agents::agents);
const HANAMIKOJI: Agents<Hanamikoji> = Agents(karuta_hanamikoji_agents::agents);
const ONITAMA5: Agents<Onitama<5>> = Agents(karuta_onitama_agents::agents);
const ONITAMA7: Agents<Onitama<7>> = Agents(karuta_onitama_agents::agents_seven);
const TICHU: Agents<Tichu> = Agents(karuta_tichu_agents::agents);
