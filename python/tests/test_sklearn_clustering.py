"""Clusters of rows of counts, as scikit-learn has clusterings."""

import pickle

import numpy as np
import pytest

pytest.importorskip("sklearn", minversion="1.6")

from scipy.sparse import csr_array, csr_matrix
from sklearn.metrics import adjusted_rand_score
from sklearn.utils.estimator_checks import parametrize_with_checks

import dibmap
from dibmap.sklearn import DIBClustering

pytestmark = pytest.mark.filterwarnings("ignore::dibmap.DibmapWarning")


def documents(n=40, words=30, topics=3, seed=0):
    """Return counts of words, and the topic of each document."""
    random = np.random.default_rng(seed)
    distributions = random.dirichlet(np.full(words, 0.1), topics)
    topic = random.integers(0, topics, n)
    return np.stack([random.multinomial(100, distributions[t]) for t in topic]), topic


def information(counts, labels):
    """Return I(Z;Y) in bits of clusters of rows."""
    joint = np.stack([counts[labels == z].sum(axis=0) for z in np.unique(labels)]) / counts.sum()
    product = joint.sum(axis=1, keepdims=True) * joint.sum(axis=0, keepdims=True)
    some = joint > 0
    return float((joint[some] * np.log2(joint[some] / product[some])).sum())


def failures(estimator):
    reason = "it clusters standardised numbers, of which some are negative; counts are not"
    return {"check_clustering": reason}


@parametrize_with_checks([DIBClustering()], expected_failed_checks=failures)
def test_the_checks_of_scikit_learn_pass(estimator, check):
    check(estimator)


def test_topics_are_found():
    counts, topic = documents()
    clustering = DIBClustering(n_clusters=3).fit(counts)
    assert adjusted_rand_score(clustering.labels_, topic) == 1
    assert clustering.n_clusters_ == 3
    assert clustering.grouping_.i == pytest.approx(information(counts, clustering.labels_), abs=1e-9)
    assert np.array_equal(clustering.fit_predict(counts), clustering.labels_)


def test_the_number_of_clusters_is_recommended():
    counts, topic = documents()
    clustering = DIBClustering().fit(counts)
    assert clustering.n_clusters_ == clustering.frontier_.recommend().k
    assert clustering.grouping_.recommendation.reason
    assert adjusted_rand_score(clustering.labels_, topic) == 1


def test_a_choice_is_kept():
    counts, _ = documents()
    assert DIBClustering(budget=1.0).fit(counts).grouping_.h <= 1
    kept = DIBClustering(keep=0.5).fit(counts)
    assert kept.grouping_.i >= 0.5 * kept.frontier_.ixy


@pytest.mark.parametrize("container", [csr_matrix, csr_array])
def test_sparse_counts_are_dense_counts(container):
    counts, _ = documents()
    dense, sparse = (
        DIBClustering(n_clusters=3).fit(counts),
        DIBClustering(n_clusters=3).fit(container(counts)),
    )
    assert dense.frontier_ == sparse.frontier_
    new, _ = documents(seed=5)
    assert np.array_equal(dense.predict(new), sparse.predict(container(new)))


def test_a_row_that_counts_nothing_has_no_cluster():
    counts, _ = documents()
    with_gap = np.insert(counts, 5, 0, axis=0)
    labels = DIBClustering(n_clusters=3).fit(counts).labels_
    clustering = DIBClustering(n_clusters=3).fit(with_gap)
    assert clustering.labels_.tolist() == np.insert(labels, 5, -1).tolist()
    assert clustering.predict(with_gap)[5] == -1


def test_rows_weigh_alike_if_asked():
    counts, _ = documents()
    heavy = counts * np.arange(1, len(counts) + 1)[:, None]
    clustering = DIBClustering(n_clusters=3, uniform_prior=True).fit(heavy)
    assert clustering.frontier_.hx == pytest.approx(np.log2(len(counts)), abs=1e-9)
    assert DIBClustering(n_clusters=3).fit(heavy).frontier_.hx < clustering.frontier_.hx - 0.1


def test_new_rows_join_where_the_least_information_is_lost():
    counts, _ = documents()
    clustering = DIBClustering(n_clusters=3).fit(counts)
    # By brute force: I(Z;Y) of all rows with the new one in each cluster.
    for row in documents(seed=1)[0][:5]:
        stacked = np.vstack([counts, row])
        best = max(range(3), key=lambda z: information(stacked, np.append(clustering.labels_, z)))
        assert clustering.predict(row[None]) == best


def test_what_was_learned_is_pickled():
    counts, _ = documents()
    clustering = DIBClustering(n_clusters=3).fit(counts)
    again = pickle.loads(pickle.dumps(clustering))
    assert again.frontier_ == clustering.frontier_
    assert np.array_equal(again.predict(counts), clustering.predict(counts))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n_clusters": 2, "keep": 0.9}, "each choose clusters: give one of them"),
        ({"n_clusters": 41}, "n_clusters is 41, but n_samples=40 rows have counts: want 1 to 40"),
        ({"n_clusters": 0}, "want 1 to 40"),
    ],
)
def test_arguments_that_are_wrong(arguments, message):
    with pytest.raises(dibmap.InputError, match=message):
        DIBClustering(**arguments).fit(documents()[0])


def test_a_negative_count_is_an_error():
    with pytest.raises(ValueError, match="Negative values"):
        DIBClustering().fit([[1, -1], [1, 1]])
