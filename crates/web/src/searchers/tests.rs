//! Searches in line, and one that fails.

use std::thread;

use super::Searchers;

#[tokio::test]
async fn searches_run_on_the_threads_that_were_made() {
    let searchers = Searchers::new(1);
    let first = searchers.run(|| thread::current().id()).await;
    assert!(first.is_some() && first != Some(thread::current().id()));
    for _ in 0..20 {
        assert_eq!(searchers.run(|| thread::current().id()).await, first);
    }
}

#[tokio::test]
async fn a_search_that_fails_is_the_end_of_that_search_alone() {
    let searchers = Searchers::new(1);
    assert_eq!(searchers.run(|| panic!("a search that fails")).await, None::<u8>);
    assert_eq!(searchers.run(|| 7).await, Some(7));
}
