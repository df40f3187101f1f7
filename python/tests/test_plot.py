"""Figures in matplotlib: what they show is what the frontier holds, named as the command names it."""

import csv
import io
import re

import numpy as np
import pytest

import dibmap
from dibmap._program import folder, run

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("agg")

import matplotlib.pyplot as plt  # noqa: E402
from matplotlib.colors import to_rgb  # noqa: E402
from matplotlib.container import ErrorbarContainer  # noqa: E402


@pytest.fixture(autouse=True)
def _closed():
    yield
    plt.close("all")


def mapped(*arguments: str, table: str = "") -> dibmap.Frontier:
    with folder() as place:
        output = place / "frontier.npz"
        write = (lambda stream: stream.write(table.encode())) if table else None
        run(["map", *arguments, "-q", "-o", output], write=write)
        return dibmap.Frontier(output.read_bytes())


def asked(frontier: dibmap.Frontier, command: str, name: str, *flags: str) -> str:
    """Return what a command writes to a file."""
    with folder() as place:
        (place / "f.npz").write_bytes(frontier._content)
        run([command, place / "f.npz", "-o", place / name, *flags])
        return (place / name).read_text()


RECORDS = "a$b,y$\n" + "".join(f"v{n % 11:02},{(n * n + n // 7) % 11 % 5}\n" for n in range(900))


@pytest.fixture(scope="module")
def small():
    flags = ["--format", "csv", "--x", "a$b", "--y", "y$", "--validate", "--robust"]
    return mapped("-", *flags, table=RECORDS)


@pytest.fixture(scope="module")
def alphabet():
    return mapped("@alphabet", "--fast")


def drawn(ax, **properties):
    """Return the line of axes that has these properties."""
    lines = [
        line for line in ax.lines if all(plt.getp(line, name) == value for name, value in properties.items())
    ]
    assert len(lines) == 1, properties
    return lines[0]


def test_every_point_and_every_best_grouping_is_drawn(small):
    ax = small.plot()
    points = drawn(ax, marker="o", linestyle="None", markerfacecolor="#0072b2")
    np.testing.assert_array_equal(points.get_xydata(), np.transpose([small.h, small.i]))
    rings = drawn(ax, label="most information in k groups")
    best = [(p["h"], p["i"]) for p in small.meta["best"]["points"]]
    np.testing.assert_array_equal(rings.get_xydata(), best)
    held = drawn(ax, label="on held-out records, ± 1 se")
    np.testing.assert_array_equal(
        held.get_xydata(), [(p["h"], p["held_out"]) for p in small.meta["best"]["points"]]
    )
    curves = [dict(line.get_xydata()) for line in ax.lines if line.get_zorder() == 2.4]
    both = [(p["held_out"], curves[0][p["h"]]) for p in small.meta["best"]["points"] if p["h"] in small.h]
    assert len(curves) == 1
    assert len(both) > 3
    np.testing.assert_array_equal(*np.transpose(both))  # and not those of groupings within the same H(Z)
    left, right = ax.get_xlim()
    assert left < 0 < small.h[-1] < right
    right, left = small.plot(paper=True).get_xlim()[::-1]
    assert right < 0 < small.h[-1] < left


def test_points_that_look_alike_are_drawn_once(alphabet):
    ax = alphabet.plot(best=False)
    points = drawn(ax, marker="o", linestyle="None").get_xydata()
    assert 100 < len(points) <= len(alphabet)
    # What is left out is closer to a point that is drawn than anybody sees.
    span = [np.ptp(alphabet.h), np.ptp(alphabet.i)]
    apart = np.abs(np.transpose([alphabet.h, alphabet.i])[:, None] - points) / span
    assert apart.max(axis=2).min(axis=1).max() <= 1 / 1500


def test_a_frontier_of_many_points_is_a_line(small, monkeypatch):
    monkeypatch.setattr("dibmap._plot.MOST_MARKED", len(small) - 1)
    monkeypatch.setattr("dibmap._plot.MOST_RINGS", 3)
    monkeypatch.setattr("dibmap._plot.RING_GAP", 20.0)
    ax = small.plot(held_out=False)
    marked = [line for line in ax.lines if line.get_marker() == "o"]
    assert [line.get_markerfacecolor() for line in marked] == ["none"]  # the circles
    places = ax.transData.transform(np.transpose(marked[0].get_data()))
    distances = [np.hypot(*(p - q)) for n, p in enumerate(places) for q in places[:n]]
    assert 2 <= len(places) < 11
    assert min(distances) >= 20 / 25.4 * ax.figure.dpi
    frontier = next(
        handle for handle in ax.figure.legends[0].legend_handles if handle.get_label() == "frontier"
    )
    assert frontier.get_marker() == "None"
    assert drawn(ax, linewidth=0.9) is not None


@pytest.mark.filterwarnings("ignore::dibmap.DibmapWarning")  # CSV has the points alone
def test_hull_and_best_are_those_of_the_command(alphabet):
    rows = list(csv.DictReader(io.StringIO(asked(alphabet, "merge", "f.csv"))))
    ax = alphabet.plot(best=False, balanced=False)
    hull = drawn(ax, color="#0072b2", linewidth=0.5).get_xydata()
    expected = [(float(row["h"]), float(row["i"])) for row in rows if row["hull"] == "true"]
    np.testing.assert_array_equal(hull, expected)

    bare = mapped("@alphabet", "--fast", "--best-up-to", "0")
    rows = list(csv.DictReader(io.StringIO(asked(bare, "merge", "f.csv"))))
    rings = drawn(bare.plot(), label="most information in k groups, on the frontier").get_xydata()
    expected = [(float(row["h"]), float(row["i"])) for row in rows if row["dmc"] == "true"]
    np.testing.assert_array_equal(rings, expected)


POINTS = "length,width\n" + "".join(f"{n % 7},{n % 5}\n" for n in range(30))


@pytest.mark.parametrize(
    ("arguments", "table"),
    [
        (["@occupation", "--fast"], ""),
        (["@occupation", "--fast", "--problem", "dmc"], ""),
        (["@occupation", "--fast", "--estimator", "miller-madow"], ""),
        (["@group:Z4", "--symmetric"], ""),
        (["-", "--format", "csv", "--problem", "quantizer"], POINTS),
        (["-", "--format", "csv", "--problem", "kmeans", "--columns", "length"], POINTS),
        (["-", "--format", "csv", "--x", "a$b", "--y", "y$"], RECORDS),
    ],
)
def test_axes_are_named_as_the_command_names_them(arguments, table):
    frontier = mapped(*arguments, table=table)
    ax = frontier.plot(legend=False, paper=True)
    svg = re.sub(r"</tspan><tspan[^>]*>", "", asked(frontier, "plot", "f.svg", "--paper"))
    texts = [re.sub(r"<[^>]*>", "", text) for text in re.findall(r"<text[^>]*>(.*?)</text>", svg)]
    assert ax.get_xlabel() in texts
    assert ax.get_ylabel() in texts
    ax.figure.draw_without_rendering()  # dollars are no formulas


def test_axes_that_are_given_are_drawn_on(small):
    figure, (left, right) = plt.subplots(1, 2, layout="constrained")
    assert small.plot(left, title="", legend=False) is left
    assert left.get_title() == ""
    assert left.get_legend() is None
    assert not right.has_data()
    assert small.plot(right).get_legend() is not None
    assert figure.legends == []
    assert plt.get_fignums() == [figure.number]


def test_what_is_not_asked_for_is_not_drawn(small):
    nothing = dict.fromkeys(["hull", "best", "balanced", "held_out", "proof", "shade"], False)
    ax = small.plot(**nothing)
    assert len(ax.lines) == 2  # the points and the staircase
    assert len(ax.collections) == len(ax.patches) == len(ax.texts) == 0
    assert [text.get_text() for text in ax.figure.legends[0].get_texts()] == ["frontier"]


def test_colours_suit_a_dark_style(small):
    def light(colour):
        return np.array(to_rgb(colour)) @ (0.2126, 0.7152, 0.0722)

    assert light(small.plot().get_facecolor()) > 0.8
    with plt.style.context("dark_background"):
        ax = small.plot()
    assert light(ax.get_facecolor()) < 0.2
    assert light(drawn(ax, label="most information in k groups").get_markeredgecolor()) > 0.3


def test_two_frontiers_on_the_same_axes_are_both_in_view(small, alphabet):
    ax = small.plot(legend=False, shade=False)
    alphabet.plot(ax, legend=False, shade=False)
    assert max(ax.get_xlim()) > max(small.h[-1], alphabet.h[-1])
    assert max(ax.get_ylim()) > max(small.i[-1], alphabet.i[-1])


def test_what_is_not_proved_has_an_upper_bound():
    frontier = mapped("@alphabet", "--effort", "0.05")
    ax = frontier.plot()
    color = tuple(to_rgb(ax.xaxis.label.get_color()))
    bounds = [line for line in ax.lines if line.get_color() == color]
    edges = [edge for edge in frontier.meta["certificate"]["edges"] if not edge["certified"]]
    assert len(bounds) == len(edges) > 0
    for line in bounds:
        h, i = np.transpose(line.get_xydata())
        reached = frontier.i[np.searchsorted(frontier.h, h, side="right") - 1]
        assert (i >= reached - 1e-8).all()


def test_robust_points_have_bars(small):
    ax = small.plot(figure="robust", truth=small)
    (bars,) = [c for c in ax.containers if isinstance(c, ErrorbarContainer)]
    robust = small._arrays["robust"]
    np.testing.assert_array_equal(bars.lines[0].get_xydata()[:, 0], small.h[robust])
    others = drawn(ax, label="not told apart from these").get_xydata()
    np.testing.assert_array_equal(others[:, 0], small.h[~robust])
    assert drawn(ax, label="true frontier").get_xdata().size == 2 * len(small) + 1


def rows_of(ax):
    return [label.get_text() for label in ax.get_yticklabels()]


LOANS = {
    "job": ["clerk"] * 400 + ["smith"] * 300 + ["baker"] * 200 + ["student"] * 100,
    "paid": [n % 8 > 0 for n in range(400)]
    + [n % 6 > 0 for n in range(300)]
    + [n % 3 > 0 for n in range(300)],
    "sum": [n % 7 for n in range(700)] + [20 + n % 9 for n in range(300)],
}


@pytest.mark.filterwarnings("ignore::dibmap.DibmapWarning")  # the sample is small
def test_rates_are_those_of_the_binning_table():
    grouping = dibmap.map(LOANS, "job", "paid").select(clusters=2)
    ax = grouping.plot()
    (bars,) = [c for c in ax.containers if isinstance(c, ErrorbarContainer)]
    table = grouping.table().sort_values("rate", ascending=False)
    rates = table[table["name"] != "total"]["rate"]
    np.testing.assert_allclose(bars.lines[0].get_xdata(), 100 * rates)
    assert rows_of(ax) == ["clerk, smith", "baker, student"]
    assert ax.get_xlabel() == "rate of paid = true, in %"
    assert ax.figure.get_suptitle().replace("\n", " ").startswith("2 groups of 4 values of job keep ")
    assert {"70 % (700)", "30 % (300)", "share of records"} <= {text.get_text() for text in ax.texts}
    assert drawn(ax, label="all").get_xdata()[0] == pytest.approx(100 * np.mean(LOANS["paid"]))

    ax = grouping.plot(figure="rates", event=False, woe=True, title="", legend=False)
    (bars,) = [c for c in ax.containers if isinstance(c, ErrorbarContainer)]
    woe = grouping.table(event=False).iloc[:-1]["woe"]
    np.testing.assert_allclose(sorted(bars.lines[0].get_xdata()), sorted(woe))
    assert ax.figure.get_suptitle() == ""
    assert ax.figure.legends == []


def test_means_mixes_and_what_sets_groups_apart(small):
    ax = dibmap.map(LOANS, "job", "sum", target="mean").plot(figure="groups")
    (bars,) = [c for c in ax.containers if isinstance(c, ErrorbarContainer)]
    assert bars.lines[0].get_xdata()[0] == pytest.approx(np.mean(LOANS["sum"][700:]))
    assert ax.get_xlabel() == "mean of sum"

    _, ax = plt.subplots()
    assert small.plot(ax, figure="groups") is ax
    *rows, last = rows_of(ax)
    assert len(rows) == small.recommend().k
    assert last == "all"
    bars = [bar for bar in ax.patches if bar.get_height() == pytest.approx(0.72)]
    np.testing.assert_allclose(sum(bar.get_width() for bar in bars), 100 * len(rows) + 100)
    assert "keep" in ax.get_title()

    many = {"x": [n % 5 for n in range(900)], "y": [(n % 5 // 2 * 4 + n // 5 % 6) % 12 for n in range(900)]}
    ax = dibmap.map(many, "x", "y", type={"x": "category", "y": "category"}).select(clusters=2).plot()
    assert ax.get_xlabel() == "y, against the average"
    assert len([bar for bar in ax.patches if abs(bar.get_height() - 0.16) < 1e-9]) > 4


def test_groups_without_room_are_summed_up(small, monkeypatch):
    monkeypatch.setattr("dibmap._plotgroups.MOST_ROWS", 4)
    rows = rows_of(small.at(-1).plot())
    assert rows[3:] == ["8 more groups", "all"]


def test_kept_information_is_that_of_the_best_groupings(small):
    ax = small.plot(figure="kept")
    best = small.meta["best"]["points"]
    (kept,) = [line for line in ax.lines if line.get_label() == "best for its number of groups"]
    np.testing.assert_allclose(kept.get_xydata(), [(p["k"], 100 * p["i"] / small.ixy) for p in best])
    held = drawn(ax, label="on records held out")
    np.testing.assert_allclose(held.get_ydata(), [100 * p["held_out"] / small.ixy for p in best])
    chosen = small.recommend()
    ring = drawn(ax, label=f"recommended: {chosen.k} groups").get_xydata()
    np.testing.assert_allclose(ring, [(chosen.k, 100 * chosen.i / small.ixy)])


def test_wrong_calls_are_errors_of_one_line(small, alphabet, monkeypatch):
    for call, words in [
        (lambda: alphabet.plot(figure="robust"), "map with robust"),
        (lambda: small.plot(figure="pie"), "figure is 'pie': choose frontier, groups, rates, kept or robust"),
        (lambda: small.recommend().plot(figure="kept"), "choose groups or rates"),
        (lambda: small.plot(woe=True), "add figure='rates'"),
        (lambda: small.plot(figure="groups", woe=True), "woe= goes with figure= rates"),
        (
            lambda: small.plot(figure="rates"),
            "Y has 5 values: choose the one whose rate is drawn with event=",
        ),
        (lambda: small.plot(figure="rates", event="9"), 'event=.*no value of Y is "9"'),
        (lambda: small.plot(truth=alphabet), "figure='robust'"),
        (lambda: small.plot("left"), "axes of matplotlib, not str"),
    ]:
        with pytest.raises(dibmap.InputError, match=words) as error:
            call()
        assert "\n" not in str(error.value)
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.pyplot", None)
    with pytest.raises(dibmap.DibmapError, match="pip install matplotlib"):
        small.plot()
