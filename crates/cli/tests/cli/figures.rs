//! Repeatability: two runs of the same plan print the same bytes, times aside.

use serde_json::Value;

/// JSON as it was printed, with the values of `time_per_move` cut out.
pub fn json_without_times(text: &str) -> String {
    const KEY: &str = "\"time_per_move\":";
    let mut pieces = text.split(KEY);
    let mut out = pieces.next().unwrap_or("").to_string();
    for piece in pieces {
        out.push_str(KEY);
        out.push_str(&piece[piece.find([',', '}']).expect("a value ends")..]);
    }
    out
}

/// A printed table as lines of cells, with the column `time/move` cut out. The width of that column
/// depends on time as well, so cells are compared without the blanks between them.
pub fn text_without_times(text: &str) -> Vec<Vec<String>> {
    let lines: Vec<Vec<String>> = text.lines().map(cells).collect();
    let times: Vec<usize> = lines.iter().filter_map(|line| place(line, "time/move")).collect();
    assert!(!times.is_empty(), "there is no column of times in:\n{text}");
    let width = lines.iter().map(Vec::len).max().unwrap_or(0);
    let without = |mut line: Vec<String>| {
        // Only the rows of the table have all its columns.
        if line.len() == width {
            line.remove(times[0]);
        }
        line
    };
    lines.into_iter().map(without).collect()
}

/// The cells of a line: two blanks or more stand between them.
pub fn cells(line: &str) -> Vec<String> {
    line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).map(String::from).collect()
}

fn place(line: &[String], cell: &str) -> Option<usize> {
    line.iter().position(|other| other == cell)
}

/// Reads JSON that must be well formed.
#[track_caller]
pub fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}"))
}

#[test]
fn times_are_cut_out_and_nothing_else() {
    let text = r#"{"a":[{"time_per_move":1.5e-6,"wins":2},{"wins":3,"time_per_move":12}]}"#;
    let cut = r#"{"a":[{"time_per_move":,"wins":2},{"wins":3,"time_per_move":}]}"#;
    assert_eq!(json_without_times(text), cut);
    let table = "head\n\nagent  time/move  wins\na b      1.2 ms     3\n";
    let cut = text_without_times(table);
    assert_eq!(cut, [vec!["head"], vec![], vec!["agent", "wins"], vec!["a b", "3"]]);
}
