//! Tests of `spec`.

use super::*;
use proptest::prelude::*;

const PARAMS: &[Param] = &[
    Param { name: "iters", default: "100", help: "" },
    Param { name: "time", default: "", help: "" },
    Param { name: "playout", default: "uniform", help: "" },
];

#[test]
fn nested_specs_are_taken_whole() {
    let spec = Spec::parse("flat:playout=(flat:iters=5,playout=(x:y=1)),iters=9").expect("a spec");
    assert_eq!(spec.value("playout"), Some("flat:iters=5,playout=(x:y=1)"));
    assert_eq!(spec.to_string(), "flat:playout=(flat:iters=5,playout=(x:y=1)),iters=9");
}

#[test]
fn errors_teach() {
    let error = |text: &str| Spec::parse(text).expect_err("an error").to_string();
    assert!(error("mcts:c").contains("expected key=value"));
    assert!(error("mcts:c=(1").contains("parentheses"));
    assert!(error("mcts:c=1,c=2").contains("twice"));
    assert!(error("").contains("is no spec"));
    let many: Vec<String> = (0..100_000).map(|at| format!("k{at}=1")).collect();
    assert!(error(&format!("mcts:{}", many.join(","))).contains("100000 arguments"));
    let unknown = InputError::unknown("playout", "captur", ["uniform", "capture"]).to_string();
    assert_eq!(unknown, "no playout \"captur\"; did you mean capture? there are: uniform, capture");
    let spec = Spec::parse("mcts:itres=1").expect("a spec");
    let wrong = Args::new(&spec, PARAMS).expect_err("an error").to_string();
    assert!(wrong.contains("did you mean iters?"), "{wrong}");
}

#[test]
fn values_are_checked() {
    let spec = Spec::parse("mcts:iters=1_000,time=1.5s").expect("a spec");
    let args = Args::new(&spec, PARAMS).expect("known keys");
    assert_eq!(args.number("iters", 1..=5_000), Ok(1_000));
    assert!(args.number("iters", 1..=10).is_err());
    assert_eq!(args.duration("time"), Ok(Duration::from_millis(1_500)));
    assert_eq!(args.text("playout"), "uniform");
    assert_eq!(args.keys_read(), ["iters", "playout", "time"]);
}

#[test]
fn the_canonical_form_drops_defaults_and_orders_keys() {
    let spec = Spec::parse("mcts:playout=priority,iters=100,time=2s").expect("a spec");
    assert_eq!(spec.canonical(PARAMS).to_string(), "mcts:time=2s,playout=priority");
}

#[test]
fn laying_over_drives_out_rivals() {
    let base = Spec::parse("mcts:iters=5,playout=a").expect("a spec");
    let over = Spec::parse("fast:time=1s").expect("a spec");
    let rivals: &[&[&str]] = &[&["iters", "time"]];
    assert_eq!(base.clone().overlaid(&over, rivals).to_string(), "mcts:playout=a,time=1s");
    let both = Spec::parse("fast:iters=9,time=1s").expect("a spec");
    assert_eq!(base.overlaid(&both, rivals).to_string(), "mcts:iters=9,playout=a,time=1s");
}

proptest! {
    #[test]
    fn no_text_panics(text in ".{0,60}") {
        let _ = Spec::parse(&text);
        let _ = parse_duration(&text);
    }

    #[test]
    fn what_parses_prints_and_parses_back(text in "[a-c]{1,3}(:[a-z]{1,2}=[a-z0-9(),:=]{1,20}){0,1}(,[a-z]{3}=[a-z(),=]{1,9}){0,2}") {
        if let Ok(spec) = Spec::parse(&text) {
            prop_assert_eq!(Spec::parse(&spec.to_string()), Ok(spec));
        }
    }
}
