//! A position put together from the messages to a client: its view is what the game itself would show
//! that seat. Knows messages and rules, no connection.
//!
//! Titles are read at the start of a game only, because the official server spoils them once somebody
//! has finished. Who passed, who played what and who leads follows from the rules; where a server goes
//! on otherwise, it is believed.

use std::fmt;

use karuta_daihinmin::cards::Cards;
use karuta_daihinmin::field::Field;
use karuta_daihinmin::moves::Move;
use karuta_daihinmin::reconstruction::{Correction, Told};
use karuta_daihinmin::rules::Rules;
use karuta_daihinmin::view::View;
use karuta_daihinmin::{Daihinmin, Phase};
use karuta_engine::{Game as _, Seat};

use super::PLAYERS;
use super::card_cells::CardCells;
use super::messages::TO_GIVE;
use super::plays::{hand_of, play_of};
use super::protocol::DecodeError;
use super::table::{CellTable, State};

/// The memory of a client about a game, and about what was played in the games before.
#[derive(Clone, Debug)]
pub struct Memory {
    me: Seat,
    opening: Opening,
    /// The position, once there was something to decide or play has begun.
    world: Option<Daihinmin>,
    is_playing: bool,
    /// The moves of the match as this seat saw them, those of this game from `first` on.
    history: Vec<(Seat, Move)>,
    first: usize,
    lying: CardCells,
    /// The player that did something the rules do not know, and the cards of it.
    strange: Option<(Seat, Cards)>,
}

/// The start of a game as it was told.
#[derive(Clone, Copy, Debug)]
struct Opening {
    hand: Cards,
    counts: [u32; PLAYERS],
    seating: [Seat; PLAYERS],
    order: Option<[Seat; PLAYERS]>,
    to_give: u32,
}

/// The reason why a message cannot be believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidMessage(String);

impl fmt::Display for InvalidMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for InvalidMessage {}

impl From<DecodeError> for InvalidMessage {
    fn from(error: DecodeError) -> Self {
        InvalidMessage(error.to_string())
    }
}

fn nonsense<T>(text: impl Into<String>) -> Result<T, InvalidMessage> {
    Err(InvalidMessage(text.into()))
}

/// A game of its own: a client is not told how many will follow.
const RULES: Rules = Rules::OFFICIAL;

impl Memory {
    /// A game begins with this table, after others in which these moves were seen.
    pub fn open(me: Seat, table: &CellTable, before: Vec<(Seat, Move)>) -> Result<Memory, InvalidMessage> {
        let state = table.state();
        let titles = state.titles;
        let order = if titles[0] == titles[1] { None } else { Some(inverse(&titles, "titles")?) };
        let seating = permutation(&state.seats, "places")?;
        let to_give = match state.to_give {
            count @ 1..=2 => count as u32,
            _ => 0,
        };
        let opening = Opening { hand: hand(table)?, counts: counts(&state)?, seating, order, to_give };
        let mut memory = Memory {
            me,
            opening,
            world: None,
            is_playing: false,
            first: before.len(),
            history: before,
            lying: CardCells::default(),
            strange: None,
        };
        if to_give > 0 {
            memory.expect_gift()?;
        }
        Ok(memory)
    }

    /// The number of cards this seat is asked to give.
    pub fn to_give(&self) -> u32 {
        self.opening.to_give
    }

    /// The view of this seat; `None` as long as it has nothing to decide and play has not begun.
    pub fn view(&self) -> Option<View> {
        self.world.as_ref().map(|world| world.view(self.me))
    }

    /// The moves so far as this seat saw them, those of earlier games included.
    pub fn history(&self) -> &[(Seat, Move)] {
        &self.history
    }

    /// The same, once the game is over.
    pub fn into_history(self) -> Vec<(Seat, Move)> {
        self.history
    }

    /// True if the order of the ranks is reversed.
    pub fn is_reversed(&self) -> bool {
        self.world.as_ref().is_some_and(|world| world.field().reversed)
    }

    /// The place of this seat, counted from 0, once it is certain. Where a lot gave out the places only
    /// the server knows.
    pub fn place(&self) -> Option<usize> {
        let world = self.world.as_ref()?;
        let mut finished = world.finished();
        let is_by_lot = world.passes() >= karuta_daihinmin::DEADLOCK;
        finished.position(|seat| seat == self.me).filter(|_| !is_by_lot)
    }

    /// Sets up the choice of the rich, who hold the tribute already.
    fn expect_gift(&mut self) -> Result<(), InvalidMessage> {
        let Opening { hand, mut counts, seating, order, .. } = self.opening;
        let Some(order) = order else {
            return nonsense("cards are to be given in a game without titles");
        };
        let (phase, open_pairs) = match self.title() {
            Some(0) => (Phase::DaifugoGives, 0..2),
            Some(1) => (Phase::FugoGives, 1..2),
            Some(_) | None => return nonsense("cards are to be given by somebody who is not rich"),
        };
        // The official server counts cards as dealt, others with the tribute.
        if counts[self.me] != hand.len() {
            for pair in open_pairs {
                let tribute = TO_GIVE[pair] as u32;
                counts[order[pair]] += tribute;
                counts[order[PLAYERS - 1 - pair]] = counts[order[PLAYERS - 1 - pair]].saturating_sub(tribute);
            }
        }
        if phase == Phase::FugoGives {
            self.history.push((order[0], Move::UNSEEN));
        }
        let told = Told {
            rules: RULES,
            seating,
            order: Some(order),
            seat: self.me,
            hand,
            counts,
            tribute: Cards::NONE,
            gift: Cards::NONE,
            phase,
            turn: self.me,
        };
        self.world = Daihinmin::told(&told);
        match self.world {
            Some(_) => Ok(()),
            None => nonsense("the hand does not fit the numbers of cards at the start of a game"),
        }
    }

    /// A turn begins with this table.
    pub fn turn(&mut self, table: &CellTable) -> Result<(), InvalidMessage> {
        let state = table.state();
        let (hand, counts) = (hand(table)?, counts(&state)?);
        let turn = if state.is_my_turn { self.me } else { player(state.player)? };
        if !self.is_playing {
            self.begin(hand, counts, turn)?;
        }
        if state.is_empty {
            self.lying = CardCells::default();
        }
        let Some(world) = &mut self.world else {
            return nonsense("a turn before the start of a game");
        };
        let is_so = world.turn() == Some(turn)
            && world.phase() == Phase::Play
            && world.hand(self.me) == hand
            && (0..PLAYERS).all(|seat| world.hand(seat).len() == counts[seat])
            && world.field().is_empty() == state.is_empty
            && world.field().reversed == state.is_reversed
            && world.field().locked == state.is_locked;
        if is_so {
            self.strange = None;
            return Ok(());
        }
        let field = Field {
            top: play_of(&self.lying).unwrap_or(Move::PASS),
            locked: state.is_locked,
            reversed: state.is_reversed,
        };
        let (actor, laid) = self.strange.take().unwrap_or((turn, Cards::NONE));
        let told = Correction { seat: self.me, hand, counts, turn, field };
        match world.correct(actor, laid, &told) {
            true => Ok(()),
            false => nonsense("the hand does not fit the numbers of cards in the middle of a game"),
        }
    }

    /// Play begins: what was exchanged shows in the hand.
    fn begin(&mut self, hand: Cards, counts: [u32; PLAYERS], turn: Seat) -> Result<(), InvalidMessage> {
        let before = self.opening.hand;
        let due = self.title().map_or(0, |title| TO_GIVE[title]);
        let (tribute, gift) = if due < 0 && before.len() >= due.unsigned_abs() {
            let tribute = before.strongest(due.unsigned_abs());
            (tribute, hand.without(before.without(tribute)))
        } else if due > 0 {
            (Cards::NONE, before.without(hand))
        } else {
            (Cards::NONE, Cards::NONE)
        };
        if gift.len() != due.unsigned_abs() {
            return nonsense(format!("{} cards were exchanged instead of {}", gift.len(), due.abs()));
        }
        let Opening { seating, order, .. } = self.opening;
        let told = Told {
            rules: RULES,
            seating,
            order,
            seat: self.me,
            hand,
            counts,
            tribute,
            gift,
            phase: Phase::Play,
            turn,
        };
        self.history.truncate(self.first);
        if let Some(order) = order {
            for pair in 0..2 {
                let (rich, poor) = (order[pair], order[PLAYERS - 1 - pair]);
                let is_ours = self.me == rich || self.me == poor;
                self.history.push((rich, if is_ours { Move::give(gift) } else { Move::UNSEEN }));
            }
        }
        self.is_playing = true;
        self.world = Daihinmin::told(&told);
        match self.world {
            Some(_) => Ok(()),
            None => nonsense("the hand does not fit the numbers of cards when play begins"),
        }
    }

    /// A turn ended with this table.
    pub fn after(&mut self, table: &CellTable) -> Result<(), InvalidMessage> {
        let state = table.state();
        let (actor, counts) = (player(state.player)?, counts(&state)?);
        let Some(world) = &mut self.world else {
            return nonsense("the end of a turn before the start of a game");
        };
        // Nobody says so: who passes keeps his cards.
        if counts[actor] == world.hand(actor).len() {
            self.history.push((actor, Move::PASS));
            match world.turn() == Some(actor) && world.phase() == Phase::Play {
                true => world.apply(Move::PASS),
                false => self.strange = Some((actor, Cards::NONE)),
            }
            return Ok(());
        }
        let lying = table.cards().map_err(|error| InvalidMessage(error.to_string()))?;
        self.lying = lying;
        let mv = play_of(&lying).filter(|&mv| {
            world.turn() == Some(actor)
                && world.hand(actor).len() == counts[actor] + mv.len()
                && world.reveal(actor, mv.cards(), self.me)
                && world.allows(mv)
        });
        match mv {
            Some(mv) => {
                self.history.push((actor, mv));
                world.apply(mv);
            }
            None => self.strange = Some((actor, hand_of(&lying))),
        }
        Ok(())
    }

    fn title(&self) -> Option<usize> {
        self.opening.order?.iter().position(|&seat| seat == self.me)
    }
}

fn hand(table: &CellTable) -> Result<Cards, InvalidMessage> {
    table.cards().map(|laid| hand_of(&laid)).map_err(|error| InvalidMessage(error.to_string()))
}

fn player(number: i32) -> Result<Seat, InvalidMessage> {
    match usize::try_from(number) {
        Ok(seat) if seat < PLAYERS => Ok(seat),
        _ => nonsense(format!("there is no player {number}")),
    }
}

fn counts(state: &State) -> Result<[u32; PLAYERS], InvalidMessage> {
    let counts = state.counts.map(|count| u32::try_from(count).unwrap_or(u32::MAX));
    match counts.iter().all(|&count| count <= Cards::ALL.len()) {
        true => Ok(counts),
        false => nonsense(format!("nobody holds so many cards: {:?}", state.counts)),
    }
}

/// Numbers that must be those of the players, each once.
fn permutation(numbers: &[i32; PLAYERS], what: &str) -> Result<[usize; PLAYERS], InvalidMessage> {
    let is_one = (0..PLAYERS as i32).all(|number| numbers.contains(&number));
    match is_one {
        true => Ok(numbers.map(|number| number as usize)),
        false => nonsense(format!("the {what} are {numbers:?}; each of 0 to 4 once would do")),
    }
}

fn inverse(numbers: &[i32; PLAYERS], what: &str) -> Result<[usize; PLAYERS], InvalidMessage> {
    let numbers = permutation(numbers, what)?;
    let mut inverse = [0; PLAYERS];
    for (at, number) in numbers.into_iter().enumerate() {
        inverse[number] = at;
    }
    Ok(inverse)
}
