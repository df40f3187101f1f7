"""A second variable, about which groupings are to tell little or much."""

import pickle

import numpy as np
import pytest

import dibmap

pd = pytest.importorskip("pandas")
pytestmark = pytest.mark.filterwarnings("ignore::dibmap.DibmapWarning")

RANDOM = np.random.default_rng(5)
JOB = RANDOM.integers(0, 6, 3000)
SEX = (RANDOM.random(3000) < 0.15 + 0.12 * JOB).astype(int)
INCOME = (RANDOM.random(3000) < 0.1 + 0.12 * (JOB * 5 % 6) + 0.1 * SEX).astype(int)
PEOPLE = {
    "job": [f"job{n}" for n in JOB],
    "income": [("low", "high")[n] for n in INCOME],
    "sex": [("f", "m")[n] for n in SEX],
    "half": [n % 2 for n in range(3000)],
}


@pytest.fixture(scope="module")
def frontier():
    return dibmap.map(PEOPLE, "job", "income", leak="sex")


def bits(a, b):
    """Return H of a and I of both in bits."""
    table = np.zeros((a.max() + 1, b.max() + 1))
    np.add.at(table, (a, b), 1 / len(a))
    entropies = [-np.sum(p[p > 0] * np.log2(p[p > 0])) for p in (table.sum(1), table.sum(0), table.ravel())]
    return entropies[0], entropies[0] + entropies[1] - entropies[2]


def partitions(n):
    """Return all partitions of n values as arrays of clusters."""
    lists = [[0]]
    for _ in range(n - 1):
        lists = [[*of, c] for of in lists for c in range(max(of) + 2)]
    return np.array(lists)


@pytest.fixture(scope="module")
def every():
    """Every grouping: k, H(Z), I(Z;Y) and I(Z;S)."""
    rows = []
    for of in partitions(6):
        h, i = bits(of[JOB], INCOME)
        rows.append((of.max() + 1, h, i, bits(of[JOB], SEX)[1]))
    return np.array(rows)


@pytest.mark.parametrize(("aim", "sign"), [("leak", -1), ("also", 1)])
def test_the_groupings_are_those_that_none_dominates(every, aim, sign):
    found = dibmap.map(PEOPLE, "job", "income", **{aim: "sex"})
    gains = every * (0, -1, 1, sign)
    expected = [
        row
        for row, gain in zip(every, gains, strict=True)
        if not any(
            (other >= gain - 1e-12).all() and (other > gain + 1e-9).any()
            for other in gains[every[:, 0] == row[0]]
        )
    ]
    expected.sort(key=lambda row: (row[0], row[1], row[2]))
    assert list(found.second.columns) == ["k", "h", "i", aim]
    np.testing.assert_allclose(found.second, expected, atol=1e-9)
    assert found.meta["second"]["exact"]
    told = [bits(of[JOB], SEX)[1] for of in found.assignments]
    np.testing.assert_allclose(found.points[aim], told, atol=1e-9)


@pytest.mark.parametrize("limit", [0.004, 0.03])
def test_the_best_within_a_limit_is_chosen(frontier, every, limit):
    within = every[every[:, 3] <= limit]
    best = within[within[:, 0] == 3][:, 2].max()
    chosen = frontier.select(max_leak=limit, clusters=3)
    assert chosen.i == pytest.approx(best)
    assert chosen.second.bits <= limit
    assert chosen.exact
    cheap = within[within[:, 1] <= 1.48]
    assert frontier.select(max_leak=limit, budget=1.48).i == pytest.approx(cheap[:, 2].max())
    three = cheap[cheap[:, 0] == 3]
    assert frontier.select(max_leak=limit, budget=1.48, clusters=3).i == pytest.approx(three[:, 2].max())
    kept = within[within[:, 2] >= 0.5 * frontier.ixy]
    assert frontier.select(max_leak=limit, keep=0.5).h == pytest.approx(kept[:, 1].min())
    recommended = frontier.select(max_leak=limit)
    assert recommended.second.bits <= limit
    assert recommended.recommendation is not None


def test_a_grouping_within_a_limit_stays_what_it_is(frontier):
    for chosen in (
        frontier.select(max_leak=0.004, clusters=3),
        frontier.select(max_leak=0.004),
        frontier.select(max_leak=0.03, budget=1.48, clusters=3),
    ):
        assert chosen.table()["name"].tolist() == [*chosen.names, "total"]
        assert sorted(set(chosen.transform(PEOPLE["job"]))) == sorted(chosen.names)
        assert all(name in chosen.to_json() for name in chosen.names)
        assert f"{chosen.second.bits:.4f} bits about sex" in " ".join(str(chosen).split())
    assert frontier.select(max_leak=0.004, clusters=3).assignment.tolist() != (
        frontier.select(clusters=3).assignment.tolist()
    )


def test_recommendations_and_figures_take_the_limit(frontier, every):
    pytest.importorskip("matplotlib").use("agg")
    recommended = frontier.recommend(max_leak=0.004)
    assert recommended.second.bits <= 0.004
    assert recommended.assignment.tolist() == frontier.select(max_leak=0.004).assignment.tolist()
    within = every[every[:, 3] <= 0.004]
    best = [
        row
        for row in within[np.lexsort((-within[:, 2], within[:, 1]))]
        if row[2] > within[within[:, 1] < row[1] - 1e-9, 2].max(initial=-1) + 1e-9
    ]
    expected = [(row[1], row[2]) for n, row in enumerate(best) if n == 0 or row[1] > best[n - 1][1] + 1e-9]
    ax = frontier.plot(max_leak=0.004)
    points = next(line.get_xydata() for line in ax.lines if line.get_marker() == "o")
    np.testing.assert_allclose(points, expected, atol=1e-9)
    assert "at most 0.004 bits about sex" in ax.get_title()
    kept = frontier.plot(figure="kept", max_leak=0.004).lines[0].get_xydata()
    most = [100 * within[within[:, 0] == k, 2].max() / frontier.ixy for k in kept[:, 0]]
    np.testing.assert_allclose(kept[:, 1], most, atol=1e-6)
    rows = frontier.plot(figure="groups", max_leak=0.004).get_yticklabels()
    assert len(rows) == recommended.k
    also = dibmap.map(PEOPLE, "job", "income", also="sex")
    assert also.recommend(min_also=0.05).second.bits >= 0.05
    for wrong, message in [
        (lambda: frontier.plot(min_also=0.1), "mapped with leak= sex: choose by max_leak="),
        (lambda: frontier.recommend(max_leak=-1), "max_leak= is -1"),
        (lambda: frontier.recommend(rule="predict", max_leak=0.1), "does not go with max_leak="),
        (lambda: frontier.plot(figure="robust", max_leak=0.1), "other figures than robust points"),
    ]:
        with pytest.raises(dibmap.InputError, match=message):
            wrong()


def test_what_is_told_is_corrected_tested_and_held_out():
    other = {name: values[:1000] for name, values in PEOPLE.items()}
    for how in (True, "half", other):
        found = dibmap.map(PEOPLE, "job", "income", leak="sex", validate=how)
        told = found.select(clusters=3).second
        assert (told.name, told.aim) == ("sex", "leak")
        assert 0 < told.corrected < told.bits < told.of
        assert told.p == pytest.approx(0.001)
        assert told.held_out_se > 0
        assert told.held_out == pytest.approx(told.bits, abs=0.03)
        assert {"held_out", "leak_held_out", "leak_held_out_se"} < set(found.second.columns)


def test_joint_tables_have_a_second_one(frontier):
    income, sex = (
        pd.crosstab(pd.Series(PEOPLE["job"]), pd.Series(PEOPLE[name])) for name in ("income", "sex")
    )
    for table, other in [(income, sex), (income, sex[::-1]), (income.to_numpy(), sex.to_numpy())]:
        found = dibmap.map(table, leak=other)
        np.testing.assert_allclose(found.second, frontier.second, atol=1e-9)
    with pytest.raises(dibmap.InputError, match=r"leak=: .*no row job5"):
        dibmap.map(income, leak=sex.iloc[:5])
    with pytest.raises(dibmap.InputError, match="leak is no joint table"):
        dibmap.map(income, leak=PEOPLE)


def test_files_and_copies_have_it(frontier, tmp_path):
    frontier.save(tmp_path / "f.json")
    loaded = dibmap.load(tmp_path / "f.json")
    assert loaded.second.equals(frontier.second)
    assert pickle.loads(pickle.dumps(frontier)) == frontier
    assert dibmap.map(PEOPLE, "job", "income").second is None
    assert dibmap.map(PEOPLE, "job", "income").recommend().second is None


def test_it_is_verified_with_the_records(frontier):
    assert any("sex" in line for line in frontier.verify(PEOPLE))
    with pytest.raises(dibmap.DibmapError, match="second variable has the cell"):
        frontier.verify({**PEOPLE, "sex": PEOPLE["sex"][::-1]})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"leak": "sexx"}, 'data: no column "sexx"'),
        ({"leak": np.array(PEOPLE["sex"])}, "leak is of the type ndarray: name a column of the data"),
        ({"leak": "sex", "also": "half"}, "leak= and also= each name a second variable"),
        ({"also": "income"}, "also= names income, the column of y="),
        ({"leak": "sex", "problem": "dmc"}, "leak= is for groups with"),
    ],
)
def test_wrong_variables_are_one_line(arguments, message):
    with pytest.raises(dibmap.InputError, match=message) as caught:
        dibmap.map(PEOPLE, "job", "income", **arguments)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"max_leak": -1}, "max_leak= is -1"),
        ({"min_also": 0.1}, "mapped with leak= sex: choose by max_leak="),
        ({"max_leak": 1e-9, "clusters": 3}, "at most 1e-09 bits about sex: the least is 0"),
    ],
)
def test_wrong_limits_are_one_line(frontier, arguments, message):
    with pytest.raises(dibmap.InputError, match=message) as caught:
        frontier.select(**arguments)
    assert "\n" not in str(caught.value)
