//! Tests of `tables`.

use std::fs;

use super::super::file::{Missing, beside, open_to_write};
use super::super::reader::Reader;
use super::super::sample::{Folder, plan, record};
use super::*;

#[test]
fn an_interrupted_start_is_rolled_back() {
    let folder = Folder::new();
    let path = folder.file("match.db");
    let (torn, journal) = (folder.file("torn.db"), folder.file("torn.db-journal"));
    let mut connection = open_to_write(&path, Missing::Create).expect("the folder is writable");
    let change = begin(&mut connection, &path).expect("it is new");
    enter_plan(&change, &path, &plan(1)).expect("it can be written");
    change.cache_flush().expect("the pages can be spilled");
    fs::copy(beside(&path, "-journal"), &journal).expect("there is a journal");
    change.commit().expect("it can be written");
    // As if killed in the middle of the commit: some pages are written, and the journal that
    // undoes them is still there.
    let whole = fs::read(&path).expect("it was written");
    fs::write(&torn, &whole[..4096]).expect("the folder is writable");

    assert!(Reader::open(&torn).expect("it can be mended").is_none());
    record(&torn, 2, 1);
}
