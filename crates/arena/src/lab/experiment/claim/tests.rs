//! Tests of the notation of claims.

use super::*;

#[test]
fn chains_are_read_pair_by_pair() {
    let text = "W1[n = 50] > W1[n > 1] by 20 ~ 60.5 within 3";
    let read = parse(text).expect("it is a chain");
    let shown: Vec<String> = read.iter().map(Comparison::to_string).collect();
    assert_eq!(shown, ["W1[n = 50] > W1[n > 1] by 20", "W1[n > 1] ~ 60.5 within 3"]);
}

#[test]
fn sizes_and_groups_of_rows_are_read() {
    for text in [
        "time[recursive by hand] > time[simple] times 70",
        "a[x] > b[y] times 2 by 3",
        "mean W2[*-T] > mean W2[*-S]",
        "count W1[*] above 50 > 12",
    ] {
        let read = parse(text).expect(text);
        assert_eq!(read.len(), 1);
        assert_eq!(read[0].to_string(), text);
    }
}

#[test]
fn what_is_no_comparison_is_refused() {
    for (text, says) in [
        ("W1[n = 50]", "compares nothing"),
        ("W1[n = 50] > ", "no number and no COLUMN[ROW]"),
        ("W1 > 3", "\"W1\" is no number"),
        ("[x] > 3", "\"[x]\" is no number"),
        ("W1[x] ~ 50", "needs a margin"),
        ("W1[x] > 50 within 3", "goes with ~"),
        ("W1[x] > 50 by three", "\"three\" after by is no number"),
        ("W1[x] ~ 50 within -1", "no size"),
        ("count W1[*] > 12", "no number and no COLUMN[ROW]"),
    ] {
        let error = parse(text).expect_err(text);
        assert!(error.contains(says), "{text:?}: {error}");
    }
}

#[test]
fn patterns_fit_names() {
    for (pattern, name, is_fit) in [
        ("*-T", "C-G-S-T", true),
        ("*-T", "C-G-T-S", false),
        ("C-*-T", "C-G-S-T", true),
        ("*", "anything", true),
        ("n = 1", "n = 1", true),
        ("n = 1", "n = 10", false),
        ("a*a", "a", false),
        ("0.7 - 1|0.5 - *", "0.7 - 1", true),
        ("0.7 - 1|0.5 - *", "0.5 - 0.7", true),
        ("0.7 - 1|0.5 - *", "0.3 - 0.5", false),
    ] {
        assert_eq!(fits(pattern, name), is_fit, "{pattern} {name}");
    }
}
