//! One game at the server's table: who is told what when, what is asked, and what becomes of answers.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use karuta_daihinmin::Daihinmin;
use karuta_daihinmin::moves::Move;
use karuta_engine::{Game as _, Seat};

use super::PLAYERS;
use super::card_cells::CardCells;
use super::log::{self, GameLog, Given};
use super::messages::{self, ACCEPTED, NOT_ACCEPTED, Next};
use super::plays::{hand_of, laid_hand, laid_play, play_of};
use super::seat::{Answer, Conduct, Stopped, TableSeat};
use super::server::Event;
use super::table::CellTable;

/// A game under way.
pub(super) struct Round<'a> {
    state: Daihinmin,
    table: MatchState<'a>,
    /// The cards that lie on the table, with the joker where its player put it.
    lying: CardCells,
    log: GameLog,
}

/// The state that stays from game to game.
pub(super) struct MatchState<'a> {
    /// The players.
    pub seats: &'a mut [TableSeat; PLAYERS],
    /// The moves of the match as each player has observed them.
    pub histories: &'a mut [Vec<(Seat, Move)>; PLAYERS],
    /// The number of refused submissions of each player.
    pub refused: &'a mut [u32; PLAYERS],
    /// The time limit of a message.
    pub limit: Duration,
    /// Ctrl-C.
    pub stop: &'a AtomicBool,
    /// Called with everything that happens.
    pub tell: &'a mut dyn FnMut(Event<'_>),
}

/// A submission: the move it counts as, how it lies there, and how the log spells it.
struct Submission {
    mv: Move,
    lying: CardCells,
    spelt: String,
    is_refused: bool,
}

impl<'a> Round<'a> {
    pub fn new(state: Daihinmin, table: MatchState<'a>) -> Round<'a> {
        let title = |player| state.title(player);
        let log = GameLog {
            titles: title(0).is_some().then(|| std::array::from_fn(|player| title(player).unwrap_or(0))),
            seats: state.seating(),
            dealt: messages::dealt(&state).map(laid_hand),
            ..GameLog::default()
        };
        Round { state, table, lying: CardCells::default(), log }
    }

    /// Plays to the end. The last messages may still wait to be sent with the next ones.
    pub fn play(&mut self, next: Next) -> Result<GameLog, Stopped> {
        self.exchange()?;
        while let Some(player) = self.state.turn() {
            // Agents among themselves wait for nobody, so it is looked here.
            if self.table.stop.load(Ordering::Relaxed) {
                return Err(Stopped);
            }
            self.turn(player, next)?;
        }
        for (place, player) in self.state.finished().enumerate() {
            self.log.result[place] = player;
        }
        Ok(std::mem::take(&mut self.log))
    }

    fn exchange(&mut self) -> Result<(), Stopped> {
        for player in by_title(&self.state) {
            let table = messages::opening(&self.state, player);
            if self.state.title(player).is_some_and(|title| messages::TO_GIVE[title] > 0) {
                self.clear(player);
            }
            self.table.seats[player].tell(&table);
        }
        if self.state.gift_size().is_none() {
            return Ok(());
        }
        self.send_all()?;
        let [rich, second, _, fourth, poor] = by_title(&self.state);
        let pairs = [(rich, poor), (second, fourth)];
        for (pair, (to, from)) in pairs.into_iter().enumerate() {
            let cards = laid_hand(self.state.tribute(pair));
            self.log.given.push(Given { from, to, cards });
        }
        for (from, to) in pairs {
            self.ask_event(from);
            let mv = self.gift(from)?;
            self.log.given.push(Given { from, to, cards: laid_hand(mv.cards()) });
            self.apply(from, mv);
        }
        Ok(())
    }

    /// The cards a player gives away: those it chooses, or his strongest cards.
    fn gift(&mut self, player: usize) -> Result<Move, Stopped> {
        let forced = self.state.forced_gift().expect("it is asked in the exchange");
        let chosen = match self.own_choice(player) {
            Some(mv) => Some(mv),
            None => match self.hear(player)? {
                Answer::Table(table) => table.cards().ok().map(|cards| Move::give(hand_of(&cards))),
                Answer::Garbage | Answer::Nothing => None,
            },
        };
        Ok(match chosen.filter(|&mv| self.state.allows(mv)) {
            Some(mv) => mv,
            None => {
                self.refuse(player, "its choice in the exchange");
                forced
            }
        })
    }

    fn turn(&mut self, player: usize, next: Next) -> Result<(), Stopped> {
        self.clear(player);
        for (other, seat) in self.table.seats.iter_mut().enumerate() {
            if !seat.is_agent() {
                seat.tell(&messages::turn(&self.state, other));
            }
        }
        // The mover thinks while the others are told.
        self.table.with_conduct(|seats, conduct| seats[player].send(conduct))?;
        self.send_all()?;
        self.ask_event(player);
        let submission = match self.own_choice(player) {
            Some(mv) => self.of_agent(mv),
            None => match self.hear(player)? {
                Answer::Table(table) => self.of_client(&table),
                Answer::Garbage => Submission::refused(String::new()),
                Answer::Nothing => Submission::pass(),
            },
        };
        if submission.is_refused {
            self.refuse(player, &format!("its play {}", submission.spelt));
        }
        self.take(player, submission, next);
        Ok(())
    }

    /// Makes the move and tells everybody.
    fn take(&mut self, player: usize, submission: Submission, next: Next) {
        let Submission { mv, lying, spelt, is_refused } = submission;
        // A pass is accepted in so many words only where nothing lies.
        let is_idle = mv.is_pass() && !self.state.field().is_empty();
        self.table.seats[player].tell_number(if is_refused || is_idle { NOT_ACCEPTED } else { ACCEPTED });
        let before = self.state;
        self.apply(player, mv);
        if !mv.is_pass() {
            self.lying = lying;
        }
        self.log.plays.push((player, spelt));
        let table = messages::after(&before, &self.state, player, mv, &self.lying);
        let next = if self.state.turn().is_some() { Next::Turn } else { next };
        for seat in self.table.seats.iter_mut() {
            seat.tell(&table);
            seat.tell_number(next as i32);
        }
        if self.state.field().is_empty() {
            self.lying = CardCells::default();
        }
    }

    fn apply(&mut self, player: usize, mv: Move) {
        for (by, history) in self.table.histories.iter_mut().enumerate() {
            history.extend(self.state.observe(mv, by).map(|seen| (player, seen)));
        }
        self.state.apply(mv);
    }

    /// The move of our agent; `None` if a client sits there.
    fn own_choice(&mut self, player: usize) -> Option<Move> {
        let seat = &mut self.table.seats[player];
        if !seat.is_agent() {
            return None;
        }
        seat.choose(player, &self.state.view(player), &self.table.histories[player])
    }

    fn of_agent(&self, mv: Move) -> Submission {
        let lying = laid_play(mv, self.state.field().reversed);
        debug_assert!(self.state.allows(mv), "an agent made no legal move: {mv:?}");
        Submission { mv, lying, spelt: log::spelt(&lying), is_refused: false }
    }

    fn of_client(&self, table: &CellTable) -> Submission {
        let spelt = log::submitted(table);
        let lying = table.cards().ok();
        let mv = lying.as_ref().and_then(play_of).filter(|&mv| self.state.allows(mv));
        match (mv, lying) {
            (Some(mv), Some(lying)) => Submission { mv, lying, spelt, is_refused: false },
            _ => Submission::refused(spelt),
        }
    }

    fn refuse(&mut self, player: usize, what: &str) {
        self.table.refused[player] += 1;
        let name = &self.table.seats[player].name;
        (self.table.tell)(Event::Note(format!("{name} (player {player}): {what} was refused")));
    }

    fn ask_event(&mut self, player: usize) {
        (self.table.tell)(Event::Asked {
            player,
            state: &self.state,
            history: &self.table.histories[player],
        });
    }

    fn clear(&mut self, player: usize) {
        self.table.with_conduct(|seats, conduct| seats[player].clear(conduct));
    }

    fn send_all(&mut self) -> Result<(), Stopped> {
        self.table.with_conduct(|seats, conduct| seats.iter_mut().try_for_each(|seat| seat.send(conduct)))
    }

    fn hear(&mut self, player: usize) -> Result<Answer, Stopped> {
        self.table.with_conduct(|seats, conduct| seats[player].hear(conduct))
    }
}

impl MatchState<'_> {
    /// Deals with seats by the conduct of this table.
    fn with_conduct<T>(&mut self, deal: impl FnOnce(&mut [TableSeat; PLAYERS], &mut Conduct<'_>) -> T) -> T {
        let mut note = |text| (self.tell)(Event::Note(text));
        deal(self.seats, &mut Conduct { limit: self.limit, note: &mut note })
    }
}

impl Submission {
    fn pass() -> Submission {
        Submission { mv: Move::PASS, lying: CardCells::default(), spelt: String::new(), is_refused: false }
    }

    /// A submission that cannot be played counts as a pass.
    fn refused(spelt: String) -> Submission {
        Submission { spelt, is_refused: true, ..Submission::pass() }
    }
}

/// The players from daifugo to daihinmin, or by number where there are no titles.
fn by_title(state: &Daihinmin) -> [usize; PLAYERS] {
    let mut players = [0, 1, 2, 3, 4];
    players.sort_by_key(|&player| state.title(player));
    players
}
