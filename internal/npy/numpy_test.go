package npy

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/dibmap/dibmap/internal/oracle"
)

// TestReadsWhatNumPyWrites reads every type, byte order, storage order and
// format version from NumPy, over the extremes of the type.
func TestReadsWhatNumPyWrites(t *testing.T) {
	python := oracle.Python(t, "numpy")
	folder := t.TempDir()
	out := python(`
import json, sys, numpy as np
cases = []
for kind in 'f4 f8 i1 i2 i4 i8 u1 u2 u4 u8 b1'.split():
    for byteorder in '<>=|':
        d = np.dtype(byteorder + kind) if byteorder != '|' else np.dtype(kind)
        if d.kind == 'f':
            v = np.array([0, -1.5, np.finfo(d).max, np.finfo(d).tiny, 1/3, np.inf, np.nan, -0.0])
        elif d.kind == 'b':
            v = np.array([0, 1, 1, 0, 1, 0, 0, 1])
        else:
            i = np.iinfo(d)
            v = np.array([0, 1, i.min, i.max, i.max // 2, i.min // 2, 5, 7], dtype=d)
        v = np.resize(v.astype(d), 24)
        for shape in [(24,), (4, 6), (2, 3, 4), (3, 1, 2, 4), (24, 0), ()]:
            for order in 'CF':
                for version in [(1, 0), (2, 0), (3, 0)]:
                    a = (v[:0] if 0 in shape else v[3] if shape == () else v)
                    a = np.asarray(np.asarray(a, dtype=d).reshape(shape), order=order)
                    name = '%d.npy' % len(cases)
                    with open(sys.argv[1] + '/' + name, 'wb') as f:
                        np.lib.format.write_array(f, a, version=version)
                    cases.append(dict(name=name, dtype=str(a.dtype.str), order=order, version=version, shape=shape,
                        bits=[str(b) for b in np.ascontiguousarray(a).ravel().astype('<f8').view('<u8')]))
print(json.dumps(cases))
`, folder)
	var cases []struct {
		Name, Dtype, Order string
		Version, Shape     []int
		Bits               []string // of float64, as decimal numbers
	}
	if err := json.Unmarshal(out, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) != 11*4*6*2*3 {
		t.Fatalf("NumPy wrote %d files", len(cases))
	}
	for _, c := range cases {
		file, err := os.Open(filepath.Join(folder, c.Name))
		if err != nil {
			t.Fatal(err)
		}
		a, err := Read(file, 24)
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
		if err != nil {
			t.Errorf("%s %s %v %v: %v", c.Dtype, c.Order, c.Version, c.Shape, err)
			continue
		}
		var want []float64
		for _, b := range c.Bits {
			u, err := strconv.ParseUint(b, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, math.Float64frombits(u))
		}
		same := func(x, y float64) bool {
			return math.Float64bits(x) == math.Float64bits(y) || math.IsNaN(x) && math.IsNaN(y)
		}
		if !slices.Equal(a.Shape, c.Shape) || !slices.EqualFunc(a.Data, want, same) {
			t.Errorf("%s %s %v %v: got %v, want %v", c.Dtype, c.Order, c.Version, c.Shape, a, want)
		}
	}
}

func TestNumPyReadsWhatIsWritten(t *testing.T) {
	python := oracle.Python(t, "numpy")
	folder := t.TempDir()
	shapes := [][]int{{}, {6}, {2, 3}, {3, 2, 1}, {0, 4}}
	for i, shape := range shapes {
		n := product(shape)
		floats, ints := make([]float64, n), make([]int32, n)
		for c := range n {
			floats[c] = float64(c) / 3
			ints[c] = int32(-c)
		}
		var f, g bytes.Buffer
		if err := Write(&f, shape, floats); err != nil {
			t.Fatal(err)
		}
		if err := writeInt32(&g, shape, ints); err != nil {
			t.Fatal(err)
		}
		for name, b := range map[string]*bytes.Buffer{"f": &f, "i": &g} {
			if err := os.WriteFile(filepath.Join(folder, name+string(rune('0'+i))), b.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	text, err := json.Marshal(shapes)
	if err != nil {
		t.Fatal(err)
	}
	python(`
import json, sys, numpy as np
for i, shape in enumerate(json.loads(sys.argv[2])):
    f = np.load('%s/f%d' % (sys.argv[1], i))
    g = np.load('%s/i%d' % (sys.argv[1], i))
    n = int(np.prod(shape))
    assert f.dtype.str == '<f8' and g.dtype.str == '<i4'
    assert (f == (np.arange(n) / 3).reshape(shape)).all() and list(f.shape) == shape
    assert (g == -np.arange(n).reshape(shape)).all() and list(g.shape) == shape
    np.load('%s/f%d' % (sys.argv[1], i), mmap_mode='r') if n else None
`, folder, string(text))
}
