"""Groupings as changes to each other, which files of large frontiers hold."""

import numpy as np

from dibmap._changes import unpacked


def test_a_grouping_is_made_of_another() -> None:
    arrays = {
        "from": np.array([-1, 0, 3, 0, -1], dtype=np.int32),
        "change_count": np.array([3, 2, 1, 1, 0], dtype=np.int32),
        "changes": np.array([[1, 1], [2, 1], [3, 3], [3, -3], [1, 0], [0, 3], [2, 2]], dtype=np.int32),
    }
    got = unpacked(arrays, 4)
    assert got.dtype == np.int32
    assert got.tolist() == [[0, 1, 1, 2], [0, 0, 1, 1], [0, 1, 2, 0], [0, 1, 2, 3], [0, 0, 0, 0]]


def test_no_groupings() -> None:
    arrays = {
        "from": np.zeros(0, dtype=np.int32),
        "change_count": np.zeros(0, dtype=np.int32),
        "changes": np.zeros((0, 2), dtype=np.int32),
    }
    assert unpacked(arrays, 4).shape == (0, 4)
