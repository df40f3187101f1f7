package codec

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/oracle"
	"github.com/dibmap/dibmap/partition"
)

// alpha27 returns the reference frontier of English letters, which is kept in
// another format.
func alpha27(t *testing.T) *frontier.Frontier {
	t.Helper()
	b, err := os.ReadFile(oracle.Shared(t, "data", "golden", "frontiers", "alpha27.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Hypervolume float64
		Points      []struct {
			H, I       float64
			K          int
			Assignment partition.Partition
		}
	}
	if err := json.Unmarshal(b, &file); err != nil {
		t.Fatal(err)
	}
	var entries []frontier.Entry
	for _, p := range file.Points {
		entries = append(entries, frontier.Entry{H: p.H, I: p.I, K: p.K, Assignment: partition.Pack(p.Assignment)})
	}
	last := entries[len(entries)-1]
	problem := frontier.Problem{Kind: "dib", N: 27, M: 27, HX: last.H, HY: last.H, IXY: last.I}
	for _, letter := range "_abcdefghijklmnopqrstuvwxyz" {
		problem.XLabels = append(problem.XLabels, string(letter))
		problem.YLabels = append(problem.YLabels, string(letter))
	}
	f, err := frontier.New(problem, frontier.Search{Method: "mapper", Status: "converged"}, entries)
	if err != nil {
		t.Fatal(err)
	}
	// Its hypervolume is measured from the last point too.
	if v := f.Hypervolume(); v < file.Hypervolume-1e-9 || v > file.Hypervolume+1e-9 {
		t.Errorf("hypervolume %.15g, want %.15g", v, file.Hypervolume)
	}
	return f
}

func TestReferenceFrontierRoundTrip(t *testing.T) {
	roundTrips(t, alpha27(t))
}

// TestOtherProgramsRead loads every format as docs/formats.md tells, and
// compares it with the JSON file, which Python's json reads.
func TestOtherProgramsRead(t *testing.T) {
	python := oracle.Python(t, "numpy", "pandas", "pyarrow", "duckdb")
	folder := t.TempDir()
	for name, f := range map[string]*frontier.Frontier{"tiny": tiny(t), "large": large(t, 500, 300), "alpha": alpha27(t), "uncertain": uncertain(t)} {
		for _, extension := range []string{".json", ".csv", ".parquet", ".npz"} {
			if err := WriteFile(filepath.Join(folder, name+extension), f); err != nil {
				t.Fatal(err)
			}
		}
		python(`
import json, sys
import duckdb, numpy as np, pandas as pd, pyarrow.parquet as pq
path = sys.argv[1]
f = json.load(open(path + '.json', encoding='utf-8'))
want = pd.DataFrame(f['points'])
uncertain = 'uncertainty' in f
assert uncertain == path.endswith('uncertain')
for mark in ['hull', 'dmc'] + ['robust'] * uncertain:
    want[mark] = want[mark].notna() if mark in want else False
head = {key: f[key] for key in f if key != 'points'}
spread = ['dh', 'di', 'cov', 'robust'] * uncertain
stands = ['prominence', 'kink'] # left out where they are 0
for c in stands:
    want[c] = want[c].fillna(0) if c in want else 0.0

# csv
got = pd.read_csv(path + '.csv')
assert list(got.columns) == ['h', 'i', 'k', 'ties', 'hull', 'dmc'] + stands + spread, got.columns
for c in ['h', 'i'] + stands + spread[:3]: # some versions of pandas err in the last digit
    assert np.allclose(got[c], want[c], rtol=1e-15, atol=0)
    got[c] = want[c]
assert (got == want[got.columns]).all().all()
assert got.hull.dtype == bool and got.k.dtype == 'int64'
rows = duckdb.sql(f"select h, i, k, ties, hull, dmc from '{path}.csv'").fetchall()
assert rows == list(got[['h', 'i', 'k', 'ties', 'hull', 'dmc']].itertuples(index=False, name=None)), rows[:3]

# parquet
got = pd.read_parquet(path + '.parquet')
assert list(got.columns) == ['h', 'i', 'k', 'ties', 'hull', 'dmc'] + stands + ['assignment'] + spread
for c in ['h', 'i', 'k', 'ties', 'hull', 'dmc'] + stands + spread:
    assert (got[c] == want[c]).all(), c
assert [list(a) for a in got.assignment] == list(want.assignment)
assert json.loads(pq.read_schema(path + '.parquet').metadata[b'dibmap']) == head
rows = duckdb.sql(f"select h, i, k, ties, hull, dmc, assignment from '{path}.parquet' order by h").fetchall()
assert [list(r) for r in rows] == want[['h', 'i', 'k', 'ties', 'hull', 'dmc', 'assignment']].values.tolist()
lengths = duckdb.sql(f"select distinct len(assignment) from '{path}.parquet'").fetchall()
assert lengths == [(f['problem']['n'],)]
meta, = duckdb.sql(f"select decode(value) from parquet_kv_metadata('{path}.parquet') where decode(key) = 'dibmap'").fetchall()[0]
assert json.loads(meta) == head
# a label per row and point, joined to the names of the rows
named = duckdb.sql(f"select h, unnest(assignment) as cluster, unnest(range(len(assignment))) as x from '{path}.parquet'").df()
assert len(named) == len(want) * f['problem']['n'] and (named.x.max() == f['problem']['n'] - 1)

# npz
z = np.load(path + '.npz')
assert sorted(z.files) == sorted(['assignment', 'h', 'i', 'k', 'meta.json', 'ties'] + stands + spread)
for c, d in [('h', '<f8'), ('i', '<f8'), ('prominence', '<f8'), ('kink', '<f8'), ('k', '<i4'), ('ties', '<i4')] + list(zip(spread, ['<f8', '<f8', '<f8', '|b1'])):
    assert z[c].dtype.str == d and (z[c] == want[c]).all(), c
assert z['assignment'].dtype.str == '<i4' and z['assignment'].tolist() == list(want.assignment)
assert json.loads(z['meta.json']) == head

# written anew by others
pq.write_table(pq.read_table(path + '.parquet'), path + '.arrow.parquet')
members = {name: z[name] for name in z.files if name != 'meta.json'}
np.savez(path + '.again.npz', **members)
import zipfile
with zipfile.ZipFile(path + '.again.npz', 'a') as a:
    a.writestr('meta.json', z['meta.json'])
json.dump(f, open(path + '.again.json', 'w'))
`, filepath.Join(folder, name))
		for _, again := range []string{".arrow.parquet", ".again.npz", ".again.json"} {
			got, err := ReadFile(filepath.Join(folder, name+again))
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if diff := difference(f, got); diff != "" {
				t.Errorf("%s: %s", name+again, diff)
			}
		}
	}
}
