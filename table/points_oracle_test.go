package table

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle"
	"github.com/dibmap/dibmap/internal/textfile"
)

// TestPointsAgainstPandas reads what pandas, pyarrow and NumPy write and compares
// with a grouped sum of pandas.
func TestPointsAgainstPandas(t *testing.T) {
	python := oracle.Python(t, "pandas", "pyarrow.parquet", "numpy")
	folder := t.TempDir()
	out := python(`
import sys, os
import numpy as np, pandas as pd
at = lambda name: os.path.join(sys.argv[1], name)
r = np.random.default_rng(1)
n = 5000
d = pd.DataFrame({'height': r.integers(-3, 4, n) / 8, 'age': r.integers(0, 5, n), 'speed': r.normal(size=7).round(9)[r.integers(0, 7, n)],
                  'weight': r.integers(0, 9, n) / 4})
d.to_csv(at('p.csv'), index=False)
d.to_csv(at('p.tsv.gz'), index=False, sep='\t')
d.to_json(at('p.jsonl'), orient='records', lines=True, double_precision=15)
d.to_parquet(at('p.parquet'))
d.astype({'age': 'float32'}).to_parquet(at('f.parquet'), row_group_size=700, compression='zstd')
d.astype(str).to_parquet(at('s.parquet'))
d.to_csv(at('index.csv'))
d.to_parquet(at('hive'), partition_cols=['age'])
xy = d[['height', 'age', 'speed']].to_numpy()
np.save(at('c.npy'), xy)
np.save(at('f.npy'), np.asfortranarray(xy))
g = d.groupby(['height', 'age', 'speed'])['weight'].agg(['sum', 'size']).reset_index()
for row in g.itertuples(index=False):
    print(repr(float(row.height)), row.age, repr(float(row.speed)), repr(float(row.sum)), row.size)
`, folder)
	var want, wantCounts []string
	for line := range strings.Lines(string(out)) {
		var v [5]float64
		for i, text := range strings.Fields(line) {
			v[i], _ = textfile.ParseNumber(text)
		}
		label := coordinateText(v[:3])
		want = append(want, fmt.Sprintf("%s: %s x %g", label, label, v[3]))
		wantCounts = append(wantCounts, fmt.Sprintf("%s: %s x %g", label, label, v[4]))
	}
	columns := []string{"height", "age", "speed"}
	for _, name := range []string{"p.csv", "p.tsv.gz", "p.jsonl", "p.parquet", "f.parquet", "s.parquet", "index.csv", "hive"} {
		opts := Options{Columns: columns, Count: "weight"}
		checkPoints(t, mustPoints(t, filepath.Join(folder, name), opts), columns, want...)
		if name != "index.csv" && name != "hive" {
			opts.Columns = nil
			checkPoints(t, mustPoints(t, filepath.Join(folder, name), opts), columns, want...)
		}
	}
	_, err := OpenPoints(context.Background(), filepath.Join(folder, "index.csv"), Options{})
	checkError(t, err, folder, "index.csv: column 1 has no name: name the columns that hold coordinates")
	for _, name := range []string{"c.npy", "f.npy"} {
		checkPoints(t, mustPoints(t, filepath.Join(folder, name), Options{}), numberLabels(3), wantCounts...)
	}
}
