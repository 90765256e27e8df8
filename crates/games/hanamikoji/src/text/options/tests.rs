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
fn presets_are_the_rules() {
    let rules = |text: &str| options(text).expect("options").rules;
    assert_eq!(rules("hanamikoji"), Rules::HASSAN);
    assert_eq!(rules("hanamikoji:rules=thesis-compat"), Rules::HASSAN);
    assert_eq!(rules("hanamikoji:rules=fair"), Rules::FAIR);
    assert_eq!(rules("hanamikoji:rules=official"), Rules::OFFICIAL);
    assert_eq!(rules("hanamikoji:deal_by=card,removed_in_pool=on"), Rules::FAIR);
    let competition = rules("hanamikoji:rules=official,rounds=3");
    assert_eq!(competition, Rules { rounds: 3, ..Rules::OFFICIAL });
    assert_eq!(rules("hanamikoji:rounds=off,starts=1"), Rules { rounds: 0, starts: 1, ..Rules::HASSAN });
}

#[test]
fn bad_options_are_named() {
    let error = |text: &str| options(text).expect_err("an error").to_string();
    assert!(error("hanamikoji:rules=offical").contains("one of thesis, thesis-compat, fair, official"));
    assert!(error("hanamikoji:rounds=0").contains("1 to 99"));
    assert!(error("hanamikoji:dealby=card").contains("did you mean deal_by?"));
}

#[test]
fn a_lot_says_who_starts() {
    let by_lot = options("hanamikoji:starts=random").expect("options");
    let first: Vec<usize> = (0..40).map(|seed| deal(&by_lot, &mut Rng::new(seed)).actor()).collect();
    assert!(first.contains(&0) && first.contains(&1));
    let (fair, same) = (options("hanamikoji:rules=fair"), options("hanamikoji:rules=fair,starts=1"));
    let hands = |options: Options| {
        let state = deal(&options, &mut Rng::new(5));
        [state.hand(state.actor()), state.hand(1 - state.actor())]
    };
    assert_eq!(hands(fair.expect("options")), hands(same.expect("options")));
}
