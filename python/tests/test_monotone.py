"""Clusters along which the share of a value of Y has a trend."""

import pytest

import dibmap

AGES = [age for age in range(20) for _ in range(200)]
# The share rises from 20 to 160 of 200, with steps back at some ages.
BOUGHT = [place < 20 + age * 140 // 19 - 30 * (age % 4 == 3) for age in range(20) for place in range(200)]
TABLE = {"age": AGES, "bought": ["yes" if bought else "no" for bought in BOUGHT]}


def shares(frontier, k):
    """Return the share of bought in each cluster, in the order of ages."""
    clusters = sorted(frontier.select(clusters=k).clusters)
    members = [[bought for age, bought in zip(AGES, BOUGHT, strict=True) if age in ages] for ages in clusters]
    return [sum(bought) / len(bought) for bought in members]


def test_shares_rise_along_clusters():
    free = dibmap.map(TABLE, "age", "bought")
    rising = dibmap.map(TABLE, "age", "bought", monotone="up")
    assert shares(free, 7) != sorted(shares(free, 7))
    for k in range(2, 8):
        assert shares(rising, k) == sorted(shares(rising, k))
    assert rising.i.max() < free.i.max()
    chosen = dibmap.map(TABLE, "age", "bought", monotone="auto", min_group=500)
    assert 2 <= chosen.k.max() <= 4000 // 500
    with pytest.raises(dibmap.InputError, match="monotone"):
        dibmap.map(TABLE, "age", "bought", monotone="flat")


def test_a_scan_skips_columns_without_an_order():
    table = {**TABLE, "city": ["ab"[age % 2] for age in AGES]}
    assert set(dibmap.scan(table, "bought", monotone="auto", validate=0)) == {"age", "city"}
    assert dibmap.scan(table, "bought", monotone={"age": "down"}, validate=0)["age"].i.max() < 0.05
    with pytest.raises(dibmap.InputError, match="city"):
        dibmap.scan(table, "bought", monotone={"city": "up"})
