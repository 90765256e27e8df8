//! Tests of `measuring`.

use super::*;
use crate::lab::experiment::measure::{Template, Turn};
use crate::registry;
use karuta_playable::playable::Purpose;

fn resolved(template: Template) -> Resolved {
    template.resolve(&[]).expect("nothing is left open")
}

fn of(measure: &str, conditions: &[&str]) -> Resolved {
    let conditions = conditions.iter().map(|text| text.to_string()).collect();
    resolved(Template { measure: measure.into(), conditions, ..Template::default() })
}

fn play(game: &str, agents: &[&str], deals: u64) -> (Box<dyn AnyGame>, Vec<GroupRecord>) {
    let game = registry::open(game, Purpose::Match).expect("it is a game");
    let agents: Vec<String> = agents.iter().map(|spec| spec.to_string()).collect();
    let contest = game.contest(&agents, 3).expect("they can play");
    let groups = (0..deals)
        .map(|index| contest.play_group(index, &karuta_engine::Stop::never()).expect("nobody halts it"));
    let groups = groups.collect();
    (game, groups)
}

fn value(game: &dyn AnyGame, groups: &[GroupRecord], wanted: &Resolved) -> f64 {
    let found = measured(game, wanted, Unit::Number, groups.iter()).expect("records replay");
    found.expect("something was observed").quotient.mean
}

#[test]
fn shares_of_wins_by_round_make_a_whole() {
    let (game, groups) = play("hanamikoji", &["thesis-random", "thesis-random"], 150);
    let share = |event: &str| {
        let template = Template {
            measure: "share".into(),
            event: event.into(),
            conditions: vec!["won".into()],
            seat: Some(0),
            ..Template::default()
        };
        value(game.as_ref(), &groups, &resolved(template))
    };
    let events = ["won_round_1=1", "won_round_2=1", "won_round_3=1", "won_tiebreak=1"];
    let sum: f64 = events.into_iter().map(share).sum();
    assert!((sum - 1.0).abs() < 1e-12, "{sum}");
    assert!((1.7..2.1).contains(&value(game.as_ref(), &groups, &of("rounds", &["won"]))));
    assert_eq!(value(game.as_ref(), &groups, &of("wins", &["won"])), 1.0);
    assert_eq!(value(game.as_ref(), &groups, &of("wins", &["lost"])), 0.0);
}

#[test]
fn every_round_has_each_action_once() {
    let (game, groups) = play("hanamikoji", &["thesis-random", "thesis-random"], 20);
    let among = ["secret", "trade", "gift", "compete"].map(String::from).to_vec();
    for at in 0..4 {
        let share = |kind: &String| {
            let turn = Turn { at, cycle: 4, lap: None };
            let measure = Measure::Kind {
                kind: kind.clone(),
                among: among.clone(),
                turn: Some(turn),
                quantities: Vec::new(),
            };
            let wanted = Resolved { measure, of: None, seat: None, conditions: Vec::new() };
            value(game.as_ref(), &groups, &wanted)
        };
        let sum: f64 = among.iter().map(share).sum();
        assert!((sum - 1.0).abs() < 1e-12, "turn {at}: {sum}");
    }
}

#[test]
fn chances_between_places_make_a_whole() {
    let (game, groups) = play("daihinmin:games=8", &["light"; 5], 3);
    let chance = |from: &str, to: &str| {
        let template = Template {
            measure: "places".into(),
            worth: [(to.to_string(), 1.0)].into(),
            previous: from.into(),
            ..Template::default()
        };
        value(game.as_ref(), &groups, &resolved(template))
    };
    let places = ["first", "second", "third", "fourth", "fifth"];
    for from in places {
        let sum: f64 = places.into_iter().map(|to| chance(from, to)).sum();
        assert!((sum - 1.0).abs() < 1e-12, "from {from}: {sum}");
    }
    // Named as a contestant or as the seat itself, it is the same place.
    let kept = |previous: &str, of| {
        let template = Template {
            measure: "places".into(),
            worth: [("first".to_string(), 1.0)].into(),
            previous: previous.into(),
            of: Some(of),
            ..Template::default()
        };
        value(game.as_ref(), &groups, &resolved(template))
    };
    for place in places {
        assert_eq!(kept(&format!("2:{place}"), 2), kept(place, 2));
    }
    let sum: f64 = (0..5).map(|of| kept("2:third", of)).sum();
    assert!((sum - 1.0).abs() < 1e-12, "somebody is first: {sum}");
    // Whatever the seat was dealt, it was dealt something.
    let dealt = |standing: &str| Template {
        measure: "places".into(),
        worth: places.into_iter().map(|place| (place.to_string(), 1.0)).collect(),
        dealt: standing.into(),
        of: Some(2),
        ..Template::default()
    };
    let counted = |template| {
        let found = measured(game.as_ref(), &resolved(template), Unit::Number, groups.iter());
        found.expect("it can be replayed").map_or(0.0, |found| found.quotient.observations)
    };
    let parts: f64 = ["behind", "level", "ahead"].into_iter().map(|standing| counted(dealt(standing))).sum();
    assert_eq!(parts, counted(dealt("")));
    for (own, named) in [("ahead", "2:ahead"), ("level", "2:level")] {
        assert_eq!(counted(dealt(own)), counted(dealt(named)));
    }
    let error = dealt("rich").resolve(&[]).expect_err("there is no such word");
    assert!(error.contains("rich"), "{error}");
    // Whoever is not first when somebody else is.
    let template = Template {
        measure: "places".into(),
        worth: [("first".to_string(), 1.0)].into(),
        given: "0:first".into(),
        of: Some(1),
        ..Template::default()
    };
    assert_eq!(value(game.as_ref(), &groups, &resolved(template)), 0.0);
}

#[test]
fn parts_of_points_make_a_whole() {
    let (game, groups) = play("tichu:rules=report", &["balanced-random", "simple"], 6);
    let part = |of| {
        let template =
            Template { measure: "part".into(), event: "points".into(), of: Some(of), ..Template::default() };
        value(game.as_ref(), &groups, &resolved(template))
    };
    assert!((part(0) + part(1) - 1.0).abs() < 1e-12);
    assert!(part(0) > part(1), "chance beats passing");
}

#[test]
fn choices_are_counted_by_turn_and_by_number() {
    let (game, groups) = play("onitama5", &["random", "random"], 20);
    let value_of = |template: Template| value(game.as_ref(), &groups, &resolved(template));
    let choices =
        |turn: &str| Template { measure: "choices".into(), turn: turn.into(), ..Template::default() };
    // Two cards and five pieces on the home rank have fewer moves than later ones on average.
    assert!(value_of(choices("1")) < value_of(choices("")));
    let above = |event: &str| Template {
        measure: "choices_above".into(),
        event: event.into(),
        ..Template::default()
    };
    assert_eq!((value_of(above("0")), value_of(above("40"))), (1.0, 0.0));
    let half = value_of(above("12"));
    assert!((0.2..0.9).contains(&half), "{half}");
}

#[test]
fn the_first_move_of_a_kind_is_found() {
    let (game, groups) = play("tichu:rules=report", &["balanced-random", "balanced-random"], 10);
    let when = |event: &str| Template { measure: "when".into(), event: event.into(), ..Template::default() };
    let dragon = value(game.as_ref(), &groups, &resolved(when("Dra")));
    assert!((1.0..60.0).contains(&dragon), "{dragon}");
    let never = measured(game.as_ref(), &resolved(when("never")), Unit::Number, groups.iter());
    assert!(never.expect("records replay").is_none());
}

#[test]
fn the_seat_that_moves_first_begins() {
    let (game, groups) = play("onitama5", &["random", "random"], 30);
    let began = resolved(Template { measure: "share".into(), event: "began".into(), ..Template::default() });
    assert_eq!(value(game.as_ref(), &groups, &began), 0.5);
    let plies = value(game.as_ref(), &groups, &of("plies", &[]));
    assert!((20.0..60.0).contains(&plies), "{plies}");
    let choices = value(game.as_ref(), &groups, &of("choices", &[]));
    assert!((11.0..17.0).contains(&choices), "{choices}");
    assert_eq!(unknown_measure(game.as_ref(), &of("rounds", &[])).as_deref(), Some("rounds"));
    assert_eq!(unknown_measure(game.as_ref(), &of("wins", &["capped=1"])), None);
}

/// The seat that is first a piece ahead at its turn, found by going through the positions once more.
#[test]
fn the_leader_is_the_seat_first_ahead_at_its_turn() {
    use karuta_engine::Game as _;
    use karuta_onitama::Onitama;
    use karuta_playable::playable::Playable as _;
    use karuta_playable::spec::{Args, Spec};

    let (game, groups) = play("onitama5", &["random", "random"], 40);
    let spec = Spec::parse("onitama5").expect("a spec");
    let args = Args::new(&spec, Onitama::<5>::PARAMS).expect("no keys");
    let options = Onitama::<5>::options(&args, Purpose::Match).expect("options");
    for pieces in [1, 2] {
        let (mut won, mut led) = (0.0, 0.0);
        for record in groups.iter().flat_map(|group| &group.games) {
            let mut state = Onitama::<5>::parse_position(&options, &record.start).expect("a position");
            for text in &record.moves {
                let seat = state.turn().expect("the game goes on");
                if state.pieces_left(seat) >= state.pieces_left(1 - seat) + pieces {
                    led += 1.0;
                    won += f64::from(u8::from(record.payoffs[seat] > 0.5));
                    break;
                }
                let mv = state.parse_move(text).expect("a move");
                state.apply(mv);
            }
        }
        assert!(led > 5.0 && won > 0.0, "{won} of {led}");
        let template =
            Template { measure: "leader_wins".into(), event: pieces.to_string(), ..Template::default() };
        assert_eq!(value(game.as_ref(), &groups, &resolved(template)), won / led);
    }
    let endless = Template { measure: "leader_wins".into(), event: "0".into(), ..Template::default() };
    assert!(endless.resolve(&[]).expect_err("no lead").contains("needs event"));
}

#[test]
fn quantities_choose_the_decisions_that_count() {
    let (game, groups) = play("tichu:rules=report-code", &["light", "balanced-random"], 6);
    let passes = |quantities: &[&str]| {
        let quantities = quantities.iter().map(|quantity| quantity.to_string()).collect();
        let kind =
            Template { measure: "kind".into(), event: "pass".into(), quantities, ..Template::default() };
        let found = measured(game.as_ref(), &resolved(kind), Unit::Percent, groups.iter());
        let found = found.expect("it can be replayed").expect("somebody decided").quotient;
        (found.mean * found.observations, found.observations)
    };
    let (all, decisions) = passes(&[]);
    let on_partner = passes(&["partner_leads=1"]);
    let on_rival = passes(&["rival_leads=1"]);
    let leading = passes(&["partner_leads=0", "rival_leads=0"]);
    assert_eq!(leading.0, 0.0, "who leads does not pass");
    assert!(on_partner.0 > 0.0 && on_rival.0 > on_partner.0);
    assert!((on_partner.0 + on_rival.0 - all).abs() < 1e-6);
    assert!((on_partner.1 + on_rival.1 + leading.1 - decisions).abs() < 1e-6);
    // One seat begins with the Phoenix, and its team has what the other lacks.
    let sum = |number: &str| {
        let wanted = of("difference", &[number]);
        let found = measured(game.as_ref(), &wanted, Unit::Number, groups.iter());
        let found = found.expect("it can be replayed").expect("somebody holds it").quotient;
        (found.mean * found.observations, found.observations)
    };
    let games: usize = groups.iter().map(|group| group.games.len()).sum();
    assert_eq!(sum("phoenix=1").1, games as f64);
    assert!((sum("phoenix=1").0 + sum("phoenix=0").0).abs() < 1e-6);
    assert_eq!(unknown_measure(game.as_ref(), &of("difference", &["phenix=1"])).as_deref(), Some("phenix"));
}
