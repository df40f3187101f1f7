"""InformationGrouper with groups that are to tell little about another variable."""

import numpy as np
import pytest

pytest.importorskip("sklearn")
pd = pytest.importorskip("pandas")

from sklearn.base import clone  # noqa: E402

from dibmap.sklearn import InformationGrouper  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore::dibmap.DibmapWarning")

RANDOM = np.random.default_rng(7)
JOB, AGE = RANDOM.integers(0, 6, 2000), RANDOM.integers(20, 30, 2000)
SEX = RANDOM.random(2000) < 0.15 + 0.12 * JOB
RICH = (RANDOM.random(2000) < 0.1 + 0.12 * (JOB * 5 % 6) + 0.1 * SEX + 0.01 * (AGE - 25)).astype(int)
X = pd.DataFrame({"job": [f"job{n}" for n in JOB], "sex": np.where(SEX, "m", "f"), "age": AGE})


def told(codes, leak=SEX):
    """Return I of groups and another variable in bits."""
    table = pd.crosstab(np.asarray(codes), leak).to_numpy() / len(codes)
    return sum(
        p * np.log2(p / (table[a].sum() * table[:, b].sum())) for (a, b), p in np.ndenumerate(table) if p > 0
    )


@pytest.mark.parametrize("limit", [0.0, 0.004])
def test_groups_tell_at_most_the_limit(limit):
    free = InformationGrouper(columns=["job", "age"], output="ordinal").fit(X, RICH)
    limited = InformationGrouper(leak="sex", max_leak=limit, output="ordinal").fit(X, RICH)
    assert list(limited.groupings_) == ["job", "age"]
    assert list(limited.get_feature_names_out()) == ["job", "age"]
    codes = limited.transform(X)
    assert codes.shape == (2000, 2)
    for column, name in zip(codes.T, ("job", "age"), strict=True):
        assert told(column) <= limit + 1e-9
        assert limited.groupings_[name].k <= free.groupings_[name].k
        assert limited.groupings_[name].i <= free.groupings_[name].i
    assert told(free.transform(X)["job"]) > 0.02
    assert "leak" in limited.summary_
    assert "leak" not in free.summary_
    if limit:
        # It is the most informative of the groupings into that number of groups or fewer.
        best = limited.groupings_["job"]
        points = best.frontier.second
        assert best.i == points[(points["leak"] <= limit) & (points["k"] <= best.k)]["i"].max() > 0
        assert best.second.bits == pytest.approx(told(codes[:, 0]))


def test_the_variable_is_a_column_by_name_or_position_or_an_array():
    given = {"max_leak": 0.004, "output": "ordinal", "n_groups": 3}
    by_name = InformationGrouper(["job"], leak="sex", **given).fit(X, RICH)
    assert list(by_name.get_feature_names_out()) == ["job", "age"]  # other columns are passed on
    expected = by_name.groupings_["job"].assignment.tolist()
    by_place = InformationGrouper([0], leak=-2, **given).fit(X.to_numpy(object), RICH)
    assert by_place.groupings_["x0"].assignment.tolist() == expected
    for leak in (SEX, X["sex"], list(X["sex"])):
        of_rows = clone(InformationGrouper(leak=leak, **given)).fit(X[["job"]], RICH)
        assert of_rows.groupings_["job"].assignment.tolist() == expected
    # Rows without weight are not there, and others count.
    twice = pd.concat([X, X[:500]])
    weights = [1.0] * 2000 + [0.0] * 500
    weighted = InformationGrouper(["job"], leak="sex", **given).fit(twice, [*RICH, *RICH[:500]], weights)
    assert weighted.groupings_["job"].assignment.tolist() == expected


def test_bits_or_a_share_are_chosen_within_the_limit():
    within = InformationGrouper(["job"], leak="sex", max_leak=0.004, budget=1.3).fit(X, RICH)
    chosen = within.groupings_["job"]
    assert chosen.h <= 1.3
    assert chosen.second.bits <= 0.004
    with pytest.raises(ValueError, match=r"job: .*keeps 99 %.*at most 0.0001 bits about sex"):
        InformationGrouper(["job"], leak="sex", max_leak=0.0001, keep=0.99).fit(X, RICH)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"leak": "sex"}, "leak and max_leak limit together"),
        ({"max_leak": 0.1}, "leak and max_leak limit together"),
        ({"leak": "sex", "max_leak": -1}, "max_leak is -1: want a number of bits"),
        ({"leak": "sax", "max_leak": 1}, "leak has 'sax', which is no column of X: did you mean 'sex'?"),
        ({"leak": SEX[:9], "max_leak": 1}, "leak has 9 values, and X has 2000 rows"),
        ({"leak": "sex", "max_leak": 1, "columns": ["sex"]}, "leak is 'sex', one of the columns to group"),
        ({"leak": "sex", "max_leak": 1, "smooth": 5}, "smooth changes their table"),
        ({"leak": "sex", "max_leak": 1, "target_type": "continuous"}, "leak is for y of classes"),
    ],
)
def test_wrong_arguments_are_one_line(arguments, message):
    with pytest.raises(ValueError, match=message.replace("?", r"\?")) as caught:
        InformationGrouper(**arguments).fit(X, RICH)
    assert "\n" not in str(caught.value)
