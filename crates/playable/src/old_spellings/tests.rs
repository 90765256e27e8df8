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
}

#[test]
fn an_old_agent_is_a_key_of_another_now() {
    let line = |text: &str| of_agent(&Spec::parse(text).expect(text)).expect(text).to_string();
    assert!(line("ruled").ends_with("is written mcts:rules=calls+exchange+endings now"));
    let now = "is written flat:iters=5:rules=no-calls now".replace(":rules", ",rules");
    assert!(line("ruled:by=no-calls,agent=(flat:iters=5)").ends_with(&now));
    assert!(of_agent(&Spec::parse("mcts").expect("a spec")).is_none());
}
