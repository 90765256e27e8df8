//! The numbers of moves, tested: they are what the files in `docs/moves` say, and text and number are the same
//! move in every position of random games, as whoever makes it and as whoever sees it.

use std::fmt::Write as _;
use std::path::Path;

use karuta_agents::any::Start;
use karuta_arena::registry;
use karuta_daihinmin::Daihinmin;
use karuta_engine::{Referee, Rng, Seat};
use karuta_hanamikoji::Hanamikoji;
use karuta_onitama::Onitama;
use karuta_playable::encoding::Inputs;
use karuta_playable::playable::{Playable, Purpose};
use karuta_playable::spec::{Args, Spec};
use karuta_tichu::Tichu;

fn deal<G: Playable>(text: &str, rng: &mut Rng) -> G {
    let spec = Spec::parse(text).expect("a spec");
    let args = Args::new(&spec, G::PARAMS).expect("arguments");
    G::deal(&G::options(&args, Purpose::Match).expect("options"), rng)
}

/// Plays random games, converts every move there and back and returns how many positions there were.
fn check<G: Playable>(spec: &str, games: u64) -> usize {
    let numbering = G::numbering().expect("numbers");
    let mut positions = 0;
    for index in 0..games {
        let mut rng = Rng::for_path(index, &[8]);
        let mut referee = Referee::new(deal::<G>(spec, &mut rng));
        while let Some(seat) = referee.turn() {
            let state = *referee.state();
            let count = (numbering.count)(&state);
            let mut ids: Vec<usize> = Vec::new();
            for &mv in referee.legal() {
                let id = (numbering.id)(&state, seat, mv)
                    .unwrap_or_else(|| panic!("{spec}: {mv:?} has no number"));
                assert!(id < count && (numbering.mv)(&state, seat, id) == Some(mv), "{spec}: {mv:?} is {id}");
                assert_eq!(state.parse_move(&state.move_text(mv)), Ok(mv), "{spec}");
                ids.push(id);
            }
            let mut all = vec![7];
            (numbering.ids)(&state, seat, referee.legal(), &mut all);
            assert_eq!(all[1..], ids, "one by one or all at once");
            (0..G::SEATS).for_each(|seat| check_observation(&state, seat));
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), referee.legal().len(), "two legal moves have two numbers");
            let mv = state.random_move(&mut Vec::new(), &mut rng);
            for by in 0..G::SEATS {
                let Some(seen) = state.observe(mv, by) else { continue };
                let id = (numbering.id)(&state, seat, seen).expect("what is seen has a number");
                assert_eq!((numbering.mv)(&state, seat, id), Some(seen));
                let world = G::sample(&state.as_noticed(by).view(by), &mut rng);
                assert_eq!(
                    (numbering.id)(&world, seat, seen),
                    Some(id),
                    "no number depends on what is hidden"
                );
            }
            referee.play(mv);
            positions += 1;
        }
        (0..G::SEATS).for_each(|seat| check_observation(referee.state(), seat));
    }
    positions
}

/// Compares observations as arrays with the lists that nets are given.
fn check_observation<G: Playable>(state: &G, seat: Seat) {
    let noticed = state.as_noticed(seat);
    let view = noticed.view(seat);
    for encoder in G::parts().learning.encoders.iter().map(|named| named.part).filter(|part| !part.peeks) {
        let mut list = Inputs::default();
        (encoder.view)(&view, &mut list);
        let mut expected = vec![0.0; encoder.view_inputs()];
        list.0.iter().for_each(|&(at, value)| expected[usize::from(at)] = value);
        let mut written = vec![9.0; encoder.view_inputs()];
        encoder.write(&noticed, seat, &mut written);
        assert_eq!(written, expected);
    }
}

#[test]
fn text_and_number_are_the_same_move() {
    assert!(check::<Onitama<5>>("onitama5:cards=base+sensei", 60) > 1_000);
    assert!(check::<Onitama<7>>("onitama7", 20) > 1_000);
    assert!(check::<Hanamikoji>("hanamikoji", 100) > 1_000);
    assert!(check::<Hanamikoji>("hanamikoji:rules=official", 100) > 1_000);
    assert!(check::<Daihinmin>("daihinmin:games=10", 5) > 1_000);
    assert!(check::<Tichu>("tichu", 20) > 1_000);
    assert!(check::<Tichu>("tichu:rules=report-code", 20) > 1_000);
}

/// Every number with its move, at one fixed deal: Onitama's moves are named by cards.
fn listing<G: Playable>(spec: &str) -> String {
    let numbering = G::numbering().expect("numbers");
    let state: G = deal(spec, &mut Rng::new(1));
    let mut text =
        format!("# {spec}: version {}, {} numbers\n", numbering.version, (numbering.count)(&state));
    for id in 0..(numbering.count)(&state) {
        if let Some(mv) = (numbering.mv)(&state, 0, id) {
            let _ = writeln!(text, "{id} {}", state.move_text(mv));
        }
    }
    text
}

/// The files are a contract with other programs. To refresh them after raising the version of a numbering, run
/// the test with KARUTA_REFRESH=1.
#[test]
fn numbers_are_what_the_files_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/moves");
    let files = [
        ("onitama5", listing::<Onitama<5>>("onitama5:cards=ox+boar+horse+elephant+crab,starts=0")),
        ("onitama7", listing::<Onitama<7>>("onitama7:cards=ox+boar+horse+elephant+crab,starts=0")),
        ("hanamikoji", listing::<Hanamikoji>("hanamikoji")),
        ("hanamikoji-official", listing::<Hanamikoji>("hanamikoji:rules=official")),
        ("daihinmin", listing::<Daihinmin>("daihinmin")),
        ("tichu", listing::<Tichu>("tichu")),
        ("tichu-report-code", listing::<Tichu>("tichu:rules=report-code")),
    ];
    for (name, text) in files {
        let path = folder.join(format!("{name}.txt"));
        if std::env::var_os("KARUTA_REFRESH").is_some() {
            std::fs::create_dir_all(&folder).expect("a folder");
            std::fs::write(&path, &text).expect("a file");
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == text, "{} differs: a number changed, or KARUTA_REFRESH=1 is due", path.display());
    }
}

#[test]
fn erased_states_play_by_numbers_and_come_back_from_text() {
    for spec in
        ["onitama5", "onitama7", "hanamikoji", "hanamikoji:rules=official", "daihinmin:games=2", "tichu"]
    {
        let game = registry::open(spec, Purpose::Match).expect("a game");
        let mut rng = Rng::new(5);
        let mut state = game.state(&Start::Seed(4)).expect("a state");
        let mut legal = Vec::new();
        let mut out = vec![0.0; state.observation_len()];
        assert!(!out.is_empty(), "{spec}");
        assert!(state.apply_id(usize::MAX).is_err() && state.id_text(usize::MAX).is_err());
        while let Some(seat) = state.turn() {
            legal.clear();
            state.legal_ids(&mut legal);
            state.observe(seat, &mut out).expect("a slice that fits");
            assert!(out.iter().any(|&value| value != 0.0));
            let id = legal[rng.index(legal.len())];
            assert_eq!(state.text_id(&state.id_text(id).expect("legal")), Ok(id), "{spec}");
            let other = state.resample(seat, rng.bits());
            let mut same = vec![0.0; out.len()];
            other.observe(seat, &mut same).expect("a slice that fits");
            assert_eq!(out, same, "{spec}");
            state.apply_id(id).expect("legal");
        }
        assert!(state.observe(9, &mut out).is_err() && state.observe(0, &mut []).is_err());
        let back = game.read_state(&state.serialise()).expect("what was written");
        assert_eq!((back.history(), back.payoffs()), (state.history(), state.payoffs()), "{spec}");
        assert_eq!(back.information_state(0), state.information_state(0));
        assert_eq!(state.copy().serialise(), state.serialise());
        assert_eq!(state.playout(1), state.payoffs().expect("the end"));
        assert!(game.read_state("nonsense | 1").is_err() && game.read_state("").is_err());
    }
}

#[test]
fn a_state_is_dealt_anew_in_the_same_memory() {
    for spec in ["onitama5", "hanamikoji", "daihinmin:games=2", "tichu:target=0"] {
        let game = registry::open(spec, Purpose::Match).expect("a game");
        let mut rng = Rng::new(6);
        let mut again = game.dealt_state(1, 0).expect("a state");
        for index in 0..3 {
            let mut state = game.dealt_state(7, index).expect("a state");
            game.redeal(again.as_mut(), 7, index).expect("a state of this game");
            let mut legal = Vec::new();
            while state.turn().is_some() {
                assert_eq!(again.serialise(), state.serialise());
                legal.clear();
                state.legal_ids(&mut legal);
                let nth = rng.index(legal.len());
                state.apply_id(legal[nth]).expect("legal");
                again.apply_nth(nth);
            }
            let seats = 0..state.seats();
            assert!(
                seats.into_iter().all(|seat| again.information_state(seat) == state.information_state(seat))
            );
            assert_eq!((again.history(), again.payoffs()), (state.history(), state.payoffs()), "{spec}");
        }
        let other = registry::open("onitama7", Purpose::Match).expect("a game");
        let error = other.redeal(again.as_mut(), 1, 0).expect_err("a state of another game");
        assert!(error.to_string().contains("is not one of"), "{error}");
    }
}
