//! Texts have the same gaps in every language, and browsers get the language they ask for.

use super::{ENGLISH, GERMAN, LANGUAGES, filled, now, wanted, with};

#[test]
fn gaps_are_filled_in_any_order() {
    assert_eq!(filled("{1} after {0}.", &["a", "b"]), "b after a.");
    assert_eq!(filled("nothing", &["a"]), "nothing");
    assert_eq!(filled("{0}{3}", &["a"]), "a");
}

#[test]
fn a_browser_gets_its_language_unless_another_is_chosen() {
    assert_eq!(wanted("", "de-AT,de;q=0.9,en;q=0.5").code, "de");
    assert_eq!(wanted("", "xx,en;q=0.5,de").code, "en");
    assert_eq!(wanted("", "").code, "en");
    assert_eq!(wanted("theme=dark; lang=de", "en").code, "de");
    assert_eq!(wanted("lang=xx", "de").code, "de");
}

#[test]
fn a_language_holds_for_what_runs_in_it_alone() {
    assert_eq!(now().code, "en");
    assert_eq!(with(&GERMAN, || now().code), "de");
    assert_eq!(now().code, "en");
}

/// The quoted texts of a file of words, in order, with the gaps of each.
fn gaps(file: &str) -> Vec<Vec<char>> {
    let code = file.split_once("Words = Words").expect("a value").1;
    let parts: Vec<&str> = code.split('"').collect();
    let mut all = Vec::new();
    for pair in parts.chunks(2).filter(|pair| pair.len() == 2) {
        // A phrase has one text in English and two where verbs differ after "you"; the second has the same gaps.
        let [before, text] = [pair[0], pair[1]];
        if before.ends_with("they: ") {
            continue;
        }
        let mut found: Vec<char> = text.split('{').skip(1).filter_map(|rest| rest.chars().next()).collect();
        found.sort_unstable();
        found.dedup();
        all.push(found);
    }
    all
}

#[test]
fn every_language_has_the_same_gaps() {
    let known = |file: &str| gaps(file).into_iter().filter(|gaps| !gaps.is_empty()).collect::<Vec<_>>();
    let (english, german) = (known(include_str!("english.rs")), known(include_str!("german.rs")));
    assert_eq!(english.len(), german.len());
    for (at, (one, other)) in english.iter().zip(&german).enumerate() {
        assert_eq!(one, other, "gap {at}");
    }
}

#[test]
fn lessons_and_questions_are_in_every_language() {
    for words in LANGUAGES {
        for (one, other) in [
            (&words.rules.onitama, &ENGLISH.rules.onitama),
            (&words.rules.hanamikoji, &ENGLISH.rules.hanamikoji),
            (&words.rules.tichu, &ENGLISH.rules.tichu),
            (&words.rules.daihinmin, &ENGLISH.rules.daihinmin),
        ] {
            assert_eq!(
                (one.lessons.len(), one.steps.len(), one.questions.len()),
                (other.lessons.len(), other.steps.len(), other.questions.len()),
                "{}",
                words.code
            );
        }
    }
}

/// The quoted texts of a line of code that read like a sentence: two words in a row.
fn sentences(line: &str) -> Vec<&str> {
    let is_word = |word: &str| {
        let letters = word.trim_end_matches(['.', ',', ':', '?', '!']);
        letters.len() > 1 && letters.chars().all(char::is_alphabetic)
    };
    let reads = |text: &&str| {
        text.split(' ').collect::<Vec<_>>().windows(2).any(|pair| is_word(pair[0]) && is_word(pair[1]))
    };
    line.split('"').skip(1).step_by(2).filter(reads).collect()
}

/// Whatever makes pages takes its texts from here. Lists of classes, names in files and the names of things that
/// are the same in every language are no texts.
#[test]
fn no_text_of_the_page_is_written_elsewhere() {
    const NO_TEXTS: [&str; 11] = [
        "status ",
        "card ",
        "btn ",
        "tag ",
        "seat us",
        "board small",
        "light dark",
        "use strict",
        "main details",
        "input, textarea",
        "Grand Tichu",
    ];
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> = ["src/frame.rs", "src/chances.rs", "src/judged.rs", "assets/page.js"]
        .map(|file| root.join(file))
        .to_vec();
    for folder in ["src/pages", "src/skins"] {
        let entries = std::fs::read_dir(root.join(folder)).expect("a folder");
        files.extend(entries.map(|entry| entry.expect("a file").path()).filter(|path| path.is_file()));
    }
    assert!(files.len() > 12, "{files:?}");
    for file in files {
        let code = std::fs::read_to_string(&file).expect("it reads");
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        for line in lines.filter(|line| !line.contains("class") && !line.contains("serde(rename")) {
            for text in sentences(line) {
                let is_known = NO_TEXTS.iter().any(|known| text.starts_with(known));
                assert!(is_known, "{}: {text:?} belongs into the words of every language", file.display());
            }
        }
    }
    assert_eq!(sentences("p { \"Nobody is here\" }"), ["Nobody is here"]);
}
