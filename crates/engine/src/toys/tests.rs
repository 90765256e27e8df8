//! Tests of `toys`.

use super::*;
use crate::conform;

#[test]
fn the_toys_keep_the_laws() {
    conform::check(|_| Tree::parse("(1(0=)((01)(1=)))"), 50, 1);
    conform::check(Kuhn::deal, 200, 2);
    conform::check(|_| Pennies::START, 50, 3);
}
