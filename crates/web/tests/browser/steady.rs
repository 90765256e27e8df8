//! Nothing moves under the hand: whatever a person may be about to press stays where it is while a search reports,
//! others move, the log grows or a hint comes.

use serde_json::Value;

use crate::chromium::Chromium;
use crate::games::sit_down;
use crate::probe::{By, Person, Served};

const WIDTHS: [(u32, u32); 4] = [(360, 740), (412, 915), (800, 1000), (1280, 800)];

/// Complains about controls that have moved. A game that ends shows its result in place of the controls, and it may
/// end at any time, so whether it has is asked together with the places.
async fn nothing_moved(person: &Person, what: &str) {
    let moved = person.tab.eval("probe.state().over ? [] : probe.moved()").await;
    assert_eq!(moved, Value::Array(Vec::new()), "{what}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_analysis_board_stays_where_it_is_while_it_searches() {
    let (browser, served) = (Chromium::start().await, Served::start().await);
    let person = Person::new(browser.tab().await, By::Mouse, &served).await;
    for (width, height) in WIDTHS.into_iter().filter(|&(width, _)| width != 412) {
        person.tab.show(width, height, "light").await;
        for game in ["onitama", "hanamikoji", "daihinmin", "tichu"] {
            let what = format!("{game} at {width}");
            person.open(&format!("/board?game={game}")).await;
            assert!(person.tab.eval("Object.keys(probe.first).length").await.as_u64() > Some(5), "{what}");
            person.tab.until("document.querySelector('#ranking .ranked, #ranking b')").await;
            nothing_moved(&person, &what).await;
            // Pressed where it is: to point at it would scroll the page.
            person.tab.eval("document.getElementById('stop').click()").await;
            person.tab.until("document.querySelector('main').dataset.done === 'true'").await;
            nothing_moved(&person, &what).await;
            person.check(&what);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_stays_where_it_is_while_others_move() {
    let (browser, served) = (Chromium::start().await, Served::start().await);
    for (width, height) in WIDTHS {
        for (game, rules) in
            [("onitama", "base"), ("hanamikoji", "official"), ("tichu", "round"), ("daihinmin", "three")]
        {
            let what = format!("{game} at {width}");
            let person = Person::new(browser.tab().await, By::Text, &served).await;
            person.tab.show(width, height, "light").await;
            sit_down(&person, game, rules).await;
            person.tab.until("probe.state().version >= 0 && document.getElementById('typed-move')").await;
            // Whoever types looks at the box for it.
            person
                .tab
                .eval("document.getElementById('typed-move').focus(), probe.first = probe.places(), null")
                .await;
            for turn in 0..10 {
                let ready = "(probe.state().moves.length > 0 && !probe.state().paused) || probe.state().over";
                person.tab.until(ready).await;
                let state = person.state().await;
                if state.over {
                    break;
                }
                nothing_moved(&person, &format!("{what}, turn {turn}")).await;
                if turn == 5 {
                    person.tab.eval("document.getElementById('hint').click()").await;
                    person.tab.until("document.querySelector('#chances')").await;
                    assert!(person.state().await.status.contains("Hint"), "{what}");
                    nothing_moved(&person, &format!("{what}, hint")).await;
                }
                person.play(&state.moves[state.moves.len() / 2]).await;
                let gone = format!("probe.state().version > {} || probe.state().over", state.version);
                person.tab.until(&gone).await;
                nothing_moved(&person, &format!("{what}, after turn {turn}")).await;
            }
            person.check(&what);
        }
    }
}
