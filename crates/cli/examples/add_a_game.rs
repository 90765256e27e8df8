//! A game of one's own: Kuhn's poker, with all it owes to searches (`Game`) and to people (`Playable`). Every
//! agent and command works with it: `cargo run --release -p karuta-cli --example add_a_game -- play kuhn`.

use karuta_engine::{Game, Rng, Scores, Seat};
use karuta_playable::error::InputError;
use karuta_playable::playable::{Playable, Purpose};
use karuta_playable::spec::Args;

/// The cards of both seats, 1 to 3 (0 where hidden), and up to three moves: P passes, B bets or calls.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Kuhn {
    cards: [u8; 2],
    line: [Option<char>; 3],
}

impl Game for Kuhn {
    type Move = char;
    type View = (Seat, Kuhn);
    const SEATS: usize = 2;
    const HIDDEN: bool = true;

    fn turn(&self) -> Option<Seat> {
        let is_over = self.line[1].is_some() && self.line != [Some('P'), Some('B'), None];
        (!is_over).then(|| self.line.iter().flatten().count() % 2)
    }

    fn moves(&self, out: &mut Vec<char>) {
        out.extend(self.turn().map(|_| ['P', 'B']).into_iter().flatten());
    }

    fn apply(&mut self, mv: char) {
        *self.line.iter_mut().find(|mv| mv.is_none()).expect("the game is on") = Some(mv);
    }

    /// The ante is one chip, a bet another. The payoff is 0 for two chips lost and 1 for two won.
    fn payoff(&self) -> Scores {
        let higher = if self.cards[0] > self.cards[1] { 1.0 } else { -1.0 };
        Scores::two(match self.line {
            [Some('B'), Some('P'), _] => 0.75,
            [_, _, Some('P')] => 0.25,
            [_, Some('P'), _] => 0.5 + higher / 4.0,
            _ => 0.5 + higher / 2.0,
        })
    }

    fn view(&self, seat: Seat) -> (Seat, Kuhn) {
        let mut seen = *self;
        seen.cards[1 - seat] = 0;
        (seat, seen)
    }

    fn sample(&(seat, mut world): &(Seat, Kuhn), rng: &mut Rng) -> Kuhn {
        world.cards[1 - seat] = (world.cards[seat] + rng.index(2) as u8) % 3 + 1;
        world
    }
}

impl Playable for Kuhn {
    type Options = ();
    const NAME: &'static str = "kuhn";
    const HELP: &'static str = "Kuhn's poker: three cards, one bet";
    const POSITION_HELP: &'static str = "the cards of both seats and the moves, P or B: \"31PB\"";

    fn options(_: &Args<'_>, _: Purpose) -> Result<(), InputError> {
        Ok(())
    }

    fn deal((): &(), rng: &mut Rng) -> Kuhn {
        let first = rng.index(3) as u8 + 1;
        Kuhn::sample(&(0, Kuhn { cards: [first, 0], line: [None; 3] }), rng)
    }

    fn position(&self) -> String {
        format!("{}{}{}", self.cards[0], self.cards[1], self.line.iter().flatten().collect::<String>())
    }

    fn parse_position((): &(), text: &str) -> Result<Kuhn, InputError> {
        let card = |at: usize| text.as_bytes().get(at).map_or(0, |byte| byte.wrapping_sub(b'0'));
        let mut moves = text.chars().skip(2);
        let state = Kuhn { cards: [card(0), card(1)], line: [moves.next(), moves.next(), moves.next()] };
        let is_deal = ["12", "13", "21", "23", "31", "32"].iter().any(|deal| text.starts_with(deal));
        let lines = ["", "P", "B", "PP", "PB", "BP", "BB", "PBP", "PBB"];
        let fault = || InputError::new(format!("{text:?} is no position: {}", Self::POSITION_HELP));
        (is_deal && lines.contains(&&text[2..])).then_some(state).ok_or_else(fault)
    }

    fn move_text(&self, mv: char) -> String {
        if mv == 'B' { "bet".to_string() } else { "pass".to_string() }
    }

    fn render(view: &(Seat, Kuhn), seat: Seat, _: karuta_playable::ink::Ink) -> String {
        format!("you hold {}; cards and moves: {}", view.1.cards[seat], view.1.position())
    }
}

fn main() -> std::process::ExitCode {
    karuta_arena::registry::install(|| karuta_arena::registry::standard().game::<Kuhn>().build());
    karuta_cli::run()
}
