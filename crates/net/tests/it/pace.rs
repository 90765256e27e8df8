//! Answers that are held back: the clock tells nothing of the hand.

use std::time::{Duration, Instant};

use karuta_daihinmin::Daihinmin;
use karuta_daihinmin::rules::Rules;
use karuta_engine::{Referee, Rng};
use karuta_net::uecda::agents::AvailableAgent;

#[test]
fn no_answer_comes_sooner_than_its_pace() {
    const PACE: Duration = Duration::from_millis(30);
    let [plain, paced] = [(); 2].map(|()| AvailableAgent::new("default").expect("an agent"));
    let paced = paced.paced(PACE);
    let mut referee = Referee::new(Daihinmin::seated(Rules::OFFICIAL, [0, 1, 2, 3, 4], None, 5));
    for _ in 0..6 {
        let decision = referee.decision().expect("a game goes on");
        let began = Instant::now();
        let choice = (paced.make)().choose(&decision, &mut Rng::new(1));
        assert!(began.elapsed() >= PACE, "forced or not");
        assert_eq!((plain.make)().choose(&decision, &mut Rng::new(1)).mv, choice.mv);
        referee.play(choice.mv);
    }
}
