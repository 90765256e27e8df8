//! Around a game: hints, undo, resignation, rematch, invitations, reload, restart, analysis, the analysis board,
//! watching and the rules.

use crate::chromium::Chromium;
use crate::games::sit_down;
use crate::probe::{By, Person, Served};

/// Waits for the person's turn and makes the first move offered.
async fn move_once(person: &Person) -> i64 {
    person.tab.until("probe.state().moves.length > 0 && !probe.state().paused").await;
    let state = person.state().await;
    person.play(&state.moves[0]).await;
    person.tab.until(&format!("probe.state().version > {} || probe.state().over", state.version)).await;
    state.version
}

async fn resign(person: &Person) {
    for _ in 0..2 {
        person.press("document.getElementById('resign')").await;
    }
    person.tab.until("probe.state().over").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_undo_resignation_and_rematch_are_buttons() {
    let (browser, served) = (Chromium::start().await, Served::start().await);
    let person = Person::new(browser.tab().await, By::Mouse, &served).await;
    sit_down(&person, "hanamikoji", "official").await;
    person.tab.until("probe.state().moves.length > 0").await;
    person.press("document.getElementById('hint')").await;
    person.tab.until("document.querySelector('#chances .ranked tbody tr, #chances p b')").await;
    let before = move_once(&person).await;
    person.press("document.getElementById('undo')").await;
    person.tab.until(&format!("probe.state().version === {before} && probe.state().moves.length > 0")).await;
    resign(&person).await;
    assert!(person.state().await.status.contains("You resigned."));
    let old = person.tab.text("location.pathname").await;
    person.press("document.getElementById('rematch')").await;
    person
        .tab
        .until(&format!("location.pathname !== {old:?} && document.querySelector('main[data-version]')"))
        .await;
    move_once(&person).await;
    person.check("hint, undo, resign, rematch");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_seats_a_friend_and_two_tabs_share_a_seat() {
    let (browser, served) = (Chromium::start().await, Served::start().await);
    let host = Person::new(browser.tab().await, By::Mouse, &served).await;
    host.open("/").await;
    host.press("document.querySelector('li.onitama button[value=friends]')").await;
    host.tab.until("document.querySelector('[data-copy]')").await;
    let link = host.tab.text("document.querySelector('[data-copy]').dataset.copy").await;
    let friend = Person::new(browser.tab().await, By::Finger, &served).await;
    friend.tab.open(&link).await;
    friend.tab.until("document.querySelector('main[data-version]')").await;
    host.tab.until("!document.querySelector('[data-copy]')").await;
    let second = Person::new(browser.tab_in(&host.tab.context).await, By::Mouse, &served).await;
    second.open("/").await;
    second.press("document.querySelector('#mine-list a')").await;
    second.tab.until("document.querySelector('main[data-version]')").await;
    for _ in 0..3 {
        let mover = if host.state().await.moves.is_empty() { &friend } else { &host };
        let before = move_once(mover).await;
        for other in [&host, &friend, &second] {
            other.tab.until(&format!("probe.state().version > {before}")).await;
        }
        let (one, two) = (host.state().await, second.state().await);
        assert_eq!((one.status, one.moves.len()), (two.status, two.moves.len()));
    }
    for (who, person) in [("host", &host), ("friend", &friend), ("second tab", &second)] {
        person.check(who);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_survives_reloads_and_a_restart_of_the_server() {
    let folder = std::env::temp_dir().join(format!("karuta-browser-store-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let store = folder.join("games.db");
    let (browser, served) = (Chromium::start().await, Served::at(0, Some(store.clone())).await);
    let person = Person::new(browser.tab().await, By::Mouse, &served).await;
    sit_down(&person, "daihinmin", "one").await;
    move_once(&person).await;
    person.tab.until("probe.state().moves.length > 0 || probe.state().over").await;
    let before = person.state().await;
    person.tab.call("Page.reload", serde_json::json!({})).await;
    person.tab.until("probe.state().version >= 0").await;
    let after = person.state().await;
    assert_eq!((before.version, before.status), (after.version, after.status));
    person.check("reload");
    let port = served.address.port();
    drop(served);
    person.tab.until("document.getElementById('status').textContent.includes('Not connected')").await;
    let served = Served::at(port, Some(store)).await;
    person.tab.until("!document.getElementById('status').textContent.includes('Not connected')").await;
    assert_eq!(person.state().await.version, after.version);
    // The console says that the server was away; everything after that counts.
    person.tab.events();
    person.finish("a game after a restart").await;
    person.check("restart");
    drop(served);
    let _ = std::fs::remove_dir_all(folder);
}

/// Waits until the analysis shows the position after so many moves.
async fn at_ply(person: &Person, ply: usize) {
    let there = format!("location.search.endsWith('ply={ply}') && document.readyState === 'complete'");
    person.tab.until(&there).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_is_analysed() {
    let (browser, served) = (Chromium::start().await, Served::start().await);
    let person = Person::new(browser.tab().await, By::Mouse, &served).await;
    sit_down(&person, "hanamikoji", "paper").await;
    move_once(&person).await;
    move_once(&person).await;
    resign(&person).await;
    person.press("document.getElementById('study')").await;
    person
        .tab
        .until("document.querySelector('main.study') && !document.querySelector('main.study').dataset.grow")
        .await;
    assert!(person.tab.text("document.querySelector('.linep')?.getAttribute('d')").await.starts_with('M'));
    let plies =
        person.tab.eval("document.querySelectorAll('.turns li').length").await.as_u64().expect("a count");
    // Steps by button, then by key.
    person.press("document.getElementById('next')").await;
    at_ply(&person, 1).await;
    person.tab.key("ArrowRight").await;
    at_ply(&person, 2).await;
    person.tab.key("ArrowLeft").await;
    at_ply(&person, 1).await;
    let knew = "[...document.querySelectorAll('.study .stage h2')].map((title) => title.textContent).join()";
    let titles = person.tab.text(knew).await;
    assert!(titles.contains("knew") && titles.contains("What was there"), "{titles}");
    let saved = "fetch(document.querySelector('a[download]').href).then((file) => file.json()).then((file) => file.moves.length)";
    assert_eq!(person.tab.eval(saved).await.as_u64(), Some(plies));
    // The link alone opens it for somebody else.
    let link = person.tab.text("location.href").await;
    let other = Person::new(browser.tab().await, By::Mouse, &served).await;
    other.tab.open(&link).await;
    other.tab.until("document.querySelector('.turns [aria-current]')").await;
    other.press("document.querySelector('.side form button')").await;
    other.tab.until("document.querySelector('main[data-version]')").await;
    person.check("analysis");
    other.check("a shared analysis");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_analysis_board_ranks_moves_while_it_searches() {
    let (browser, served) = (Chromium::start().await, Served::start().await);
    let person = Person::new(browser.tab().await, By::Mouse, &served).await;
    for game in ["onitama", "hanamikoji", "daihinmin", "tichu"] {
        person.open(&format!("/board?game={game}")).await;
        person.tab.until("document.querySelector('#ranking .ranked, #ranking b')").await;
        if person.tab.eval("document.getElementById('stop').disabled").await == false {
            person.press("document.getElementById('stop')").await;
        }
        person.tab.until("document.querySelector('main').dataset.done === 'true'").await;
        let line = "document.querySelector('#ranking a')";
        let before = person.tab.text("document.querySelector('main').dataset.position").await;
        person.press(line).await;
        let changed = format!("document.querySelector('main').dataset.position !== {before:?}");
        person.tab.until(&format!("document.readyState === 'complete' && {changed}")).await;
        // The line is shown, and one move back is where it was. Any other move is followed by typing it.
        person.tab.until("document.querySelectorAll('nav.line a').length === 2").await;
        person.press("document.querySelector('nav.line a')").await;
        let same = format!("document.querySelector('main')?.dataset.position === {before:?}");
        person.tab.until(&format!("document.readyState === 'complete' && {same}")).await;
        person.tab.until("document.querySelector('#ranking a')").await;
        let other = person.tab.text("[...document.querySelectorAll('#ranking a')].at(-1).dataset.line").await;
        person.press("document.getElementById('follow')").await;
        person.tab.write(&other).await;
        person.tab.key("Enter").await;
        person.tab.until(&format!("document.readyState === 'complete' && {changed}")).await;
        person
            .tab
            .until(&format!("document.querySelector('nav.line [aria-current]').textContent === {other:?}"))
            .await;
        // A text that is no position is explained.
        person.open(&format!("/board?game={game}&position=zzz")).await;
        let status = person.tab.text("document.getElementById('status').textContent").await;
        assert!(status.contains("cannot be read"), "{game}: {status}");
        person.check(game);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn agents_are_watched_and_the_rules_are_read() {
    let (browser, served) = (Chromium::start().await, Served::start().await);
    let person = Person::new(browser.tab().await, By::Mouse, &served).await;
    person.open("/watch").await;
    person.tab.eval("document.querySelector('form:has([value=onitama])').elements.level.value = 1").await;
    person.press("document.querySelector('form:has([value=onitama]) button')").await;
    person.tab.until("document.querySelector('main[data-version]')").await;
    person.tab.until("probe.state().version > 2 || probe.state().over").await;
    assert_eq!(person.tab.eval("document.querySelectorAll('#go, #typed, #hint').length").await, 0);
    // Two beginners may take long; a dozen moves show that they play.
    person.tab.until("probe.state().over || probe.state().version > 12").await;
    for game in ["onitama", "hanamikoji", "tichu", "daihinmin"] {
        person.open("/rules").await;
        person.press(&format!("document.querySelector('main a[href=\"/rules/{game}\"]')")).await;
        person.tab.until("document.querySelector('main.rules details')").await;
        person.press("document.querySelector('main.rules details summary')").await;
        person.tab.until("document.querySelector('main.rules details').open").await;
        person.check(game);
    }
    person.press("document.querySelector('main.rules form button')").await;
    person.tab.until("document.querySelector('main[data-version]')").await;
    person.check("from the rules to a table");
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_are_animated_where_motion_is_welcome() {
    let (browser, served) = (Chromium::start().await, Served::start().await);
    let person = Person::new(browser.tab().await, By::Mouse, &served).await;
    person.tab.media("light", "no-preference").await;
    sit_down(&person, "onitama", "base").await;
    person
        .tab
        .eval(
            "(() => { const old = document.startViewTransition.bind(document); window.moved = 0; \
               document.startViewTransition = (change) => { window.moved += 1; return old(change); }; })()",
        )
        .await;
    move_once(&person).await;
    person.tab.until("window.moved > 0 && probe.state().moves.length > 0").await;
    person.check("animation");
}

/// Two games in two tabs of one browser do not meet, and both are found again on the first screen.
#[tokio::test(flavor = "multi_thread")]
async fn tables_in_several_tabs_are_several_tables() {
    let (browser, served) = (Chromium::start().await, Served::start().await);
    let one = Person::new(browser.tab().await, By::Mouse, &served).await;
    let two = Person::new(browser.tab_in(&one.tab.context).await, By::Mouse, &served).await;
    sit_down(&one, "onitama", "paper").await;
    sit_down(&two, "hanamikoji", "official").await;
    assert_eq!(one.tab.eval("document.querySelectorAll('#mat .sq').length").await, 49);
    for _ in 0..2 {
        move_once(&one).await;
        move_once(&two).await;
    }
    let places = [one.tab.text("location.pathname").await, two.tab.text("location.pathname").await];
    assert_ne!(places[0], places[1]);
    let third = Person::new(browser.tab_in(&one.tab.context).await, By::Mouse, &served).await;
    third.open("/").await;
    third.tab.until("document.querySelectorAll('#mine-list a').length === 2").await;
    for place in &places {
        third.tab.until(&format!("document.querySelector('#mine-list a[href^={place:?}]')")).await;
    }
    for person in [&one, &two, &third] {
        person.check("several tabs");
    }
}
