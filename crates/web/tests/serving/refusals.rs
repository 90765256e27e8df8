//! Requests that must be refused: foreign hosts and origins, forged tokens, garbage, moves of others.

use crate::client::{Player, get, post, request, start, table};

#[tokio::test(flavor = "multi_thread")]
async fn foreign_hosts_and_origins_are_refused() {
    let (address, _task) = start(None).await;
    assert!(request(address, "GET / HTTP/1.1\r\nHost: evil.example", "").starts_with("HTTP/1.1 421"));
    let head =
        format!("POST /new HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/x-www-form-urlencoded");
    assert!(request(address, &head, "game=onitama").starts_with("HTTP/1.1 403"), "without an origin");
    let foreign = format!("{head}\r\nOrigin: http://evil.example");
    assert!(request(address, &foreign, "game=onitama").starts_with("HTTP/1.1 403"));
    let (id, _) = table(address, "game=onitama");
    let upgrade = format!(
        "GET /t/{id}/ws HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nOrigin: http://evil.example"
    );
    assert!(request(address, &upgrade, "").starts_with("HTTP/1.1 403"));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_carries_the_policy() {
    let (address, _task) = start(None).await;
    for path in ["/", "/style.css", "/page.js", "/nothing", "/t/zzz"] {
        let answer = get(address, path);
        assert!(answer.contains("content-security-policy: default-src 'none'"), "{path}");
        assert!(answer.contains("x-content-type-options: nosniff"), "{path}");
    }
    assert!(get(address, "/nothing").starts_with("HTTP/1.1 404"));
    assert!(get(address, "/t/zzz").starts_with("HTTP/1.1 404"));
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_forms_are_explained() {
    let (address, _task) = start(None).await;
    for (form, why) in [
        ("game=chess", "There is no game"),
        ("game=onitama&level=9", "levels are 1 to 5"),
        ("game=onitama&seat=7", "no such seat"),
        ("game=onitama&position=xyz", "xyz"),
    ] {
        let answer = post(address, "/new", form);
        assert!(answer.starts_with("HTTP/1.1 400") && answer.contains(why), "{form}: {answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_tokens_open_nothing() {
    let (address, _task) = start(None).await;
    let (id, token) = table(address, "game=tichu&seat=0");
    for forged in [Some("00000000000000000000000000"), Some(""), None] {
        let mut player = Player::join(address, &id, forged).await;
        let first = player.next().await.expect("an answer");
        assert!(first["bad"].is_string() && first.get("parts").is_none(), "{first}");
    }
    let mut player = Player::join(address, &id, token.as_deref()).await;
    assert!(player.next().await.expect("a frame").get("parts").is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn garbage_changes_nothing_and_moves_of_others_are_refused() {
    let (address, _task) = start(None).await;
    let (id, token) = table(address, "game=onitama&others=friends&seat=0");
    let mut player = Player::join(address, &id, token.as_deref()).await;
    player.next().await.expect("a frame");
    let before = player.frame["v"].clone();
    for garbage in [
        "",
        "{",
        "[]",
        "{\"do\":\"dance\"}",
        "{\"do\":\"move\"}",
        "\u{0}",
        "{\"do\":\"move\",\"text\":\"a\",\"v\":-1}",
    ] {
        player.send(garbage).await;
        player.next().await.expect("a note");
        assert!(player.note.contains("no sense"), "{garbage:?}: {}", player.note);
    }
    player.send("{\"do\":\"move\",\"text\":\"nonsense\",\"v\":0}").await;
    player.next().await.expect("a note");
    assert!(player.note.contains("nonsense") || player.note.contains("not your turn"), "{}", player.note);
    assert_eq!(player.frame["v"], before);
    // A message that is too long ends the connection, and nothing else.
    player.send(&"x".repeat(5000)).await;
    while player.next().await.is_some() {}
    let mut again = Player::join(address, &id, token.as_deref()).await;
    assert!(again.next().await.expect("a frame").get("parts").is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn two_tabs_at_one_seat_do_not_move_twice() {
    let (address, _task) = start(None).await;
    let (id, token) = table(address, "game=onitama&level=1&seat=0");
    let mut one = Player::join(address, &id, token.as_deref()).await;
    let mut other = Player::join(address, &id, token.as_deref()).await;
    while one.moves().is_empty() {
        one.next().await.expect("a frame");
    }
    while other.frame["v"] != one.frame["v"] || other.moves().is_empty() {
        other.next().await.expect("a frame");
    }
    let (mv, before) = (one.moves()[0].clone(), one.frame["v"].clone());
    one.play(&mv).await;
    while one.frame["v"] == before {
        one.next().await.expect("a frame");
    }
    // The other tab has not looked yet.
    other.play(&mv).await;
    while other.note.is_empty() {
        other.next().await.expect("a message");
    }
    let refused = ["not your turn", "moved on", "over"].iter().any(|why| other.note.contains(why));
    assert!(refused, "{}", other.note);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_cannot_be_written_is_refused_at_the_start() {
    let config = karuta_web::ServerConfig {
        store: Some("/nonexistent/folder/games.db".into()),
        ..karuta_web::ServerConfig::default()
    };
    let error = karuta_web::Server::bind(&config).await.err().expect("an error");
    assert!(error.to_string().contains("/nonexistent/folder/games.db"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_are_limited_where_the_server_is_public() {
    let config = karuta_web::ServerConfig { is_public: true, ..karuta_web::ServerConfig::default() };
    let server = karuta_web::Server::bind(&config).await.expect("a server");
    let address = server.address;
    tokio::spawn(server.serve(std::future::pending()));
    let codes: Vec<String> =
        (0..32).map(|_| post(address, "/new", "game=onitama")[9..12].to_string()).collect();
    assert_eq!((codes[0].as_str(), codes[29].as_str(), codes[30].as_str()), ("303", "303", "429"));
}

/// Somebody who writes addresses into the header is still known by the one that the proxy adds.
#[tokio::test(flavor = "multi_thread")]
async fn behind_a_proxy_limits_hold_for_the_address_it_names() {
    for (is_behind_proxy, second) in [(true, "303"), (false, "429")] {
        let config = karuta_web::ServerConfig {
            is_public: true,
            is_behind_proxy,
            ..karuta_web::ServerConfig::default()
        };
        let server = karuta_web::Server::bind(&config).await.expect("a server");
        let address = server.address;
        tokio::spawn(server.serve(std::future::pending()));
        let code = |named: &str| {
            let head = format!(
                "POST /new HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nX-Forwarded-For: {named}\r\n\
                 Content-Type: application/x-www-form-urlencoded"
            );
            request(address, &head, "game=onitama")[9..12].to_string()
        };
        let codes: Vec<String> = (0..31).map(|n| code(&format!("10.0.0.{n}, 192.0.2.1"))).collect();
        assert_eq!((codes[29].as_str(), codes[30].as_str()), ("303", "429"));
        assert_eq!(code("192.0.2.2"), second);
    }
}
