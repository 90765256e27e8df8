//! Rust sources as text: which characters are code, which are comments or strings, and which code is
//! compiled for tests only. Knows just enough of the language for that, and no rule.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the workspace.
pub fn root() -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a crate lies in crates/");
    crates.parent().expect("crates/ lies in the workspace").to_path_buf()
}

/// A source file.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its path from the root of the workspace, with slashes.
    pub path: String,
    /// All of it.
    pub text: String,
    /// The text with comments blanked out, line for line.
    pub uncommented: String,
    /// The text with comments and what strings say blanked out, line for line.
    pub code: String,
    /// `code` without what is compiled for tests only.
    pub shipped: String,
}

impl Source {
    /// The source that has this text at this path.
    pub fn new(path: &str, text: &str) -> Source {
        let code = masked(text, Mask { strings: true });
        let is_test = !path.contains("/src/");
        let shipped = if is_test { blank(&code) } else { without_tests(&code) };
        Source {
            path: path.to_string(),
            text: text.to_string(),
            uncommented: masked(text, Mask { strings: false }),
            code,
            shipped,
        }
    }

    /// The crate it belongs to, such as `engine`.
    pub fn room(&self) -> &str {
        self.path.split('/').nth(1).unwrap_or("")
    }

    /// The paths of modules that it declares for tests only.
    fn test_modules(&self) -> impl Iterator<Item = String> + '_ {
        let (stem, name) = self.path.trim_end_matches(".rs").rsplit_once('/').expect("a path has folders");
        let folder = match name {
            "lib" | "main" | "mod" => stem.to_string(),
            _ => format!("{stem}/{name}"),
        };
        let declared = self.code.match_indices(TEST_ONLY).filter_map(|(at, _)| {
            let module = self.code[at + TEST_ONLY.len()..].trim_start().strip_prefix("mod ")?;
            let (name, _) = module.split_once(';').filter(|(name, _)| !name.contains('{'))?;
            Some(name.trim())
        });
        declared.flat_map(move |name| [format!("{folder}/{name}.rs"), format!("{folder}/{name}/mod.rs")])
    }
}

/// Every Rust source of the workspace.
pub fn sources() -> Vec<Source> {
    let mut paths = Vec::new();
    walk(&root().join("crates"), &mut paths);
    paths.sort();
    let mut found: Vec<Source> = paths
        .iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .map(|path| Source::new(&relative(path), &fs::read_to_string(path).expect("sources are UTF-8")))
        .collect();
    let for_tests: BTreeSet<String> = found.iter().flat_map(Source::test_modules).collect();
    let is_for_tests = |path: &str| {
        let folders = for_tests.iter().filter_map(|module| module.strip_suffix("mod.rs"));
        for_tests.contains(path) || folders.into_iter().any(|folder| path.starts_with(folder))
    };
    for source in found.iter_mut().filter(|source| is_for_tests(&source.path)) {
        source.shipped = blank(&source.code);
    }
    found
}

/// Every file below `folder`, build output left out.
pub fn walk(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the workspace can be read") {
        let path = entry.expect("the workspace can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && name != "target" && name != ".git" {
            walk(&path, paths);
        } else if path.is_file() {
            paths.push(path);
        }
    }
}

/// A path from the root of the workspace, with slashes.
pub fn relative(path: &Path) -> String {
    let inner = path.strip_prefix(root()).expect("the path lies in the workspace");
    inner.to_string_lossy().replace('\\', "/")
}

/// The line a byte stands on, counted from one.
pub fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

/// Offsets at which `word` stands in `code` as a word of its own.
pub fn words<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let (from, to) = (word.starts_with(is_name), word.ends_with(is_name));
    code.match_indices(word).map(|(at, _)| at).filter(move |&at| {
        let (before, after) = (code[..at].chars().next_back(), code[at + word.len()..].chars().next());
        let is_within = from && is_part(before) || to && is_part(after);
        !is_within
    })
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

const TEST_ONLY: &str = "#[cfg(test)]";

fn blank(code: &str) -> String {
    code.chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect()
}

/// Blanks out every item under `#[cfg(test)]`; `code` has neither comments nor strings.
fn without_tests(code: &str) -> String {
    let mut left = code.to_string();
    while let Some(start) = left.find(TEST_ONLY) {
        let end = end_of_item(&left, start + TEST_ONLY.len());
        let gone = blank(&left[start..end]);
        left.replace_range(start..end, &gone);
    }
    left
}

/// An item ends with its first semicolon, or with the brace that closes its first brace.
fn end_of_item(code: &str, from: usize) -> usize {
    let mut depth = 0;
    for (at, c) in code[from..].char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 && (c == '}' || c == ';') {
            return from + at + 1;
        }
    }
    code.len()
}

/// Parts that are blanked out besides comments.
#[derive(Clone, Copy)]
struct Mask {
    strings: bool,
}

fn masked(text: &str, mask: Mask) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let (piece, kind) = next_piece(rest, out.chars().next_back());
        let keep = match kind {
            Piece::Code => true,
            Piece::Comment => false,
            Piece::Literal => !mask.strings,
        };
        if keep {
            out.push_str(piece);
        } else {
            out.push_str(&blank(piece));
        }
        rest = &rest[piece.len()..];
    }
    out
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    Code,
    Comment,
    Literal,
}

/// The piece at the start of `rest`: a comment, a literal, or one character of code.
fn next_piece(rest: &str, before: Option<char>) -> (&str, Piece) {
    if rest.starts_with("//") {
        return (&rest[..rest.find('\n').unwrap_or(rest.len())], Piece::Comment);
    }
    if rest.starts_with("/*") {
        return (&rest[..block_comment(rest)], Piece::Comment);
    }
    if rest.starts_with('"') {
        return (&rest[..quoted(rest, '"')], Piece::Literal);
    }
    // An `r` or `br` that ends a longer name begins no string.
    if !before.is_some_and(is_name)
        && let Some(length) = raw_string(rest)
    {
        return (&rest[..length], Piece::Literal);
    }
    if rest.starts_with('\'') && !is_lifetime(rest) {
        return (&rest[..quoted(rest, '\'')], Piece::Literal);
    }
    let length = rest.chars().next().map_or(0, char::len_utf8);
    (&rest[..length], Piece::Code)
}

fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        let here = &rest[at..];
        if here.starts_with("/*") {
            depth += 1;
            at += 2;
        } else if here.starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += here.chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

fn quoted(rest: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    rest.len()
}

fn raw_string(rest: &str) -> Option<usize> {
    let start = ["r", "br", "cr"].iter().find_map(|prefix| rest.strip_prefix(prefix))?;
    let hashes = start.len() - start.trim_start_matches('#').len();
    let inner = start[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    let close = inner.find(&end).map_or(inner.len(), |at| at + end.len());
    Some(rest.len() - inner.len() + close)
}

/// True if the quote at the start begins a lifetime and not a character.
fn is_lifetime(rest: &str) -> bool {
    let mut chars = rest.chars().skip(1);
    let (first, second) = (chars.next(), chars.next());
    first.is_some_and(is_name) && second != Some('\'')
}

#[test]
fn comments_and_strings_are_told_from_code() {
    let text =
        "let a = \"//x\"; // y\n/* a /* b */ c */ let b: &'a str = r#\"q\"z\"#; let c = '\"'; d(\"e\\\"f\")";
    let source = Source::new("crates/x/src/lib.rs", text);
    assert_eq!(source.code.len(), text.len());
    for gone in ["//x", "y\n", "b */", "c */", "q\"z", "e\\\"f"] {
        assert!(!source.code.contains(gone), "{gone:?} is left in {:?}", source.code);
    }
    for kept in ["let a =", "let b: &'a str =", "let c =", "d("] {
        assert!(source.code.contains(kept), "{kept:?} is gone from {:?}", source.code);
    }
    assert!(source.uncommented.contains("//x") && !source.uncommented.contains("y\n"));
}

#[test]
fn tests_are_told_from_what_is_shipped() {
    let text = "a();\n#[cfg(test)]\nmod tests { fn f() { b(); } }\nc();\n#[cfg(test)]\nmod sample;\nd();\n";
    let source = Source::new("crates/x/src/record.rs", text);
    assert!(["a()", "c()", "d()"].iter().all(|kept| source.shipped.contains(kept)));
    assert!(!source.shipped.contains("b()"));
    assert!(source.test_modules().any(|path| path == "crates/x/src/record/sample.rs"));
    assert!(!Source::new("crates/x/tests/t.rs", "a();").shipped.contains("a()"));
}

#[test]
fn words_stand_alone() {
    let found = |code: &str, word: &str| words(code, word).count();
    assert_eq!(found("Instant::now(); InstantNoodle; an_Instant", "Instant"), 1);
    assert_eq!(found("println!(x); eprintln!(y)", "println!"), 1);
    assert_eq!(found("a.unwrap(); b.unwrap_or(c)", ".unwrap()"), 1);
}
