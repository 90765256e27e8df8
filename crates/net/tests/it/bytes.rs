//! Whatever bytes come, decoders answer; and what one version says, the others say as well.

use karuta_net::uecda::card_cells::{CardCells, Cell};
use karuta_net::uecda::config::UecdaConfig;
use karuta_net::uecda::log;
use karuta_net::uecda::profile::Profile;
use karuta_net::uecda::protocol::{CHARACTERS, NUMBERS, Protocol};
use karuta_net::uecda::table::{CellTable, State};
use proptest::prelude::*;

const ALL: [Protocol; 3] = [Protocol::V20060, Protocol::V20070, Protocol::V20140];

/// Reads `bytes` in every way there is; the values do not matter, only that there is an end.
fn read(bytes: &[u8]) {
    for protocol in ALL {
        if let Ok(table) = protocol.read_table(bytes) {
            let _ = table.cards();
            let _ = Profile::read(&table);
            let _ = log::submitted(&table);
            let again = protocol.table_bytes(&table);
            assert_eq!(again.len(), protocol.table_len());
            // The state of a table read once survives being sent again.
            assert_eq!(protocol.read_table(&again).map(|table| table.state()), Ok(table.state()));
        }
    }
}

fn laid() -> impl Strategy<Value = CardCells> {
    let joker = proptest::option::of((0..5usize, 0..15usize));
    (0..1u64 << 52, joker).prop_map(|(bits, joker)| {
        let mut natural = bits << 4;
        let joker = joker.map(|(row, column)| Cell { row, column });
        // A joker lies on no other card.
        natural &= !joker.and_then(Cell::bit).unwrap_or(0);
        CardCells { natural, joker }
    })
}

prop_compose! {
    fn state()(
        flags in any::<[bool; 5]>(),
        to_give in -2..=2i32,
        player in 0..7i32,
        counts in any::<[u8; 5]>(),
        titles in any::<[u8; 5]>(),
        seats in any::<[u8; 5]>(),
    ) -> State {
        State {
            is_exchange: flags[0],
            to_give,
            is_my_turn: flags[1],
            player,
            is_empty: flags[2],
            is_reversed: flags[3],
            is_locked: flags[4],
            counts: counts.map(|count| i32::from(count % 14)),
            titles: titles.map(|title| i32::from(title % 5)),
            seats: seats.map(|seat| i32::from(seat % 5)),
        }
    }
}

proptest! {
    #[test]
    fn decoders_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
        read(&bytes);
    }

    #[test]
    fn decoders_never_panic_on_the_right_length(
        long in proptest::collection::vec(any::<u8>(), NUMBERS),
        short in proptest::collection::vec(proptest::char::range('0', 'g'), CHARACTERS),
    ) {
        read(&long);
        read(&short.iter().map(|&c| c as u8).collect::<Vec<_>>());
    }

    #[test]
    fn small_numbers_never_panic(cells in proptest::collection::vec(0..4u32, NUMBERS / 4)) {
        read(&cells.iter().flat_map(|cell| cell.to_be_bytes()).collect::<Vec<_>>());
    }

    #[test]
    fn every_version_says_the_same(cards in laid(), state in state()) {
        let table = CellTable::new(&cards, &state);
        for protocol in ALL {
            let read = protocol.read_table(&protocol.table_bytes(&table)).expect("a table");
            prop_assert_eq!(read.cards(), Ok(cards));
            let to_give = if protocol == Protocol::V20140 { state.to_give } else { state.to_give.max(0) };
            prop_assert_eq!(read.state(), State { to_give, ..state });
        }
    }

    #[test]
    fn cards_are_read_as_they_are_spelt(cards in laid()) {
        let read = log::read_cards(&log::spelt(&cards)).expect("cards");
        prop_assert_eq!(read.natural, cards.natural);
        prop_assert_eq!(read.joker.map(|place| place.row), cards.joker.map(|place| place.row));
    }

    #[test]
    fn text_never_panics(text in "\\PC*", log in "(%0000[01]%(mibun|seat|play|result|points|palyer_cards|change_cards)% [0-9A-Z x]*\n){0,8}") {
        let _ = UecdaConfig::read(&text);
        let _ = log::read(&text);
        let _ = log::read(&log);
        let _ = log::read_cards(&text);
    }
}
