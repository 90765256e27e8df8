"""The code of the tour in `docs/python.md` runs, one piece after the other."""

import pathlib
import re

PAGE = pathlib.Path(__file__).parents[3] / "docs/python.md"


def test_the_tour_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = PAGE.read_text()
    pieces = list(re.finditer(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
    assert len(pieces) >= 10
    known = {}
    for piece in pieces:
        # Empty lines before the code make the lines of an exception those of the page.
        lines = text.count("\n", 0, piece.start(1))
        exec(compile("\n" * lines + piece[1], str(PAGE), "exec"), known)
