//! Numbers and tables as people read them.

pub use karuta_playable::ink::columns;

/// A table with a head row, text left and numbers right, in at most so many columns of the terminal. Columns that do not fit are left out from the right, text is
/// broken where even the first would not fit, and a last line says how many are missing.
pub fn fitted(head: &[&str], rows: &[Vec<String>], width: usize) -> String {
    arranged(head, rows, width, LEAST)
}

/// The same with every column: text is broken into lines instead.
pub fn folded(head: &[&str], rows: &[Vec<String>], width: usize) -> String {
    arranged(head, rows, width, head.len())
}

/// A table of which at least so many columns are shown.
fn arranged(head: &[&str], rows: &[Vec<String>], width: usize, least: usize) -> String {
    let mut widths: Vec<usize> = (0..head.len())
        .map(|at| rows.iter().map(|row| columns(&row[at])).chain([columns(head[at])]).max().unwrap_or(0))
        .collect();
    let fitting = (1..=head.len()).rev().find(|&shown| total(&widths[..shown]) <= width).unwrap_or(0);
    let shown = fitting.max(head.len().min(least));
    let is_number: Vec<bool> =
        (0..shown).map(|at| at > 0 && rows.iter().all(|row| is_number(&row[at]))).collect();
    narrow(&mut widths[..shown], &is_number, width);
    let titles: Vec<String> = head.iter().map(|&title| title.to_string()).collect();
    let all = [&titles].into_iter().chain(rows);
    let mut lines: Vec<String> = all.flat_map(|row| lines(&row[..shown], &widths, &is_number)).collect();
    match head.len() - shown {
        0 => {}
        1 => lines.push(String::from("(1 more column with --wide)")),
        left => lines.push(format!("({left} more columns with --wide)")),
    }
    lines.join("\n")
}

fn total(widths: &[usize]) -> usize {
    widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1)
}

/// Makes the widest columns narrower, text before numbers, until all fit or nothing more can be had.
fn narrow(widths: &mut [usize], is_number: &[bool], width: usize) {
    while total(widths) > width {
        let wide = (0..widths.len()).filter(|&at| widths[at] > NARROWEST);
        let Some(widest) = wide.max_by_key(|&at| (!is_number[at], widths[at])) else { break };
        widths[widest] -= 1;
    }
}

/// Blanks between columns.
const GAP: usize = 2;

/// The columns that are always shown.
const LEAST: usize = 3;

/// No column is made narrower than this.
const NARROWEST: usize = 14;

fn is_number(cell: &str) -> bool {
    cell.is_empty() || cell.starts_with(|c: char| c.is_ascii_digit() || "+-.(<".contains(c))
}

/// One row: a line, or more where cells are broken.
fn lines(row: &[String], widths: &[usize], is_number: &[bool]) -> Vec<String> {
    let cells: Vec<Vec<String>> = row.iter().zip(widths).map(|(cell, &width)| broken(cell, width)).collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or(0);
    let line = |nth: usize| {
        let mut line = String::new();
        for (at, cell) in cells.iter().enumerate() {
            let piece = cell.get(nth).map_or("", String::as_str);
            let blanks = " ".repeat(widths[at].saturating_sub(columns(piece)));
            let gap = if at == 0 { "" } else { "  " };
            line += &if is_number[at] {
                format!("{gap}{blanks}{piece}")
            } else {
                format!("{gap}{piece}{blanks}")
            };
        }
        line.trim_end().to_string()
    };
    (0..height).map(line).collect()
}

/// A cell in pieces of at most `width` columns, broken where a spec or a sentence can be broken.
fn broken(cell: &str, width: usize) -> Vec<String> {
    if columns(cell) <= width {
        return vec![cell.to_string()];
    }
    let indent = if cell.contains(' ') { "" } else { "  " };
    // Words stay whole where they fit, specs are one long word.
    let parts = cell.split_inclusive(' ').flat_map(|word| {
        let marks: &[char] =
            if columns(word.trim_end()) > width { &[',', '+', '(', '=', ':', '/'] } else { &[] };
        word.split_inclusive(marks)
    });
    let mut pieces = vec![String::new()];
    for part in parts {
        let last = pieces.last_mut().expect("there is one");
        if !last.trim().is_empty() && columns(last) + columns(part.trim_end()) > width {
            pieces.push(format!("{indent}{part}"));
        } else {
            last.push_str(part);
        }
    }
    pieces.iter().map(|piece| piece.trim_end().to_string()).collect()
}

/// A word and what is said about it, in lines of at most `width` columns whose text stands below itself.
pub fn hanging(word: &str, text: &str, indent: usize, width: usize) -> String {
    let mut lines = vec![format!("{word:<0$}", indent.saturating_sub(1))];
    // After a word no longer than the indent a break would leave it alone on its line.
    let mut is_empty = columns(word) <= indent;
    for piece in text.split(' ').flat_map(|word| broken(word, width.saturating_sub(indent))) {
        let last = lines.last_mut().expect("there is one");
        if !is_empty && columns(last) + 1 + columns(piece.trim_end()) > width {
            lines.push(" ".repeat(indent) + piece.trim_start());
        } else {
            // Two pieces of one word never come here: they were broken because they do not fit.
            *last += " ";
            *last += &piece;
        }
        is_empty = false;
    }
    lines.join("\n")
}

/// The text in lines of at most `width` columns, broken between words; what follows a break is indented as the
/// line was.
pub fn wrapped(text: &str, width: usize) -> String {
    text.lines().map(|line| wrapped_line(line, width)).collect::<Vec<_>>().join("\n")
}

fn wrapped_line(line: &str, width: usize) -> String {
    if columns(line) <= width {
        return line.to_string();
    }
    let indent = line.len() - line.trim_start().len();
    let mut out = " ".repeat(indent);
    let mut used = indent;
    for word in line.split_whitespace() {
        let long = columns(word);
        if used > indent && used + 1 + long > width {
            out += "\n";
            out += &" ".repeat(indent);
            used = indent;
        }
        if used > indent {
            out.push(' ');
            used += 1;
        }
        out += word;
        used += long;
    }
    out
}

/// A share in percent.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A number with three digits that mean something: 1.23, 45.6, 7,890, 1.23 M.
pub fn rounded(x: f64) -> String {
    match x.abs() {
        a if a >= 1e9 => format!("{:.2} G", x / 1e9),
        a if a >= 1e6 => format!("{:.2} M", x / 1e6),
        a if a >= 1e3 => thousands(x.round() as i64),
        a if a >= 100.0 => format!("{x:.0}"),
        a if a >= 10.0 => format!("{x:.1}"),
        _ => format!("{x:.2}"),
    }
}

/// A whole number with commas.
pub fn thousands(n: i64) -> String {
    let digits = n.unsigned_abs().to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    if n < 0 { format!("-{out}") } else { out }
}

/// Seconds as people say them: 12 us, 3.4 ms, 1.2 s.
pub fn seconds(s: f64) -> String {
    match s {
        s if s >= 1.0 => format!("{s:.2} s"),
        s if s >= 1e-3 => format!("{:.1} ms", s * 1e3),
        s => format!("{:.0} us", s * 1e6),
    }
}

#[cfg(test)]
mod tests;
