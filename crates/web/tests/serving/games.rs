//! Games over sockets: to their end, with friends, after a restart.

use crate::client::{Player, get, start, table};

/// Plays until the game is over, always the move in the middle of those offered.
async fn finish(player: &mut Player) {
    let mut last = None;
    while !player.is_over() {
        let waited = tokio::time::timeout(std::time::Duration::from_secs(60), player.next()).await;
        let heard = waited.unwrap_or_else(|_| {
            panic!("silence after {} {}, {:?}", player.note, player.part("status"), player.moves())
        });
        heard.expect("the table is there");
        let moves = player.moves();
        let now = (player.frame["v"].clone(), player.part("status").contains("pause"));
        if !moves.is_empty() && !now.1 && last != Some(now.clone()) {
            last = Some(now);
            let mv = moves[moves.len() / 2].clone();
            player.play(&mv).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_to_its_end() {
    let (address, _task) = start(None).await;
    for form in [
        "game=onitama&level=1",
        "game=hanamikoji&level=1&rules=official",
        "game=hanamikoji&level=1&rules=paper",
        "game=daihinmin&level=1&rules=one",
        "game=tichu&level=1&rules=paper",
        "game=tichu&level=1&rules=round",
    ] {
        let (id, token) = table(address, form);
        let mut player = Player::join(address, &id, token.as_deref()).await;
        player.send(r#"{"do":"speed","arg":"fast"}"#).await;
        finish(&mut player).await;
        assert!(!player.part("status").is_empty(), "{form}");
        assert!(get(address, &format!("/t/{id}")).contains("200 OK"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_after_a_restart() {
    let folder = std::env::temp_dir().join(format!("karuta-web-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let store = folder.join("restart.db");
    let (address, task) = start(Some(store.clone())).await;
    let (id, token) = table(address, "game=onitama&level=1&seat=0");
    let mut player = Player::join(address, &id, token.as_deref()).await;
    player.send(r#"{"do":"speed","arg":"fast"}"#).await;
    let mut made = 0;
    while made < 3 {
        player.next().await.expect("a frame");
        if let Some(mv) = player.moves().first().cloned() {
            player.play(&mv).await;
            made += 1;
            while !player.moves().is_empty() && !player.is_over() {
                player.next().await.expect("a frame");
            }
        }
    }
    let noticed = player.frame["v"].as_u64().expect("a number");
    drop(player);
    task.abort();
    let (address, _task) = start(Some(store)).await;
    let mut player = Player::join(address, &id, token.as_deref()).await;
    player.next().await.expect("a frame");
    assert!(player.frame["v"].as_u64() >= Some(noticed), "{} after {noticed}", player.frame["v"]);
    let _ = std::fs::remove_dir_all(folder);
}

#[tokio::test(flavor = "multi_thread")]
async fn four_people_sit_around_one_table_and_see_their_own_cards() {
    let (address, _task) = start(None).await;
    let (id, token) = table(address, "game=tichu&others=friends&seat=0&rules=paper");
    let mut host = Player::join(address, &id, token.as_deref()).await;
    host.next().await.expect("a frame");
    let links: Vec<String> = host
        .part("side")
        .split("data-copy=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .map(String::from)
        .collect();
    assert_eq!(links.len(), 3, "one link for every free seat");
    let mut people = vec![host];
    for link in &links {
        let token = link.split_once('#').expect("a token").1;
        people.push(Player::join(address, &id, Some(token)).await);
    }
    for person in &mut people {
        person.next().await.expect("a frame");
    }
    // Everybody's hand has fourteen cards, and no two share one.
    let mut all: Vec<String> = Vec::new();
    for person in &people {
        let hand: Vec<String> = person
            .part("mat")
            .split("id=\"card-")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .map(String::from)
            .collect();
        assert_eq!(hand.len(), 14);
        all.extend(hand);
    }
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 56);
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_undo_and_resignation_work_against_agents() {
    let (address, _task) = start(None).await;
    let (id, token) = table(address, "game=hanamikoji&level=1&seat=0&rules=official");
    let mut player = Player::join(address, &id, token.as_deref()).await;
    player.send(r#"{"do":"speed","arg":"fast"}"#).await;
    while player.moves().is_empty() {
        player.next().await.expect("a frame");
    }
    player.send(r#"{"do":"hint"}"#).await;
    while !player.part("side").contains("id=\"chances\"") {
        player.next().await.expect("a frame");
    }
    let (before, mv) = (player.frame["v"].clone(), player.moves()[0].clone());
    let looked = ["mat", "act", "title"].map(|part| player.part(part).to_string());
    player.play(&mv).await;
    // The answer is looked at before the move is taken back.
    while player.frame["v"] == before || player.moves().is_empty() {
        player.next().await.expect("a frame");
    }
    player.send(r#"{"do":"undo"}"#).await;
    while player.frame["v"] != before {
        player.next().await.expect("a frame");
    }
    let again = ["mat", "act", "title"].map(|part| player.part(part).to_string());
    let without_hint = |parts: [String; 3]| {
        parts.map(|part| part.replace(" data-hint=\"yes\"", "").replace("btn hinted", "btn"))
    };
    assert_eq!(without_hint(again), without_hint(looked), "nothing of what was looked at is left");
    player.send(r#"{"do":"resign"}"#).await;
    while !player.is_over() {
        player.next().await.expect("a frame");
    }
    assert!(player.part("status").contains("You resigned."));
    player.send(r#"{"do":"rematch"}"#).await;
    loop {
        let message = player.next().await.expect("a message");
        if let Some(place) = message["go"].as_str() {
            assert!(place.starts_with("/t/") && place.contains('#'));
            break;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_screen_is_small() {
    let (address, _task) = start(None).await;
    let sizes = ["/", "/style.css", "/page.js", "/icon.svg"].map(|path| get(address, path).len());
    assert!(sizes.iter().sum::<usize>() < 150_000, "{sizes:?}");
}
