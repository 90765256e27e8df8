//! Alpha-beta against plain minimax on real positions: whatever is pruned, remembered or reordered,
//! the value of the root stays the same.

use std::sync::Arc;
use std::time::Duration;

use karuta_engine::evaluation::{Knowledge, Oracle};
use karuta_engine::search::alphabeta::{AlphaBeta, Config, Limit};
use karuta_engine::search::minimax::Minimax;
use karuta_engine::{Agent, Budget, Choice, Decision, Game, MoveVerdict, Rng, Stop};
use karuta_onitama::cards::Card;
use karuta_onitama::play::knowledge::knowledge;
use karuta_onitama::{Move, Onitama, Setting};

type Five = Onitama<5>;

/// Material and how far the masters have come: coarse enough for ties, fine enough for differences.
fn simple() -> Knowledge<Five> {
    fn standing(state: &Five, seat: usize) -> i32 {
        let setting = state.setting();
        let rank = setting.masters[seat].trailing_zeros() as i32 / 5;
        let advance = if seat == 0 { rank } else { 4 - rank };
        10 * state.pieces_left(seat) as i32 + advance
    }
    Knowledge { evaluate: |state, seat| standing(state, seat) - standing(state, 1 - seat), ..knowledge() }
}

fn legal(state: &Five) -> Vec<Move> {
    let mut moves = Vec::new();
    state.moves(&mut moves);
    moves
}

/// A position that is not over, some random moves into a random deal.
fn position<const N: usize>(seed: u64, cap: u16) -> Onitama<N> {
    let mut rng = Rng::for_path(0xAB, &[seed]);
    let mut pool: Vec<Card> = Card::all().collect();
    rng.shuffle(&mut pool);
    let mut state = Onitama::opening([pool[0], pool[1], pool[2], pool[3], pool[4]], rng.index(2), cap);
    for _ in 0..rng.below(24) {
        let mut next = state;
        next.apply(state.random_move(&mut Vec::new(), &mut rng));
        if next.turn().is_some() {
            state = next;
        }
    }
    state
}

fn exact(depth: u32, quiescence: bool, table_bytes: usize) -> Config {
    Config { quiescence, table_bytes, ..Config::new(Limit::Depth(depth)) }
}

fn best(choice: &Choice<Move>) -> Option<MoveVerdict> {
    choice.ranked[0].verdict
}

/// One bucket, a few, and more than enough.
const TABLES: [usize; 3] = [1, 1 << 10, 1 << 20];

fn assert_agreement(knowledge: Knowledge<Five>, depth: u32, positions: u64, cap: u16) {
    for seed in 0..positions {
        let state = position(seed + 1000 * u64::from(depth), cap);
        for quiescence in [false, true] {
            let truth = Minimax::new(knowledge, depth, quiescence).search(&state, &Stop::never());
            for table_bytes in TABLES {
                let found = AlphaBeta::new(knowledge, exact(depth, quiescence, table_bytes))
                    .search(&state, &Stop::never());
                assert_eq!(
                    best(&found),
                    best(&truth),
                    "seed {seed}, depth {depth}, {quiescence}, {table_bytes}"
                );
            }
        }
    }
}

#[test]
fn depth_by_depth_the_value_is_minimax() {
    for (depth, positions) in [(1, 100), (2, 100), (3, 60), (4, 30), (5, 5)] {
        assert_agreement(simple(), depth, positions, 0);
        assert_agreement(knowledge(), depth, positions, 0);
    }
}

#[test]
fn a_cap_within_sight_changes_nothing() {
    for (depth, positions) in [(2, 60), (3, 60), (4, 30)] {
        assert_agreement(simple(), depth, positions, 26);
    }
}

#[test]
fn the_thesis_board_is_no_exception() {
    for seed in 0..10 {
        let state = position::<7>(seed, 0);
        let truth = Minimax::new(knowledge(), 3, true).search(&state, &Stop::never());
        let found = AlphaBeta::new(knowledge(), exact(3, true, 1 << 16)).search(&state, &Stop::never());
        assert_eq!(best(&found), best(&truth), "seed {seed}");
    }
}

/// Few pieces transpose and cycle most, and their values change from ply to ply.
#[test]
fn cycles_and_transpositions_change_nothing() {
    for seed in 0..6 {
        let mut rng = Rng::new(seed);
        let mut pool: Vec<Card> = Card::all().take(16).collect();
        rng.shuffle(&mut pool);
        let masters = [1u64 << rng.below(5), 1u64 << (20 + rng.below(5))];
        let state = Five::from_setting(Setting {
            pieces: [masters[0] | 1 << (5 + rng.below(5)), masters[1]],
            masters,
            hands: [[pool[0], pool[1]], [pool[2], pool[3]]],
            side: pool[4],
            turn: 0,
            cap: 0,
        });
        if state.turn().is_none() {
            continue;
        }
        let truth = Minimax::new(simple(), 6, true).search(&state, &Stop::never());
        for table_bytes in TABLES {
            let found = AlphaBeta::new(simple(), exact(6, true, table_bytes)).search(&state, &Stop::never());
            assert_eq!(best(&found), best(&truth), "seed {seed}");
        }
        let mut deep = AlphaBeta::new(simple(), Config::new(Limit::Budget(Budget::Iterations(50_000))));
        assert!(legal(&state).contains(&deep.search(&state, &Stop::never()).mv));
    }
}

/// The table is kept from move to move; its values must not have been spoiled by the change of root.
#[test]
fn the_value_is_minimax_all_along_a_game() {
    for seed in 0..4 {
        let mut state = position(seed, 0);
        let mut history = Vec::new();
        let mut agent = AlphaBeta::new(simple(), exact(3, true, 1 << 14));
        let mut rng = Rng::new(seed);
        while let Some(seat) = state.turn()
            && history.len() < 40
        {
            let choice = agent.choose(&Decision::new(seat, &state, &legal(&state), &history), &mut rng);
            let truth = Minimax::new(simple(), 3, true).search(&state, &Stop::never());
            assert_eq!(best(&choice), best(&truth), "seed {seed}, ply {}", history.len());
            // A random move now and then, so that games go on and leave the lines searched before.
            let mv = if rng.below(3) == 0 { state.random_move(&mut Vec::new(), &mut rng) } else { choice.mv };
            history.push((seat, mv));
            state.apply(mv);
        }
    }
}

#[test]
fn explanations_are_exact_and_bounds_are_bounds() {
    for seed in 0..40 {
        let state = position(seed, 0);
        let truth = Minimax::new(simple(), 3, true).search(&state, &Stop::never());
        let explained = AlphaBeta::new(simple(), Config { explain: true, ..exact(3, true, 1 << 16) })
            .search(&state, &Stop::never());
        let plain = AlphaBeta::new(simple(), exact(3, true, 1 << 16)).search(&state, &Stop::never());
        assert_eq!(truth.ranked.len(), legal(&state).len());
        assert_eq!(plain.ranked.len(), truth.ranked.len());
        for known in &truth.ranked {
            let of =
                |choice: &Choice<Move>| *choice.ranked.iter().find(|r| r.mv == known.mv).expect("ranked");
            assert_eq!(of(&explained).verdict, known.verdict, "seed {seed}, {:?}", known.mv);
            // A proven best move ends the search early, and the others were then searched less deeply.
            let bound = of(&plain);
            let is_open = matches!(best(&truth), Some(MoveVerdict::Score(_)));
            assert!(!is_open || bound.mean >= known.mean, "seed {seed}: {bound:?} is no bound of {known:?}");
        }
    }
}

/// True if the seat to move wins within `plies`, by trying everything.
fn wins_within(state: &Five, plies: u32) -> bool {
    plies > 0
        && legal(state).into_iter().any(|mv| {
            let mut next = *state;
            next.apply(mv);
            next.winner().is_some() || next.turn().is_some() && loses_within(&next, plies - 1)
        })
}

fn loses_within(state: &Five, plies: u32) -> bool {
    plies > 1
        && legal(state).into_iter().all(|mv| {
            let mut next = *state;
            next.apply(mv);
            next.turn().is_some() && wins_within(&next, plies - 1)
        })
}

#[test]
fn wins_and_losses_are_proven_and_shortest() {
    let mut seen = [0; 6];
    for seed in 0..300 {
        let state = position(seed, 0);
        let choice = AlphaBeta::new(knowledge(), exact(4, true, 1 << 16)).search(&state, &Stop::never());
        match best(&choice) {
            Some(MoveVerdict::Win(plies)) => {
                assert!(wins_within(&state, plies) && !wins_within(&state, plies - 1), "seed {seed}");
                assert_eq!(choice.line.len(), plies as usize, "the line is played to the end");
                seen[plies as usize] += 1;
            }
            Some(MoveVerdict::Loss(plies)) => {
                assert!(loses_within(&state, plies) && !loses_within(&state, plies - 1), "seed {seed}");
                assert_eq!(choice.line.len(), plies as usize, "the line is played to the end");
                seen[plies as usize] += 1;
            }
            Some(MoveVerdict::Draw | MoveVerdict::Score(_)) | None => {
                assert!(!wins_within(&state, 5) && !loses_within(&state, 4), "seed {seed}");
            }
        }
    }
    assert!(seen[1..].iter().all(|&n| n > 0), "every distance occurs: {seen:?}");
}

#[test]
fn selective_wins_and_losses_are_proven_too() {
    for seed in 0..60 {
        let state = position(seed, 0);
        let config = Config { table_bytes: 1 << 16, ..Config::new(Limit::Budget(Budget::Iterations(5_000))) };
        match best(&AlphaBeta::new(knowledge(), config).search(&state, &Stop::never())) {
            Some(MoveVerdict::Win(plies)) if plies <= 5 => assert!(wins_within(&state, plies), "seed {seed}"),
            Some(MoveVerdict::Loss(plies)) if plies <= 4 => {
                assert!(loses_within(&state, plies), "seed {seed}")
            }
            _ => {}
        }
    }
}

/// Knows which positions with few pieces are won or lost soon.
struct Endings;

impl Oracle<Five> for Endings {
    fn probe(&self, state: &Five) -> Option<MoveVerdict> {
        if state.pieces_left(0) + state.pieces_left(1) > 9 {
            return None;
        }
        if let Some(plies) = [1, 3].into_iter().find(|&plies| wins_within(state, plies)) {
            return Some(MoveVerdict::Win(plies));
        }
        loses_within(state, 2).then_some(MoveVerdict::Loss(2))
    }
}

#[test]
fn an_oracle_is_believed_by_both_alike() {
    let mut sharper = 0;
    for seed in 0..60 {
        let state = position(seed, 0);
        let truth =
            Minimax::new(simple(), 1, true).with_oracle(Arc::new(Endings)).search(&state, &Stop::never());
        for table_bytes in TABLES {
            let agent = AlphaBeta::new(simple(), exact(1, true, table_bytes));
            let found = agent.with_oracle(Arc::new(Endings)).search(&state, &Stop::never());
            assert_eq!(best(&found), best(&truth), "seed {seed}");
        }
        let blind = Minimax::new(simple(), 1, true).search(&state, &Stop::never());
        sharper += u32::from(best(&blind) != best(&truth));
    }
    assert!(sharper > 0, "the oracle knew more than the search");
}

#[test]
fn a_millisecond_is_enough_for_a_legal_move() {
    let config =
        Config { table_bytes: 1 << 16, ..Config::new(Limit::Budget(Budget::Time(Duration::from_millis(1)))) };
    let mut agent = AlphaBeta::new(knowledge(), config);
    for seed in 0..20 {
        let state = position(seed, 0);
        let choice = agent.search(&state, &Stop::never());
        assert!(legal(&state).contains(&choice.mv));
        assert_eq!(choice.line[0], choice.mv);
        assert_eq!(choice.ranked[0].mv, choice.mv);
        assert!(choice.effort.nodes > 0);
    }
}

#[test]
fn a_budget_of_nodes_is_kept_and_repeatable() {
    for seed in 0..10 {
        let state = position(seed, 0);
        let config =
            Config { table_bytes: 1 << 16, ..Config::new(Limit::Budget(Budget::Iterations(20_000))) };
        let mut agent = AlphaBeta::new(knowledge(), config);
        let ask = |agent: &mut AlphaBeta<Five>| {
            let seat = state.turn().expect("not over");
            agent.choose(&Decision::new(seat, &state, &legal(&state), &[]), &mut Rng::new(0))
        };
        let first = ask(&mut agent);
        assert!(first.effort.nodes <= 20_200, "{:?}", first.effort);
        for again in [ask(&mut agent), ask(&mut AlphaBeta::new(knowledge(), config))] {
            assert_eq!(format!("{first:?}"), format!("{again:?}"), "the same question, the same answer");
        }
    }
}

#[test]
fn a_stuck_seat_still_gets_an_answer() {
    let file = |rank: u64| 1u64 << (5 * rank);
    let card = |name| Card::named(name).expect("a card");
    let state = Five::from_setting(Setting {
        pieces: [(0..5).map(file).sum(), 0b11110 << 20],
        masters: [file(2), 1 << 22],
        hands: [[card("horse"), card("tiger")], [card("crab"), card("monkey")]],
        side: card("dragon"),
        turn: 0,
        cap: 0,
    });
    let choice = AlphaBeta::new(knowledge(), exact(5, true, 1 << 16)).search(&state, &Stop::never());
    assert!(choice.mv.is_pass());
    assert_eq!(best(&choice), best(&Minimax::new(knowledge(), 5, true).search(&state, &Stop::never())));
}
