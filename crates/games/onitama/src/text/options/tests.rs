//! Tests of `options`.

use super::*;
use crate::Onitama;
use crate::cards::Stamp;
use crate::deal::deal;
use karuta_engine::Game;
use karuta_engine::Rng;
use karuta_playable::spec::Spec;

fn options(text: &str, purpose: Purpose) -> Result<Options, InputError> {
    let spec = Spec::parse(text)?;
    read::<5>(&Args::new(&spec, PARAMS)?, purpose)
}

#[test]
fn the_side_card_says_who_starts() {
    let options = options("onitama5", Purpose::Analysis).expect("options");
    for seed in 0..50 {
        let state: Onitama<5> = deal(&options, &mut Rng::new(seed));
        let blue = state.setting().side.face().stamp == Some(Stamp::Blue);
        assert_eq!(state.turn(), Some(usize::from(!blue)));
    }
}

#[test]
fn five_names_are_dealt_as_written() {
    let options = options("onitama5:cards=ox+boar+horse+elephant+crab,starts=1", Purpose::Match);
    let state: Onitama<5> = deal(&options.expect("options"), &mut Rng::new(3));
    assert_eq!(
        crate::text::position::position(&state),
        "1121100000000000000033433 ox,boar,horse,elephant,crab 1"
    );
    assert_eq!(state.setting().cap, 300);
}

#[test]
fn bad_options_are_named() {
    let error = |text: &str| options(text, Purpose::Match).expect_err("an error").to_string();
    assert!(error("onitama5:cards=base+ox").contains("twice"));
    assert!(error("onitama5:cards=ox+boar").contains("a deal needs five"));
    assert!(error("onitama5:cards=bass").contains("no card \"bass\""));
    assert!(error("onitama5:cap=0").contains("cap=0"));
    assert!(error("onitama5:starts=2").contains("one of stamp"));
}
