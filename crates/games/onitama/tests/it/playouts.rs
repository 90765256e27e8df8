//! Playouts of Onitama against figures that an independent program measured: mean plies, legal moves,
//! temple wins, pieces left; and the thesis' AMAF bookkeeping against what was counted in its code.

use karuta_engine::playout::{ByPolicy, Playout, Policy, Trace, Uniform};
use karuta_engine::{Game, Rng};
use karuta_onitama::cards::{Card, Set};
use karuta_onitama::play::policies::Priority;
use karuta_onitama::{End, Onitama};
use karuta_playable::playable::Playable;

/// Averages over many playouts.
#[derive(Debug, Default)]
struct Tally {
    plies: f64,
    options: f64,
    temples: f64,
    winner_pieces: f64,
    loser_pieces: f64,
}

fn play<const N: usize, P: Policy<Onitama<N>>>(
    mut policy: P,
    games: u32,
    mut deal: impl FnMut(&mut Rng) -> Onitama<N>,
) -> Tally {
    let mut rng = Rng::new(42);
    let mut buf = Vec::new();
    let (mut sum, mut decisions) = (Tally::default(), 0.0);
    for _ in 0..games {
        let mut state = deal(&mut rng);
        while state.turn().is_some() {
            sum.options += state.count_moves(&mut buf) as f64;
            decisions += 1.0;
            let mv = policy.pick(&state, &mut buf, &mut rng);
            state.apply(mv);
        }
        let winner = state.winner().expect("no cap, so somebody won");
        sum.plies += f64::from(state.plies());
        sum.temples += f64::from(u8::from(state.end() == End::Temple));
        sum.winner_pieces += f64::from(state.pieces_left(winner));
        sum.loser_pieces += f64::from(state.pieces_left(1 - winner));
    }
    let n = f64::from(games);
    Tally {
        plies: sum.plies / n,
        options: sum.options / decisions,
        temples: sum.temples / n,
        winner_pieces: sum.winner_pieces / n,
        loser_pieces: sum.loser_pieces / n,
    }
}

fn random_deal<const N: usize>(rng: &mut Rng) -> Onitama<N> {
    let mut pool: Vec<Card> = Card::all().filter(|card| card.face().set == Set::Base).collect();
    rng.shuffle(&mut pool);
    Onitama::opening([pool[0], pool[1], pool[2], pool[3], pool[4]], rng.index(2), 0)
}

fn thesis_opening() -> Onitama<7> {
    let cards = ["tiger", "crab", "monkey", "crane", "dragon"].map(|name| Card::named(name).expect("a card"));
    Onitama::opening(cards, 0, 0)
}

#[track_caller]
fn assert_near(what: &str, ours: f64, published: f64, slack: f64) {
    assert!((ours - published).abs() <= slack, "{what}: {ours}, published {published}");
}

#[test]
fn uniform_play_on_the_official_board() {
    let tally = play(Uniform, 40_000, random_deal::<5>);
    assert_near("plies", tally.plies, 35.80, 0.5);
    assert_near("legal moves", tally.options, 14.07, 0.12);
    assert_near("temple wins", tally.temples, 0.140, 0.008);
    assert_near("winner's pieces", tally.winner_pieces, 3.82, 0.04);
    assert_near("loser's pieces", tally.loser_pieces, 2.96, 0.04);
}

#[test]
fn priority_play_on_the_thesis_board() {
    let tally = play(Priority, 20_000, random_deal::<7>);
    assert_near("plies", tally.plies, 47.4, 1.2);
    assert_near("legal moves", tally.options, 21.03, 0.25);
    assert_near("temple wins", tally.temples, 0.028, 0.006);
    assert_near("winner's pieces", tally.winner_pieces, 5.38, 0.06);
    assert_near("loser's pieces", tally.loser_pieces, 4.18, 0.06);
}

#[test]
fn uniform_play_from_the_thesis_opening() {
    let tally = play(Uniform, 20_000, |_| thesis_opening());
    assert_near("plies", tally.plies, 78.07, 1.6);
    assert_near("legal moves", tally.options, 21.42, 0.15);
    assert_near("temple wins", tally.temples, 0.096, 0.009);
    assert_near("winner's pieces", tally.winner_pieces, 5.12, 0.06);
    assert_near("loser's pieces", tally.loser_pieces, 4.24, 0.06);
}

/// In the thesis' program 47.7 % of the recorded playout moves belong to a piece that is captured by
/// the time they are compared, and 2.1 % still start from the right square.
#[test]
fn the_thesis_records_what_its_code_was_seen_to_record() {
    let parts = Onitama::<7>::parts();
    let rewrite = parts.papers.amaf.iter().find(|part| part.name == "thesis").expect("a reading").part;
    let mut playout = ByPolicy::new(Priority);
    let mut rng = Rng::new(5);
    let (mut recorded, mut kept, mut right) = (0, 0, 0);
    for _ in 0..3_000 {
        let mut trace = Trace::new();
        playout.run_traced(&mut thesis_opening(), u32::MAX, &mut trace, &mut rng);
        let made = trace.clone();
        rewrite(&mut trace);
        recorded += made.len();
        kept += trace.len();
        // Rewritten moves keep their order, so each is matched with the next one made by its card.
        let mut from = made.len();
        for seen in trace.iter().rev() {
            if let Some(at) = made[..from].iter().rposition(|mv| mv == seen) {
                right += 1;
                from = at;
            }
        }
    }
    let gone = 1.0 - kept as f64 / recorded as f64;
    let unmoved = right as f64 / recorded as f64;
    // Moves that would step off the board from the last square cannot match either and are dropped
    // with the captured ones, hence more than 47.7 %.
    assert!((0.45..0.70).contains(&gone), "{gone}");
    assert!(unmoved < 0.06, "{unmoved}");
}
