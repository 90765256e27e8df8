//! Tests of `hands`.

use super::super::open;

#[test]
fn hands_of_a_size_are_counted_whole() {
    let asked = open("tichu-hands:games=15").expect("it is a study");
    assert_eq!(asked.work.pieces(), 2);
    let lines: Vec<String> = (0..2).map(|piece| asked.work.piece(piece)).collect();
    let counts: Vec<Vec<u64>> = lines
        .iter()
        .map(|line| line.split(',').skip(1).map(|n| n.parse().expect("a count")).collect())
        .collect();
    for size in 1..=14 {
        let held: u64 = counts.iter().flat_map(|piece| &piece[(size - 1) * 17..size * 17]).sum();
        assert!(held > 0 && held.is_multiple_of(size as u64), "hands of {size} have {held} cards");
    }
    let digest = &asked.work.digest(&lines)[0];
    let shares = digest.rows[13][1..].iter().map(|text| text.split(' ').next().unwrap_or("").parse::<f64>());
    let sum: f64 = shares.map(|share| share.expect("a share")).sum();
    assert!((sum - 100.0).abs() < 0.2, "{sum}");
}

#[test]
fn a_table_of_priors_is_shown_instead() {
    let path = std::env::temp_dir().join(format!("karuta-priors-{}.csv", std::process::id()));
    let rows = (1..=14).map(|size| format!("{size},\"Single\",1,14,0.3\n{size},\"Single\",1,2,0.1\n"));
    let table = format!("length,type,comblength,height,probability\n{}", rows.collect::<String>());
    std::fs::write(&path, table).expect("a file");
    let asked = open(&format!("tichu-hands:prior={}", path.display())).expect("it is a study");
    let digest = &asked.work.digest(&[asked.work.piece(0)])[0];
    let share = |kind: &str| {
        let at = digest.head.iter().position(|name| name == kind).expect(kind);
        digest.rows[0][at].clone()
    };
    assert_eq!((share("A"), share("2"), share("K")), ("75.00".into(), "25.00".into(), "0.00".into()));
    std::fs::remove_file(path).expect("it is there");
    assert!(open("tichu-hands:prior=/no/such/table").is_err());
}
