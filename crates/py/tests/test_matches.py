"""Matches, tournaments and records, against the command line where it can say the same."""

import json
import os
import pathlib
import subprocess

import pytest

import karuta

ROOT = pathlib.Path(__file__).parents[3]
PROGRAM = os.environ.get("KARUTA_PROGRAM", ROOT / "target/debug/karuta")


def command(*words):
    """What the command line prints."""
    done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def first(seat):
    """A callable that looks at everything it is given."""
    assert len(seat.legal_moves) == len(seat.legal_actions)
    assert sorted(seat.view["legal"]) == sorted(seat.legal_moves) and seat.view["seat"] == seat.player
    assert seat.world(1).legal_actions() == seat.legal_actions
    assert seat.world(2).information_state_string(seat.player) == seat.information_state_string()
    return seat.legal_actions[0]


def test_callables_meet_specs():
    for spec, contestants in [("onitama5", ["heuristic", first]), ("tichu:rules=report", [first, "simple"])]:
        summary = karuta.match(spec, contestants, deals=3, seed=2)
        assert [result.wins + result.draws + result.losses for result in summary.results] == [6, 6]
        assert abs(sum(result.score for result in summary.results) - 1) < 1e-9
        assert "first" in str(summary)


def test_a_spec_plays_the_same_beside_a_callable():
    game = karuta.load_game("hanamikoji")
    moves = {}

    def watcher(seat):
        moves.setdefault(seat.player, []).append(tuple(seat.seen()))
        return seat.legal_actions[0]

    one = karuta.match(game, ["mcts:iters=30", watcher], deals=2, seed=8)
    seen = dict(moves)
    moves.clear()
    assert karuta.match(game, ["mcts:iters=30", watcher], deals=2, seed=8).results[0].scores == one.results[0].scores
    assert moves == seen


def test_a_match_of_specs_is_the_same_with_any_number_of_threads():
    one = karuta.match("hanamikoji", ["mcts:iters=50", "random"], deals=6, seed=3, threads=1)
    two = karuta.match("hanamikoji", ["mcts:iters=50", "random"], deals=6, seed=3, threads=2)
    assert [result.scores for result in one.results] == [result.scores for result in two.results]


@pytest.mark.parametrize(
    "spec, agents",
    [
        ("onitama5", ["mcts:iters=60", "alphabeta:depth=2"]),
        ("hanamikoji:rules=official", ["mcts:iters=20", "simple"]),
        ("tichu:rules=report", ["simple", "random"]),
        ("daihinmin:games=1", ["random", "random", "random", "random", "light"]),
    ],
)
def test_the_same_seed_gives_the_games_of_the_command_line(spec, agents, tmp_path):
    ours, theirs = tmp_path / "ours.db", tmp_path / "theirs.db"
    summary = karuta.match(spec, agents, deals=3, seed=11, record=ours)
    printed = json.loads(command("match", spec, *agents, "--deals", 3, "--seed", 11, "--out", theirs, "--json"))
    assert karuta.read_record(ours, "games") == karuta.read_record(theirs, "games")
    assert karuta.read_record(ours, "moves") == karuta.read_record(theirs, "moves")
    mine, others = karuta.read_record(ours), karuta.read_record(theirs)
    mine.pop("seconds"), others.pop("seconds")
    assert mine == others
    assert [result.score for result in summary.results] == [line["score"] for line in printed["contestants"]]
    # Either goes on with what the other began.
    command("match", spec, *agents, "--deals", 5, "--seed", 11, "--out", ours)
    longer = karuta.match(spec, agents, deals=5, seed=11, record=ours)
    assert longer.results[0].scores[:3] == summary.results[0].scores


def test_a_view_is_that_of_the_command_line():
    game = karuta.load_game("hanamikoji:rules=official")
    state = game.new_initial_state(5)
    printed = json.loads(command("view", game.spec, "--seed", 5, "--seat", 1))
    assert state.view(1) == printed


def test_a_tournament_rates_as_the_command_line_does(tmp_path):
    agents = ["random", "heuristic", "priority"]
    record = tmp_path / "all.db"
    heard = []
    found = karuta.tournament("onitama5", agents, deals=4, seed=5, record=record, progress=lambda *of: heard.append(of))
    printed = json.loads(command("tournament", "onitama5", *agents, "--deals", 4, "--seed", 5, "--json"))
    elos = {line["spec"]: line["elo"] for line in printed["agents"]}
    assert {rating.name: rating.elo for rating in found.ratings} == elos
    assert heard[-1] == (12, 12)
    assert abs(found.scores["random", "heuristic"] + found.scores["heuristic", "random"] - 1) < 1e-9
    mixed = karuta.tournament("onitama5", ["random", first, "heuristic"], deals=2)
    assert {rating.name for rating in mixed.ratings} == {"random", "first", "heuristic"}
    assert "heuristic" in str(mixed)


def test_records_become_data_frames(tmp_path):
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    record = tmp_path / "match.db"
    karuta.match("hanamikoji", ["simple", "random"], deals=4, record=record)
    for rows, number in [("seats", 16), ("games", 8)]:
        columns = karuta.read_record(record, rows)
        assert polars.DataFrame(columns).height == len(pandas.DataFrame(columns)) == number
    frame = polars.DataFrame(karuta.read_record(record))
    means = dict(frame.group_by("agent").agg(polars.col("payoff").mean()).iter_rows())
    assert means["simple"] > means["random"]


def test_wrong_matches_say_what_would_do(tmp_path):
    record = tmp_path / "match.db"
    karuta.match("onitama5", ["random", "heuristic"], deals=1, record=record)
    other = tmp_path / "other"
    other.write_text("no record")
    for wrong in [
        lambda: karuta.match("onitama5", ["random"]),
        lambda: karuta.match("onitama5", ["random", 5]),
        lambda: karuta.match("onitama5", "random"),
        lambda: karuta.match("onitama5", 5),
        lambda: karuta.match(5, ["random", "random"]),
        lambda: karuta.match("onitama5", ["random", "random"], record=5),
        lambda: karuta.match("onitama5", ["random", "random"], progress=5),
        lambda: karuta.match("onitama5", ["random", "rndom"]),
        lambda: karuta.match("onitama5", ["random", first, first]),
        lambda: karuta.match("onitama5", ["random", first], record=tmp_path / "new.db"),
        lambda: karuta.match("onitama5", ["random", "random"], deals=0),
        lambda: karuta.match("onitama5", ["random", "random"], deals=-1),
        lambda: karuta.match("onitama5", ["random", "random"], seed=-1),
        lambda: karuta.match("onitama5", ["random", "random"], threads=0),
        lambda: karuta.match("onitama5", ["random", "random"], record=record),
        lambda: karuta.match("onitama5", ["random", lambda seat: 10**6], deals=1),
        lambda: karuta.match("onitama5", ["random", lambda seat: None], deals=1),
        lambda: karuta.tournament("onitama5", ["random"]),
        lambda: karuta.tournament("onitama5", ["random", "random"]),
        lambda: karuta.tournament("daihinmin", ["random", "light"]),
        lambda: karuta.read_record(tmp_path / "none.db"),
        lambda: karuta.read_record(other),
        lambda: karuta.read_record(record, "columns"),
        lambda: karuta.read_record(5),
    ]:
        with pytest.raises(karuta.KarutaError):
            wrong()


def test_exceptions_of_callables_come_back():
    def fails(seat):
        raise RuntimeError("of the callable")

    with pytest.raises(RuntimeError, match="of the callable"):
        karuta.match("onitama5", ["random", fails], deals=2, threads=2)
    with pytest.raises(RuntimeError, match="of the progress"):
        karuta.match("onitama5", ["random", "random"], progress=lambda done, total: fail("of the progress"))
    game = karuta.load_game("onitama5")
    agent = karuta.Agent("mcts:time=60s", game)
    with pytest.raises(RuntimeError, match="of the progress"):
        agent.choose(game.new_initial_state(1), progress=lambda choice, spent: fail("of the progress"))


def fail(text):
    raise RuntimeError(text)
