//! Studies: tables that agents use, made, interrupted and used.

use crate::child::{Folder, karuta};
use crate::figures::json;

/// A study small enough for a test.
const STUDY: &str = "hanamikoji-prospects:agent=thesis-random,games=2";

#[test]
fn a_table_is_made_and_used() {
    let folder = Folder::new();
    let (one, two) = (folder.file("one.csv"), folder.file("two.csv"));
    let text = karuta(&["lab", "run", STUDY, "--out", &one, "--threads", "2", "--wide"]).fine();
    assert!(text.contains("round 2, held by seat 0"), "{text}");
    let found = json(&karuta(&["lab", "run", STUDY, "--out", &two, "--threads", "1", "--json"]).fine());
    assert_eq!(found["lines"], 548);
    assert_eq!(std::fs::read(&one).expect("a table"), std::fs::read(&two).expect("a table"));
    for end in ["presampled", "presampled-tree"] {
        let spec = format!("flat:each=3,ends=({end}:table={one})");
        let args = ["match", "hanamikoji", &spec, "random", "--deals", "3", "--json"];
        assert_eq!(json(&karuta(&args).fine())["games"], 6);
    }
}

#[test]
fn a_study_goes_on_where_it_was_left() {
    let folder = Folder::new();
    let (whole, part) = (folder.file("whole.csv"), folder.file("part.csv"));
    karuta(&["lab", "run", STUDY, "--out", &whole]).fine();
    // Notes as an interrupted run leaves them: a few pieces, the last one torn.
    let lines = std::fs::read_to_string(&whole).expect("a table");
    let mut lines = lines.lines();
    let title = lines.next().expect("a title");
    let pieces: Vec<&str> = lines.skip(1).take(10).collect();
    let mut notes = format!("{title}\n");
    for (at, piece) in pieces.iter().enumerate() {
        notes.push_str(&format!("{at}\t{piece}\n"));
    }
    notes.truncate(notes.len() - 4);
    std::fs::write(format!("{part}.notes"), notes).expect("notes");
    karuta(&["lab", "run", STUDY, "--out", &part]).fine();
    assert_eq!(std::fs::read(&whole).expect("a table"), std::fs::read(&part).expect("a table"));
}

#[test]
fn studies_are_listed_and_bad_ones_refused() {
    let found = json(&karuta(&["lab", "list", "--json"]).fine());
    assert_eq!(found["studies"][0]["name"], "hanamikoji-prospects");
    assert!(karuta(&["lab", "list"]).fine().contains("games=100"));
    let folder = Folder::new();
    let out = folder.file("x.csv");
    let refused = |study: &str, out: &str| karuta(&["lab", "run", study, "--out", out]).refusal();
    assert!(refused("hanamikoji-prospect", &out).contains("hanamikoji-prospects"));
    assert!(refused("hanamikoji-prospects:games=0", &out).contains("games=0"));
    assert!(refused("hanamikoji-prospects:rules=chess", &out).contains("thesis-compat"));
    assert!(refused(STUDY, "/no/such/folder/x.csv").contains("/no/such/folder"));
    let spec = "flat:ends=(presampled:table=/no/such/file)";
    assert!(karuta(&["match", "hanamikoji", spec, "random"]).refusal().contains("karuta lab run"));
    assert!(
        karuta(&["match", "onitama5", "flat:ends=presampled", "random"]).refusal().contains("value of ends")
    );
}

#[test]
fn titles_are_followed_and_used() {
    let folder = Folder::new();
    let out = folder.file("titles.csv");
    let study = "daihinmin-titles:agent=default,matches=3,games=11";
    let text = karuta(&["lab", "run", study, "--out", &out]).fine();
    assert!(text.contains("P_n") && text.contains("heimin-hinmin"), "{text}");
    let spec = format!("flat:iters=20,ends=(p5:table={out})");
    let args =
        ["match", "daihinmin", &spec, "random", "random", "random", "random", "--deals", "1", "--json"];
    let found = json(&karuta(&args).fine());
    assert_eq!(found["contestants"][0]["spec"], spec.as_str());
    let refused =
        |spec: &str| karuta(&["match", "daihinmin", spec, "random", "random", "random", "random"]).refusal();
    assert!(refused("flat:ends=(p5:table=/no/such/file)").contains("karuta lab run"));
    assert!(refused(&format!("flat:ends=(sq:table={out})")).contains("sq needs none"));
}
