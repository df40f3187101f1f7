package codec

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/frontier"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestRoundTrip(t *testing.T) {
	for _, format := range readable() {
		t.Run(format, rapid.MakeCheck(func(t *rapid.T) {
			f := drawFrontier(t)
			var b bytes.Buffer
			if err := Write(&b, f, format); err != nil {
				t.Fatal(err)
			}
			got, err := Read(iotest.OneByteReader(&b))
			if err != nil {
				t.Fatal(err)
			}
			if diff := difference(f, got); diff != "" {
				t.Fatal(diff)
			}
		}))
	}
}

func TestFileRoundTrip(t *testing.T) {
	f := tiny(t)
	for _, name := range []string{"f.json", "f.json.zst", "f.JSON.GZ", "f.parquet", "F.NPZ"} {
		path := filepath.Join(t.TempDir(), name)
		if err := WriteFile(path, f); err != nil {
			t.Fatal(err)
		}
		got, err := ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := difference(f, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		// The content counts, whatever the name.
		other := filepath.Join(t.TempDir(), "frontier")
		if err := os.Rename(path, other); err != nil {
			t.Fatal(err)
		}
		if got, err = ReadFile(other); err != nil || difference(f, got) != "" {
			t.Errorf("%s without its extension: %v", name, err)
		}
	}
}

// TestGolden freezes the JSON format: other programs read it. A change of this
// file that an old reader would misunderstand needs a new version number.
func TestGolden(t *testing.T) {
	const path = "testdata/tiny.json"
	got := written(t, tiny(t), "json")
	if *update {
		if err := os.WriteFile(path, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the JSON format has changed:\n%s", got)
	}
}

// TestSizes reads and writes what must work without effort: many points, and
// more rows than a byte can number.
func TestSizes(t *testing.T) {
	for _, size := range []struct{ points, n int }{{2_000, 30}, {10, 10_000}, {2, 70_000}} {
		f := large(t, size.points, size.n)
		for _, format := range readable() {
			got, err := Read(bytes.NewReader(written(t, f, format)))
			if err != nil {
				t.Fatalf("%v, %v: %v", size, format, err)
			}
			want := entriesOf(f)
			for i, e := range entriesOf(got) {
				if e != want[i] {
					t.Fatalf("%v, %v: point %d is another one", size, format, i)
				}
			}
			if got.Len() != size.points {
				t.Errorf("%v, %v: %d points", size, format, got.Len())
			}
		}
	}
}

// TestMemory holds "json", CSV and npz to their promise: writing takes no memory
// that grows with the points.
func TestMemory(t *testing.T) {
	f := large(t, 20_000, 30)
	for _, format := range []string{"json", "csv", "npz"} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if err := Write(io.Discard, f, format); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		// CSV makes a string of every number, but keeps none; the buffers of
		// the compressor take 1.2 MB.
		limit := map[string]uint64{"json": 200 << 10, "csv": 4 << 20, "npz": 8 << 20}[format]
		if taken := after.TotalAlloc - before.TotalAlloc; taken > limit {
			t.Errorf("%v: %d kB", format, taken>>10)
		}
	}
}

func TestFormatOfFiles(t *testing.T) {
	for _, path := range []string{"", "json", "f.txt", "f.csv.gz", "f."} {
		want := path + ": the name does not tell the format of the frontier: end it in .json, .json.zst, .json.gz, .csv, .parquet or .npz"
		if err := WriteFile(path, tiny(t)); err == nil || err.Error() != want {
			t.Errorf("WriteFile(%q): %v", path, err)
		}
	}
	if err := Write(io.Discard, tiny(t), "JSON"); err == nil || err.Error() != `there is no format "JSON": choose json, json.zst, json.gz, csv, parquet or npz` {
		t.Error(err)
	}
	var b bytes.Buffer
	if err := Write(&b, tiny(t), ""); err != nil || !bytes.Equal(b.Bytes(), written(t, tiny(t), "json")) {
		t.Errorf("no format is not JSON: %v", err)
	}
}

// TestWriteRefuses holds the rule that nothing is written that cannot be read.
func TestWriteRefuses(t *testing.T) {
	for want, change := range map[string]func(f *frontier.Frontier){
		"problem.n is 3, but there are 2 x_labels":                   func(f *frontier.Frontier) { f.Problem.XLabels = f.Problem.XLabels[:2] },
		"problem.m is 7, but there are 2 y_labels":                   func(f *frontier.Frontier) { f.Problem.M = 7 },
		`problem.x_labels: "q" occurs twice`:                         func(f *frontier.Frontier) { f.Problem.XLabels = []string{"q", "r", "q"} },
		`problem.y_labels: "" occurs twice`:                          func(f *frontier.Frontier) { f.Problem.YLabels = []string{"", ""} },
		"problem.hx cannot be written: unsupported value: NaN":       func(f *frontier.Frontier) { f.Problem.HX = math.NaN() },
		"certificate.edges[0].slack is -Inf, and should be a number": func(f *frontier.Frontier) { f.Certificate.Edges[0].Slack = math.Inf(-1) },
		"search.epsilon is NaN, and should be a number":              func(f *frontier.Frontier) { f.Search.Epsilon = math.NaN() },
		"problem.x_labels[1] cannot be written: invalid UTF-8":       func(f *frontier.Frontier) { f.Problem.XLabels[1] = "\xff" },
	} {
		for _, format := range []string{"json", "parquet", "npz"} {
			f := tiny(t)
			change(f)
			err := Write(io.Discard, f, format)
			if err == nil || err.Error() != want {
				t.Errorf("%v: got %v, want %s", format, err, want)
			}
		}
	}
}

// limited fails after some bytes.
type limited struct{ left int }

var errFull = errors.New("disk full")

func (l *limited) Write(p []byte) (int, error) {
	if l.left -= len(p); l.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWriteErrorIsPassedOn(t *testing.T) {
	f := large(t, 3000, 30)
	for _, format := range Formats() {
		size := len(written(t, f, format))
		for left := 0; left < size; left += size/10 + 1 {
			if err := Write(&limited{left}, f, format); !errors.Is(err, errFull) {
				t.Errorf("%v after %d of %d bytes: %v", format, left, size, err)
			}
		}
	}
}

func TestReadErrorIsPassedOn(t *testing.T) {
	f := large(t, 3000, 30)
	broken := errors.New("disk on fire")
	for _, format := range readable() {
		file := written(t, f, format)
		for _, part := range []int{0, 100, 100_000} {
			_, err := Read(io.MultiReader(bytes.NewReader(file[:min(part, len(file))]), iotest.ErrReader(broken)))
			if !errors.Is(err, broken) {
				t.Errorf("%v after %d bytes: %v", format, part, err)
			}
		}
	}
}

// TestTruncation cuts a file of every format everywhere.
func TestTruncation(t *testing.T) {
	for _, format := range readable() {
		file := written(t, tiny(t), format)
		for size := range len(file) - 1 { // the last byte of JSON is a line end
			_, err := Read(bytes.NewReader(file[:size]))
			if err == nil {
				t.Errorf("%v: %d of %d bytes are read", format, size, len(file))
			}
			if err != nil && strings.Contains(err.Error(), "\n") {
				t.Errorf("%v: %q", format, err)
			}
		}
	}
}

// TestCorruption changes every second byte of a file in one of three ways. The result may be another
// frontier, but no panic and no error of several lines.
func TestCorruption(t *testing.T) {
	masks := []byte{0x01, 0x40, 0x80}
	corrupt(t, func(i int) []byte { return masks[i%3 : i%3+1-i%2] })
}

// corrupt changes every byte of a file of each format by some masks.
func corrupt(t *testing.T, masks func(i int) []byte) {
	t.Helper()
	for _, format := range readable() {
		file := written(t, tiny(t), format)
		for i := range file {
			for _, mask := range masks(i) {
				damaged := bytes.Clone(file)
				damaged[i] ^= mask
				if _, err := Read(bytes.NewReader(damaged)); err != nil && strings.Contains(err.Error(), "\n") {
					t.Errorf("%v: byte %d: %q", format, i, err)
				}
			}
		}
	}
}

func TestReadFileErrorsNameTheFile(t *testing.T) {
	folder := t.TempDir()
	for name, tt := range map[string]struct{ content, want string }{
		"empty":    {"", ": is empty: no frontier is in it"},
		"blank":    {"\ufeff \n\t", ": is empty: no frontier is in it"},
		"text":     {"hello", ": is not a frontier: it is neither JSON, Parquet nor npz"},
		"bad.json": {"{\n  \"format\": 1}", ":2:13: format is 1, want a string"},
		"f.csv":    {"\ufeff\"k\",\"i\",\"h\"\r\n1,0,0\r\n", ": is CSV, which other programs read and which holds no clusterings: write the frontier as .json, .parquet or .npz and read that file"},
	} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(tt.content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadFile(path); err == nil || err.Error() != path+tt.want {
			t.Errorf("got %v, want %s", err, path+tt.want)
		}
	}
	if _, err := ReadFile(folder); err == nil || err.Error() != folder+": is a folder, not a frontier" {
		t.Error(err)
	}
	missing := filepath.Join(folder, "missing")
	if _, err := ReadFile(missing); !errors.Is(err, os.ErrNotExist) || strings.Count(err.Error(), missing) != 1 {
		t.Error(err)
	}
}

// TestReadFileReadsPipes opens what has no size, as a shell's <(...) is.
func TestReadFileReadsPipes(t *testing.T) {
	f := tiny(t)
	for _, format := range readable() {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		path := fmt.Sprint("/dev/fd/", r.Fd())
		if _, err := os.Stat(path); err != nil {
			t.Skip("pipes have no names here: ", err)
		}
		go func() {
			_ = Write(w, f, format)
			_ = w.Close()
		}()
		got, err := ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := difference(f, got); diff != "" {
			t.Errorf("%v: %s", format, diff)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestByteOrderMark reads text that a Windows editor has saved.
func TestByteOrderMark(t *testing.T) {
	f := tiny(t)
	got, err := Read(strings.NewReader(strings.ReplaceAll("\ufeff"+string(written(t, f, "json")), "\n", "\r\n")))
	if err != nil {
		t.Fatal(err)
	}
	if diff := difference(f, got); diff != "" {
		t.Error(diff)
	}
}

// TestMarksAreComputed gives files that lie about hull and dmc.
func TestMarksAreComputed(t *testing.T) {
	f := tiny(t)
	text := strings.ReplaceAll(string(written(t, f, "json")), "true", "false")
	text = strings.Replace(text, `"certified": false`, `"certified": true`, 1)
	got, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if diff := difference(f, got); diff != "" {
		t.Error(diff)
	}
}
