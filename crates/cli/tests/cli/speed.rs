//! `bench`: that it measures everything there is. No speed is asserted: it depends on the machine.

use crate::child::karuta;
use crate::figures::json;

#[test]
fn every_workload_is_measured() {
    let found = json(&karuta(&["bench", "--seconds", "0.05", "--json"]).fine());
    let figures = found["figures"].as_array().expect("a list");
    for game in ["onitama5", "onitama7"] {
        let own: Vec<_> = figures.iter().filter(|figure| figure["game"] == game).collect();
        let names: Vec<&str> = own.iter().filter_map(|figure| figure["workload"].as_str()).collect();
        for policy in ["uniform", "priority", "heuristic", "heavy"] {
            assert!(names.contains(&format!("{policy} playouts").as_str()), "{policy}: {names:?}");
        }
        assert!(names.iter().any(|name| name.starts_with("thesis-mcts:")), "{names:?}");
        assert!(names.iter().any(|name| name.starts_with("perft ")), "{names:?}");
        let units: Vec<&str> = own.iter().filter_map(|figure| figure["unit"].as_str()).collect();
        for unit in ["playouts", "iterations", "leaves"] {
            assert!(units.contains(&unit), "{unit}: {units:?}");
        }
        for figure in own {
            assert!(figure["per_cpu_second"].as_f64().is_some_and(|rate| rate > 1000.0), "{figure}");
        }
    }
}

#[test]
fn worlds_are_drawn_by_every_sampler_where_something_is_hidden() {
    let names = |game: &str| -> Vec<String> {
        let found = json(&karuta(&["bench", game, "--seconds", "0.01", "--json"]).fine());
        let figures = found["figures"].as_array().expect("a list").clone();
        let worlds = figures.iter().filter(|figure| figure["unit"] == "worlds");
        worlds.filter_map(|figure| figure["workload"].as_str().map(String::from)).collect()
    };
    let daihinmin = ["uniform worlds", "likely worlds", "plausible worlds", "adaptive worlds"];
    assert_eq!(names("daihinmin:games=2"), daihinmin);
    assert_eq!(names("hanamikoji"), ["uniform worlds", "thesis worlds", "belief worlds"]);
    assert!(names("onitama5").is_empty());
}

#[test]
fn the_table_names_the_game_asked_for() {
    let text = karuta(&["bench", "onitama5", "--seconds", "0.01", "--wide"]).fine();
    assert!(text.contains("per CPU-second") && text.contains("random deals"), "{text}");
    assert!(!text.contains("onitama7"), "{text}");
}

#[test]
fn the_signature_is_a_number_that_stays() {
    let first = karuta(&["bench", "--signature"]).fine();
    assert!(first.trim().parse::<u64>().is_ok(), "{first}");
    assert_eq!(karuta(&["bench", "--signature"]).fine(), first);
}

#[test]
fn connect_four_is_measured_and_not_played() {
    let found = json(&karuta(&["bench", "connect-four", "--seconds", "0.01", "--json"]).fine());
    let figures = found["figures"].as_array().expect("a list");
    assert_eq!(figures.len(), 1);
    assert_eq!((&figures[0]["game"], &figures[0]["unit"]), (&"connect-four".into(), &"iterations".into()));
    assert!(karuta(&["games"]).fine().lines().all(|line| !line.contains("connect")));
}
