package table

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/internal/oracle/files"
	"github.com/dibmap/dibmap/internal/source"
)

// TestFolderOfPartFiles reads a folder as Spark leaves one, in three levels.
func TestFolderOfPartFiles(t *testing.T) {
	folder := t.TempDir()
	files.Write(t, folder, "part-00001.csv", "product,city\ntea,Paris\n") // columns in another order
	files.Write(t, folder, "part-00000.csv.gz", files.Gzipped(t, "city,product\nParis,tea\n"))
	files.Write(t, folder, "more/part-00000.csv.zst", files.Zstandard(t, "city,product\nParis,coffee\n"))
	files.Write(t, folder, "more/again/last.csv", "city,product\r\nRome,coffee\r\n")
	files.Write(t, folder, "empty.csv", "")
	files.Write(t, folder, "header.csv", "city,product\n")
	files.Write(t, folder, "_SUCCESS", "")
	files.Write(t, folder, ".part-00000.csv.crc", "\x00\x01")
	files.Write(t, folder, "_temporary/part.csv", "other\n1\n")
	files.Write(t, folder, ".git/x", "other\n1\n")
	tab := mustOpen(t, folder, cityProduct())
	checkCells(t, tab, smallCells())
	if want := []string{"2 of 6 files hold no records"}; !cmp.Equal(tab.Notes, want) {
		t.Errorf("notes %q, want %q", tab.Notes, want)
	}
	if tab.Name != filepath.Base(folder) {
		t.Errorf("name %q", tab.Name)
	}
}

func TestPattern(t *testing.T) {
	folder := t.TempDir()
	files.Write(t, folder, "part-2.csv", "city,product\nParis,coffee\nRome,coffee\n")
	files.Write(t, folder, "part-10.csv", "city,product\nParis,tea\nParis,tea\n")
	files.Write(t, folder, "other.csv", "city,product\nOslo,milk\n")
	files.Write(t, folder, "_part-3.csv", "city,product\nOslo,milk\n")
	tab := mustOpen(t, filepath.Join(folder, "part-*.csv"), cityProduct())
	checkCells(t, tab, smallCells())
	if tab.Name != "part-*.csv" {
		t.Errorf("name %q", tab.Name)
	}
	in, err := source.Find(filepath.Join(folder, "*.csv"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range in.Files {
		names = append(names, filepath.Base(s.Path))
	}
	if diff := cmp.Diff([]string{"other.csv", "part-10.csv", "part-2.csv"}, names); diff != "" {
		t.Error(diff)
	}
	if in, err = source.Find(filepath.Join(folder, "_*.csv")); err != nil || len(in.Files) != 1 {
		t.Errorf("asked for by its underscore: %v, %v", in.Files, err)
	}
}

// TestPatternOfFolders reads the folders of a partitioned table that a pattern
// matches.
func TestPatternOfFolders(t *testing.T) {
	folder := t.TempDir()
	files.Write(t, folder, "city=Paris/a.csv", "product\ntea\ntea\n")
	files.Write(t, folder, "city=Paris/b.csv", "product\ncoffee\n")
	files.Write(t, folder, "city=Rome/a.csv", "product\ncoffee\n")
	files.Write(t, folder, "readme.txt", "nothing")
	checkCells(t, mustOpen(t, filepath.Join(folder, "city=*"), cityProduct()), smallCells())
}

func TestFileWithTheNameOfAPattern(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such names there")
	}
	folder := t.TempDir()
	path := files.Write(t, folder, "a*.csv", smallCSV)
	files.Write(t, folder, "ab.csv", "city,product\nOslo,milk\n")
	checkCells(t, mustOpen(t, path, cityProduct()), smallCells())
}

// TestHiveColumns takes X, then X and Y, then the count from names of folders,
// in every format of records.
func TestHiveColumns(t *testing.T) {
	contents := map[string]string{
		"csv":   "product\ntea\ntea\n",
		"jsonl": "{\"product\":\"tea\"}\n{\"product\":\"tea\"}\n",
		"parquet": files.Parquet(t, []struct {
			Product string `parquet:"product"`
		}{{"tea"}, {"tea"}}),
	}
	for format, content := range contents {
		folder := t.TempDir()
		files.Write(t, folder, "city=Rome/n=2/a."+format, content)
		files.Write(t, folder, "city=__HIVE_DEFAULT_PARTITION__/n=3.5/a."+format, content)
		tab := mustOpen(t, folder, cityProduct())
		checkCells(t, tab, map[string]float64{"Rome tea": 2, "(missing) tea": 2})
		if tab.Missing != 2 || tab.Records != 4 {
			t.Errorf("%s: %d of %d missing, want 2 of 4", format, tab.Missing, tab.Records)
		}
		tab = mustOpen(t, folder, Options{X: "city", Y: "n"})
		checkCells(t, tab, map[string]float64{"Rome 2": 2, "(missing) 3.5": 2})
		if tab.Missing != 2 || tab.Records != 4 {
			t.Errorf("%s: %d of %d missing, want 2 of 4", format, tab.Missing, tab.Records)
		}
		tab = mustOpen(t, folder, Options{X: "city", Y: "product", Count: "n"})
		checkCells(t, tab, map[string]float64{"Rome tea": 4, "(missing) tea": 7})
		_, err := Open(context.Background(), folder, Options{X: "city", Y: "product", Count: "city"})
		if err == nil || !strings.Contains(err.Error(), "which is not a number") {
			t.Errorf("%s: a city as count: %v", format, err)
		}
	}
}

// TestFileColumnComesFirst has a column both in the file and in the name of its
// folder.
func TestFileColumnComesFirst(t *testing.T) {
	folder := t.TempDir()
	files.Write(t, folder, "city=Oslo/a.csv", smallCSV)
	checkCells(t, mustOpen(t, folder, cityProduct()), smallCells())
	folder = t.TempDir()
	files.Write(t, folder, "city=Oslo/a.jsonl", `{"city":"Rome","product":1}`+"\n"+`{"product":2}`+"\n"+`{"city":null,"product":3}`)
	checkCells(t, mustOpen(t, folder, cityProduct()), map[string]float64{"Rome 1": 1, "Oslo 2": 1, "(missing) 3": 1})
}

func TestFindErrors(t *testing.T) {
	folder := t.TempDir()
	files.Write(t, folder, "empty/.hidden", "x")
	files.Write(t, folder, "mixed/a.csv", smallCSV)
	files.Write(t, folder, "mixed/b.jsonl", "{}")
	files.Write(t, folder, "guessed/a", smallCSV)
	files.Write(t, folder, "guessed/b", "city\tproduct\nRome\ttea\n")
	files.Write(t, folder, "guessed/c", "")
	files.Write(t, folder, "norecords/a.csv", "city,product\n")
	files.Write(t, folder, "norecords/b.csv", "")
	files.Write(t, folder, "lacks/a.csv", smallCSV)
	files.Write(t, folder, "lacks/b.csv", "town,product\nRome,tea\n")
	files.Write(t, folder, "matrix/a.csv", "x,a\nb,1\n")
	files.Write(t, folder, "file.csv", smallCSV)
	tests := []struct {
		name, want string
		opts       Options
		is         error
	}{
		{"none.csv", "none.csv: no such file or folder", cityProduct(), fs.ErrNotExist},
		{"none*.csv", "none*.csv: no file matches the pattern", cityProduct(), fs.ErrNotExist},
		{"none[.csv", "none[.csv: is no valid pattern and no file: a bracket is not closed", cityProduct(), filepath.ErrBadPattern},
		{"empty", `empty: the folder holds no files (names that start with "." or "_" are skipped)`, cityProduct(), nil},
		{"mixed", "mixed/b.jsonl: holds jsonl, but mixed/a.csv holds csv: files that are read together must be of one format", cityProduct(), nil},
		{"guessed", "guessed/b: holds tsv, but guessed/a holds csv: files that are read together must be of one format", cityProduct(), nil},
		{"norecords", "norecords: the files hold no records", cityProduct(), nil},
		{"lacks", `lacks/b.csv: no column "city"; the columns are town, product`, cityProduct(), nil},
		{"matrix", "matrix: a matrix is one file; for records in a folder or several files, name the columns X and Y", Options{}, nil},
	}
	for _, tt := range tests {
		_, err := Open(context.Background(), filepath.Join(folder, tt.name), tt.opts)
		checkError(t, slashed(err), filepath.ToSlash(folder), filepath.ToSlash(tt.want))
		if tt.is != nil && !errors.Is(err, tt.is) {
			t.Errorf("%v is not %v", err, tt.is)
		}
	}
	mustOpen(t, filepath.Join(folder, "matrix", "*"), Options{}) // a pattern of one file will do
}

// slashed returns an error with slashes in its file, on every system.
func slashed(err error) error {
	var e *Error
	if errors.As(err, &e) {
		c := *e
		c.File, c.Msg = filepath.ToSlash(c.File), filepath.ToSlash(c.Msg)
		return &c
	}
	return err
}

func TestWhatIsNoFileInAFolder(t *testing.T) {
	folder := t.TempDir()
	files.Write(t, folder, "inner/a.csv", smallCSV)
	files.Write(t, folder, "data/a.csv", smallCSV)
	data := filepath.Join(folder, "data")
	if err := os.Symlink(filepath.Join(folder, "inner", "a.csv"), filepath.Join(data, "b.csv")); err != nil {
		t.Skip("no links here:", err)
	}
	if tab := mustOpen(t, data, cityProduct()); tab.Records != 8 {
		t.Errorf("%d records, want 8: a link to a file counts", tab.Records)
	}
	if err := os.Symlink(filepath.Join(folder, "inner"), filepath.Join(data, "c")); err != nil {
		t.Fatal(err)
	}
	_, err := Open(context.Background(), data, cityProduct())
	checkError(t, err, data, "c: is a link to a folder, and such links are not followed")
	if err := os.Remove(filepath.Join(data, "c")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nowhere", filepath.Join(data, "d.csv")); err != nil {
		t.Fatal(err)
	}
	_, err = Open(context.Background(), data, cityProduct())
	checkError(t, err, data, "d.csv: no such file or folder")
}

// TestSocketInAFolder has a name that can be opened but not read.
func TestSocketInAFolder(t *testing.T) {
	folder := t.TempDir()
	files.Write(t, folder, "a.csv", smallCSV)
	l, err := net.Listen("unix", filepath.Join(folder, "s"))
	if err != nil {
		t.Skip("no sockets here:", err)
	}
	defer l.Close()
	_, err = Open(context.Background(), folder, cityProduct())
	checkError(t, err, folder, "s: is not a regular file")
}

func TestNoPermission(t *testing.T) {
	path := files.Write(t, t.TempDir(), "a.csv", smallCSV)
	if err := os.Chmod(path, 0); err != nil {
		t.Fatal(err)
	}
	if f, err := os.Open(path); err == nil {
		_ = f.Close()
		t.Skip("this user may read anything")
	}
	_, err := Open(context.Background(), path, cityProduct())
	checkError(t, err, filepath.Dir(path), "a.csv: no permission to read it")
}

func TestStdin(t *testing.T) {
	opts := cityProduct()
	for name, content := range map[string]string{
		"csv":             smallCSV,
		"gzip":            files.Gzipped(t, smallCSV),
		"zstd":            files.Zstandard(t, smallCSV),
		"tsv":             strings.ReplaceAll(smallCSV, ",", "\t"),
		"jsonl":           smallJSON,
		"parquet":         smallParquet(t),
		"gzipped parquet": files.Gzipped(t, smallParquet(t)),
	} {
		opts.Stdin = bytes.NewReader([]byte(content))
		tab := mustOpen(t, "-", opts)
		if diff := cmp.Diff(smallCells(), cellsOf(tab)); diff != "" || tab.Name != "stdin" {
			t.Errorf("%s: table %q\n%s", name, tab.Name, diff)
		}
	}
	opts.Stdin = nil
	_, err := Open(context.Background(), "-", opts)
	checkError(t, err, "", "stdin: there is no standard input to read")
	opts.Stdin = strings.NewReader("city,product\nRome\n")
	_, err = Open(context.Background(), "-", opts)
	checkError(t, err, "", "stdin:2: 1 field, but the header has 2")
}
