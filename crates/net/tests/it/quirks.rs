//! Quirks of the official server: wrong messages, and leftovers in cells that mean nothing, confuse no client; and no
//! message makes the client's reconstruction panic.

use karuta_daihinmin::Daihinmin;
use karuta_daihinmin::moves::Move;
use karuta_daihinmin::rules::Rules;
use karuta_engine::{Game as _, Rng};
use karuta_net::uecda::card_cells::CardCells;
use karuta_net::uecda::log::read_cards;
use karuta_net::uecda::memory::Memory;
use karuta_net::uecda::messages;
use karuta_net::uecda::plays::{hand_of, laid_play, play_of};
use karuta_net::uecda::table::CellTable;
use proptest::prelude::*;

/// Leaves rubbish where nobody should look, and spoils titles during play.
fn spoil(table: &mut CellTable, is_opening: bool, rng: &mut Rng) {
    for column in 8..15 {
        table.0[5][column] = rng.index(99) as i32;
    }
    table.0[7] = std::array::from_fn(|_| rng.index(3) as i32);
    if !is_opening {
        for column in 5..10 {
            table.0[6][column] = rng.index(7) as i32;
        }
    }
}

/// Plays a game at random and tells five memories about it; they must know what the game shows.
fn play(order: Option<[usize; 5]>, counts_with_tribute: bool, rng: &mut Rng) -> [usize; 5] {
    let mut seating = [0, 1, 2, 3, 4];
    rng.shuffle(&mut seating);
    let mut state = Daihinmin::seated(Rules::OFFICIAL, seating, order, rng.bits());
    let mut memories: Vec<Memory> = (0..5)
        .map(|player| {
            let mut table = messages::opening(&state, player);
            if counts_with_tribute {
                (0..5).for_each(|other| table.0[6][other] = state.hand(other).len() as i32);
            }
            spoil(&mut table, true, rng);
            Memory::open(player, &table, Vec::new()).expect("a game begins")
        })
        .collect();
    let mut legal = Vec::new();
    let mut lying = CardCells::default();
    while let Some(player) = state.turn() {
        legal.clear();
        state.full_moves(&mut legal);
        let mv = legal[rng.index(legal.len())];
        if state.gift_size().is_some() {
            // With its own count of the others a fugo cannot tell that the daifugo has given already.
            if !counts_with_tribute || state.title(player) == Some(0) {
                assert_eq!(memories[player].view(), Some(state.view(player)));
            }
            state.apply(mv);
            continue;
        }
        for (by, memory) in memories.iter_mut().enumerate() {
            let mut table = messages::turn(&state, by);
            spoil(&mut table, false, rng);
            memory.turn(&table).expect("a turn");
            assert_eq!(memory.view(), Some(state.view(by)), "player {by}");
        }
        let before = state;
        state.apply(mv);
        if !mv.is_pass() {
            lying = laid_play(mv, before.field().reversed);
        }
        let mut table = messages::after(&before, &state, player, mv, &lying);
        check_after(&table, &before, &state, mv);
        spoil(&mut table, false, rng);
        memories.iter_mut().for_each(|memory| memory.after(&table).expect("the end of a turn"));
        if state.field().is_empty() {
            lying = CardCells::default();
        }
    }
    let mut finished = [0; 5];
    for (place, player) in state.finished().enumerate() {
        finished[place] = player;
        assert!(memories[player].place().is_none_or(|known| known == place));
    }
    finished
}

/// The table after a turn says what the rules say, as long as the round goes on.
fn check_after(table: &CellTable, before: &Daihinmin, now: &Daihinmin, mv: Move) {
    let told = table.state();
    assert_eq!(told.is_reversed, now.field().reversed);
    assert_eq!(told.is_empty, mv.is_pass() && before.field().is_empty());
    assert!(now.field().is_empty() || told.is_locked == now.field().locked);
    assert_eq!(told.counts, std::array::from_fn(|player| now.hand(player).len() as i32));
    let lies = if mv.is_pass() { before.field().top } else { mv };
    assert_eq!(table.cards().map(|laid| play_of(&laid)), Ok(Some(lies)));
    assert!(now.field().is_empty() || now.turn().is_none() || lies == now.field().top);
}

#[test]
fn spoilt_titles_and_stale_cells_are_not_looked_at() {
    let mut rng = Rng::new(1);
    let mut order = None;
    for game in 0..200 {
        order = Some(play(order.filter(|_| game % 20 != 0), false, &mut rng));
    }
}

#[test]
fn counts_with_the_tribute_are_understood_too() {
    let mut rng = Rng::new(2);
    let mut order = None;
    for _ in 0..50 {
        order = Some(play(order, true, &mut rng));
    }
}

/// The official server lets the spade 3 take other cards with it when it beats a joker.
#[test]
fn a_server_that_goes_on_otherwise_is_believed() {
    let cards = |text: &str| hand_of(&read_cards(text).expect("cards"));
    let hands = [
        cards("S4H4D4C4S5H5D5C5S6H6D3"),
        cards("S3H9DJC2S7H7D7C7S8H8D8"),
        cards("C8S9D9C9STHTDTCTSJHJCJ"),
        cards("SQHQDQCQSKHKDKCKSAHA"),
        cards("J3DACAS2H2D2D6C6H3C3"),
    ];
    let mut state = Daihinmin::dealt(Rules::OFFICIAL, [0, 4, 1, 2, 3], None, hands);
    let mut memories: Vec<Memory> = (0..5)
        .map(|by| Memory::open(by, &messages::opening(&state, by), Vec::new()).expect("a game"))
        .collect();
    for text in ["D3", "Kx"] {
        let laid = read_cards(text).expect("cards");
        let mv = play_of(&laid).expect("a play");
        let player = state.turn().expect("not over");
        let before = state;
        for (by, memory) in memories.iter_mut().enumerate() {
            memory.turn(&messages::turn(&state, by)).expect("a turn");
        }
        state.apply(mv);
        let table = messages::after(&before, &state, player, mv, &laid);
        memories.iter_mut().for_each(|memory| memory.after(&table).expect("the end of a turn"));
    }
    assert_eq!(state.turn(), Some(1));
    let before = state;
    let both = read_cards("S3H9").expect("cards");
    state.apply(Move::SPADE_3);
    let hand = |by: usize| if by == 1 { state.hand(1).without(cards("H9")) } else { state.hand(by) };
    let counts: [i32; 5] = std::array::from_fn(|by| hand(by).len() as i32);
    let doctored = |mut table: CellTable| {
        table.0[6][..5].copy_from_slice(&counts);
        table
    };
    for (by, memory) in memories.iter_mut().enumerate() {
        memory.turn(&messages::turn(&before, by)).expect("a turn");
        let after = messages::after(&before, &state, 1, Move::SPADE_3, &both);
        memory.after(&doctored(after)).expect("the end of a turn");
        let mut table = doctored(messages::turn(&state, by));
        table.0[1][7] = i32::from(hand(by).contains(cards("H9")));
        memory.turn(&table).expect("the server is believed");
        let view = memory.view().expect("play has begun");
        assert_eq!(view.hand(), hand(by));
        assert_eq!((view.count(1), view.open().turn()), (9, Some(1)));
        assert!(view.field().is_empty());
        assert_eq!(view.open().played(1), cards("S3H9"));
        assert!(!view.unseen().meets(cards("S3H9")));
        // It can still be played from.
        let world = Daihinmin::sample(&view, &mut Rng::new(1));
        assert_eq!((0..5).map(|seat| world.hand(seat).len()).sum::<u32>(), 50 - 1);
    }
}

fn any_table() -> impl Strategy<Value = CellTable> {
    let cells =
        proptest::collection::vec(proptest::sample::select(vec![0, 0, 0, 0, 1, 2, 3, 4, 10, 11]), 120);
    cells.prop_map(|cells| {
        let mut table = CellTable::default();
        table.0.iter_mut().flatten().zip(cells).for_each(|(cell, value)| *cell = value);
        table
    })
}

/// Changes a few cells, sometimes.
fn corrupt(mut table: CellTable, rng: &mut Rng) -> CellTable {
    while rng.index(4) == 0 {
        table.0[rng.index(7)][rng.index(15)] = rng.index(12) as i32 - 1;
    }
    table
}

#[test]
fn corrupted_messages_do_not_panic() {
    let mut rng = Rng::new(3);
    let mut believed = 0;
    for game in 0..400 {
        let order = (game % 4 != 0).then_some([3, 1, 4, 0, 2]);
        let mut state = Daihinmin::seated(Rules::OFFICIAL, [0, 1, 2, 3, 4], order, rng.bits());
        let mut memories: Vec<Memory> = (0..5)
            .filter_map(|by| {
                Memory::open(by, &corrupt(messages::opening(&state, by), &mut rng), Vec::new()).ok()
            })
            .collect();
        let mut buf = Vec::new();
        let mut lying = CardCells::default();
        while let Some(player) = state.turn() {
            let mv = state.random_move(&mut buf, &mut rng);
            let before = state;
            state.apply(mv);
            if before.gift_size().is_some() {
                continue;
            }
            lying = if mv.is_pass() { lying } else { laid_play(mv, false) };
            for (by, memory) in memories.iter_mut().enumerate() {
                believed += u32::from(memory.turn(&corrupt(messages::turn(&before, by), &mut rng)).is_ok());
                let table = messages::after(&before, &state, player, mv, &lying);
                // A server that makes no sense is ignored from then on, but the reconstruction must stay consistent.
                let _ = (memory.after(&corrupt(table, &mut rng)), memory.view(), memory.place());
            }
        }
    }
    assert!(believed > 1000, "{believed}");
}

proptest! {
    #[test]
    fn nothing_a_server_says_panics(
        opening in any_table(),
        others in proptest::collection::vec(any_table(), 0..12),
    ) {
        if let Ok(mut memory) = Memory::open(0, &opening, Vec::new()) {
            for pair in others.chunks(2) {
                let told = memory.turn(&pair[0]).and_then(|()| memory.after(pair.last().expect("one")));
                let _ = (told, memory.view(), memory.place());
            }
        }
    }
}
