package exact_test

import (
	"context"
	"encoding/json"
	"math"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle"
	"github.com/dibmap/dibmap/search"
)

// sklearn prints three sets of data that come with scikit-learn, or are drawn, and
// its best clustering of each into 2 to 8 clusters, of 50 starts of k-means.
const sklearn = `
import json, os
os.environ["OMP_NUM_THREADS"] = "1" # several are slower at sets so small
import numpy as np
from sklearn import cluster, datasets, preprocessing
def data():
    yield "iris", datasets.load_iris().data
    yield "wine", preprocessing.StandardScaler().fit_transform(datasets.load_wine().data)[::2]
    yield "blobs", datasets.make_blobs(100, 3, centers=6, cluster_std=2.5, random_state=7)[0]
print(json.dumps([{
    "name": name,
    "rows": rows.tolist(),
    "variance": float(np.mean(np.sum((rows - rows.mean(axis=0)) ** 2, axis=1))),
    "fits": [{"labels": fit.labels_.tolist(), "mse": float(fit.inertia_) / len(rows)} for fit in (
        cluster.KMeans(k, n_init=50, random_state=k).fit(rows) for k in range(2, 9))],
} for name, rows in data()]))
`

type sklearnData struct {
	Name     string
	Rows     [][]float64
	Variance float64
	Fits     []struct {
		Labels []int
		MSE    float64
	}
}

// entropyOf returns the entropy in bits of the sizes of clusters.
func entropyOf(labels []int) (h float64) {
	counts := map[int]float64{}
	for _, c := range labels {
		counts[c]++
	}
	for _, n := range counts {
		h -= n / float64(len(labels)) * math.Log2(n/float64(len(labels)))
	}
	return h
}

// TestAtLeastAsGoodAsKMeans: for 2 to 8 clusters no k-means of 50 starts has less
// squared error than the frontier of k, and the frontier of entropies has a point of
// no more entropy and error than each.
func TestAtLeastAsGoodAsKMeans(t *testing.T) {
	if testing.Short() {
		t.Skip("takes tens of seconds")
	}
	var sets []sklearnData
	if err := json.Unmarshal(oracle.Python(t, "sklearn")(sklearn), &sets); err != nil {
		t.Fatal(err)
	}
	for _, set := range sets {
		c := cloudOf(t, set.Rows, nil)
		if math.Abs(c.Variance()/set.Variance-1) > 1e-12 {
			t.Errorf("%s: variance %g, want %g", set.Name, c.Variance(), set.Variance)
		}
		for kind, of := range problems {
			// Entropies have epsilon rounds after the local search, which take long.
			f := frontierOf(t)(search.Map(context.Background(), of(c), search.Options{Method: search.Local}))
			for _, fit := range set.Fits {
				h, k := entropyOf(fit.Labels), 1
				for _, l := range fit.Labels {
					k = max(k, l+1)
				}
				if kind == "kmeans" {
					h = math.Log2(float64(k))
				}
				p, ok := f.Within(h)
				if mse := c.Variance() * (1 - p.I); !ok || mse > fit.MSE*(1+1e-9) {
					t.Errorf("%s, %s: %g of error at %d clusters and %g bits, scikit-learn has %g: %g more", set.Name, kind, mse, k, h, fit.MSE, mse/fit.MSE-1)
				}
			}
		}
	}
}
