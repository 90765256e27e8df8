//! Bad input: exit code 2, nothing on standard output, and one line that says what was given and what
//! would do.

use crate::child::karuta;

const OPENING: &str = "1121100000000000000033433 ox,boar,horse,elephant,crab 0";

/// Arguments separated by blanks, a position in place of `@`, and what the line must say.
struct Case {
    args: &'static str,
    position: &'static str,
    says: &'static [&'static str],
}

const fn case(args: &'static str, says: &'static [&'static str]) -> Case {
    Case { args, position: "", says }
}

const fn at(args: &'static str, position: &'static str, says: &'static [&'static str]) -> Case {
    Case { args, position, says }
}

#[track_caller]
fn check(cases: &[Case]) {
    for case in cases {
        let args: Vec<&str> =
            case.args.split(' ').map(|arg| if arg == "@" { case.position } else { arg }).collect();
        let ended = karuta(&args);
        assert_eq!(ended.code, Some(2), "{args:?}: {}{}", ended.out, ended.err);
        let line = ended.refusal();
        for words in case.says {
            assert!(line.contains(words), "{args:?}: {words:?} is missing in {line}");
        }
    }
}

#[test]
fn games_and_their_options() {
    check(&[
        case(
            "match onitama6 random random",
            &["\"onitama6\"", "did you mean onitama5?", "onitama5, onitama7"],
        ),
        case("play chess", &["\"chess\"", "onitama5, onitama7"]),
        case("moves :", &["\":\" is no spec", "name:key=value"]),
        case("moves onitama5:card=base", &["\"card\"", "did you mean cards?", "cards, starts, cap"]),
        case("moves onitama5:cards", &["\"cards\"", "key=value"]),
        case("moves onitama5:cards=base,cards=promo", &["\"cards\" is given twice"]),
        case("moves onitama5:cards=(base", &["parentheses", "(base"]),
        case("moves onitama5:cards=bass", &["no card \"bass\"", "tiger, crab", "base, sensei"]),
        case("moves onitama5:cards=ox+boar", &["ox+boar", "2 cards", "five"]),
        case("moves onitama5:cards=ox+ox+boar+crab+eel", &["names ox twice"]),
        case("moves onitama5:cards=base+ox", &["names ox twice"]),
        case("moves onitama5:starts=2", &["starts=2", "stamp, 0, 1, random"]),
        case("match onitama5:cap=0 random random", &["cap=0", "1 to 65535"]),
        case("match onitama5:cap=-1 random random", &["cap=-1", "1 to 65535"]),
        case("match onitama5:cap=99999 random random", &["cap=99999", "1 to 65535"]),
        case("bench onitama9", &["\"onitama9\"", "onitama5, onitama7"]),
        case("lab run daihinmin/table-61", &["\"daihinmin/table-61\"", "did you mean daihinmin/table-1?"]),
        case("bench conect-four", &["\"conect-four\"", "did you mean connect-four?"]),
        case("agents --game onitama9", &["\"onitama9\"", "onitama5, onitama7"]),
    ]);
}

#[test]
fn engines_pages_and_learners() {
    check(&[
        case("engine --agent mtcs", &["no agent \"mtcs\"", "did you mean mcts?"]),
        case("engine --agent mcts:iters=0", &["iters=0", "a whole number from 1 to"]),
        case("engine --game onitama5", &["--check"]),
        case("engine --agent exec:cmd=(cat)x", &["exec: (cat)x cannot be started", "the shell"]),
        case("serve --results /nonexistent", &["no folder of results /nonexistent", "karuta lab run"]),
        case("serve --record /nonexistent.db", &["/nonexistent.db"]),
        case("serve --port 70000", &["70000"]),
        case("train hanamikoji --learner dmc", &["--out FILE"]),
        case("train hanamikoji", &["--out"]),
    ]);
}

#[test]
fn learners_are_listed_without_a_file_to_write() {
    let listed = karuta(&["train", "hanamikoji", "--learner", "help"]).fine();
    assert!(listed.starts_with("dmc: ") && listed.contains("\ndqn: "), "{listed}");
}

#[test]
fn agents_and_their_parameters() {
    check(&[
        case("match onitama5 mtcs random", &["no agent \"mtcs\"", "did you mean mcts?", "random, "]),
        case("match onitama5 random nobody", &["no agent \"nobody\"", "there are: "]),
        case("agents nobody", &["no agent \"nobody\"", "there are: "]),
        case("agents nobody --json", &["no agent \"nobody\"", "there are: "]),
        case("match onitama5 mcts:itres=3 random", &["\"itres\"", "did you mean iters?"]),
        case("match onitama5 random:iters=3 random", &["\"iters\"", "there are: rules"]),
        case("match onitama5 mcts:iters=x random", &["iters=x", "a whole number from 1 to"]),
        case("match onitama5 mcts:iters=0 random", &["iters=0", "a whole number from 1 to"]),
        case("match onitama5 mcts:iters=1e3 random", &["iters=1e3", "a whole number from 1 to"]),
        case("match onitama5 mcts:iters= random", &["\"iters=\"", "key=value"]),
        case("match onitama5 mcts:time=5 random", &["time=5", "500ms or 2s"]),
        case("match onitama5 mcts:time=-5s random", &["time=-5s", "500ms or 2s"]),
        case("match onitama5 mcts:time=0s random", &["time=0s", "500ms or 2s"]),
        case("match onitama5 mcts:iters=5,time=1s random", &["iters or time, not both"]),
        case("match onitama5 thesis-mcts:iters=5,time=1s random", &["iters or time, not both"]),
        case("match onitama5 mcts:c=nan random", &["c=nan", "a number from 0 to 100"]),
        case("match onitama5 mcts:c=101 random", &["c=101", "a number from 0 to 100"]),
        case(
            "match onitama5 mcts:select=ucb2 random",
            &["select \"ucb2\"", "ucb1, tuned, ismcts, puct, thompson, rave"],
        ),
        case("match onitama5 mcts:final=best random", &["final=best", "visits, mean, ucb"]),
        case("match onitama5 mcts:solver=maybe random", &["solver=maybe", "on or off"]),
        case("match onitama5 mcts:threads=0 random", &["threads=0", "1 to 256"]),
        case(
            "match onitama5 mcts:playout=captur random",
            &["\"captur\"", "uniform, priority, heuristic, heavy"],
        ),
        case(
            "match onitama5 mcts:playout=(mtcs:iters=3) random",
            &["no agent \"mtcs\"", "did you mean mcts?"],
        ),
        case(
            "match onitama5 mcts:playout=(uniform:cut=5,eval=piecs) random",
            &["\"piecs\"", "pieces, thesis"],
        ),
        case("match onitama5 mcts:select=(schulz-rave:amaf=first) random", &["\"first\"", "moves, thesis"]),
        case("match onitama5 mcts:endgame=none.end random", &["\"none.end\"", "karuta solve"]),
        case("match onitama5 heavy random", &["heavy is for playouts only", "mcts:playout=heavy"]),
        case(
            "match onitama5 mcts:playout=(mcts:playout=(mcts:playout=(mcts:playout=(mcts:playout=random)))) random",
            &["nested more than 4 deep"],
        ),
        case("match onitama5 (mcts) random", &["\"(mcts)\" is no spec"]),
        case("analyze onitama5 --agent mcts:c=1000", &["c=1000", "0 to 100"]),
        case("play onitama5 --against mcts:c=1000", &["c=1000", "0 to 100"]),
        case("match onitama5 alphabeta:depth=0 random", &["depth=0", "a whole number from 1 to"]),
        case("match onitama5 alphabeta:depth=3,time=1s random", &["one of nodes, time and depth"]),
    ]);
}

#[test]
fn how_many_agents_play() {
    check(&[
        case("match onitama5 random", &["1 agents were given, but 2 play"]),
        case("match onitama5 random random random", &["3 agents were given, but 2 play"]),
        case("match onitama5", &["<AGENTS>", "usage: karuta match"]),
        case("tournament onitama5 random", &["2 values required", "usage: karuta tournament"]),
        case("tournament onitama5 random random", &["random takes part twice", "give each agent once"]),
        case(
            "tournament onitama5 mcts:iters=5 priority mcts:iters=5,c=0.3",
            &["mcts:iters=5 takes part twice"],
        ),
        case(
            "tournament onitama5 random priority heuristic --sprt elo0=0,elo1=9",
            &["two agents", "3 were given"],
        ),
    ]);
}

#[test]
fn positions() {
    const FORM: &str = "25 digits a1, b1, .. row by row, five cards, the seat to move";
    check(&[
        at("moves onitama5 --position @", "", &["the cards are missing", FORM]),
        at("moves onitama5 --position @", "garbage", &["\"garbage\" is no position", FORM]),
        at("moves onitama5 --position @", "11211 ox,boar,horse,elephant,crab 0", &["5 squares", FORM]),
        at("moves onitama7 --position @", OPENING, &["25 squares", "49 digits"]),
        at(
            "moves onitama5 --position @",
            "11211000000000000000334330 ox,boar,horse,elephant,crab 0",
            &["26 squares", FORM],
        ),
        at(
            "moves onitama5 --position @",
            "1122100000000000000033433 ox,boar,horse,elephant,crab 0",
            &["seat 0 has two masters", FORM],
        ),
        at(
            "perft onitama5 --depth 2 --position @",
            "1121100000000000000034433 ox,boar,horse,elephant,crab 0",
            &["seat 1 has two masters", FORM],
        ),
        at(
            "moves onitama5 --position @",
            "1111100000000000000033433 ox,boar,horse,elephant,crab 0",
            &["a master", FORM],
        ),
        at(
            "moves onitama5 --position @",
            "1121100000000000000033333 ox,boar,horse,elephant,crab 0",
            &["already captured the other master"],
        ),
        at(
            "moves onitama5 --position @",
            "1101100000000000000033234 ox,boar,horse,elephant,crab 0",
            &["already reached the other temple"],
        ),
        at(
            "moves onitama5 --position @",
            "1121111000000000000033433 ox,boar,horse,elephant,crab 0",
            &["at most as many pieces as files"],
        ),
        at(
            "moves onitama5 --position @",
            "5121100000000000000033433 ox,boar,horse,elephant,crab 0",
            &["'5' is no piece"],
        ),
        at(
            "moves onitama5 --position @",
            "1121100000000000000033433 ox,ox,horse,elephant,crab 0",
            &["ox is there twice", "the five cards differ"],
        ),
        at(
            "analyze onitama5 --agent random --position @",
            "1121100000000000000033433 ox,boar,horse,elephant 0",
            &["4 cards", "five"],
        ),
        at(
            "play onitama5 --against random --position @",
            "1121100000000000000033433 ox,boar,horse,elefant,crab 0",
            &["\"elefant\"", "did you mean elephant?"],
        ),
        at(
            "moves onitama5 --position @",
            "1121100000000000000033433 ox,boar,horse,elephant,crab 2",
            &["\"2\" is not a seat (0 or 1)"],
        ),
        at(
            "moves onitama5 --position @",
            "1121100000000000000033433 ox,boar,horse,elephant,crab",
            &["is not a seat (0 or 1)"],
        ),
        at("moves onitama5 --position @", "11211\n00000\t\u{1f0a1} 0", &["is no position"]),
    ]);
}

#[test]
fn numbers_and_flags() {
    check(&[
        case("frobnicate", &["'frobnicate'", "there are: games, agents, play, moves, perft, match"]),
        case("mtach onitama5 random random", &["'mtach'", "'match'"]),
        case("lab ruin x", &["'ruin'", "there are: list, run"]),
        case("uecda sit", &["'sit'", "there are: serve, join"]),
        case("train hanamikoji --out x", &["hanamikoji", "daihinmin, tichu"]),
        case("train hanamikoji --learner dcm --out x", &["dcm", "there are: dmc, dqn"]),
        case("train onitama5 --learner dmc --out x", &["onitama5", "planes"]),
        case("train hanamikoji --learner dmc --resume --out x", &["cannot resume", "x.checkpoint"]),
        case("train daihinmin --resume --out x", &["--learner"]),
        case("match hanamikoji dmc:net=nosuch random", &["nosuch", "karuta train"]),
        case("net nosuch", &["nosuch", "with the project come"]),
        case("help nosuch", &["'nosuch'", "there are: games"]),
        case("--frob", &["'--frob'", "usage: karuta"]),
        case("games --frob", &["'--frob'", "usage: karuta games"]),
        case("match onitama5 random random --oot x", &["'--oot'", "'--out'"]),
        case("play onitama5 --against random --seat 5", &["--seat 5", "seats are 0 to 1"]),
        case("play onitama5 --against random --seat -1", &["'-1'", "--seat", "a whole number from 0"]),
        case("match onitama5 random random --threads 0", &["'0'", "--threads", "from 1 to 1024"]),
        case("match onitama5 random random --threads two", &["'two'", "--threads", "from 1 to 1024"]),
        case("match onitama5 random random --deals 0", &["'0'", "--deals", "from 1 to 100000000"]),
        case("match onitama5 random random --deals -3", &["'-3'", "--deals", "from 1 to 100000000"]),
        case("match onitama5 random random --seed x", &["'x'", "--seed", "a whole number from 0 to"]),
        case(
            "match onitama5 random random --seed 18446744073709551616",
            &["--seed", "to 18446744073709551615"],
        ),
        case("perft onitama5 --depth 0", &["'0'", "--depth", "from 1 to 32"]),
        case("perft onitama5 --depth 33", &["'33'", "--depth", "from 1 to 32"]),
        case("perft onitama5", &["--depth", "usage: karuta perft"]),
        case("bench --seconds 0", &["--seconds 0", "more than 0 and at most 3600"]),
        case("bench --seconds nan", &["--seconds NaN", "more than 0 and at most 3600"]),
        case("bench --signature --json", &["--signature", "--json"]),
        case("agents --markdown --json", &["--markdown", "--json"]),
        case("tournament onitama5 random priority --sprt foo", &["\"foo\"", "elo0=A,elo1=B"]),
        case("tournament onitama5 random priority --sprt elo0=5,elo1=0", &["elo0=5,elo1=0", "A below B"]),
        case("tournament onitama5 random priority --sprt elo0=0", &["\"elo0=0\"", "elo0=A,elo1=B"]),
        case("tournament onitama5 random priority --sprt elo0=a,elo1=b", &["elo0=a,elo1=b", "such as"]),
        case("tournament onitama5 random priority --sprt elo0=0,elo1=inf", &["elo1=inf", "such as"]),
        case("solve onitama5", &["--cards", "usage: karuta solve"]),
        case("solve onitama5 --cards ox,boar", &["2 cards", "five"]),
        case("solve onitama5 --cards ox,boar,crab,crab,eel", &["crab is there twice"]),
        case("solve onitama5 --cards ox,boar,crab,eal,eel", &["\"eal\"", "there are: tiger"]),
        case("play", &["<GAME>", "usage: karuta play"]),
        case("play onitama5 --load x", &["--load", "usage: "]),
    ]);
}

#[cfg(unix)]
#[test]
fn bytes_that_are_no_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let garbled = OsStr::from_bytes(b"onitama5\xff");
    for args in [[OsStr::new("moves"), garbled], [garbled, OsStr::new("x")]] {
        karuta(&args).refusal();
    }
}

#[test]
fn files() {
    check(&[
        case("export none.db", &["none.db", "there is none yet", "check the name"]),
        case("export", &["<FILE>", "usage: karuta export"]),
        case("export none.db --format xml", &["'xml'", "jsonl, csv"]),
        case("play --load none.json", &["none.json", "No such file", "a file written by save"]),
    ]);
}

/// A corpus of command lines that nobody should type, one a line.
#[test]
fn the_corpus_is_refused_in_one_short_line_each() {
    let corpus = include_str!("bad_inputs.txt");
    let mut count = 0;
    for command in corpus.lines().filter(|line| !line.is_empty()) {
        let ended = karuta(&command.split_whitespace().collect::<Vec<_>>());
        assert_eq!(ended.code, Some(2), "{command}: {}{}", ended.out, ended.err);
        let line = ended.refusal();
        assert!(line.chars().count() < 300, "{command}: {} characters: {line}", line.chars().count());
        count += 1;
    }
    assert!(count >= 800, "only {count} commands");
}

/// Long input is repeated in part only.
#[test]
fn long_input_is_repeated_in_part() {
    let long = "x".repeat(100_000);
    for args in [
        ["match", "onitama5", long.as_str(), "random"],
        ["moves", long.as_str(), "--seed", "1"],
        ["moves", "onitama5", "--position", long.as_str()],
        ["perft", "onitama5", "--depth", long.as_str()],
        ["lab", "run", long.as_str(), "--json"],
    ] {
        let ended = karuta(&args);
        assert_eq!(ended.code, Some(2), "{}", ended.err);
        assert!(ended.err.chars().count() < 300, "{} characters", ended.err.chars().count());
    }
}
