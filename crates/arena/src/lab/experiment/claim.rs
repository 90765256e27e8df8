//! Claims: what a paper says about its numbers, as comparisons of cells. Knows how they are written; how
//! they fare is for whoever has the numbers.

use std::fmt;

/// Something a paper says, and the comparisons that hold if it is right.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// Its text.
    pub text: String,
    /// Those it is about, where our games are not theirs: people, or a program that another stands in for.
    pub about: Option<String>,
    /// The comparisons that must hold.
    pub comparisons: Vec<Comparison>,
}

/// Two terms compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The first.
    pub left: Term,
    /// The relation between them.
    pub order: Order,
    /// The second.
    pub right: Term,
    /// The factor of the second: 3 in "three times as many".
    pub times: f64,
    /// The least difference for `>` and `<`, the margin for `~`, in the unit of the terms.
    pub size: f64,
}

/// A number, ours or a given one.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    /// The number in a column of a row.
    Cell {
        /// The column.
        column: String,
        /// The row.
        row: String,
    },
    /// The mean of a column over all rows whose names fit a pattern.
    Mean {
        /// The column.
        column: String,
        /// The pattern, in which `*` stands for any letters and `|` stands between patterns.
        rows: String,
    },
    /// The number of rows that fit a pattern and whose number in a column is above another.
    Count {
        /// The column.
        column: String,
        /// The pattern.
        rows: String,
        /// The other number.
        above: f64,
    },
    /// A given number.
    Number(f64),
}

/// The relation between two terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The first is larger.
    Above,
    /// The first is smaller.
    Below,
    /// They differ by no more than the margin.
    Alike,
}

impl Term {
    /// The column and the pattern of rows it looks at.
    pub fn place(&self) -> Option<(&str, &str)> {
        match self {
            Term::Cell { column, row: rows }
            | Term::Mean { column, rows }
            | Term::Count { column, rows, .. } => Some((column, rows)),
            Term::Number(_) => None,
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Cell { column, row } => write!(f, "{column}[{row}]"),
            Term::Mean { column, rows } => write!(f, "mean {column}[{rows}]"),
            Term::Count { column, rows, above } => write!(f, "count {column}[{rows}] above {above}"),
            Term::Number(number) => write!(f, "{number}"),
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = match self.order {
            Order::Above => ">",
            Order::Below => "<",
            Order::Alike => "~",
        };
        write!(f, "{} {order} {}", self.left, self.right)?;
        if self.times != 1.0 {
            write!(f, " times {}", self.times)?;
        }
        match self.order {
            Order::Alike => write!(f, " within {}", self.size),
            Order::Above | Order::Below if self.size != 0.0 => write!(f, " by {}", self.size),
            Order::Above | Order::Below => Ok(()),
        }
    }
}

/// True if `name` fits `pattern`, in which `*` stands for any letters, or one of several patterns with `|` between
/// them.
pub fn fits(pattern: &str, name: &str) -> bool {
    pattern.split('|').any(|pattern| fits_one(pattern, name))
}

fn fits_one(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or("");
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

/// Reads a chain such as `W1[n = 50] > W1[n = 1] by 20 > 60`, or `W1[n = 50] ~ 96 within 1`.
pub(super) fn parse(text: &str) -> Result<Vec<Comparison>, String> {
    let mut pieces = Vec::new();
    let mut orders = Vec::new();
    let (mut start, mut depth) = (0, 0u32);
    for (at, c) in text.char_indices() {
        let order = match c {
            '[' => {
                depth += 1;
                continue;
            }
            ']' => {
                depth = depth.saturating_sub(1);
                continue;
            }
            // Row names may hold signs of their own.
            _ if depth > 0 => continue,
            '>' => Order::Above,
            '<' => Order::Below,
            '~' => Order::Alike,
            _ => continue,
        };
        pieces.push(piece(&text[start..at])?);
        orders.push(order);
        start = at + 1;
    }
    pieces.push(piece(&text[start..])?);
    if orders.is_empty() {
        return Err(format!("{text:?} compares nothing; expected such as COLUMN[ROW] > COLUMN[ROW] > 50"));
    }
    let pairs = pieces.windows(2).zip(orders);
    pairs.map(|(pair, order)| comparison(text, &pair[0], order, &pair[1])).collect()
}

/// A term with what is written after it.
struct Piece {
    term: Term,
    times: Option<f64>,
    by: Option<f64>,
    within: Option<f64>,
}

fn comparison(text: &str, left: &Piece, order: Order, right: &Piece) -> Result<Comparison, String> {
    let size = match (order, right.by, right.within) {
        (Order::Alike, None, Some(margin)) => margin,
        (Order::Above | Order::Below, by, None) => by.unwrap_or(0.0),
        (Order::Alike, ..) => return Err(format!("{text:?}: ~ needs a margin, such as a ~ b within 3")),
        (Order::Above | Order::Below, ..) => {
            return Err(format!("{text:?}: within goes with ~; the least difference is written by 3"));
        }
    };
    if size < 0.0 {
        return Err(format!("{text:?}: {size} is no size; 0 or more would do"));
    }
    let times = right.times.unwrap_or(1.0);
    Ok(Comparison { left: left.term.clone(), order, right: right.term.clone(), times, size })
}

fn piece(text: &str) -> Result<Piece, String> {
    let mut piece = Piece { term: Term::Number(0.0), times: None, by: None, within: None };
    let mut rest = text.trim();
    loop {
        // Row names may hold these words, so they count only behind the bracket.
        let after = rest.rfind(']').map_or(0, |at| at + 1);
        let found = [" times ", " by ", " within "]
            .into_iter()
            .filter_map(|word| Some((after + rest[after..].rfind(word)?, word)))
            .max_by_key(|&(at, _)| at);
        let Some((at, word)) = found else { break };
        let number: f64 = rest[at + word.len()..]
            .trim()
            .parse()
            .map_err(|_| format!("{:?} after{word}is no number", rest[at + word.len()..].trim()))?;
        let place = match word {
            " times " => &mut piece.times,
            " by " => &mut piece.by,
            _ => &mut piece.within,
        };
        *place = Some(number);
        rest = rest[..at].trim_end();
    }
    piece.term = term(rest)?;
    Ok(piece)
}

fn term(text: &str) -> Result<Term, String> {
    let wrong = || format!("{text:?} is no number and no COLUMN[ROW]");
    if let Ok(number) = text.parse::<f64>() {
        return Ok(Term::Number(number));
    }
    let cell = |text: &str| match text.trim().strip_suffix(']').and_then(|text| text.split_once('[')) {
        Some((column, row)) if !column.trim().is_empty() && !row.trim().is_empty() => {
            Ok((column.trim().to_string(), row.trim().to_string()))
        }
        _ => Err(wrong()),
    };
    if let Some(rest) = text.strip_prefix("mean ") {
        let (column, rows) = cell(rest)?;
        return Ok(Term::Mean { column, rows });
    }
    if let Some(rest) = text.strip_prefix("count ") {
        let (place, above) = rest.rsplit_once(" above ").ok_or_else(wrong)?;
        let (column, rows) = cell(place)?;
        return Ok(Term::Count { column, rows, above: above.trim().parse().map_err(|_| wrong())? });
    }
    let (column, row) = cell(text)?;
    Ok(Term::Cell { column, row })
}

#[cfg(test)]
mod tests;
