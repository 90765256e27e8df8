//! Tests of `titles`.

use super::*;

fn counts(from: u64) -> TitleCounts {
    let mut counts = TitleCounts::default();
    for (nth, (row, column)) in (from..).zip(cells()) {
        counts.0[row][column] = nth;
    }
    counts
}

#[test]
fn tables_are_read_as_they_were_written() {
    let all = [counts(0), counts(100), counts(7)];
    let lines: Vec<String> = all.iter().enumerate().map(|(at, counts)| counts.line(at)).collect();
    let text = format!("# a remark\n{}\n{}\n", heading(), lines.join("\n"));
    assert_eq!(parse(&text).expect("a table"), all);
    assert_eq!(TitleCounts::sum(&all).0[1][2], 7 + 107 + 14);
}

#[test]
fn chances_add_up_and_need_every_title() {
    let chances = counts(1).chances().expect("chances");
    assert!(chances.iter().all(|row| (row.iter().sum::<f64>() - 1.0).abs() < 1e-12));
    assert_eq!(chances[0][0], 1.0 / 15.0);
    let mut some = counts(1);
    some.0[3] = [0; SEATS];
    assert_eq!(some.chances(), None);
}

#[test]
fn bad_tables_are_named() {
    let error = |text: &str| parse(text).expect_err("an error").to_string();
    assert!(error("").contains("match,1-1"));
    assert!(error("round,1\n2,3").contains("round,1"));
    for line in ["1,2,3", &counts(0).line(0).replace(",24", ",x"), &counts(0).line(0).replace(",24", ",-1")] {
        assert!(error(&format!("{}\n{line}", heading())).contains("26 numbers"), "{line}");
    }
}
