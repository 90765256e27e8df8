//! Tests of `date`.

use super::civil;

#[test]
fn leap_days_and_ends_of_years_are_kept() {
    for (days, date) in [
        (0, "1970-01-01"),
        (364, "1970-12-31"),
        (365, "1971-01-01"),
        (11_016, "2000-02-29"),
        (19_782, "2024-02-29"),
        (20_773, "2026-11-16"),
    ] {
        assert_eq!(civil(days), date);
    }
}
