//! Tests of `calibration`.

use super::super::open;

/// Every number of a line after its first field.
fn numbers(line: &str) -> Vec<f64> {
    line.split(',').skip(1).map(|number| number.parse().expect("a number")).collect()
}

#[test]
fn decisions_are_counted_where_they_belong() {
    let asked = open("calibration:game=onitama5,agent=(mcts:iters=200),games=12").expect("it is a study");
    assert_eq!(asked.work.pieces(), 2);
    let lines: Vec<String> = (0..2).map(|piece| asked.work.piece(piece)).collect();
    assert_eq!(asked.work.heading().split(',').count(), lines[0].split(',').count());
    for line in &lines {
        for (bin, counts) in numbers(line).chunks(3).enumerate() {
            let (count, expected, got) = (counts[0], counts[1], counts[2]);
            let (low, high) = (bin as f64 / 10.0, (bin + 1) as f64 / 10.0);
            assert!((low * count - 1e-4..=high * count + 1e-4).contains(&expected), "{bin}: {line}");
            assert!((0.0..=count).contains(&got), "{bin}: {line}");
        }
    }
    assert_eq!(lines[1], asked.work.piece(1), "the same seed gives the same piece");
    let rows = &asked.work.digest(&lines)[0].rows;
    let told: f64 = rows.iter().map(|row| row[1].parse::<f64>().expect("a count")).sum();
    let counted: f64 = lines.iter().flat_map(|line| numbers(line).into_iter().step_by(3)).sum();
    assert!(told == counted && counted > 100.0, "{told} {counted}");
}

#[test]
fn a_certain_winner_expects_and_gets_more() {
    let text = "calibration:game=onitama5,agent=(alphabeta:nodes=2000),others=random,games=10";
    let asked = open(text).expect("it is a study");
    let all = numbers(&asked.work.piece(0));
    let sum = |what: usize| all.iter().skip(what).step_by(3).sum::<f64>();
    assert!(sum(2) / sum(0) > 0.9, "it wins nearly always: {} of {}", sum(2), sum(0));
    assert_eq!(asked.work.players().len(), 2);
    for bad in ["calibration:game=chess", "calibration:agent=nobody", "calibration:games=0"] {
        assert!(open(bad).is_err(), "{bad}");
    }
}
