//! Tests of `tichu_priors`.

use karuta_tichu::papers::pestalozzi::priors::Priors as Table;

#[test]
fn the_table_of_a_study_can_be_read() {
    let asked = super::super::open("tichu-priors:agent=balanced-random,rounds=45").expect("a study");
    assert_eq!(asked.work.pieces(), 5);
    let lines: Vec<String> = (0..5).map(|piece| asked.work.piece(piece)).collect();
    assert_eq!(asked.work.piece(3), lines[3], "a piece comes out the same whenever it is done");
    let rows = asked.work.rows(lines);
    let text = format!("# {}\n{}\n{}\n", asked.spec, asked.work.heading(), rows.join("\n"));
    let table = Table::parse(&text).expect("a table");
    assert!((table.of_length(14).iter().sum::<f32>() - 1.0).abs() < 1e-3);
    let digest = &asked.work.digest(&rows)[0];
    assert!(digest.rows.iter().all(|row| row[1] != "-"), "{digest:?}");
}

#[test]
fn bad_studies_are_named() {
    let error = |text: &str| super::super::open(text).map(|_| ()).expect_err(text).to_string();
    assert!(error("tichu-priors:rounds=0").contains("rounds=0"));
    assert!(error("tichu-priors:rules=offical").contains("report-code"));
    assert!(error("tichu-priors:agent=tichu-bets").contains("did you mean tichu-best?"));
}
