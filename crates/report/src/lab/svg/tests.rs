//! Tests of the figures.

use super::*;

#[test]
fn marks_are_round_and_cover_the_range() {
    for (range, first, last, count) in [
        ((0.0, 100.0), 0.0, 100.0, 6),
        ((71.6, 96.7), 70.0, 100.0, 4),
        ((-0.2, 0.38), -0.2, 0.4, 4),
        ((3.0, 3.0), 3.0, 4.0, 2),
    ] {
        let ((low, high), marks) = ticks(range);
        assert!((low - first).abs() < 1e-9 && (high - last).abs() < 1e-9, "{range:?}: {low} to {high}");
        assert_eq!(marks.len(), count, "{range:?}: {marks:?}");
        assert!(low <= range.0 && range.1 <= high);
    }
}

fn chart(kind: PlotKind) -> Chart {
    let point =
        |x: f64| Point { x, y: Some(50.0 + x), interval: Some((40.0, 60.0 + x)), published: Some(49.0) };
    let series =
        |name: &str| Series { name: name.to_string(), points: (0..3).map(|x| point(f64::from(x))).collect() };
    Chart {
        title: "a < b".to_string(),
        x: "n".to_string(),
        y: "%".to_string(),
        kind,
        places: vec!["one".into(), "two".into(), "three & more".into()],
        series: vec![series("W1"), series("W2")],
    }
}

#[test]
fn every_kind_is_drawn_well_formed() {
    for kind in [PlotKind::Lines, PlotKind::Bars, PlotKind::Stacked] {
        let svg = alone(&chart(kind));
        assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>"));
        assert!(svg.contains("a &lt; b") && !svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        let opened = svg.matches("<text").count();
        assert_eq!(opened, svg.matches("</text>").count());
    }
}

#[test]
fn empty_figures_do_not_break() {
    let empty = Chart { series: Vec::new(), places: Vec::new(), ..chart(PlotKind::Bars) };
    assert!(!draw(&empty).contains("NaN"));
}

/// The marks drawn beside the axis, with their heights.
fn marks(svg: &str) -> Vec<(f64, f64)> {
    let pieces = svg.split("text-anchor=\"end\" x=\"52\" y=\"").skip(1);
    let read = pieces.map(|piece| {
        let (height, rest) = piece.split_once("\">").expect("a height");
        let (mark, _) = rest.split_once('<').expect("a mark");
        let factor = if mark.ends_with('k') { 1000.0 } else { 1.0 };
        let mark: f64 = mark.trim_end_matches('k').parse().expect("a number");
        (factor * mark, height.parse().expect("a number"))
    });
    read.collect()
}

/// Ranges whose widened form would ask for another step: marks were clamped to the frame once, at unequal distances.
#[test]
fn marks_stand_at_equal_distances() {
    for (low, high) in [(21_000.0, 39_400.0), (1.6, 2.6), (29.2, 32.9), (3.0, 3.0), (-0.57, 7.1)] {
        let point = |x: f64, y: f64| Point { x, y: Some(y), interval: None, published: None };
        let series = Series { name: "one".into(), points: vec![point(0.0, low), point(1.0, high)] };
        for kind in [PlotKind::Lines, PlotKind::Bars] {
            let chart = Chart { series: vec![series.clone()], ..chart(kind) };
            let marks = marks(&draw(&chart));
            assert!(marks.len() > 1, "{low} to {high}: {marks:?}");
            let steps: Vec<(f64, f64)> =
                marks.windows(2).map(|pair| (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1)).collect();
            for step in &steps {
                assert!((step.0 - steps[0].0).abs() < 1e-6 * steps[0].0.abs().max(1.0), "{steps:?}");
                assert!((step.1 - steps[0].1).abs() < 0.25, "{low} to {high}: {marks:?}");
            }
            assert!(kind == PlotKind::Lines || marks.iter().any(|mark| mark.0 == 0.0), "bars begin at zero");
        }
    }
}

#[test]
fn names_are_never_cut() {
    let long = "a name that is much longer than its bar is wide";
    let places = vec![long.to_string(); 12];
    let svg = draw(&Chart { places, ..chart(PlotKind::Bars) });
    assert_eq!(svg.matches(long).count(), 12);
    let left: f64 = svg
        .split("viewBox=\"")
        .nth(1)
        .and_then(|rest| rest.split(' ').next())
        .expect("a box")
        .parse()
        .expect("a number");
    assert!(left < -100.0, "the figure makes room to the left: {left}");
}

#[test]
fn many_series_get_a_panel_for_each_place() {
    let one = chart(PlotKind::Bars).series.remove(0);
    let series = (0..17).map(|at| Series { name: format!("s{at}"), points: one.points.clone() }).collect();
    let svg = alone(&Chart { series, ..chart(PlotKind::Bars) });
    for place in ["one", "two", "three &amp; more"] {
        assert!(svg.contains(place), "{svg}");
    }
    assert_eq!(svg.matches(">s16<").count(), 3);
    assert!(!svg.contains("NaN"));
}
