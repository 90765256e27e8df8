//! Tests of `old_spellings`.

use super::*;

#[test]
fn old_spellings_name_the_new_ones() {
    let line = |key: &str, value: &str| of_key(key, value).expect(key).to_string();
    assert_eq!(line("sure", "on"), "sure=on is written rules=sure now");
    assert_eq!(line("order", "STGC"), "order=STGC is written rules=order-STGC now");
    assert_eq!(line("consider", "plays"), "consider=plays is written rules=plays now");
    assert_eq!(line("presampled", "on"), "presampled=on is written ends=presampled now");
    assert_eq!(line("presampled", "tree"), "presampled=tree is written ends=presampled-tree now");
    let table = "presampled=array:table=x.csv is written ends=(presampled:table=x.csv) now";
    assert_eq!(line("presampled", "array:table=x.csv"), table);
    assert_eq!(
        line("places", "p5:table=x.csv"),
        "places=p5:table=x.csv is written ends=(p5:table=x.csv) now"
    );
    assert_eq!(line("reward", "ranking"), "reward=ranking is written ends=ranking now");
    assert!(of_key("iters", "5").is_none());
    for (key, value) in [("offers", "random"), ("fpu", "1"), ("consider", "weak-gifts")] {
        assert!(line(key, value).ends_with("leave it out"), "{key}");
    }
    assert!(of_value("playout", "probe").is_some() && of_value("rule", "B").is_some());
    assert!(of_value("rule", "A").is_none());
}

#[test]
fn an_old_agent_is_a_key_of_another_now() {
    let line = |text: &str| of_agent(&Spec::parse(text).expect(text)).expect(text).to_string();
    assert!(line("ruled").ends_with("is written mcts:rules=calls+exchange+endings now"));
    let now = "is written flat:iters=5:rules=no-calls now".replace(":rules", ",rules");
    assert!(line("ruled:by=no-calls,agent=(flat:iters=5)").ends_with(&now));
    assert!(of_agent(&Spec::parse("mcts").expect("a spec")).is_none());
}

#[test]
fn old_spellings_are_found_in_plans() {
    let plan = "tichu:rules=report-code: report-mcts | report-mcts:reward=absolute, seed 1";
    let line = within(plan).expect("reward= is old").to_string();
    assert_eq!(line, "reward=absolute is written ends=absolute now");
    assert!(within("tichu: mcts:tree=(graph:by=episode) | flat:iters=5,rules=sure, seed 1").is_none());
}
