//! Files that are read, and files that are not.

use super::*;

const GOOD: &str = r#"
title = "Simple agents against random ones"
shows = "Table 1"
note = "A note."
game = "hanamikoji"
seed = 1
sampled = 1000

[axes]
n = [1, 10]

[size.smoke]
deals = 1
[size.quick]
deals = 5
vars = { budget = "iters=20" }
[size.full]
deals = 500

[[column]]
name = "W1"
measure = "wins"
of = 0
seat = 0
unit = "percent"

[[column]]
name = "length"
measure = "rounds"
where = ["won"]

[[row]]
name = "n = {n}"
over = ["n"]
agents = ["simple:each={n}", "thesis-random"]
paper = [[72.0, 1.9], [91, "-"]]

[[claim]]
text = "More playouts are better."
holds = ["W1[n = 10] > W1[n = 1]"]

[[plot]]
title = "Figure"
kind = "lines"
x = "n"
columns = ["W1"]
"#;

#[test]
fn axes_become_rows() {
    let read = read("x/table", "table.toml", GOOD).expect("it is well formed");
    let names: Vec<&str> = read.rows.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names, ["n = 1", "n = 10"]);
    let printed = Published { printed: "91.0".into(), value: 91.0 };
    assert_eq!(read.rows[1].published, [Some(printed), None]);
    assert_eq!(read.rows[1].matches[""].agents[0], "simple:each=10");
    assert_eq!(read.rows[0].sampled, Some(1000.0));
    assert_eq!(read.size("7").map(|size| (size.set, size.deals)), Ok(("quick".to_string(), 7)));
    assert_eq!(read.size("smoke:3").map(|size| (size.set, size.deals)), Ok(("smoke".to_string(), 3)));
    assert!(read.size("smoke:0").is_err() && read.size("none:3").is_err() && read.size("smoke:").is_err());
    assert_eq!(read.size("7").map(|size| size.vars["budget"].clone()), Ok("iters=20".to_string()));
    let error = read.size("huge").expect_err("there is no such size").to_string();
    assert!(error.contains("smoke") && error.contains("number of deals"), "{error}");
}

#[test]
fn errors_name_file_line_and_key() {
    for (from, to, line, says) in [
        ("seed = 1", "seed = \"one\"", "line 6, seed", "invalid type"),
        ("seed = 1", "seed = ", "line 6, seed", ""),
        ("unit = \"percent\"", "unit = \"percents\"", "line 25, unit", "no unit \"percents\""),
        ("measure = \"rounds\"", "measures = \"rounds\"", "line 29, measures", "unknown field"),
        ("where = [\"won\"]", "where = [\"winning\"]", "line 29, measure", "\"winning\" is no condition"),
        ("over = [\"n\"]", "over = [\"m\"]", "line 34, over", "no axis \"m\""),
        (
            "simple:each={n}\", \"thesis-random\"]\npaper = [[72.0, 1.9], ",
            "x\"]\npaper = [",
            "paper",
            "1 lists",
        ),
        ("[91, \"-\"]", "[91]", "line 36, paper", "1 published values for 2 columns"),
        ("[91, \"-\"]", "[91, true]", "line 36, paper", "true is no published value"),
        ("> W1[n = 1]", "> W2[n = 1]", "line 38", "W2[n = 1] is no cell"),
        ("> W1[n = 1]", "", "line 40, holds", "compares nothing"),
        ("columns = [\"W1\"]", "columns = [\"W3\"]", "line 46, columns", "no column \"W3\""),
        ("kind = \"lines\"", "kind = \"pie\"", "line 44, kind", "no plot \"pie\""),
        ("[size.full]\ndeals = 500", "", "size", "full is missing"),
        ("name = \"n = {n}\"", "name = \"n\"", "line 1", "two rows \"n\""),
    ] {
        assert!(GOOD.contains(from), "{from:?}");
        let error = read("x/table", "table.toml", &GOOD.replacen(from, to, 1)).expect_err(to).to_string();
        assert!(error.starts_with("table.toml, line ") && !error.contains('\n'), "{error}");
        assert!(error.contains(line) && error.contains(says), "{to:?}: {error}");
    }
}
