//! Rules learned by playing, positions set up by hand, the page in another language, and what agents think.

use crate::chromium::Chromium;
use crate::games::sit_down;
use crate::probe::{By, Person, Served};

/// A part of a move that solves each lesson.
const LESSONS: [(&str, &[&str]); 4] = [
    ("onitama", &["boar ", "c3c4", "b3b4", "c4c5"]),
    ("hanamikoji", &["secret", "gift", "take 6", "compete"]),
    ("tichu", &["7 7", "Pho", "9", "Dog"]),
    ("daihinmin", &["H9", "S8", "S9", "S4", "S3"]),
];

async fn learn(by: By) {
    let (browser, served) = (Chromium::start().await, Served::start().await);
    for (game, solutions) in LESSONS {
        let person = Person::new(browser.tab().await, by, &served).await;
        person.open(&format!("/rules/{game}")).await;
        for (at, solution) in solutions.iter().enumerate() {
            person.tab.until(&format!("document.querySelector('main')?.dataset.lesson?.endsWith('/{}') && probe.state().moves.length > 0", at + 1)).await;
            let moves = person.state().await.moves;
            // A move that does not solve it is explained, and nothing is lost.
            let pass = moves.iter().find(|mv| mv.text == "pass");
            let wrong = pass.or_else(|| moves.iter().find(|mv| !mv.text.contains(solution)));
            person.play(wrong.expect("a move that does not solve it")).await;
            person.tab.until("document.querySelector('#status.slip')").await;
            let right = moves.iter().find(|mv| mv.text.contains(solution));
            person.play(right.unwrap_or_else(|| panic!("{game} {at}: {solution} of {moves:?}"))).await;
            person.tab.until("document.querySelector('#status.done')").await;
            person.press("document.getElementById('next')").await;
        }
        // The last step leads to a table.
        person.tab.until("document.querySelector('main[data-table][data-version]')").await;
        person.check(game);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_lesson_is_solved_by_mouse() {
    learn(By::Mouse).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_lesson_is_solved_by_keys() {
    learn(By::Keys).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_is_set_up_by_hand() {
    let (browser, served) = (Chromium::start().await, Served::start().await);
    let person = Person::new(browser.tab().await, By::Mouse, &served).await;
    person.open("/board?game=tichu&rules=round&position=hand%3DS5%2CB5%20table%3Dlead").await;
    person.press("document.querySelector('.set-up summary')").await;
    person.press("document.querySelector('.deck input[value=SA]')").await;
    person.press("document.querySelector('.set-up button.go')").await;
    let hand = "[...document.querySelectorAll('.fan input')].map((input) => input.dataset.card).join()";
    person.tab.until(&format!("document.readyState === 'complete' && {hand} === 'B5,S5,SA'")).await;
    person.tab.until("document.querySelector('#ranking a, #ranking b')").await;
    // A square of a board goes round what can stand there.
    person
        .open("/board?game=onitama&position=1121100000000000000033433%20ox,boar,horse,elephant,crab%200")
        .await;
    person.press("document.querySelector('.set-up summary')").await;
    for _ in 0..4 {
        person.press("document.querySelector('.set-up [aria-label=a1]')").await;
    }
    person.press("document.querySelector('.set-up button.go')").await;
    let set_up = "document.querySelector('main').dataset.position.startsWith('0121100000')";
    person.tab.until(&format!("document.readyState === 'complete' && {set_up}")).await;
    person.check("set up by hand");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_page_speaks_german_where_it_is_asked_to() {
    let (browser, served) = (Chromium::start().await, Served::start().await);
    let person = Person::new(browser.tab().await, By::Mouse, &served).await;
    person.open("/rules").await;
    person.press("document.querySelector('#language [value=de]')").await;
    person.tab.until("document.documentElement.lang === 'de' && location.pathname === '/rules'").await;
    sit_down(&person, "daihinmin", "one").await;
    person.tab.until("probe.state().moves.length > 0").await;
    let status = person.state().await.status;
    assert!(status.starts_with("Du bist dran"), "{status}");
    let state = person.state().await;
    person.play(&state.moves[0]).await;
    person.tab.until(&format!("probe.state().version > {}", state.version)).await;
    let log = person.tab.text("document.getElementById('log').textContent").await;
    assert!(log.contains("Du spielst") || log.contains("Du passt"), "{log}");
    person.check("German");
}

#[tokio::test(flavor = "multi_thread")]
async fn watchers_are_told_what_agents_think() {
    // At the pace of people the game lasts until it has been looked at.
    let (browser, served) = (Chromium::start().await, Served::with(0, None, 1).await);
    let person = Person::new(browser.tab().await, By::Mouse, &served).await;
    person.open("/watch").await;
    let form = "[...document.forms].find((form) => form.elements.game?.value === 'hanamikoji')";
    person.tab.eval(&format!("{form}.elements.level.value = 2")).await;
    person.press(&format!("{form}.querySelector('button')")).await;
    // Nobody plays here, so both hands lie open, as long as they have cards; thoughts stay.
    person.tab.until("document.querySelector('.seat .shown .card')").await;
    person.tab.until("document.querySelector('#thoughts .ranked tbody tr')").await;
    person.tab.until("document.querySelectorAll('#thoughts .minds li').length === 2").await;
    person.check("thoughts");
}
