"""Info, comparisons and scans: what they hold is what the command prints."""

import json
import subprocess

import numpy as np
import pytest

import dibmap
from dibmap import _program

pytest.importorskip("pandas")


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    rng = np.random.default_rng(1)
    rows = [("city", "age", "same", "drink", "n")]
    for _ in range(600):
        city, age = rng.choice(["Oslo", "Rome", "Lima", "Kyoto"]), int(rng.integers(18, 80))
        tea = 0.8 if city in ("Oslo", "Kyoto") else 0.2 + 0.5 * (age > 50)
        rows.append((city, age, 1, "tea" if rng.random() < tea else "coffee", 1))
    file = tmp_path_factory.mktemp("data") / "drinks.csv"
    file.write_text("".join(",".join(map(str, row)) + "\n" for row in rows))
    return file


def told(*arguments):
    return json.loads(subprocess.run([_program.path(), *arguments], check=True, capture_output=True).stdout)


def test_a_table_of_two_variables(path):
    info = dibmap.info(path, "city", "drink")
    assert info.to_dict() == told("info", path, "--x", "city", "--y", "drink", "--json")
    assert (info.n, info.m, info.samples) == (4, 2, 600)
    plugin = info.estimates.set_index("estimator").loc["plugin"]
    assert plugin["ixy"] == pytest.approx(plugin["hx"] + plugin["hy"] - plugin["hxy"])
    assert info.evidence["p"] == 0.001
    assert info.columns is None
    assert repr(info) == "Info(drinks.csv: 4 x 2)"


def test_the_columns_of_a_table(path):
    info = dibmap.info(path)
    assert info.columns["column"].tolist() == ["city", "age", "same", "drink", "n"]
    assert info.estimates is None
    ranked = dibmap.info(path, y="drink").columns
    assert ranked["column"][0] == "city"
    assert dibmap.info(path).proposed is None
    assert set(dibmap.info(path, propose=True).proposed) == {"x", "y"}
    assert len(dibmap.info(path, pairs=True).pairs) == 3  # of three columns with more than one value


def test_a_comparison(path):
    found = dibmap.compare(path, "city", "drink", methods=["ward", "kmeans"], clusters=[2, 3], seed=1)
    assert found.methods["method"].tolist() == ["dibmap", "ward", "kmeans"]
    assert found.methods["tp"][0] == found.truth["points"]
    assert set(found.points["method"]) == {"dibmap", "ward", "kmeans"}
    assert found.points["i"].max() == found.truth["clusterings"][-1]["i"]
    with pytest.raises(dibmap.InputError, match="wart"):
        dibmap.compare(path, "city", "drink", methods="wart")


def test_a_scan_holds_a_frontier_for_each_column(path):
    import pandas as pd

    data = pd.read_csv(path)
    scan = dibmap.scan(data, "drink", columns=["city", "age", "same"])
    assert set(scan) == {"city", "age"}
    assert scan["city"].recommend().clusters == [["Kyoto", "Oslo"], ["Lima", "Rome"]]
    unusable = scan.columns.set_index("column")["unusable"]
    assert "one value" in unusable["same"]
    recoded = scan.transform(data)
    assert recoded.columns.tolist()[0] == "city_cluster"
    assert recoded.index.equals(data.index)
    assert recoded["city_cluster"].tolist() == scan["city"].recommend().transform(data["city"]).tolist()


def test_a_scan_goes_on_in_its_folder(path, tmp_path):
    first = dibmap.scan(path, "drink", output=tmp_path / "drinks")
    assert (tmp_path / "drinks" / "index.html").exists()
    again = dibmap.scan(path, "drink", output=tmp_path / "drinks")
    assert dict(again) == dict(first)
    with pytest.raises(dibmap.InputError, match="drnk"):
        dibmap.scan(path, "drnk")
