//! Tests of `config`.

use super::*;

#[test]
fn a_file_of_the_kit_is_read() {
    let text = "# sample\nWINDOW_TYPE console\nGAME_NUMBER 100 # as in the finals\r\n\
                flash_mibun_number\t50\nPORT_NUMBER 42486\nRULE_KAKUMEI yes\nRULE_11BACK NO\n\
                RULE_SEKIGAE YES\nRULE_SEKIGAE_NUM 5\nRAND_TYPE MT\nPLAYER2_NAME Snowl\n\nRULE_CHANGE YES\n";
    let config = UecdaConfig::read(text).expect("it is one");
    assert_eq!((config.games, config.reset_every, config.port), (100, 50, 42486));
    assert_eq!(config.reseat_every, Some(5));
    assert_eq!(config.names[1], "Snowl");
    assert_eq!(UecdaConfig::read("RULE_SEKIGAE NO").expect("it is one").reseat_every, None);
    assert_eq!(UecdaConfig::read(""), Ok(UecdaConfig::default()));
}

#[test]
fn what_cannot_be_had_is_said() {
    let error = |text: &str| UecdaConfig::read(text).expect_err("a mistake").to_string();
    assert_eq!(
        error("\nGAME_NUMBER 0"),
        "line 2: GAME_NUMBER \"0\": a whole number from 1 to 14999 would do"
    );
    assert!(error("RULE_11BACK YES").contains("only NO would do"));
    assert!(error("RULE_SEKIGAE maybe").contains("YES or NO would do"));
    assert!(error("GAME_NUMBERS 5").contains("there is no such key; there are GAME_NUMBER,"));
    assert!(error("PLAYER6_NAME x").contains("no such key"));
    assert!(error("PORT_NUMBER 70000").contains("1 to 65535"));
}
