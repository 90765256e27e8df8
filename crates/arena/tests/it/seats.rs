//! Leaks to a seat: two true positions that look the same to a seat are told in the same words.

use karuta_agents::any::Start;
use karuta_agents::seat::{SeatHandle, TypedSeat};
use karuta_arena::registry;
use karuta_daihinmin::Daihinmin;
use karuta_engine::{Game, Referee, Rng, Seat};
use karuta_hanamikoji::Hanamikoji;
use karuta_onitama::Onitama;
use karuta_playable::playable::{Playable, Purpose};
use karuta_playable::spec::{Args, Spec};
use karuta_tichu::Tichu;

use crate::{DAIHINMIN_RULES, HANAMIKOJI_RULES, TICHU_RULES};

/// Everything a handle tells.
fn told(handle: &dyn SeatHandle) -> String {
    let head = (handle.seat(), handle.turn(), handle.legal(), handle.seen(), handle.payoffs());
    let tail = (
        handle.decoy(),
        handle.render(karuta_playable::ink::Ink::Colour),
        handle.legal_ids(),
        handle.seen_ids(),
        handle.knowledge(),
    );
    format!("{head:?} {tail:?}")
}

fn options<G: Playable>(text: &str) -> G::Options {
    let spec = Spec::parse(text).expect("a spec");
    let args = Args::new(&spec, G::PARAMS).expect("arguments");
    G::options(&args, Purpose::Match).expect("options")
}

/// Plays random games of a kind and calls back at every position.
fn walk<G: Playable>(spec: &str, games: u64, mut visit: impl FnMut(&Referee<G>, &mut Rng)) {
    let options = options::<G>(spec);
    for index in 0..games {
        let mut rng = Rng::for_path(index, &[9]);
        let mut referee = Referee::new(G::deal(&options, &mut rng));
        while referee.turn().is_some() {
            visit(&referee, &mut rng);
            let mv = referee.state().random_move(&mut Vec::new(), &mut rng);
            referee.play(mv);
        }
        visit(&referee, &mut rng);
    }
}

/// Checks in random games that handles tell of a resampled truth what they tell of the real one, that a decoy
/// reads back into the same view, that zones and facts alone do so too, and that nobody else's turn offers a move. Returns how many were compared.
fn check<G: Playable>(spec: &str, games: u64) -> usize {
    let (mut compared, options) = (0, options::<G>(spec));
    walk::<G>(spec, games, |referee, rng| {
        let state = referee.state();
        for seat in 0..G::SEATS {
            let handle = TypedSeat::of(referee, seat);
            let other = G::sample(handle.view(), rng);
            let resampled = TypedSeat::new(&other, referee.history(seat).to_vec(), seat);
            assert_eq!(told(&handle), told(&resampled), "{spec}, seat {seat}: {}", state.position());
            assert_eq!(handle.legal().is_empty(), handle.turn() != Some(seat));
            assert_eq!(handle.turn().is_none(), state.turn().is_none(), "the end is known to all");
            if state.turn() == Some(seat) {
                assert_eq!(handle.moves(), referee.legal(), "whoever is asked knows what for");
            }
            if state.turn().is_some() {
                let read = G::parse_position(&options, &handle.decoy()).expect("a decoy is a position");
                assert!(read.view(seat) == *handle.view(), "{spec}: {}", handle.decoy());
                let known = handle.knowledge().expect("zones and facts");
                let text = G::position_of(&options, seat, &known);
                let text = text.unwrap_or_else(|error| panic!("{spec}, seat {seat}: {error}: {known:?}"));
                let read = G::parse_position(&options, &text).expect("zones say a position");
                assert!(read.view(seat) == *handle.view(), "{spec}, seat {seat}: {text}: {known:?}");
            }
            compared += 1;
        }
    });
    compared
}

#[test]
fn a_handle_tells_two_truths_with_one_view_alike() {
    assert!(check::<Onitama<5>>("onitama5", 4) > 100);
    assert!(check::<Onitama<7>>("onitama7", 2) > 100);
    for spec in HANAMIKOJI_RULES {
        assert!(check::<Hanamikoji>(spec, 25) > 500, "{spec}");
    }
    for spec in DAIHINMIN_RULES {
        assert!(check::<Daihinmin>(spec, 4) > 500, "{spec}");
    }
    for spec in TICHU_RULES {
        let games = if spec.contains("target") { 1 } else { 3 };
        assert!(check::<Tichu>(spec, games) > 500, "{spec}");
    }
}

#[test]
fn a_bomb_that_is_kept_is_nobody_elses_business() {
    let (mut windows, mut moved) = (0, 0);
    walk::<Tichu>("tichu", 400, |referee, _| {
        let state = referee.state();
        let Some(asked) = state.turn().filter(|_| state.phase() == karuta_tichu::Phase::Window) else {
            return;
        };
        windows += 1;
        let mut kept = referee.clone();
        kept.play(karuta_tichu::moves::Move::hold(asked));
        for seat in (0..4).filter(|&seat| seat != asked) {
            let (before, after) = (TypedSeat::of(referee, seat), TypedSeat::of(&kept, seat));
            let still = kept.state().phase() == karuta_tichu::Phase::Window;
            if !still || kept.turn() == Some(seat) {
                assert_eq!(told(&before), told(&after));
                moved += 1;
            }
        }
    });
    assert!(windows >= 20 && moved >= 50, "{windows} windows, {moved} compared");
}

/// The expected line is told in the same words whatever the other seat really holds.
#[test]
fn a_line_does_not_depend_on_the_truth() {
    let game = registry::open("hanamikoji", Purpose::Analysis).expect("a game");
    let thought = |other: &str, deck: &str| {
        let text = format!(
            "round=1 first=0 markers=0000000 hands=1344556,{other} plays=-,- deck={deck} removed=5 seed=7"
        );
        let mut table = game.table(&Start::Position { text, seed: 1 }).expect("a position");
        let agent = table.add_agent("mcts:iters=1000", true).expect("an agent");
        table.ask(agent).expect("a decision is due")
    };
    let (one, other) = (thought("0012246", "335666"), thought("3345666", "001226"));
    assert_eq!(one.ranked, other.ranked);
    assert_eq!(one.line, other.line);
    assert!(one.line.len() > 1 && one.line[0] == one.mv, "{:?}", one.line);
}

/// Seats of a table and of the handle are the same, and a table tells through it.
#[test]
fn a_table_hands_out_what_its_seats_know() {
    let game = registry::open("hanamikoji", Purpose::Match).expect("a game");
    let mut table = game.table(&Start::Seed(3)).expect("a deal");
    let secret = table.legal().into_iter().find(|mv| mv.starts_with("secret")).expect("a secret");
    let mover: Seat = table.turn().expect("a turn");
    table.play(&secret).expect("a move");
    assert_eq!(table.seat(mover).seen(), [(mover, secret)]);
    assert_eq!(table.seat(1 - mover).seen(), [(mover, String::from("secret ?"))]);
    assert_eq!(table.seat(mover).legal(), Vec::<String>::new());
    assert_eq!(table.seat(1 - mover).legal(), table.legal());
    assert_ne!(table.seat(mover).decoy(), table.position());
}
