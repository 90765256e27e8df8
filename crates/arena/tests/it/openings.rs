//! Openings that are won by force, found by the fast search and by trying every line.

use karuta_arena::registry;
use karuta_engine::search::alphabeta::{AlphaBeta, Config, Limit};
use karuta_engine::{Game, Rng, Seat, Stop};
use karuta_onitama::Onitama;
use karuta_playable::playable::{Playable, Purpose};
use karuta_playable::spec::{Args, Spec};

type G = Onitama<5>;

/// True if `seat` can end the game in its favour within so many plies, whatever the other does.
fn can_win(state: &G, seat: Seat, plies: u32) -> bool {
    let Some(turn) = state.turn() else { return state.payoff()[seat] > 0.5 };
    if plies == 0 {
        return false;
    }
    let mut moves = Vec::new();
    state.moves(&mut moves);
    let mut after = moves.iter().map(|&mv| {
        let mut next = *state;
        next.apply(mv);
        can_win(&next, seat, plies - 1)
    });
    if turn == seat { after.any(|wins| wins) } else { after.all(|wins| wins) }
}

#[test]
fn openings_won_by_force_are_those_that_trying_every_line_finds() {
    for (cards, decided) in [("tiger+goose+eel+frog+rooster", 6), ("boar+ox+elephant+horse+crab", 0)] {
        let game = registry::open(&format!("onitama5:cards={cards}"), Purpose::Analysis).expect("a game");
        let mut reports = Vec::new();
        let found = game.openings(5, 2, &Stop::new(), &mut |done, all| reports.push((done, all)));
        let found = found.expect("Onitama lists its openings");
        assert_eq!((found.all, found.searched.len()), (30, 30));
        assert_eq!(reports, (1..=30).map(|done| (done, 30)).collect::<Vec<_>>());
        let spec = Spec::parse("onitama5").expect("a spec");
        let options = Args::new(&spec, G::PARAMS).and_then(|args| G::options(&args, Purpose::Analysis));
        let options = options.expect("options");
        for one in &found.searched {
            let state = G::parse_position(&options, &one.position).expect("a position");
            let wins = (1..=5).find(|&plies| can_win(&state, 0, plies));
            let losses = (1..=5).find(|&plies| can_win(&state, 1, plies));
            let end = one.end.map(|end| (end.is_win, end.plies));
            let due = wins.map(|plies| (true, plies)).or(losses.map(|plies| (false, plies)));
            assert_eq!(end, due, "{}", one.position);
        }
        assert_eq!(found.searched.iter().filter(|one| one.end.is_some()).count(), decided, "{cards}");
    }
}

#[test]
fn a_search_of_openings_that_is_stopped_claims_nothing() {
    let game = registry::open("onitama5", Purpose::Analysis).expect("a game");
    let stop = Stop::new();
    stop.raise();
    let found = game.openings(5, 1, &stop, &mut |_, _| {}).expect("Onitama lists its openings");
    assert_eq!((found.all, found.searched.len()), (131_040, 0));
}

/// With a depth, which fixes the value of every move, searches side by side find what one finds alone.
#[test]
fn threads_that_share_a_table_find_the_same_values() {
    let spec = Spec::parse("onitama5").expect("a spec");
    let options = Args::new(&spec, G::PARAMS).and_then(|args| G::options(&args, Purpose::Analysis));
    let options = options.expect("options");
    let knowledge = G::parts().two_seat.expect("a game of two").knowledge;
    let config = Config::new(Limit::Depth(6));
    for seed in 0..6 {
        let state = G::deal(&options, &mut Rng::new(seed));
        let alone = AlphaBeta::new(knowledge, config).value(&state, &Stop::never());
        // Each on a thread of its own, all with one table.
        let together: Vec<i32> = std::thread::scope(|scope| {
            let searches = AlphaBeta::sharing(knowledge, config, 3).into_iter();
            let start = |mut search: AlphaBeta<G>| scope.spawn(move || search.value(&state, &Stop::never()));
            let running: Vec<_> = searches.map(start).collect();
            running.into_iter().map(|thread| thread.join().expect("it ends")).collect()
        });
        assert_eq!(together, [alone; 3], "seed {seed}");
    }
}
