//! Tests of `endings`.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::OnceLock;

use super::*;
use crate::{Move, Setting};

pub(crate) fn cards(names: &str) -> [Card; 5] {
    let list: Vec<Card> = names.split(' ').map(|name| Card::named(name).expect("a card")).collect();
    list.try_into().expect("five cards")
}

/// Cards that leave seats stuck on a board of 3 by 3, in draws too.
const STICKY: &str = "bear steer giraffe butterfly turtle";

/// A board on which everything is quick.
pub(crate) fn small() -> EndgameTable<3> {
    EndgameTable::solve(cards(STICKY), &mut |_| ()).expect("five different cards")
}

/// The table of the common test deal.
fn common() -> &'static EndgameTable<5> {
    static TABLE: OnceLock<EndgameTable<5>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let deal = cards("boar ox elephant horse crab");
        EndgameTable::solve(deal, &mut |_| ()).expect("five different cards")
    })
}

fn after<const N: usize>(state: &Onitama<N>, mv: Move) -> Onitama<N> {
    let mut next = *state;
    next.apply(mv);
    next
}

/// Value for the seat to move, from the values of its moves for the other seat.
fn best(answers: impl Iterator<Item = MoveVerdict>) -> MoveVerdict {
    let (mut win, mut draw, mut loss) = (None, false, 0);
    for answer in answers {
        match answer {
            MoveVerdict::Loss(plies) => win = Some(win.map_or(plies + 1, |best: u32| best.min(plies + 1))),
            MoveVerdict::Win(plies) => loss = loss.max(plies + 1),
            MoveVerdict::Draw => draw = true,
            MoveVerdict::Score(_) => unreachable!("a table knows no scores"),
        }
    }
    match win {
        Some(plies) => MoveVerdict::Win(plies),
        None if draw => MoveVerdict::Draw,
        None => MoveVerdict::Loss(loss),
    }
}

/// Every value follows from those one move later. That proves a table: wins and losses by induction
/// over the plies; and from a draw the mover can always go on to another draw and never to a loss
/// of the other seat, so neither can force anything.
fn check_every_value<const N: usize>(table: &EndgameTable<N>) {
    let mut moves = Vec::new();
    for (state, verdict) in table.positions() {
        moves.clear();
        state.moves(&mut moves);
        let expected = best(moves.iter().map(|&mv| {
            let next = after(&state, mv);
            table.probe(&next).unwrap_or(MoveVerdict::Loss(0))
        }));
        assert_eq!(verdict, expected, "{state:?}");
    }
}

#[test]
fn every_value_follows_from_the_next() {
    check_every_value(&small());
    check_every_value(common());
}

#[test]
fn solving_can_be_broken_off() {
    let mut left = 3;
    let solved = EndgameTable::<3>::solve_unless(cards(STICKY), &mut |_| {
        left -= 1;
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((solved, left), (Ok(None), 0));
}

/// The position as the key of a map: hands have no order.
fn plain<const N: usize>(state: &Onitama<N>) -> Onitama<N> {
    let mut setting = state.setting();
    setting.hands.iter_mut().for_each(|hand| hand.sort_unstable());
    Onitama::from_setting(setting)
}

/// Both seats' positions with at most so many students in all, written without the table's index.
fn endings<const N: usize>(deal: [Card; 5], students: u32) -> Vec<Onitama<N>> {
    let squares = || (0..N * N).map(|square| 1u64 << square);
    let optional = || squares().chain([0]);
    let mut found = Vec::new();
    for (first, second) in squares().flat_map(|first| squares().map(move |second| (first, second))) {
        for (own, other) in optional().flat_map(|own| optional().map(move |other| (own, other))) {
            let all = first | second | own | other;
            let count = own.count_ones() + other.count_ones();
            let over = first == Onitama::<N>::TEMPLES[1] || second == Onitama::<N>::TEMPLES[0];
            if over || all.count_ones() != 2 + count || count > students {
                continue;
            }
            for side in 0..5 {
                let rest: Vec<Card> = (0..5).filter(|&slot| slot != side).map(|slot| deal[slot]).collect();
                for [a, b, c, d] in
                    [[0, 1, 2, 3], [0, 2, 1, 3], [0, 3, 1, 2], [1, 2, 0, 3], [1, 3, 0, 2], [2, 3, 0, 1]]
                {
                    found.extend([0, 1].map(|turn| {
                        plain(&Onitama::from_setting(Setting {
                            pieces: [first | own, second | other],
                            masters: [first, second],
                            hands: [[rest[a], rest[b]], [rest[c], rest[d]]],
                            side: deal[side],
                            turn,
                            cap: 0,
                        }))
                    }));
                }
            }
        }
    }
    found
}

/// Results of a move beside the positions of the list: the end of the game.
const WON: u32 = u32::MAX;

/// Solves by looking forward one ply further each time until nothing changes.
fn solve_forward<const N: usize>(states: &[Onitama<N>]) -> Vec<MoveVerdict> {
    let numbers: HashMap<Onitama<N>, u32> = states.iter().copied().zip(0..).collect();
    let (mut targets, mut starts) = (Vec::new(), vec![0]);
    let mut moves = Vec::new();
    for state in states {
        moves.clear();
        state.moves(&mut moves);
        targets.extend(moves.iter().map(|&mv| {
            let next = after(state, mv);
            if next.winner().is_some() { WON } else { numbers[&plain(&next)] }
        }));
        starts.push(targets.len());
    }
    let mut values = vec![MoveVerdict::Draw; states.len()];
    loop {
        let mut news = Vec::new();
        for (number, span) in starts.windows(2).enumerate() {
            if values[number] != MoveVerdict::Draw {
                continue;
            }
            let answers = targets[span[0]..span[1]].iter().map(|&target| match target {
                WON => MoveVerdict::Loss(0),
                target => values[target as usize],
            });
            let value = best(answers);
            if value != MoveVerdict::Draw {
                news.push((number, value));
            }
        }
        if news.is_empty() {
            break;
        }
        for (number, value) in news {
            values[number] = value;
        }
    }
    values
}

fn check_against_forward<const N: usize>(table: &EndgameTable<N>, students: u32) {
    let states = endings(table.cards(), students);
    for (state, value) in states.iter().zip(solve_forward(&states)) {
        assert_eq!(table.probe(state), Some(value), "{state:?}");
    }
    if students == 2 {
        assert_eq!(states.len() as u64, 2 * table.summary().total.positions);
    }
}

#[test]
fn another_solver_agrees_on_all_of_the_small_board() {
    check_against_forward(&small(), 2);
}

#[test]
fn another_solver_agrees_on_the_common_deal() {
    check_against_forward(common(), 1);
}

#[test]
fn summary_of_the_common_deal() {
    let Summary { total, classes: [bare, one_two, two_one, two_two] } = common().summary();
    // Independent programs agree on these.
    assert_eq!((total.positions, total.wins_at_once), (9_174_270, 3_787_692));
    assert_eq!((bare.counts.positions, bare.counts.wins_at_once), (16_590, 5_181));
    // These were found here; the checks above prove them.
    let found = |class: Class| {
        let SolvedCounts { wins, losses, draws, longest_win, .. } = class.counts;
        (class.pieces, [wins, losses, draws], longest_win)
    };
    assert_eq!(found(bare), ([1, 1], [11_514, 5_076, 0], 25));
    assert_eq!(found(one_two), ([1, 2], [214_905, 166_563, 102], 33));
    assert_eq!(found(two_one), ([2, 1], [315_358, 66_118, 94], 29));
    assert_eq!(found(two_two), ([2, 2], [6_210_802, 2_181_766, 1_972], 59));
    let sum = |part: fn(&SolvedCounts) -> u64| {
        [bare, one_two, two_one, two_two].map(|class| part(&class.counts)).iter().sum()
    };
    assert_eq!(
        (total.wins, total.losses, total.draws),
        (sum(|t| t.wins), sum(|t| t.losses), sum(|t| t.draws))
    );
}

#[test]
fn the_longest_win_is_played_out_in_its_time() {
    let table = common();
    let mut state = table.longest_win().expect("some positions are won");
    for left in (1..=59).rev() {
        let value = if left % 2 == 1 { MoveVerdict::Win(left) } else { MoveVerdict::Loss(left) };
        assert_eq!(table.probe(&state), Some(value));
        let mut moves = Vec::new();
        state.moves(&mut moves);
        let reply = moves.into_iter().map(|mv| after(&state, mv)).find(|next| match table.probe(next) {
            Some(MoveVerdict::Win(plies) | MoveVerdict::Loss(plies)) => plies == left - 1,
            Some(MoveVerdict::Draw | MoveVerdict::Score(_)) => false,
            None => true,
        });
        state = reply.expect("a move that keeps to the best line");
    }
    assert_eq!((state.winner(), table.probe(&state)), (Some(0), None));
}

#[test]
fn only_its_own_endings_are_known() {
    let table = common();
    let start = table.longest_win().expect("some positions are won");
    let with = |change: fn(&mut Setting)| {
        let mut setting = start.setting();
        change(&mut setting);
        table.probe(&Onitama::from_setting(setting))
    };
    let same = with(|setting| setting.hands.iter_mut().for_each(|hand| hand.reverse()));
    assert_eq!(same, Some(MoveVerdict::Win(59)));
    assert_eq!(with(|setting| setting.side = cards("tiger ox boar crab horse")[0]), None);
    assert_eq!(with(|setting| setting.side = setting.hands[0][0]), None);
    // A third piece, either master on its goal, either master missing.
    assert_eq!(with(|setting| setting.pieces[0] |= 1 << 12), None);
    for masters in [[1 << 22, 1 << 12], [1 << 12, 1 << 2], [0, 1 << 12], [1 << 12, 0]] {
        let ending = Setting { pieces: masters, masters, ..start.setting() };
        assert_eq!(table.probe(&Onitama::from_setting(ending)), None);
    }
}

#[test]
fn a_cap_hides_what_comes_too_late() {
    let table = common();
    let start = table.longest_win().expect("some positions are won").setting();
    let capped = |cap: u16| Onitama::from_setting(Setting { cap, ..start });
    assert_eq!(table.probe(&capped(59)), Some(MoveVerdict::Win(59)));
    assert_eq!(table.probe(&capped(58)), None);
    let mut moves = Vec::new();
    capped(59).moves(&mut moves);
    let best = moves.iter().find(|&&mv| table.probe(&after(&capped(0), mv)) == Some(MoveVerdict::Loss(58)));
    let best = *best.expect("a move that wins in time");
    assert_eq!(table.probe(&after(&capped(59), best)), Some(MoveVerdict::Loss(58)));
    assert_eq!(table.probe(&after(&capped(58), best)), None);
    assert_eq!(table.probe(&after(&capped(1), best)), None);
    let (drawn, _) = table.positions().find(|&(_, value)| value == MoveVerdict::Draw).expect("draws");
    let drawn = Onitama::from_setting(Setting { cap: 1, ..drawn.setting() });
    assert_eq!(table.probe(&drawn), Some(MoveVerdict::Draw));
}

#[test]
fn progress_goes_on_to_the_longest_win() {
    let mut reports = Vec::new();
    let table = EndgameTable::<3>::solve(cards(STICKY), &mut |progress| reports.push(progress));
    let total = table.expect("five different cards").summary().total;
    assert_eq!(reports[0], Progress { plies: 1, decided: total.wins_at_once, positions: total.positions });
    assert!(reports.windows(2).all(|pair| pair[0].plies + 2 == pair[1].plies));
    assert!(reports.windows(2).all(|pair| pair[0].decided < pair[1].decided));
    let last = reports.last().expect("a report");
    assert_eq!(last.plies, total.longest_win);
    assert!(last.decided <= total.wins + total.losses);
}

#[test]
fn the_small_board_has_every_kind_of_position() {
    let table = small();
    let total = table.summary().total;
    assert!(total.wins > 0 && total.losses > 0 && total.draws > 0, "{total:?}");
    let is_stuck = |state: &Onitama<3>| state.mobility(0) == 0;
    assert!(table.positions().any(|(state, value)| is_stuck(&state) && value == MoveVerdict::Draw));
}
