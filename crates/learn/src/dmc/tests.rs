//! Tests of `dmc`.

use super::*;
use karuta_daihinmin::text::options::Options;
use karuta_daihinmin::{Daihinmin, rules};
use karuta_hanamikoji::Hanamikoji;
use karuta_hanamikoji::rules::Rules;
use karuta_playable::spec::Spec;

/// A game without titles.
const DEAL: Options = Options { rules: rules::Rules::OFFICIAL, titles: None };

fn learner(spec: &str) -> Dmc<Hanamikoji> {
    against(spec, Others::Itself)
}

fn against(spec: &str, others: Others<Hanamikoji>) -> Dmc<Hanamikoji> {
    let spec = Spec::parse(spec).expect("a spec");
    let args = Args::new(&spec, PARAMS).expect("known keys");
    let options = DmcOptions::read(&args, 5).expect("options");
    let encoder = Hanamikoji::parts().learning.encoders[0].part;
    Dmc::new(options, encoder, others, Arc::new(|rng| Hanamikoji::new(Rules::HASSAN, rng.bits())))
}

fn advance<G: Playable>(dmc: &mut Dmc<G>) -> LearningSums {
    let mut player = dmc.player();
    let played: Vec<Samples> = dmc.next_games().map(|game| dmc.play(game, &mut player)).collect();
    dmc.learn(&played)
}

fn header() -> Header {
    let text = String::from;
    Header {
        game: text("hanamikoji"),
        encoder: text("candidates"),
        learner: text("dmc"),
        steps: 0,
        seed: 5,
        commit: text("none"),
    }
}

#[test]
fn a_checkpoint_is_all_there_is_to_remember() {
    const SPEC: &str = "dmc:hidden=16+8,games=20,batch=32";
    let mut straight = learner(SPEC);
    let first = advance(&mut straight);
    let kept = straight.checkpoint(&Header { steps: straight.games, ..header() }, &first);
    advance(&mut straight);
    let mut resumed = learner(SPEC);
    let file = Unpacked::new(&kept).expect("a file");
    assert_eq!(resumed.resume(&file), Ok(first));
    advance(&mut resumed);
    let bytes = |dmc: &Dmc<Hanamikoji>| dmc.checkpoint(&header(), &first);
    assert!(bytes(&straight) == bytes(&resumed));
    assert!(bytes(&straight) != kept, "it went on learning");
    assert!(learner("dmc:hidden=16+9").resume(&file).is_err(), "another net");
}

#[test]
fn a_game_is_the_same_whoever_plays_it() {
    let dmc = learner("dmc:hidden=16,explore=0.3");
    let mut player = dmc.player();
    let games: Vec<Samples> = (0..6).map(|game| dmc.play(game, &mut player)).collect();
    assert_eq!(dmc.play(4, &mut dmc.player()), games[4]);
    assert_ne!(games[0], games[1]);
    let whole = games.iter().all(|samples| {
        let count = samples.ends.len();
        count > 10 && samples.payoffs.len() == count && samples.values.len() == count
    });
    assert!(whole, "every move has its end");
}

#[test]
fn against_others_one_side_learns_and_the_sides_take_turns() {
    let random = Hanamikoji::parts().policies[0].agent.expect("an agent");
    let others = Others::Agents { make: Arc::new(random), look: karuta_engine::Game::view };
    let dmc = against("dmc:hidden=16", others);
    let mut player = dmc.player();
    let games: Vec<Samples> = (0..8).map(|game| dmc.play(game, &mut player)).collect();
    // All moves of a game belong to one side, so they have led to one payoff.
    let ends = games.iter().map(|samples| {
        let first = samples.payoffs[0];
        assert!(samples.payoffs.iter().all(|&payoff| payoff == first), "{:?}", samples.payoffs);
        first
    });
    assert!(ends.count() == 8);
    let itself = learner("dmc:hidden=16");
    let both = itself.play(0, &mut itself.player());
    assert!(both.payoffs.iter().any(|&payoff| payoff != both.payoffs[0]), "both sides learn");
}

#[test]
fn moves_may_be_judged_by_their_round() {
    let dmc = learner("dmc:hidden=16,rounds=on");
    let samples = dmc.play(1, &mut dmc.player());
    assert_eq!(samples.payoffs.len(), samples.ends.len());
    let between = samples.payoffs.iter().filter(|&&payoff| payoff > 0.0 && payoff < 1.0).count();
    assert!(between > 0 || samples.ends.len() < 14, "{:?}", samples.payoffs);
}

/// Places, whatever is known, have a variance of an eighth; whoever errs much less has learned to tell
/// good hands from bad ones.
#[test]
fn it_learns() {
    let spec = Spec::parse("dmc:hidden=32,games=40,rate=0.003,batch=64").expect("a spec");
    let args = Args::new(&spec, PARAMS).expect("known keys");
    let parts = Daihinmin::parts();
    let deal = |rng: &mut Rng| Daihinmin::deal(&DEAL, rng);
    let options = DmcOptions::read(&args, 5).expect("options");
    let mut dmc = Dmc::new(options, parts.learning.encoders[0].part, Others::Itself, Arc::new(deal));
    let losses: Vec<f64> = (0..15).map(|_| advance(&mut dmc).mean_loss()).collect();
    assert!(losses[0] > 0.1 && losses[14] < 0.085, "{losses:?}");
}

#[test]
fn bad_options_are_named() {
    let error = |text: &str| {
        let spec = Spec::parse(text).expect("a spec");
        Args::new(&spec, PARAMS).and_then(|args| DmcOptions::read(&args, 1)).expect_err("bad").to_string()
    };
    for text in ["dmc:hidden=0", "dmc:hidden=a", "dmc:hidden=5000", "dmc:hidden=1+1+1+1+1+1+1+1+1"] {
        assert!(error(text).contains("such as 256+128"), "{}", error(text));
    }
    assert!(error("dmc:rate=7").contains("rate=7"));
    assert!(error("dmc:rat=7").contains("did you mean rate?"));
}
