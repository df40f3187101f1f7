"""The page to explore a frontier with, and what notebooks show."""

import html
import re
import subprocess
import sys
import types
import webbrowser
from html.parser import HTMLParser
from pathlib import Path

import pytest

import dibmap
from dibmap._html import percent
from dibmap._program import folder, run

NASTY = "<script>alert('&\")</script>"


@pytest.fixture(scope="module")
def frontier():
    values = [NASTY, "b", "c", "d"] * 2500
    return dibmap.map({NASTY: values, "y": list("stsv") * 2500}, x=NASTY, y="y")


@pytest.fixture
def notebook(monkeypatch):
    shell = types.SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", types.SimpleNamespace(get_ipython=lambda: shell))


def test_the_page_is_that_of_the_command(frontier):
    page = frontier.explore(open=False)
    with folder() as place:
        (place / "f.npz").write_bytes(frontier._content)
        run(["plot", place / "f.npz", "-o", place / "page.html"])
        assert page.html == (place / "page.html").read_text(encoding="utf-8")


def test_a_notebook_shows_the_page_in_a_frame_of_its_own(frontier, notebook, monkeypatch):
    monkeypatch.setattr(webbrowser, "open", lambda url: pytest.fail("a browser was opened"))
    shown = frontier.explore(height=333, title="A & B")._repr_html_()
    tag, rest = re.fullmatch(r"<iframe ([^>]*)></iframe>()", shown, re.S).groups()
    attributes = dict(re.findall(r'([a-z]+)="([^"]*)"', tag))
    assert set(attributes["sandbox"].split()) == {"allow-scripts", "allow-downloads"}
    assert "333px" in attributes["style"]
    inside = html.unescape(attributes["srcdoc"])
    assert "<title>A &amp; B</title>" in inside
    assert rest == ""


def test_elsewhere_the_browser_opens_a_file_that_is_gone_at_the_end(tmp_path):
    program = """
import sys, webbrowser, dibmap
webbrowser.open = lambda url: print(url) or True
page = dibmap.load(sys.argv[1]).explore()
"""
    saved = tmp_path / "f.npz"
    saved.write_bytes(dibmap.map({"x": list("aabbcc") * 99, "y": list("ststss") * 99}, x="x", y="y")._content)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program, str(saved)], capture_output=True, text=True, check=True
    )
    url = done.stdout.strip()
    assert url.startswith("file://")
    assert url.endswith(".html")
    file = Path(url.removeprefix("file://"))
    assert not file.exists()
    assert not file.parent.exists()


def test_without_a_browser_a_warning_says_what_to_do(frontier, monkeypatch):
    monkeypatch.setattr(webbrowser, "open", lambda url: False)
    with pytest.warns(dibmap.DibmapWarning, match="save"):
        frontier.explore()


def test_a_page_can_be_saved(frontier, tmp_path):
    page = frontier.explore(open=False)
    page.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == page.html


class Reader(HTMLParser):
    """Checks that tags are closed, and collects the texts."""

    def __init__(self):
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.texts: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        if tag != "br":
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.add(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


@pytest.mark.parametrize("of", [lambda f: f, lambda f: f.select(clusters=2), lambda f: f.recommend()])
def test_what_notebooks_show_is_small_and_escaped(frontier, of):
    text = of(frontier)._repr_html_()
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    assert "script" not in reader.tags
    assert any(NASTY in words for words in reader.texts)
    assert len(text) < 10_000


def test_the_picture_of_a_large_frontier_stays_small():
    with folder() as place:
        run(["map", "@alphabet", "--fast", "-q", "-o", place / "f.npz"])
        frontier = dibmap.load(place / "f.npz")
    assert len(frontier._repr_html_()) < 15_000
    assert len(frontier.select(clusters=20)._repr_html_()) < 8_000


def test_one_value_of_x_has_a_picture():
    with pytest.warns(dibmap.DibmapWarning, match="nothing to group"):
        frontier = dibmap.map({"x": list("aaa") * 99, "y": list("sts") * 99}, x="x", y="y")
    assert "nan" not in frontier._repr_html_()


@pytest.mark.parametrize(
    ("share", "text"),
    [(1, "100.0%"), (1 - 1e-15, "100.0%"), (0.9999995, "99.9%"), (0.2857, "28.6%"), (0, "0.0%")],
)
def test_a_share_that_is_not_all_is_not_100_percent(share, text):
    assert percent(share) == text
