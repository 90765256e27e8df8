//! Tests of `options`.

use super::*;
use karuta_playable::spec::Spec;

fn options(text: &str) -> Result<Options, InputError> {
    let spec = Spec::parse(text)?;
    let args = Args::new(&spec, PARAMS)?;
    let options = read(&args)?;
    assert_eq!(args.keys_read().len(), PARAMS.len(), "every key is read");
    Ok(options)
}

#[test]
fn the_default_is_one_official_game() {
    let plain = options("daihinmin").expect("options");
    assert_eq!(plain, Options { rules: Rules::OFFICIAL, titles: None });
    let bent = options("daihinmin:games=50,reset=off,reseat=1,exchange=off,titles=43210").expect("options");
    assert_eq!(bent.rules, Rules { games: 50, reset: 0, reseat: 1, exchange: false });
    assert_eq!(bent.titles, Some([4, 3, 2, 1, 0]));
}

#[test]
fn bad_options_are_named() {
    let error = |text: &str| options(text).expect_err("an error").to_string();
    assert!(error("daihinmin:games=0").contains("1 to 14999"));
    assert!(error("daihinmin:reset=never").contains("reset=never"));
    for text in ["0123", "01233", "012345", "x1234"] {
        assert!(error(&format!("daihinmin:titles={text}")).contains("such as 01234"), "{text}");
    }
}

#[test]
fn titles_begin_with_the_exchange() {
    let titled = options("daihinmin:titles=31420").expect("options");
    let state = deal(&titled, &mut Rng::new(1));
    assert_eq!(state.gift_size(), Some(2));
    assert_eq!((state.title(3), state.title(0)), (Some(0), Some(4)));
    assert_eq!(state.hand(3).len(), 13);
}
