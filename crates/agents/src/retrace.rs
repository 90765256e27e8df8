//! Games gone through once more from their records: what the result alone does not say. Knows the order of
//! moves and how many there were to choose from; must not know what anybody wants to count.

use karuta_engine::Seat;
use karuta_playable::error::InputError;
use karuta_playable::playable::Playable;

use karuta_records::record::GameRecord;

/// The course of a game, move by move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The moves.
    pub steps: Vec<Step>,
    /// For every seat the total measures that grew, in the order they did: in a match of many games the
    /// seat's place in each, for instance.
    pub events: Vec<Vec<&'static str>>,
    /// For every game of a match the game's quantities of each seat when its first trick began.
    pub dealt: Vec<Vec<Vec<i32>>>,
}

/// One move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The seat that made it.
    pub seat: Seat,
    /// Its first word, which says what kind of move it is.
    pub kind: String,
    /// From how many moves it was chosen.
    pub choices: usize,
    /// The iterations or nodes it took.
    pub spent: u64,
    /// The game's quantities of the seat before it, in the order of [`Playable::QUANTITIES`].
    pub quantities: Vec<i32>,
}

/// Replays a record of this game.
pub(crate) fn retrace<G: Playable>(options: &G::Options, game: &GameRecord) -> Result<Trace, InputError> {
    let mut state = G::parse_position(options, &game.start)?;
    let mut steps = Vec::with_capacity(game.moves.len());
    let mut events = vec![Vec::new(); G::SEATS];
    let mut dealt: Vec<Vec<Vec<i32>>> = Vec::new();
    let mut totals = totals(&state);
    let mut buf = Vec::new();
    for (at, text) in game.moves.iter().enumerate() {
        let Some(seat) = state.turn() else {
            return Err(InputError::new(format!("the game is over before its move {}", at + 1)));
        };
        let mv = state.parse_move(text)?;
        steps.push(Step {
            seat,
            kind: text.split_whitespace().next().unwrap_or_default().to_string(),
            choices: state.count_moves(&mut buf),
            spent: game.spent.get(at).copied().unwrap_or(0),
            quantities: state.quantities(seat),
        });
        // A game of a match has begun when everybody has an event for each before it.
        if state.begins_trick() && events.iter().all(|of_seat| of_seat.len() == dealt.len()) {
            dealt.push((0..G::SEATS).map(|seat| state.quantities(seat)).collect());
        }
        state.apply(mv);
        let now = self::totals(&state);
        for seat in 0..G::SEATS {
            for (at, measure) in G::MEASURES.iter().enumerate() {
                if now[seat][at] > totals[seat][at] {
                    events[seat].push(measure.name);
                }
            }
        }
        totals = now;
    }
    Ok(Trace { steps, events, dealt })
}

/// The measures that add up, by seat; those that do not stay at zero.
fn totals<G: Playable>(state: &G) -> Vec<Vec<f64>> {
    let by_seat = |seat| {
        let values = state.measure(seat).into_iter().zip(G::MEASURES);
        values.map(|(value, measure)| if measure.is_total { value.unwrap_or(0.0) } else { 0.0 }).collect()
    };
    (0..G::SEATS).map(by_seat).collect()
}
