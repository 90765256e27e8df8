//! Claims: what a paper says about its numbers, as comparisons of cells. Knows how they are written; how
//! they fare is for whoever has the numbers.

use std::fmt;

/// Something a paper says, and the comparisons that hold if it is right.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// Its text.
    pub text: String,
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
    /// They do not differ beyond chance.
    Alike,
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Cell { column, row } => write!(f, "{column}[{row}]"),
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
        write!(f, "{} {order} {}", self.left, self.right)
    }
}

/// Reads a chain such as `W1[n = 50] > W1[n = 1] > 60`; `~` stands for alike.
pub(super) fn parse(text: &str) -> Result<Vec<Comparison>, String> {
    let mut terms = Vec::new();
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
        terms.push(term(&text[start..at])?);
        orders.push(order);
        start = at + 1;
    }
    terms.push(term(&text[start..])?);
    if orders.is_empty() {
        return Err(format!("{text:?} compares nothing; expected such as COLUMN[ROW] > COLUMN[ROW] > 50"));
    }
    let pairs = terms.windows(2).zip(orders);
    Ok(pairs
        .map(|(pair, order)| Comparison { left: pair[0].clone(), order, right: pair[1].clone() })
        .collect())
}

fn term(text: &str) -> Result<Term, String> {
    let text = text.trim();
    if let Ok(number) = text.parse::<f64>() {
        return Ok(Term::Number(number));
    }
    match text.strip_suffix(']').and_then(|text| text.split_once('[')) {
        Some((column, row)) if !column.trim().is_empty() && !row.trim().is_empty() => {
            Ok(Term::Cell { column: column.trim().to_string(), row: row.trim().to_string() })
        }
        _ => Err(format!("{text:?} is no number and no COLUMN[ROW]")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chains_are_read_pair_by_pair() {
        let read = parse("W1[n = 50] > W1[n > 1] ~ 60.5").expect("it is a chain");
        let shown: Vec<String> = read.iter().map(Comparison::to_string).collect();
        assert_eq!(shown, ["W1[n = 50] > W1[n > 1]", "W1[n > 1] ~ 60.5"]);
    }

    #[test]
    fn what_is_no_comparison_is_refused() {
        for (text, says) in [
            ("W1[n = 50]", "compares nothing"),
            ("W1[n = 50] > ", "no number and no COLUMN[ROW]"),
            ("W1 > 3", "\"W1\" is no number"),
            ("[x] > 3", "\"[x]\" is no number"),
        ] {
            let error = parse(text).expect_err("it is none");
            assert!(error.contains(says), "{text:?}: {error}");
        }
    }
}
