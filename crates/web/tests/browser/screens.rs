//! Every screen at three widths, light and dark: nothing sticks out, everything can be read and pressed, every
//! control has a name, the console is silent. With `KARUTA_PICTURES=FOLDER` each is also kept as a picture.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::chromium::Chromium;
use crate::games::sit_down;
use crate::probe::{By, Person, Served};

const SIZES: [(u32, u32); 3] = [(360, 740), (800, 1000), (1280, 800)];

/// Roles that people act on or that stand for something seen.
const ROLES: [&str; 9] =
    ["button", "link", "checkbox", "radio", "textbox", "combobox", "image", "table", "DisclosureTriangle"];

/// Checks the screen that is shown.
async fn look(person: &Person, name: &str) -> Vec<String> {
    let mut found = Vec::new();
    let pictures = std::env::var_os("KARUTA_PICTURES").map(PathBuf::from);
    for (width, height) in SIZES {
        for colours in ["light", "dark"] {
            person.tab.show(width, height, colours).await;
            let told =
                person.tab.eval("[probe.contrast(), probe.small(), probe.wide(), probe.twice()]").await;
            for (at, what) in ["contrast", "too small", "too wide", "id twice"].into_iter().enumerate() {
                for line in told[at].as_array().expect("a list") {
                    found.push(format!("{name} {width} {colours}: {what}: {line}"));
                }
            }
            if let Some(folder) = &pictures {
                std::fs::create_dir_all(folder).expect("a folder");
                let file = folder.join(format!("{name}-{width}-{colours}.png"));
                std::fs::write(file, person.tab.picture().await).expect("a file");
            }
        }
    }
    found.extend(nameless(person, name).await);
    person.tab.show(1280, 800, "light").await;
    person.check(name);
    found
}

/// Controls that a screen reader could not name.
async fn nameless(person: &Person, name: &str) -> Vec<String> {
    let tree = person.tab.call("Accessibility.getFullAXTree", json!({})).await;
    let nodes = tree["nodes"].as_array().expect("nodes");
    let is_nameless = |node: &&Value| {
        let role = node["role"]["value"].as_str().unwrap_or_default();
        let named = node["name"]["value"].as_str().unwrap_or_default();
        node["ignored"] != true && ROLES.contains(&role) && named.trim().is_empty()
    };
    let nameless = nodes.iter().filter(is_nameless);
    nameless.map(|node| format!("{name}: a {} has no name: {node}", node["role"]["value"])).collect()
}

fn all_well(found: &[String]) {
    assert!(found.is_empty(), "{} complaints:\n{}", found.len(), found.join("\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_without_a_game_are_fit_to_be_seen() {
    let (browser, served) = (Chromium::start().await, Served::start().await);
    let person = Person::new(browser.tab().await, By::Mouse, &served).await;
    let mut found = Vec::new();
    for (name, path) in [
        ("home", "/"),
        ("watch", "/watch"),
        ("rules", "/rules"),
        ("rules-onitama", "/rules/onitama"),
        ("rules-hanamikoji", "/rules/hanamikoji"),
        ("rules-tichu", "/rules/tichu"),
        ("rules-daihinmin", "/rules/daihinmin"),
    ] {
        person.open(path).await;
        found.extend(look(&person, name).await);
    }
    for game in ["onitama", "hanamikoji", "tichu", "daihinmin"] {
        person.open(&format!("/board?game={game}")).await;
        person.tab.until("document.querySelector('#ranking .ranked, #ranking b')").await;
        if person.tab.eval("document.getElementById('stop').disabled").await == false {
            person.press("document.getElementById('stop')").await;
        }
        person.tab.until("document.querySelector('main').dataset.done === 'true'").await;
        found.extend(look(&person, &format!("board-{game}")).await);
    }
    // Words are longer in German.
    person.press("document.querySelector('#language [value=de]')").await;
    person.tab.until("document.documentElement.lang === 'de'").await;
    for (name, path) in [("de-home", "/"), ("de-rules", "/rules/tichu"), ("de-watch", "/watch")] {
        person.open(path).await;
        found.extend(look(&person, name).await);
    }
    sit_down(&person, "tichu", "round").await;
    person.tab.until("probe.state().moves.length > 0").await;
    found.extend(look(&person, "de-table").await);
    all_well(&found);
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_are_fit_to_be_seen() {
    let (browser, served) = (Chromium::start().await, Served::start().await);
    let mut found = Vec::new();
    for (game, rules, plies) in [
        ("onitama", "base", 5),
        ("hanamikoji", "official", 3),
        ("tichu", "round", 7),
        ("daihinmin", "three", 4),
    ] {
        let person = Person::new(browser.tab().await, By::Text, &served).await;
        sit_down(&person, game, rules).await;
        for _ in 0..plies {
            person
                .tab
                .until("(probe.state().moves.length > 0 && !probe.state().paused) || probe.state().over")
                .await;
            let state = person.state().await;
            let Some(mv) = state.moves.first() else { break };
            person.play(mv).await;
            let version = state.version;
            person.tab.until(&format!("probe.state().version > {version} || probe.state().over")).await;
        }
        person
            .tab
            .until("(probe.state().moves.length > 0 && !probe.state().paused) || probe.state().over")
            .await;
        found.extend(look(&person, &format!("table-{game}")).await);
        if !person.state().await.over {
            person.press("document.getElementById('hint')").await;
            person.tab.until("document.querySelector('#chances')").await;
            found.extend(look(&person, &format!("hint-{game}")).await);
            for _ in 0..2 {
                person.press("document.getElementById('resign')").await;
            }
        }
        person.tab.until("probe.state().over").await;
        found.extend(look(&person, &format!("over-{game}")).await);
        person.press("document.getElementById('study')").await;
        person
            .tab
            .until(
                "document.querySelector('main.study') && !document.querySelector('main.study').dataset.grow",
            )
            .await;
        let last = person
            .tab
            .text("document.getElementById('last').pathname + document.getElementById('last').search")
            .await;
        let ply = last.rsplit('=').next().and_then(|ply| ply.parse::<usize>().ok()).unwrap_or(2);
        person.open(&format!("{}={}", last.rsplit_once('=').expect("a ply").0, ply.saturating_sub(2))).await;
        found.extend(look(&person, &format!("study-{game}")).await);
        // The ranking of every move of the game fits a phone: the widest is not always the one that is shown first.
        // Offers of four cards are the widest moves there are.
        if game != "hanamikoji" {
            continue;
        }
        person.tab.show(360, 740, "light").await;
        let moves = "[...document.querySelectorAll('.turns a')].map((at) => at.pathname + at.search)";
        for path in person.tab.eval(moves).await.as_array().expect("a list") {
            let path = path.as_str().expect("an address");
            person.open(path).await;
            for line in person.tab.eval("probe.wide()").await.as_array().expect("a list") {
                found.push(format!("study-{game} 360 {path}: too wide: {line}"));
            }
        }
    }
    all_well(&found);
}

#[tokio::test(flavor = "multi_thread")]
async fn invitations_and_troubles_are_fit_to_be_seen() {
    let (browser, served) = (Chromium::start().await, Served::start().await);
    let person = Person::new(browser.tab().await, By::Mouse, &served).await;
    let mut found = Vec::new();
    person.open("/").await;
    person.press("document.querySelector('li.tichu button[value=friends]')").await;
    person.tab.until("document.querySelector('[data-copy]')").await;
    person.press("document.querySelector('.qr summary')").await;
    found.extend(look(&person, "invite").await);
    person.open("/").await;
    found.extend(look(&person, "home-mine").await);
    person.open("/watch").await;
    person.tab.eval("[...document.forms].find((form) => form.elements.game?.value === 'daihinmin').elements.level.value = 1").await;
    person.press("document.querySelector('form:has([value=daihinmin]) button')").await;
    person.tab.until("document.querySelector('main[data-version]') && probe.state().version > 6").await;
    person.tab.until("document.querySelector('#thoughts')").await;
    found.extend(look(&person, "watched").await);
    person.open("/rules/chess").await;
    // The console tells of the answer 404, which is what was asked for.
    person.tab.events();
    found.extend(look(&person, "trouble").await);
    all_well(&found);
}
