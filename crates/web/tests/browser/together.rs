//! Several people around one table, each with a browser context of their own: everybody is shown their own cards
//! and nobody else's, from the deal to the end.

use std::collections::HashMap;

use crate::chromium::Chromium;
use crate::probe::{By, Offered, Person, Served};

/// The cards in a person's hand.
async fn hand(person: &Person) -> Vec<String> {
    let found =
        person.tab.eval("[...document.querySelectorAll('.fan input')].map((input) => input.id)").await;
    serde_json::from_value(found).expect("ids")
}

/// Everything on a person's page that names a card: ids and what is read aloud.
async fn shown(person: &Person) -> String {
    person
        .tab
        .text("document.getElementById('mat').innerHTML + document.getElementById('act').innerHTML")
        .await
}

async fn sit_around(game: &str, rules: &str, seats: usize, hand_sizes: &[usize]) {
    let before = karuta_web::game::compared();
    let (browser, served) = (Chromium::start().await, Served::start().await);
    let host = Person::new(browser.tab().await, By::Mouse, &served).await;
    host.open("/").await;
    let form = format!("document.querySelector('li.{game} form')");
    host.tab.eval(&format!("{form}.elements.rules.value = {rules:?}")).await;
    host.press(&format!("{form}.querySelector('button[value=friends]')")).await;
    host.tab.until(&format!("document.querySelectorAll('[data-copy]').length === {}", seats - 1)).await;
    let links =
        host.tab.eval("[...document.querySelectorAll('[data-copy]')].map((b) => b.dataset.copy)").await;
    let links: Vec<String> = serde_json::from_value(links).expect("links");
    let mut people = vec![host];
    for link in &links {
        let person = Person::new(browser.tab().await, By::Text, &served).await;
        person.tab.open(link).await;
        person.tab.until("document.querySelector('main[data-version]')").await;
        people.push(person);
    }
    people[0].press("document.getElementById('speed-fast')").await;
    people[0].tab.until("document.getElementById('speed-fast').checked").await;
    let mut made: usize = 0;
    while !people[0].state().await.over {
        if made.is_multiple_of(12) {
            check_hands(&people, made, hand_sizes).await;
        }
        let mut was_made = false;
        for person in &people {
            let state = person.state().await;
            if state.moves.is_empty() || state.paused || state.over {
                continue;
            }
            let built: Vec<&Offered> = state.moves.iter().filter(|mv| !mv.keys.is_empty()).collect();
            let mv = built.get(made * 7 % built.len().max(1)).copied().unwrap_or(&state.moves[0]);
            person.play(mv).await;
            let version = state.version;
            person.tab.until(&format!("probe.state().over || probe.state().version > {version}")).await;
            (made, was_made) = (made + 1, true);
        }
        assert!(made < 600, "{game} does not end");
        if !was_made {
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    }
    assert!(made > 20, "{made} moves");
    // Every frame that anybody was sent has been compared with one made from another truth: one for everybody
    // after each move, and more.
    let compared = karuta_web::game::compared() - before;
    assert!(compared as usize > made * seats, "{compared} frames after {made} moves");
    for (at, person) in people.iter().enumerate() {
        person.tab.until("probe.state().over").await;
        person.check(&format!("{game}, person {at}"));
    }
}

/// No card is in two hands, and no page of anybody names a card of somebody else's hand.
async fn check_hands(people: &[Person], made: usize, hand_sizes: &[usize]) {
    let mut owners: HashMap<String, usize> = HashMap::new();
    for (at, person) in people.iter().enumerate() {
        let cards = hand(person).await;
        assert!(made > 0 || hand_sizes.contains(&cards.len()), "{} cards", cards.len());
        for card in cards {
            let other = owners.insert(card.clone(), at);
            assert!(other.is_none(), "{card} is in two hands");
        }
    }
    for (at, person) in people.iter().enumerate() {
        let page = shown(person).await;
        for (card, _) in owners.iter().filter(|&(_, &owner)| owner != at) {
            assert!(!page.contains(&format!("\"{card}\"")), "person {at} is shown {card}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn four_people_play_tichu_each_with_their_own_cards() {
    sit_around("tichu", "paper", 4, &[14]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn five_people_play_daihinmin_each_with_their_own_cards() {
    sit_around("daihinmin", "one", 5, &[10, 11]).await;
}
