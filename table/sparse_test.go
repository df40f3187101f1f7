package table

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/internal/npy"
	"github.com/dibmap/dibmap/internal/oracle"
	"github.com/dibmap/dibmap/internal/oracle/files"
	"github.com/dibmap/dibmap/internal/source"
)

const coordinates = "%%MatrixMarket matrix coordinate integer general\n"

func TestMarket(t *testing.T) {
	want := map[string]float64{"0 1": 2, "2 0": 5}
	for name, content := range map[string]string{
		"integer":    coordinates + "3 2 2\n1 2 2\n3 1 5\n",
		"real":       "%%MatrixMarket matrix coordinate real general\n3 2 2\n1 2 2.0\n3 1 5e0\n",
		"comments":   coordinates + "% " + strings.Repeat("a long comment ", 10_000) + "\n\n%\n 3\t2 2\r\n\n3 1 5\n% another one\n1 2 2\n \n%",
		"capitals":   "%%matrixmarket MATRIX Coordinate INTEGER General\n3 2 2\n1 2 2\n3 1 5",
		"repetition": coordinates + "3 2 4\n1 2 2\n3 1 4\n2 2 0\n3 1 1\n",
		"array":      "%%MatrixMarket matrix array real general\n3 2\n0\n0\n5\n2\n0\n0\n",
	} {
		tab := mustRead(t, "a.mtx", content, Options{})
		checkCells(t, tab, want)
		if x, y := len(tab.x), len(tab.y); x != 3 || y != 2 {
			t.Errorf("%s: %d x %d", name, x, y)
		}
		checkCells(t, mustRead(t, "content", content, Options{}), want)
		checkCells(t, mustRead(t, "a.mtx.gz", files.Gzipped(t, content), Options{}), want)
	}
	checkCells(t, mustRead(t, "a.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 1\n2 2\n", Options{}), map[string]float64{"0 0": 1, "1 1": 1})
	symmetric := map[string]float64{"0 0": 1, "1 0": 2, "0 1": 2, "1 1": 4}
	checkCells(t, mustRead(t, "a.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 1\n2 1 2\n2 2 4\n", Options{}), symmetric)
	checkCells(t, mustRead(t, "a.mtx", "%%MatrixMarket matrix array integer symmetric\n2 2\n1\n2\n4\n", Options{}), symmetric)
}

func TestMarketErrors(t *testing.T) {
	const first = `a.mtx:1: the first line is not "%%MatrixMarket" and four words, such as matrix coordinate integer general`
	banner := func(words string) string { return "%%MatrixMarket " + words + "\n2 2 1\n1 1 1\n" }
	for _, tt := range []struct{ content, want string }{
		{"", "a.mtx: the file is empty"},
		{"1 2 3\n", first},
		{"\n" + coordinates, first},
		{"%%MatrixMarket matrix\n", first},
		{banner("vector coordinate real general"), "a.mtx:1: it holds a vector, and a table is a matrix"},
		{banner("matrix csr real general"), "a.mtx:1: the format is csr, and coordinate and array are read"},
		{banner("matrix coordinate complex general"), "a.mtx:1: the numbers are complex, and a table has counts or weights"},
		{banner("matrix coordinate quaternion general"), "a.mtx:1: the numbers are quaternion, and real, integer and, of coordinates, pattern are read"},
		{banner("matrix array pattern general"), "a.mtx:1: the numbers are pattern, and real, integer and, of coordinates, pattern are read"},
		{banner("matrix coordinate real skew-symmetric"), "a.mtx:1: the matrix is skew-symmetric, so that it has numbers below zero, and a table has counts or weights"},
		{banner("matrix coordinate real hermitian"), "a.mtx:1: the symmetry is hermitian, and general and symmetric are read"},
		{coordinates, "a.mtx: ends before the line that states the size: the file is cut short"},
		{coordinates + "2 x 1\n", "a.mtx:2: x stands where the size should, in whole numbers"},
		{coordinates + "2 -2 1\n", "a.mtx:2: -2 stands where the size should, in whole numbers"},
		{coordinates + "2 2\n", "a.mtx:2: the size has three numbers: rows, columns and entries"},
		{"%%MatrixMarket matrix array real general\n2 2 2\n", "a.mtx:2: the size of an array has two numbers: rows and columns"},
		{coordinates + "0 2 0\n", "a.mtx:2: the matrix is of 0 x 2, and a matrix has 1 to 2147483647 rows and columns"},
		{coordinates + "1000000000000 2 0\n", "a.mtx:2: the matrix is of 1000000000000 x 2, and a matrix has 1 to 2147483647 rows and columns"},
		{coordinates + "2 2 99999999999\n", "a.mtx:2: the matrix has 99999999999 entries, more than the 2147483648 allowed: group rows or columns first"},
		{"%%MatrixMarket matrix array real general\n2147483647 2147483647\n", "a.mtx:2: the matrix has 4611686014132420609 entries, more than the 2147483648 allowed: group rows or columns first"},
		{"%%MatrixMarket matrix coordinate real symmetric\n2 3 1\n", "a.mtx:2: the matrix is symmetric, and has 2 rows and 3 columns"},
		{coordinates + "2 2 1\n1 1\n", "a.mtx:3: an entry has 3 fields, and this line has 2"},
		{coordinates + "2 2 1\n% one\n3 1 1\n", "a.mtx:4: the row is 3, and the matrix has those from 1 to 2"},
		{coordinates + "2 2 1\n1 0 1\n", "a.mtx:3: the column is 0, and the matrix has those from 1 to 2"},
		{coordinates + "2 2 1\n1 1.5 1\n", "a.mtx:3: the column is 1.5, and the matrix has those from 1 to 2"},
		{coordinates + "2 2 1\n1 2 -1\n", "a.mtx:3: the number of row 1, column 2 is -1, which is negative"},
		{coordinates + "2 2 1\n1 2 nan\n", "a.mtx:3: the number of row 1, column 2 is NaN, which is not a finite number"},
		{coordinates + "2 2 1\n1 2 many\n", "a.mtx:3: the number of row 1, column 2 is many, which is not a number"},
		{coordinates + "2 2 1\n1 2 9007199254740993\n", "a.mtx:3: the number of row 1, column 2 is 9007199254740993, which is too large for a count: counts are below 2^53 (9007199254740992). If it is no count but a weight, write it with an exponent, as 9.007199254740992e+15"},
		{coordinates + "2 2 2\n1 2 1\n", "a.mtx: ends after 1 of 2 entries: the file is cut short"},
		{coordinates + "2 2 1\n1 2 1\n2 2 1\n", "a.mtx:4: more follows than the 1 entries that line 2 states"},
		{"%%MatrixMarket matrix array real general\n1 2\n1 2\n", "a.mtx:3: a line of an array has one number, and this one has 2"},
		{coordinates + strings.Repeat("1", 1<<17), "a.mtx:2: the line is longer than 65536 bytes: it is no line of a Matrix Market file"},
		{coordinates + "2147483647 2 1\n1 2 1\n", "a.mtx: the matrix is of 2147483647 x 2 and has 1 entries, which leave most rows or columns empty: leave those out"},
	} {
		folder := t.TempDir()
		_, err := Open(context.Background(), files.Write(t, folder, "a.mtx", tt.content), Options{})
		checkError(t, err, folder, tt.want)
	}
}

// npz returns an archive of the given members.
func npz(t testing.TB, members map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(members)) {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, members[name]); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// stored returns an array of one dimension.
func stored(t testing.TB, v ...float64) string { return files.Numpy(t, []int{len(v)}, v) }

// textArray returns an array of no dimensions that holds a text.
func textArray(t testing.TB, dtype, text string) string {
	t.Helper()
	var b bytes.Buffer
	if err := npy.WriteHeader(&b, dtype, nil); err != nil {
		t.Fatal(err)
	}
	return b.String() + text
}

// csr returns the members of a matrix of 3 x 2 in the format csr.
func csr(t testing.TB) map[string]string {
	return map[string]string{
		"format.npy": textArray(t, "|S3", "csr"), "shape.npy": stored(t, 3, 2),
		"indptr.npy": stored(t, 0, 1, 1, 3), "indices.npy": stored(t, 1, 0, 0), "data.npy": stored(t, 2, 4, 1),
	}
}

func TestSciPy(t *testing.T) {
	want := map[string]float64{"0 1": 2, "2 0": 5}
	csc := map[string]string{
		"format.npy": textArray(t, "<U3", "c\x00\x00\x00s\x00\x00\x00c\x00\x00\x00"), "shape.npy": stored(t, 3, 2),
		"indptr.npy": stored(t, 0, 1, 3), "indices.npy": stored(t, 2, 0, 1), "data.npy": stored(t, 5, 2, 0),
	}
	coo := map[string]string{
		"format.npy": textArray(t, "|S3", "coo"), "shape.npy": stored(t, 3, 2),
		"row.npy": stored(t, 2, 0, 2), "col.npy": stored(t, 0, 1, 0), "data.npy": stored(t, 1, 2, 4),
	}
	for _, members := range []map[string]string{csr(t), csc, coo} {
		content := npz(t, members)
		tab := mustRead(t, "a.npz", content, Options{})
		checkCells(t, tab, want)
		if x, y := len(tab.x), len(tab.y); x != 3 || y != 2 {
			t.Errorf("%d x %d", x, y)
		}
		checkCells(t, mustRead(t, "content", content, Options{}), want)
		tab, err := Open(context.Background(), "-", Options{Stdin: strings.NewReader(content)})
		if err != nil {
			t.Fatal(err)
		}
		checkCells(t, tab, want)
	}
}

func TestSciPyErrors(t *testing.T) {
	entries := func(kind string, values ...int64) string {
		var b bytes.Buffer
		if err := npy.WriteHeader(&b, kind, []int{len(values)}); err != nil {
			t.Fatal(err)
		}
		if err := binary.Write(&b, binary.LittleEndian, values); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	for _, tt := range []struct{ member, content, want string }{
		{"format.npy", textArray(t, "|S3", "bsr"), "holds a sparse matrix in the format bsr, and csr, csc and coo are read: save matrix.tocsr()"},
		{"format.npy", textArray(t, "|S3", "cs"), "member format.npy: ends within its text"},
		{"format.npy", textArray(t, "|S999999999", "csr"), `member format.npy: holds no short text, but dtype "|S999999999"`},
		{"format.npy", stored(t, 1), `member format.npy: holds no short text, but dtype "<f8"`},
		{"format.npy", textArray(t, "|S3", "coo"), "is no sparse matrix: the archive has no member row.npy"},
		{"shape.npy", stored(t, 3, 2, 1), "holds an array of 3 dimensions, and a matrix has 2"},
		{"shape.npy", stored(t, 3, 0), "is of 3 x 0, and a matrix has 1 to 2147483647 rows and columns"},
		{"shape.npy", stored(t, 1e12, 2), "is of 1000000000000 x 2, and a matrix has 1 to 2147483647 rows and columns"},
		{"shape.npy", stored(t, 4, 2), "member indptr.npy: has 4 numbers where 5 should be"},
		{"shape.npy", stored(t, 3, 1), "member indices.npy: has 1 where a whole number from 0 to 0 should stand"},
		{"indptr.npy", stored(t, 0, 1, 0, 3), "member indptr.npy: has 0 after 1, and should not decrease"},
		{"indptr.npy", stored(t, 1, 1, 1, 3), "member indptr.npy: has 1 where a whole number from 0 to 0 should stand"},
		{"indptr.npy", stored(t, 0, 1, 1, 4), "member indptr.npy: has 4 where a whole number from 0 to 3 should stand"},
		{"indptr.npy", stored(t, 0, 1, 1, 2), "member indptr.npy: ends with 2, and there are 3 entries"},
		{"indices.npy", stored(t, 1, 0.5, 0), "member indices.npy: has 0.5 where a whole number from 0 to 1 should stand"},
		{"indices.npy", stored(t, 1, -1, 0), "member indices.npy: has -1 where a whole number from 0 to 1 should stand"},
		{"indices.npy", stored(t, 1, 0), "member indices.npy: has 2 numbers, and data.npy has 3"},
		{"data.npy", stored(t, 2, -4, 1), "row 2, column 0 (from 0) is -4, which is negative"},
		{"data.npy", entries("<i8", 2, 1<<53, 1), "row 2, column 0 (from 0) is about 9.007199254740992e+15, which is too large for a count: counts are below 2^53 (9007199254740992). If the numbers are no counts but weights, store them as floats"},
		{"data.npy", stored(t, 2, 4, 1) + "x", "member data.npy: holds more than its shape"},
		{"data.npy", stored(t, 2, 4, 1)[:140], "member data.npy: ends after 1 of 3 cells"},
		{"data.npy", files.Numpy(t, []int{1, 3}, []float64{2, 4, 1}), "member data.npy: has the shape [1 3] where one dimension should be"},
		{"data.npy", entries("<c16", 1, 2, 3), "member data.npy: holds complex numbers (dtype <c16), not numbers"},
	} {
		members := csr(t)
		members[tt.member] = tt.content
		folder := t.TempDir()
		_, err := Open(context.Background(), files.Write(t, folder, "a.npz", npz(t, members)), Options{})
		checkError(t, err, folder, "a.npz: "+tt.want)
	}
	for want, content := range map[string]string{
		"a.npz: holds a.npy, and no sparse matrix of scipy.sparse.save_npz: save one array as .npy, or a sparse matrix": npz(t, map[string]string{"a.npy": stored(t, 1)}),
		"a.npz: is a frontier that dibmap wrote, not a table: name the table":                                           npz(t, map[string]string{"meta.json": "{}", "h.npy": stored(t, 1)}),
		"a.npz: is not a whole npz archive: zip: not a valid zip file":                                                  npz(t, csr(t))[:300],
	} {
		folder := t.TempDir()
		_, err := Open(context.Background(), files.Write(t, folder, "a.npz", content), Options{})
		checkError(t, err, folder, want)
	}
	members := csr(t)
	members["shape.npy"], members["indptr.npy"] = stored(t, 100_000, 2), stored(t, append(make([]float64, 100_000), 3)...)
	folder := t.TempDir()
	_, err := Open(context.Background(), files.Write(t, folder, "a.npz", npz(t, members)), Options{})
	checkError(t, err, folder, "a.npz: the matrix is of 100000 x 2 and has 3 entries, which leave most rows or columns empty: leave those out")
}

// TestSparseHasNoColumns: a sparse matrix is refused where records or points are wanted.
func TestSparseHasNoColumns(t *testing.T) {
	folder := t.TempDir()
	for path, format := range map[string]string{
		files.Write(t, folder, "a.npz", npz(t, csr(t))): "npz", files.Write(t, folder, "a.mtx", coordinates+"1 1 1\n1 1 1\n"): "mtx",
	} {
		name := filepath.Base(path)
		_, err := Open(context.Background(), path, cityProduct())
		checkError(t, err, folder, name+": an ."+format+" file holds numbers without names, not records, so no columns of it can be named")
		_, err = OpenPoints(context.Background(), path, Options{})
		checkError(t, err, folder, name+": an ."+format+" file holds numbers without names, not records, so no columns of it can be named")
	}
}

// TestAgainstSciPy reads matrices that SciPy writes in every way, and compares them with the array.
func TestAgainstSciPy(t *testing.T) {
	python := oracle.Python(t, "scipy", "numpy")
	folder := t.TempDir()
	names := strings.Fields(string(python(`
import sys, numpy as np, scipy.sparse as sp, scipy.io as io
at = lambda name: sys.argv[1] + '/' + name
d = np.random.default_rng(1).poisson(.3, (40, 30))
d[3], d[:, 2] = 0, 0
s = d[:30] + d[:30].T
np.save(at('dense.npy'), d); np.save(at('symmetric.npy'), s); np.save(at('pattern.npy'), d > 0)
def saved(name, *args, **how):
    sp.save_npz(at(name), *args, **how); print('dense', name)
for format in 'csr', 'csc', 'coo':
    for kind in 'matrix', 'array':
        m = getattr(sp, format + '_' + kind)
        for dtype in 'f4', 'f8', 'i4', 'u2', '>i8':
            saved(f'{format}-{kind}-{dtype[-2:]}.npz', m(d.astype(dtype)) if dtype[0] != '>' else m(d), compressed=dtype != 'f4')
twice = sp.coo_matrix((np.r_[sp.coo_matrix(d).data, 1, 0], (np.r_[sp.coo_matrix(d).row, 5, 0], np.r_[sp.coo_matrix(d).col, 5, 0])), d.shape)
d[5, 5] += 1
np.save(at('twice.npy'), d); sp.save_npz(at('twice.npz'), twice); print('twice', 'twice.npz')
d[5, 5] -= 1
def written(table, name, *args, **how):
    io.mmwrite(at(name), *args, **how); print(table, name)
written('dense', 'general.mtx', sp.coo_matrix(d), comment='a comment\nof two lines')
written('dense', 'real.mtx', sp.csr_matrix(d.astype('f8')))
written('dense', 'array.mtx', d)
written('symmetric', 'symmetric.mtx', sp.coo_matrix(s))
written('symmetric', 'unfolded.mtx', sp.coo_matrix(s), symmetry='general')
written('symmetric', 'array2.mtx', s)
written('pattern', 'pattern.mtx', sp.coo_matrix(d > 0), field='pattern')
`, folder)))
	if len(names) < 2*35 {
		t.Fatalf("SciPy has written %d files", len(names)/2)
	}
	for k := 0; k < len(names); k += 2 {
		want, got := mustOpen(t, filepath.Join(folder, names[k]+".npy"), Options{}), mustOpen(t, filepath.Join(folder, names[k+1]), Options{})
		if a, b := mustJoint(t, want), mustJoint(t, got); a.SHA256() != b.SHA256() || len(want.x) != len(got.x) || len(want.y) != len(got.y) {
			t.Errorf("%s: %s", names[k+1], cmp.Diff(cellsOf(want), cellsOf(got)))
		}
	}
}

// FuzzMarket writes what it read and reads it again.
func FuzzMarket(f *testing.F) {
	for _, seed := range []string{
		coordinates + "3 2 2\n1 2 2\n% c\n3 1 5\n",
		"%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n",
		"%%MatrixMarket matrix array real general\n1 2\n1e-3\n2\n",
		"%%MatrixMarket matrix array integer symmetric\n2 2\n1\n2\n4\n",
		coordinates + "2147483647 2147483647 9\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		tab, err := fuzzOpen(t, content, Options{Format: source.Market})
		if err != nil {
			return
		}
		var b bytes.Buffer
		fmt.Fprintf(&b, "%%%%MatrixMarket matrix coordinate real general\n%d %d %d\n", len(tab.x), len(tab.y), len(tab.cells))
		for _, c := range tab.cells {
			fmt.Fprintf(&b, "%d %d %.17e\n", c.X+1, c.Y+1, c.Value)
		}
		again, err := fuzzOpen(t, b.Bytes(), Options{Format: source.Market})
		if err != nil || !slices.Equal(again.cells, tab.cells) || !slices.Equal(again.x, tab.x) || !slices.Equal(again.y, tab.y) {
			t.Fatalf("read again: %v, %v, want %v", err, again, tab)
		}
	})
}

// FuzzSciPy makes an archive of members that may be anything.
func FuzzSciPy(f *testing.F) {
	coo := map[string]string{"row.npy": stored(f, 2, 0), "col.npy": stored(f, 0, 1), "data.npy": stored(f, 1, 2)}
	for _, format := range []string{"csr", "csc", "coo"} {
		m := csr(f)
		maps.Copy(m, coo)
		f.Add(format, []byte(m["shape.npy"]), []byte(m["indptr.npy"]), []byte(m["indices.npy"]), []byte(m["row.npy"]), []byte(m["col.npy"]), []byte(m["data.npy"]))
		m = csr(f)
		f.Add(format, []byte(m["shape.npy"]), []byte(m["indptr.npy"]), []byte(m["indices.npy"]), []byte(nil), []byte(nil), []byte(m["data.npy"]))
	}
	f.Fuzz(func(t *testing.T, format string, shape, indptr, indices, row, column, data []byte) {
		if len(format) > 9 {
			return
		}
		content := npz(t, map[string]string{
			"format.npy": textArray(t, fmt.Sprintf("|S%d", len(format)), format), "shape.npy": string(shape),
			"indptr.npy": string(indptr), "indices.npy": string(indices), "row.npy": string(row), "col.npy": string(column), "data.npy": string(data),
		})
		_, _ = fuzzOpen(t, []byte(content), Options{Format: source.NPZ})
	})
}
