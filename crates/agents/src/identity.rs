//! The identity of an agent beyond its name: its spec with presets unfolded, the nets and tables it uses, and a hash of its
//! moves in a few short games. Records keep all three, so that games of agents that only share a name are not mixed.
//! Knows specs and budgets in general; no kind and no game by name.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use karuta_engine::{Agent, Referee, Rng};
use karuta_learn::file::{Unpacked, read_header};
use karuta_learn::shipped::{SHIPPED, UNASKED};
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable;
use karuta_playable::spec::{Param, Spec};
use karuta_records::content::ContentHash;
use karuta_records::record::AgentIdentity;

use crate::any::deal;
use crate::builder::{AgentBuilder, BuiltAgent, EXCLUSIVE};
use crate::kinds::endgame::OWN;
use crate::nets;
use crate::protocol::messages::Hello;

/// Keys whose value is an agent, even if it is a single word.
const AGENTS: &[&str] = &["agent", "early", "late", "advice", "playout"];

/// Keys whose value is a file or a net.
const FILES: &[&str] = &["net", "table", "prior", "endgame"];

/// The name of a net under [`FILES`] if the agent chooses among those in the program.
const AUTO: &str = "auto";

/// Nested specs are followed so far; the builder has refused what is deeper.
const DEEPEST: u32 = 8;

/// Identities that were found out before, by game and agent: a tournament asks for each of them many times.
static KNOWN: LazyLock<Mutex<BTreeMap<(String, String), AgentIdentity>>> = LazyLock::new(Mutex::default);

impl<G: Playable> AgentBuilder<G> {
    /// The identity of the agent written in `text` in a game with these options, whose spec is `game`.
    pub fn identity(
        &self,
        game: &str,
        options: &G::Options,
        text: &str,
    ) -> Result<AgentIdentity, InputError> {
        let key = (game.to_string(), text.to_string());
        // A panic elsewhere while the map was held cannot have left it half changed.
        if let Some(known) = KNOWN.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return Ok(known.clone());
        }
        let spec = self.unfolded(text, 0)?;
        let mut outside = Vec::new();
        self.note_outside(&spec, 0, &mut outside);
        let behaviour = if outside.is_empty() {
            self.behaviour(options, text).to_string()
        } else {
            let names: Vec<String> =
                outside.iter().map(|hello| format!("{} {}", hello.name, hello.version)).collect();
            names.join(", ").trim().to_string()
        };
        let mut identity = AgentIdentity {
            spec: spec.to_string(),
            files: BTreeMap::new(),
            behaviour,
            is_timed: outside.iter().any(|hello| !hello.deterministic),
        };
        self.note(&spec, &mut identity, 0);
        KNOWN.lock().unwrap_or_else(PoisonError::into_inner).insert(key, identity.clone());
        Ok(identity)
    }

    /// A spec with presets unfolded, those of agents inside it too.
    fn unfolded(&self, text: &str, depth: u32) -> Result<Spec, InputError> {
        let asked = Spec::parse(text)?;
        let mut spec = match self.preset(&asked.name) {
            Some(preset) => Spec::parse(preset.spec)?.overlaid(&asked, EXCLUSIVE),
            None => asked,
        };
        for (key, value) in &mut spec.args {
            let is_nested =
                value.contains(':') || (AGENTS.contains(&key.as_str()) && self.preset(value).is_some());
            if is_nested
                && depth < DEEPEST
                && let Ok(inner) = self.unfolded(value, depth + 1)
            {
                *value = inner.to_string();
            }
        }
        Ok(spec)
    }

    /// Notes the programs outside that an unfolded spec, or an agent inside it, asks.
    fn note_outside(&self, spec: &Spec, depth: u32, found: &mut Vec<Hello>) {
        if let Some(hello) = self.kind(&spec.name).and_then(|kind| kind.outside(spec)) {
            found.push(hello);
            return;
        }
        for (_, value) in &spec.args {
            if depth < DEEPEST
                && let Ok(inner) = Spec::parse(value)
            {
                self.note_outside(&inner, depth + 1, found);
            }
        }
    }

    /// Notes the files that an unfolded spec names, and whether it goes by the clock.
    fn note(&self, spec: &Spec, identity: &mut AgentIdentity, depth: u32) {
        let params = self.kind(&spec.name).map_or(&[][..], |kind| kind.info().params);
        let takes_net = params.iter().any(|param| param.name == "net");
        if takes_net && spec.value("net").is_none_or(|net| net == AUTO) {
            note_own_nets::<G>(identity);
        }
        for (key, value) in &spec.args {
            identity.is_timed |= key == "time";
            if FILES.contains(&key.as_str())
                && value != AUTO
                && let Ok(content) = nets::read(value)
            {
                identity.files.insert(value.clone(), ContentHash::of(&content).to_string());
            }
            let is_nested = value.contains(':') || AGENTS.contains(&key.as_str());
            if is_nested
                && depth < DEEPEST
                && let Ok(inner) = Spec::parse(value)
            {
                self.note(&inner, identity, depth + 1);
            }
        }
    }

    /// The hash of the moves of an agent that sits at every seat, with budgets cut short so that it takes a few
    /// hundredths of a second and does not depend on the clock.
    fn behaviour(&self, options: &G::Options, text: &str) -> ContentHash {
        let agent = match self.abridging().build(text) {
            Ok(agent) => agent,
            // A kind of somebody else may refuse a budget so small; its spec and files then have to do.
            Err(_) => return ContentHash::default(),
        };
        let games = (0..GAMES).map(|index| game_hash(options, &agent, index));
        games.fold(ContentHash::default(), |hash, game| hash.with(&game.number().to_le_bytes()))
    }
}

/// Notes the nets that were trained for this game and are played with unasked; an agent takes one of them by the rules
/// played.
fn note_own_nets<G: Playable>(identity: &mut AgentIdentity) {
    for (_, _, name) in UNASKED.iter().filter(|(game, _, _)| *game == G::NAME) {
        if let Ok(content) = nets::read(name) {
            identity.files.insert(name.to_string(), ContentHash::of(&content).to_string());
        }
    }
    for (name, bytes) in SHIPPED {
        let header = Unpacked::new(bytes).and_then(|file| read_header(&file));
        let game = header.ok().and_then(|(header, _)| Spec::parse(&header.game).ok());
        if game.is_some_and(|game| game.name == G::NAME) {
            identity.files.insert(name.to_string(), ContentHash::of(bytes).to_string());
        }
    }
}

/// Short games that tell behaviours apart: one from its beginning, the others from further on.
const GAMES: u64 = 3;
/// Random moves before the agent takes over, for each game before this one.
const AHEAD: u64 = 25;
/// Decisions of the agent in each game.
const DECISIONS: usize = 12;
/// The seed of these games.
const SEED: u64 = 1;

/// The hash of a game from some position on, played by one agent at every seat.
fn game_hash<G: Playable>(options: &G::Options, agent: &BuiltAgent<G>, index: u64) -> ContentHash {
    let mut rng = Rng::for_path(SEED, &[index]);
    let mut referee = Referee::new(deal::<G>(options, SEED, index));
    let mut hash = ContentHash::default();
    for _ in 0..index * AHEAD {
        let legal = referee.legal();
        if legal.is_empty() {
            // Short games may be over; another one is as good.
            referee.restart(deal(options, SEED, GAMES + index));
            continue;
        }
        let mv = legal[rng.index(legal.len())];
        referee.play(mv);
    }
    hash = hash.with_text(&referee.state().position());
    let mut seats: Vec<Box<dyn Agent<G>>> = (0..G::SEATS).map(|_| agent.instance()).collect();
    for _ in 0..DECISIONS {
        let Some(decision) = referee.decision_showing(|state, seat| agent.view(state, seat)) else { break };
        let choice = seats[decision.seat].choose(&decision, &mut rng);
        hash = hash.with_text(&referee.state().move_text(choice.mv));
        referee.play(choice.mv);
    }
    if referee.turn().is_some() {
        return hash;
    }
    let payoffs = referee.state().payoff();
    (0..G::SEATS).fold(hash, |hash, seat| hash.with(&payoffs[seat].to_le_bytes()))
}

/// The most that a short game grants, by key.
const ABRIDGED: &[(&str, u64)] =
    &[("iters", 24), ("nodes", 300), ("each", 2), ("n", 2), ("depth", 2), ("limit", 40), ("table", 1)];

/// The same for keys that some agents refuse, so that only those who gave them have them cut.
const ABRIDGED_IF_GIVEN: &[(&str, u64)] = &[("worlds", 4), ("threads", 2)];

/// Keys of which an agent takes one.
const RIVALS: &[(&str, &str)] =
    &[("iters", "each"), ("each", "iters"), ("nodes", "depth"), ("depth", "nodes")];

/// The same agent with budgets cut short. Time becomes a number of iterations or nodes.
pub(crate) fn abridged(mut spec: Spec, params: &[Param]) -> Spec {
    let was_timed = spec.value("time").is_some();
    // Solving endings takes longer than all of these games, and they are the same for everybody.
    spec.args.retain(|(key, value)| key != "time" && !(key == "endgame" && value == OWN));
    for &(key, most) in ABRIDGED {
        let Some(param) = params.iter().find(|param| param.name == key) else { continue };
        let has_rival = RIVALS.iter().any(|&(own, other)| own == key && spec.value(other).is_some());
        if spec.value(key).is_none() && has_rival {
            continue;
        }
        let value = spec.value(key).unwrap_or(param.default);
        // A key without a default is a budget of another sort, not asked for.
        let is_budget_by_time = was_timed && value.is_empty() && key == "iters";
        if value.parse::<u64>().is_ok_and(|value| value > most) || is_budget_by_time {
            spec.args.retain(|(other, _)| other != key);
            spec.args.push((key.to_string(), most.to_string()));
        }
    }
    for (key, value) in &mut spec.args {
        let most = ABRIDGED_IF_GIVEN.iter().find(|(own, _)| own == key).map(|&(_, most)| most);
        if let Some(most) = most.filter(|&most| value.parse::<u64>().is_ok_and(|value| value > most)) {
            *value = most.to_string();
        }
    }
    spec
}
