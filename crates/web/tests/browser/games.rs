//! Every game from the first screen to its end against a beginner: by mouse, by finger on a phone, by keys alone
//! and by typed moves.

use serde_json::json;

use crate::chromium::Chromium;
use crate::probe::{By, Person, Served};

/// Games with the way to play that ends soonest.
const GAMES: [(&str, &str); 4] =
    [("onitama", "base"), ("hanamikoji", "paper"), ("daihinmin", "one"), ("tichu", "round")];

/// Sits down from the first screen at level 1.
pub async fn sit_down(person: &Person, game: &str, rules: &str) {
    person.open("/").await;
    let form = format!("document.querySelector('li.{game} form')");
    // Choosing the rules from a list is the browser's own affair.
    person.tab.eval(&format!("{form}.elements.rules.value = {rules:?}")).await;
    person.press(&format!("{form}.querySelector('input[name=level][value=\"1\"]')")).await;
    person.press(&format!("{form}.querySelector('button[value=agents]')")).await;
    person.tab.until("document.querySelector('main[data-version]')").await;
}

async fn play_all(by: By) {
    let (browser, served) = (Chromium::start().await, Served::start().await);
    for (game, rules) in GAMES {
        let person = Person::new(browser.tab().await, by, &served).await;
        sit_down(&person, game, rules).await;
        let made = person.finish(&format!("{game} by {by:?}")).await;
        assert!(made > 0, "{game}: {made} moves");
        let state = person.state().await;
        assert!(state.status.contains('.') && !state.status.contains("next"), "{game}: {}", state.status);
        person.check(game);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_to_its_end_by_mouse() {
    play_all(By::Mouse).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_to_its_end_by_finger() {
    play_all(By::Finger).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_to_its_end_by_keys() {
    play_all(By::Keys).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_to_its_end_by_typed_moves() {
    play_all(By::Text).await;
}

/// Of two cards of a rank, the one that was ticked is played.
#[tokio::test(flavor = "multi_thread")]
async fn the_very_card_that_is_ticked_is_played() {
    let (browser, served) = (Chromium::start().await, Served::start().await);
    let person = Person::new(browser.tab().await, By::Mouse, &served).await;
    person.open("/board?game=tichu&rules=round").await;
    let start = "hand=S5,B5,G5,S7 table=lead";
    let form = json!({ "game": "tichu", "rules": "round", "level": "1", "seat": "0", "position": start });
    person
        .tab
        .eval(&format!(
            "(() => {{ const form = document.createElement('form'); form.method = 'post'; form.action = '/new'; \
             for (const [name, value] of Object.entries({form})) {{ const box = document.createElement('input'); \
             box.name = name; box.value = value; form.append(box); }} document.body.append(form); form.submit(); }})()"
        ))
        .await;
    person.tab.until("probe.state().moves.length > 0").await;
    let before = person.state().await.version;
    person.press("document.getElementById('card-G5')").await;
    person.press("document.getElementById('go')").await;
    person.tab.until(&format!("probe.state().version > {before}")).await;
    let log = person.tab.text("document.getElementById('log').textContent").await;
    assert!(log.contains("You played"), "{log}");
    let hand = "[...document.querySelectorAll('.fan input')].map((input) => input.id).join()";
    assert_eq!(person.tab.text(hand).await, "card-B5,card-S5,card-S7");
    person.check("named cards");
}
