//! Numbers and tables as people read them.

pub use karuta_playable::ink::columns;

/// A table with a head row: text left, numbers right, every column.
pub fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    fitted(head, rows, usize::MAX)
}

/// The same in at most so many columns of the terminal. Columns that do not fit are left out from the right, the
/// first is broken where even the second would not fit, and a last line says how many are missing.
pub fn fitted(head: &[&str], rows: &[Vec<String>], width: usize) -> String {
    let widths: Vec<usize> = (0..head.len())
        .map(|at| rows.iter().map(|row| columns(&row[at])).chain([columns(head[at])]).max().unwrap_or(0))
        .collect();
    let total = |shown: usize| widths[..shown].iter().sum::<usize>() + GAP * (shown - 1);
    let fitting = (1..=head.len()).rev().find(|&shown| total(shown) <= width).unwrap_or(0);
    let shown = fitting.max(head.len().min(LEAST));
    let over = total(shown).saturating_sub(width);
    let mut widths = widths;
    widths[0] = widths[0].saturating_sub(over).max(NARROWEST.min(widths[0]));
    let is_number: Vec<bool> =
        (0..shown).map(|at| at > 0 && rows.iter().all(|row| is_number(&row[at]))).collect();
    let head: Vec<String> = head.iter().map(|&title| title.to_string()).collect();
    let all = [&head].into_iter().chain(rows);
    let mut lines: Vec<String> = all.flat_map(|row| lines(&row[..shown], &widths, &is_number)).collect();
    if shown < head.len() {
        lines.push(format!("({} more columns with --wide)", head.len() - shown));
    }
    lines.join("\n")
}

/// Blanks between columns.
const GAP: usize = 2;

/// The columns that are always shown.
const LEAST: usize = 3;

/// The first column is not made narrower than this.
const NARROWEST: usize = 20;

fn is_number(cell: &str) -> bool {
    cell.is_empty() || cell.starts_with(|c: char| c.is_ascii_digit() || "+-.(".contains(c))
}

/// One row: a line, or more where the first cell is broken.
fn lines(row: &[String], widths: &[usize], is_number: &[bool]) -> Vec<String> {
    let first = broken(&row[0], widths[0]);
    let line = |(at, piece): (usize, &String)| {
        let mut line = format!("{piece}{}", " ".repeat(widths[0].saturating_sub(columns(piece))));
        if at == 0 {
            for (at, cell) in row.iter().enumerate().skip(1) {
                let blanks = " ".repeat(widths[at].saturating_sub(columns(cell)));
                let cell = if is_number[at] { format!("{blanks}{cell}") } else { format!("{cell}{blanks}") };
                line += &format!("{}{cell}", " ".repeat(GAP));
            }
        }
        line.trim_end().to_string()
    };
    first.iter().enumerate().map(line).collect()
}

/// A cell in pieces of at most `width` columns, broken where a spec or a sentence can be broken.
fn broken(cell: &str, width: usize) -> Vec<String> {
    if columns(cell) <= width {
        return vec![cell.to_string()];
    }
    let mut pieces = vec![String::new()];
    for part in cell.split_inclusive([',', '+', ' ', '(', '=', ':']) {
        let last = pieces.last_mut().expect("there is one");
        if !last.trim().is_empty() && columns(last) + columns(part.trim_end()) > width {
            pieces.push(format!("  {part}"));
        } else {
            last.push_str(part);
        }
    }
    pieces
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
