//! Tests of `builtin`.

use super::*;

#[test]
fn everything_in_the_folder_is_on_the_shelf() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments");
    let mut found = Vec::new();
    for paper in std::fs::read_dir(folder).expect("the folder is there") {
        let paper = paper.expect("it can be listed").path();
        for file in std::fs::read_dir(&paper).expect("papers are folders") {
            let path = file.expect("it can be listed").path();
            // Curves of training that a study reads are data beside the experiments.
            if path.extension().is_none_or(|ending| ending != "toml") {
                continue;
            }
            let name =
                |path: &std::path::Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
            found.push(format!("{}/{}", name(&paper).expect("a name"), name(&path).expect("a name")));
        }
    }
    found.sort();
    let mut known: Vec<&str> = ITEMS.iter().map(|(id, _)| *id).collect();
    known.sort_unstable();
    assert_eq!(found, known);
}

#[test]
fn every_experiment_is_well_formed() {
    for (id, _) in ITEMS {
        if let Err(error) = open(id) {
            panic!("{error}");
        }
    }
    let (papers, levels) = (select("all"), select(LEVELS));
    let count = papers.expect("all are well formed").len() + levels.expect("these too").len();
    assert_eq!(count, ITEMS.len());
}

#[test]
fn unknown_experiments_get_a_hint() {
    let error = open("hanamikoji/tabel-1").expect_err("it is misspelt").to_string();
    assert!(error.contains("did you mean hanamikoji/table-1?"), "{error}");
    let error = select("onitamma").expect_err("it is misspelt").to_string();
    assert!(error.contains("did you mean onitama?"), "{error}");
}
