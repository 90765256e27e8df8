//! Tests of `options`.

use super::*;
use karuta_playable::spec::Spec;

fn rules(text: &str) -> Result<Rules, InputError> {
    let spec = Spec::parse(text)?;
    let args = Args::new(&spec, PARAMS)?;
    let rules = read(&args)?;
    assert_eq!(args.keys_read().len(), PARAMS.len(), "every key is read");
    Ok(rules)
}

#[test]
fn presets_are_the_rules() {
    assert_eq!(rules("tichu"), Ok(Rules::OFFICIAL));
    assert_eq!(rules("tichu:rules=report"), Ok(Rules::PESTALOZZI));
    assert_eq!(rules("tichu:rules=report-code"), Ok(Rules::PESTALOZZI_CODE));
    let bent = "tichu:rules=report-code,quirks=none,gift=chosen";
    assert_eq!(rules(bent), Ok(Rules::PESTALOZZI));
    let some = rules("tichu:quirks=full-house+ten").expect("rules").quirks;
    assert!(some.has(Quirks::FULL_HOUSE) && some.has(Quirks::TEN) && !some.has(Quirks::SUITED));
    let long =
        rules("tichu:target=1000,tie=draw,rounds=20,bombs=in-turn,wish=none,calls=off").expect("rules");
    assert_eq!((long.target, long.tie, long.rounds), (1000, Tie::Draw, 20));
    assert_eq!((long.bombs, long.wish, long.calls), (Bombs::InTurn, WishRule::None, false));
}

#[test]
fn bad_options_are_named() {
    let error = |text: &str| rules(text).expect_err("an error").to_string();
    assert!(error("tichu:rules=offical").contains("one of official, report, report-code"));
    assert!(error("tichu:target=-5").contains("0 to 60000"), "{}", error("tichu:target=-5"));
    assert!(error("tichu:quirks=ten+fullhouse").contains("full-house"));
    assert!(error("tichu:bomb=in-turn").contains("did you mean bombs?"));
}
