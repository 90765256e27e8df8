//! Tests of `budget`.

use super::*;

#[test]
fn iterations_are_counted_exactly() {
    let mut meter = Budget::Iterations(10).start(&Stop::never());
    let mut n = 0;
    while meter.more() {
        n += 1;
    }
    assert_eq!((n, meter.spent()), (10, 10));
}

#[test]
fn an_empty_budget_still_allows_one() {
    let mut meter = Budget::Time(Duration::ZERO).start(&Stop::never());
    assert!(meter.more());
    assert!((0..=CLOCK_EVERY).any(|_| !meter.more()));
}

#[test]
fn grants_add_up_to_the_budget() {
    let mut meter = Budget::Iterations(10).start(&Stop::never());
    meter.spend(1);
    assert_eq!([meter.grant(4), meter.grant(4), meter.grant(4), meter.grant(4)], [4, 4, 1, 0]);
    assert_eq!(Budget::Time(Duration::ZERO).start(&Stop::never()).grant(4), 0);
}

#[test]
fn a_stop_ends_every_way_of_counting_but_the_first_iteration() {
    let stop = Stop::new();
    stop.raise();
    for budget in [Budget::Iterations(1_000), Budget::Time(Duration::from_secs(1_000))] {
        let mut meter = budget.start(&stop);
        assert!(meter.is_spent() && meter.grant(4) == 0);
        assert!(meter.more(), "every search knows something when it ends");
        assert!(!meter.more());
        assert_eq!(meter.spent(), 1);
    }
}

#[test]
fn a_deadline_ends_a_budget_of_iterations() {
    let stop = Stop::never().before(Deadline::after(Duration::ZERO));
    let mut meter = Budget::Iterations(1_000).start(&stop);
    let made = (0..1_000).filter(|_| meter.more()).count() as u64;
    assert!((1..=CLOCK_EVERY).contains(&made), "{made}");
}

#[test]
fn reports_are_due_to_those_who_want_them() {
    let mut quiet = Budget::Iterations(10).start(&Stop::never());
    assert!(!quiet.is_report_due());
    let mut eager = Budget::Iterations(10).start(&Stop::never()).reporting(Some(Duration::ZERO));
    assert!(eager.is_report_due() && eager.is_report_due());
    let mut patient = Budget::Iterations(10).start(&Stop::never()).reporting(Some(Duration::MAX));
    assert!(!patient.is_report_due());
}

#[test]
fn shares_add_up() {
    let shares: Vec<Budget> = (0..3).map(|part| Budget::Iterations(10).share(part, 3)).collect();
    assert_eq!(shares, [4, 3, 3].map(Budget::Iterations));
}
