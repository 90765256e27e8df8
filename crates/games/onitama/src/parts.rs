//! Onitama for people and for searches: names, measures, policies, presets.

use std::ops::ControlFlow;
use std::sync::Arc;

use karuta_engine::evaluation::Oracle;
use karuta_engine::playout::Trace;
use karuta_engine::{Rng, Seat};

use crate::deal::{self, Options};
use crate::learning::encoder;
use crate::play::endings::EndgameTable;
use crate::play::evaluation;
use crate::play::knowledge::{self, knowledge};
use crate::play::policies::{HalfHeuristic, Heuristic, Priority};
use crate::text::{notation, options, people, position, render, zones};
use crate::{End, Move, Onitama, numbering};
use karuta_playable::error::InputError;
use karuta_playable::ink::Ink;
use karuta_playable::knowledge::Knowledge;
use karuta_playable::level::Level;
use karuta_playable::numbering::Numbering;
use karuta_playable::parts::{
    Endgame, Learning, Named, OwnEndings, PaperParts, Parts, PolicyPart, Preset, Solved, SolvedClass,
    SolvedCounts, TwoSeat,
};
use karuta_playable::playable::{AHEAD, Measure, Playable, Purpose, Quantity};
use karuta_playable::spec::{Args, Param};
use karuta_playable::variant::Variant;

impl<const N: usize> Playable for Onitama<N> {
    type Options = Options;

    const NAME: &'static str = if N == 5 { "onitama5" } else { "onitama7" };
    const HELP: &'static str = if N == 5 {
        "Onitama on the official 5x5 board"
    } else {
        "Onitama on the 7x7 board of Schulz's thesis, seven pieces a side"
    };
    const PARAMS: &'static [Param] = options::PARAMS;
    const MEASURES: &'static [Measure] = &[
        Measure { name: "temple_wins", help: "games won by reaching the temple", is_total: true },
        Measure { name: "capture_wins", help: "games won by capturing the master", is_total: true },
        Measure { name: "capped", help: "games that reached the ply cap", is_total: true },
        Measure { name: "pieces_left_winning", help: "own pieces left in games won", is_total: false },
        Measure { name: "pieces_left_losing", help: "own pieces left in games lost", is_total: false },
    ];
    const QUANTITIES: &'static [Quantity] =
        &[Quantity { name: AHEAD, help: "pieces more than the other seat" }];
    const POSITION_HELP: &'static str = if N == 5 {
        "squares a1..e1, a2.. (0 empty, 1/2 seat 0's student/master, 3/4 seat 1's), two cards of seat 0, \
         two of seat 1, the side card, the seat to move, then, if wanted, plies made and the ply of the draw: \
         \"1121100000000000000033433 ox,boar,horse,elephant,crab 0\""
    } else {
        "49 squares a1..g1, a2.. (0 empty, 1/2 seat 0's student/master, 3/4 seat 1's), two cards of seat 0, \
         two of seat 1, the side card, the seat to move, then, if wanted, plies made and the ply of the draw"
    };
    const VARIANTS: &'static [Variant] = people::VARIANTS;
    const RULES: &'static str = people::RULES;
    const MOVE_HELP: &'static str = people::MOVE_HELP;
    const OPPONENT: &'static str = if N == 5 { "alphabeta:time=1s,endgame=own" } else { "alphabeta:time=1s" };
    const LEVELS: [&'static str; Level::ALL.len()] = [
        "mcts:iters=30",
        "mcts:iters=1000",
        "alphabeta:nodes=300",
        "alphabeta:nodes=3000",
        if N == 5 { "alphabeta:nodes=5000000,endgame=own" } else { "alphabeta:nodes=5000000" },
    ];
    // One board is enough to see.
    const EXHIBITION: &'static [&'static str] =
        if N == 5 { &["alphabeta:nodes=20000", "thesis-mcts:iters=2000", "heuristic"] } else { &[] };

    const BENCH_POSITION: Option<&'static str> = Some(if N == 5 {
        "1121100000000000000033433 ox,boar,horse,elephant,crab 0"
    } else {
        "1112111000000000000000000000000000000000003334333 tiger,crab,monkey,crane,dragon 0"
    });
    const BENCH_AGENTS: &'static [&'static str] =
        &["thesis-mcts:iters=20000", "mcts:iters=20000,playout=priority,solver=on", "alphabeta:nodes=500000"];

    const SIGNATURE_AGENTS: &'static [&'static [&'static str]] = &[
        &["thesis-mcts:iters=500", "thesis-rave:iters=500"],
        &["mcts:iters=500,select=rave,playout=priority,solver=on", "thesis-mcts-heuristic:iters=100"],
        &["heuristic", "priority"],
        &["alphabeta:nodes=2000", "minimax:depth=2"],
    ];

    fn options(args: &Args<'_>, purpose: Purpose) -> Result<Options, InputError> {
        options::read::<N>(args, purpose)
    }

    fn title(_: &Options) -> String {
        people::title::<N>()
    }

    fn deal(options: &Options, rng: &mut Rng) -> Self {
        deal::deal(options, rng)
    }

    fn openings(options: &Options) -> Vec<(String, Self)> {
        deal::openings(options)
    }

    fn position(&self) -> String {
        position::position(self)
    }

    fn parse_position(options: &Options, text: &str) -> Result<Self, InputError> {
        position::parse_position(text, options.cap)
    }

    fn move_text(&self, mv: Move) -> String {
        notation::move_text::<N>(mv)
    }

    fn parse_seen(text: &str) -> Option<Move> {
        notation::parse_seen::<N>(text)
    }

    fn numbering() -> Option<Numbering<Self>> {
        Some(numbering::numbering())
    }

    fn parse_move(&self, text: &str) -> Result<Move, InputError> {
        notation::parse_move(self, text)
    }

    fn render(view: &Self, seat: Seat, ink: Ink) -> String {
        render::render(view, seat, ink)
    }

    fn knowledge(view: &Self, seat: Seat) -> Option<Knowledge> {
        Some(zones::knowledge(view, seat))
    }

    fn position_of(options: &Options, seat: Seat, known: &Knowledge) -> Result<String, InputError> {
        zones::position_of::<N>(known, seat, options.cap)
    }

    fn move_words(&self, mv: Move, _: Ink) -> String {
        people::words(self, mv)
    }

    fn ending(&self, seat: Seat) -> Vec<String> {
        people::ending(self, seat)
    }

    fn seat_name(seat: Seat) -> String {
        notation::colour_name::<N>(seat).to_string()
    }

    fn measure(&self, seat: Seat) -> Vec<Option<f64>> {
        let won = self.winner() == Some(seat);
        let lost = self.winner() == Some(1 - seat);
        let flag = |claim: bool| Some(f64::from(u8::from(claim)));
        let left = f64::from(self.pieces_left(seat));
        vec![
            flag(won && self.end() == End::Temple),
            flag(won && self.end() == End::Capture),
            flag(self.end() == End::Cap),
            won.then_some(left),
            lost.then_some(left),
        ]
    }

    fn quantities(&self, seat: Seat) -> Vec<i32> {
        vec![evaluation::pieces(self, seat)]
    }

    fn parts() -> Parts<Self> {
        Parts {
            policies: vec![
                PolicyPart::new::<Priority>("priority", "wins if it can, else captures, else anything"),
                PolicyPart {
                    // Two heuristics can shuffle to and fro for ever.
                    cut: Some((200, "thesis")),
                    ..PolicyPart::new::<Heuristic>(
                        "heuristic",
                        "the thesis' heuristic: pieces, placement, mobility",
                    )
                },
                PolicyPart {
                    cut: Some((30, "thesis")),
                    ..PolicyPart::playout_only::<HalfHeuristic>(
                        "heavy",
                        "the thesis' heavy playout: heuristic against priority, cut at 30 plies",
                    )
                },
            ],
            presets: PRESETS.to_vec(),
            two_seat: Some(TwoSeat {
                evaluations: vec![
                    Named {
                        name: "net",
                        help: "the value net: pieces, squares and cards, and what is attacked",
                        part: knowledge::evaluate::<N>,
                    },
                    Named {
                        name: "fitted",
                        help: "material, places, threats; fitted to self-play; a student is worth 100",
                        part: evaluation::fitted::<N>,
                    },
                    Named { name: "pieces", help: "pieces ahead", part: evaluation::pieces::<N> },
                    Named {
                        name: "thesis",
                        help: "the thesis' pieces, placement and mobility",
                        part: evaluation::schulz::<N>,
                    },
                ],
                knowledge: knowledge(),
                order: Some(promise::<N>),
                endgame: Some(Endgame {
                    help: "the five cards in any order: boar,ox,elephant,horse,crab",
                    solve: solve_endings::<N>,
                    read: |bytes| match EndgameTable::<N>::from_bytes(bytes) {
                        Ok(table) => Ok(Arc::new(table)),
                        Err(error) => Err(InputError::new(error.to_string())),
                    },
                    // Half a minute and 500 MB on the large board are not what a game may cost.
                    own: (N == 5).then_some(OwnEndings { of: endings_of::<N>, solve: own_endings::<N> }),
                }),
            }),
            learning: Learning { encoders: vec![encoder::planes()], policy: None },
            papers: PaperParts {
                amaf: vec![Named {
                    name: "thesis",
                    help: "the thesis' bookkeeping, in which a recorded piece stands where it ends up",
                    part: as_schulz_recorded::<N>,
                }],
                ..PaperParts::default()
            },
            ..Parts::default()
        }
    }
}

/// Solves all endings of five cards with at most a master and a student a side.
fn solve_endings<const N: usize>(text: &str, progress: &mut dyn FnMut(f64)) -> Result<Solved, InputError> {
    let cards = notation::parse_cards(text, ',')?;
    let table = EndgameTable::<N>::solve(cards, &mut |p| progress(p.decided as f64 / p.positions as f64))
        .map_err(|error| InputError::new(error.to_string()))?;
    let summary = table.summary();
    let class = |name: String, counts: SolvedCounts| SolvedClass { name, counts };
    let by_material =
        summary.classes.iter().map(|c| class(format!("{} v {}", c.pieces[0], c.pieces[1]), c.counts));
    Ok(Solved {
        classes: by_material.chain([class(String::from("all"), summary.total)]).collect(),
        lengths: table.lengths(),
        longest: table.longest_win().map(|state| state.position()),
        bytes: table.to_bytes(),
    })
}

/// The cards of a position, in an order that does not depend on who holds them.
fn endings_of<const N: usize>(state: &Onitama<N>) -> String {
    let [[a, b], [c, d]] = state.hands;
    let mut cards = [a, b, c, d, state.side];
    cards.sort_unstable();
    cards.map(|card| card.face().name).join(",")
}

/// Solves all endings of the cards of a position.
fn own_endings<const N: usize>(
    cards: &str,
    is_stopped: &dyn Fn() -> bool,
) -> Option<Arc<dyn Oracle<Onitama<N>>>> {
    let cards = notation::parse_cards(cards, ',').ok()?;
    let mut go_on = |_| if is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let table = EndgameTable::<N>::solve_unless(cards, &mut go_on).ok()??;
    Some(Arc::new(table))
}

/// The order of the thesis' move lists: winning moves, captures, the rest.
fn promise<const N: usize>(state: &Onitama<N>, mv: Move) -> i32 {
    let seat = usize::from(state.turn);
    let to = 1u64 << mv.to;
    let wins = to == state.masters[1 - seat]
        || (1u64 << mv.from == state.masters[seat] && to == Onitama::<N>::TEMPLES[1 - seat]);
    match (mv.is_pass(), wins, to & state.pieces[1 - seat] != 0) {
        (true, _, _) => 0,
        (_, true, _) => 2,
        (_, _, true) => 1,
        (_, _, false) => 0,
    }
}

/// Rewrites a playout as the thesis' program remembered it. It records piece *objects*, which go on
/// moving: when the backup compares them, each stands where it ended up, and captured ones nowhere.
/// So a recorded move keeps its card and step but starts from the piece's last square.
fn as_schulz_recorded<const N: usize>(trace: &mut Trace<Move>) {
    const GONE: u8 = u8::MAX;
    // Read backwards, `ends[square]` is where the piece now on `square` will stand in the end.
    let mut ends: [u8; 64] = std::array::from_fn(|square| square as u8);
    let shifted = |mv: Move, from: u8| -> Option<Move> {
        let (dx, dy) = (column::<N>(mv.to) - column::<N>(mv.from), row::<N>(mv.to) - row::<N>(mv.from));
        let (x, y) = (column::<N>(from) + dx, row::<N>(from) + dy);
        let on_board = (0..N as i32).contains(&x) && (0..N as i32).contains(&y);
        on_board.then(|| Move { card: mv.card, from, to: (y * N as i32 + x) as u8 })
    };
    let mut kept = 0;
    // Written from the back as well: the order of a trace does not matter to AMAF.
    for at in (0..trace.len()).rev() {
        let (seat, mv) = trace[at];
        if mv.is_pass() {
            continue;
        }
        let end = ends[usize::from(mv.to)];
        ends[usize::from(mv.from)] = end;
        ends[usize::from(mv.to)] = GONE;
        if end != GONE
            && let Some(seen) = shifted(mv, end)
        {
            kept += 1;
            let slot = trace.len() - kept;
            trace[slot] = (seat, seen);
        }
    }
    let dropped = trace.len() - kept;
    trace.drain(..dropped);
}

fn column<const N: usize>(square: u8) -> i32 {
    i32::from(square) % N as i32
}

fn row<const N: usize>(square: u8) -> i32 {
    i32::from(square) / N as i32
}

/// The agents of the thesis as its code has them. Its budget is two seconds a move.
const PRESETS: &[Preset] = &[
    Preset {
        name: "onitama-mcts",
        spec: "mcts:time=1s,c=0.08,playout=(quiescence:depth=2,judge=200),minimax=0.8,solver=on,\
               advice=(prior:agent=(alphabeta:nodes=100000),visits=10000,share=0.8),reuse=on",
        help: "our best tree search: advised by alpha-beta at the root; leaves judged after a quiescence search, \
               minimax values, proofs",
    },
    Preset { name: "thesis-random", spec: "random", help: "the thesis' RandomAi" },
    Preset { name: "thesis-advanced-random", spec: "priority", help: "the thesis' RandomAi with priorities" },
    Preset { name: "thesis-heuristic", spec: "heuristic", help: "the thesis' HeuristicAi" },
    Preset {
        name: "thesis-mcts",
        spec: "mcts:time=2s,c=0.3,playout=priority,final=mean",
        help: "the thesis' MCTS: UCT, priority playouts to the end, best mean",
    },
    Preset {
        name: "thesis-mcts-light",
        spec: "mcts:time=2s,c=0.3,playout=uniform,final=mean",
        help: "the thesis' MCTSLight: uniform playouts",
    },
    Preset {
        name: "thesis-rave",
        spec: "mcts:time=2s,c=0.3,select=(schulz-rave:bias=1700,early=0.99,amaf=thesis),playout=priority,final=mean",
        help: "the thesis' MCTSRave, its corrupted AMAF bookkeeping included",
    },
    Preset {
        name: "thesis-mcts-heuristic",
        spec: "mcts:time=2s,c=0.3,playout=heavy,final=mean",
        help: "the thesis' MCTSHeuristic: heavy playouts cut at 30 plies",
    },
    Preset {
        name: "peeck-heavy",
        spec: "mcts:time=2s,c=0.25,playout=(priority:cut=50,eval=pieces),final=mean",
        help: "the fellow student's agent: priority playouts cut at 50 plies, judged by pieces",
    },
];
