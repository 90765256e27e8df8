//! `karuta solve --openings`: how many openings are won by force, and how soon. Prints; the search is elsewhere.

use std::collections::BTreeMap;

use karuta_agents::any::AnyGame;
use karuta_agents::openings::{Openings, Searched};
use serde_json::{Value, json};

use super::Solve;
use crate::failure::Interrupted;
use crate::progress::Progress;
use crate::text::{fitted, percent, thousands};
use crate::{interrupt, out, screen};

/// Searches and prints. What was finished before Ctrl-C is shown too.
pub(super) fn run(game: &dyn AnyGame, plies: u32, args: &Solve) -> anyhow::Result<()> {
    let mut progress: Option<Progress> = None;
    let stop = interrupt::stop();
    let found = game.openings(plies, args.threads as usize, &stop, &mut |done, all| {
        progress.get_or_insert_with(|| Progress::new("openings", 0, all as u64)).reach(done as u64);
    })?;
    if let Some(progress) = progress {
        progress.finish();
    }
    out::line(if args.json { to_json(game, plies, &found).to_string() } else { told(game, plies, &found) })?;
    if found.searched.len() < found.all {
        return Err(Interrupted.into());
    }
    Ok(())
}

fn told(game: &dyn AnyGame, plies: u32, found: &Openings) -> String {
    let searched = found.searched.len();
    let of =
        if searched < found.all { format!(" of {}", thousands(found.all as i64)) } else { String::new() };
    let count = |is_win: bool, plies: u32| {
        let is_such = |one: &&Searched| one.end.is_some_and(|end| (end.is_win, end.plies) == (is_win, plies));
        found.searched.iter().filter(is_such).count()
    };
    let row = |plies: u32| {
        let is_win = plies % 2 == 1;
        let number = count(is_win, plies);
        let who = if is_win { "the first" } else { "the second" };
        vec![plies.to_string(), who.to_string(), thousands(number as i64), percent(share(number, searched))]
    };
    let mut rows: Vec<Vec<String>> = (1..=plies).map(row).collect();
    let open = found.searched.iter().filter(|one| one.end.is_none()).count();
    rows.push(vec![
        String::from("more"),
        String::from("undecided"),
        thousands(open as i64),
        percent(share(open, searched)),
    ]);
    let table = fitted(&["plies", "won by force by", "openings", "share"], &rows, screen::width());
    let mut sets: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for one in &found.searched {
        let (all, decided) = sets.entry(&one.set).or_default();
        *all += 1;
        *decided += usize::from(one.end.is_some());
    }
    let whole = sets.values().filter(|(all, decided)| all == decided).count();
    let some = sets.values().filter(|(all, decided)| *decided > 0 && decided < all).count();
    format!(
        "{}: {}{of}, each searched for an end within {}\n\n{table}\n{}: all openings decided in {}, some in {}, none in {}",
        game.spec(),
        many(searched, "opening", "openings"),
        many(plies as usize, "ply", "plies"),
        many(sets.len(), "set", "sets"),
        thousands(whole as i64),
        thousands(some as i64),
        thousands((sets.len() - whole - some) as i64),
    )
}

/// A number of things, with commas.
fn many(count: usize, one: &str, more: &str) -> String {
    format!("{} {}", thousands(count as i64), if count == 1 { one } else { more })
}

fn share(part: usize, whole: usize) -> f64 {
    part as f64 / whole.max(1) as f64
}

fn to_json(game: &dyn AnyGame, plies: u32, found: &Openings) -> Value {
    let decided: Vec<Value> = found
        .searched
        .iter()
        .filter_map(|one| {
            let end = one.end?;
            let winner = if end.is_win { "first" } else { "second" };
            Some(json!({ "set": one.set, "position": one.position, "winner": winner, "plies": end.plies }))
        })
        .collect();
    json!({
        "game": game.spec(), "plies": plies, "openings": found.all, "searched": found.searched.len(),
        "decided": decided,
    })
}
