package table

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/dibmap/dibmap/internal/compressed"
	"github.com/dibmap/dibmap/internal/oracle/files"
	"github.com/dibmap/dibmap/internal/source"
)

func TestCompressed(t *testing.T) {
	half := len("city,product,n\nParis,tea,1\nPar")
	skip := "\x50\x2a\x4d\x18\x03\x00\x00\x00abc" // a zstd frame to skip over
	tests := []struct{ name, file, content string }{
		{"gzip", "a.csv.gz", files.Gzipped(t, smallCSV)},
		{"gzip of many members", "a.csv.gz", files.Gzipped(t, smallCSV[:half]) + files.Gzipped(t, "") + files.Gzipped(t, smallCSV[half:])},
		{"gzip by content", "a.csv", files.Gzipped(t, smallCSV)},
		{"gzip and zeros", "a.csv.gz", files.Gzipped(t, smallCSV) + strings.Repeat("\x00", 1000)},
		{"gzip without any name", "a", files.Gzipped(t, smallCSV)},
		{"gzip by another name", "A.CSV.GZ", files.Gzipped(t, smallCSV)},
		{"zstd", "a.csv.zst", files.Zstandard(t, smallCSV)},
		{"zstd of many frames", "a.csv.zst", files.Zstandard(t, smallCSV[:half]) + skip + files.Zstandard(t, smallCSV[half:])},
		{"zstd with a frame to skip first", "a.csv.zst", skip + files.Zstandard(t, smallCSV)},
		{"zstd called gzip", "a.csv.gz", files.Zstandard(t, smallCSV)},
		{"gzip and a byte order mark", "a.csv.gz", files.Gzipped(t, "\ufeff"+smallCSV)},
		{"gzip of Parquet", "a.parquet.gz", files.Gzipped(t, smallParquet(t))},
		{"zstd of Parquet", "a", files.Zstandard(t, smallParquet(t))},
		{"JSON Lines", "a.jsonl.zst", files.Zstandard(t, smallJSON)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			checkCells(t, mustRead(t, tt.file, tt.content, cityProduct()), smallCells())
		})
	}
	checkCells(t, mustRead(t, "a.csv.gz", files.Gzipped(t, "x,a\nb,1\n"), Options{}), map[string]float64{"b a": 1})
	checkCells(t, mustRead(t, "a.txt.gz", files.Gzipped(t, "tea tea"), Options{Text: words}), map[string]float64{"tea tea": 1})
}

// TestNoTemporaryFileIsLeft spools Parquet, with success and without.
func TestNoTemporaryFileIsLeft(t *testing.T) {
	temporary := t.TempDir()
	for _, variable := range []string{"TMPDIR", "TMP", "TEMP"} {
		t.Setenv(variable, temporary)
	}
	for _, content := range []string{smallParquet(t), smallParquet(t)[:200]} {
		_, _ = Open(context.Background(), files.Write(t, t.TempDir(), "a.parquet.gz", files.Gzipped(t, content)), cityProduct())
		left, err := os.ReadDir(temporary)
		if err != nil || len(left) > 0 {
			t.Errorf("%v is left, %v", left, err)
		}
	}
	t.Setenv("TMPDIR", filepath.Join(temporary, "none"))
	t.Setenv("TMP", filepath.Join(temporary, "none"))
	_, err := Open(context.Background(), files.Write(t, t.TempDir(), "a.parquet.gz", files.Gzipped(t, smallParquet(t))), cityProduct())
	if err == nil || !strings.Contains(err.Error(), "a.parquet.gz: there is no place for a temporary copy: ") {
		t.Errorf("got %v", err)
	}
}

func TestCorruptFiles(t *testing.T) {
	long := "city,product\n"
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		long += string(rune('a'+rng.IntN(26))) + string(rune('a'+rng.IntN(26))) + ",tea\n"
	}
	zipped, z := files.Gzipped(t, long), files.Zstandard(t, long)
	flipped := func(s string, at int) string { return s[:at] + string([]byte{s[at] ^ 0x55}) + s[at+1:] }
	tests := []struct{ name, file, content, want string }{
		{"cut gzip", "a.csv.gz", zipped[:len(zipped)/2], "a.csv.gz: the data ends too early: the file is cut short"},
		{"gzip without its end", "a.csv.gz", zipped[:len(zipped)-4], "a.csv.gz: the data ends too early: the file is cut short"},
		{"gzip without its header", "a.csv.gz", zipped[:5], "a.csv.gz: the data ends too early: the file is cut short"},
		{"gzip with a wrong checksum", "a.csv.gz", flipped(zipped, len(zipped)-6), "a.csv.gz: the data is corrupt: gzip: invalid checksum"},
		{"gzip and junk", "a.csv.gz", zipped + "junk, and more junk", "a.csv.gz: " + compressed.ErrTrailing.Error()},
		{"text after gzip", "a.csv.gz", zipped + "ab", "a.csv.gz: " + compressed.ErrTrailing.Error()},
		{"text after zstd", "a.csv.zst", z + "text", "a.csv.zst: " + compressed.ErrTrailing.Error()},
		{"cut zstd", "a.csv.zst", z[:len(z)/2], "a.csv.zst: the data ends too early: the file is cut short"},
		{"zstd with a wrong checksum", "a.csv.zst", flipped(z, len(z)-2), "a.csv.zst: the data is corrupt: CRC check failed"},
		{"not gzip", "a.csv.gz", smallCSV, "a.csv.gz: is not compressed, or not in the way that the end of its name says"},
		{"empty gzip", "a.csv.gz", "", "a.csv.gz: the file is empty"},
		{"gzip of nothing", "a.csv.gz", files.Gzipped(t, ""), "a.csv.gz: the file is empty"},
		{"cut gzip of Parquet", "a.parquet.gz", files.Gzipped(t, smallParquet(t))[:300], "a.parquet.gz: the data ends too early: the file is cut short"},
		{"cut JSON array", "a.json", "[ {\"city\": 1, \"product\": 2},\n", "a.json:1:29: the array ends too early: the file is cut short"},
		{"zip", "a.csv", "PK\x03\x04...", "a.csv: is a zip archive or a spreadsheet (.xlsx, .ods): unpack it, or save the sheet as CSV"},
		{"old spreadsheet", "a.xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\x00", "a.xls: is a document of an old Office program, such as .xls: save the sheet as CSV"},
		{"PDF", "a.csv", "%PDF-1.5\n%\xe2\xe3\n", "a.csv: is a PDF document, which is no table: export the table as CSV"},
		{"PNG", "a.png", "\x89PNG\r\n\x1a\n\x00\x00", "a.png: is a picture (PNG), which is no table: export the table as CSV"},
		{"SQLite", "a.db", "SQLite format 3\x00\x10", "a.db: is an SQLite database: export the table as CSV"},
		{"MATLAB", "a.mat", "MATLAB 5.0 MAT-file Platform\x00", "a.mat: is a MATLAB file: save the table as CSV or .npy"},
		{"pickle", "a.pkl", "\x80\x04\x95\x8e\x00", "a.pkl: is a Python pickle: save the table as CSV, Parquet or .npy"},
		{"web page", "a.csv", "\ufeff\n <!DOCTYPE HTML>\n<html>", "a.csv: is a web page (HTML), not the table that may be behind it: download the table itself, or save it as CSV"},
		{"zipped web page", "a.csv.gz", files.Gzipped(t, "<html lang=en>"), "a.csv.gz: is a web page (HTML), not the table that may be behind it: download the table itself, or save it as CSV"},
		{"SVG", "a.svg", " <svg width=\"1\">", "a.svg: is a picture (SVG), which is no table: export the table as CSV"},
		{"declared SVG", "a.svg", "<?xml version=\"1.0\"?>\n<!-- a \"b\" -->\n<svg>", "a.svg: is a picture (SVG), which is no table: export the table as CSV"},
		{"XML", "a.csv", "\ufeff<?xml version=\"1.0\"?>\n<rows>", "a.csv: is an XML document, which is no table: export the table as CSV"},
		{"bzip2", "a.csv.bz2", "BZh91AY", "a.csv.bz2: is compressed with bzip2: decompress it first, or use gzip or zstd"},
		{"junk", "a.csv", "\x7fELF\x02\x01\x01\x00\x00", "a.csv:1:8: not UTF-8 text (byte 0x00): is it a text? name its format, or its encoding"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			folder := t.TempDir()
			_, err := Open(context.Background(), files.Write(t, folder, tt.file, tt.content), cityProduct())
			checkError(t, err, folder, tt.want)
		})
	}
	folder := t.TempDir()
	path := files.Write(t, folder, "a.gz", zipped[:len(zipped)/2])
	_, err := Open(context.Background(), path, Options{Text: letters})
	checkError(t, err, folder, "a.gz: the data ends too early: the file is cut short")
	_, err = Open(context.Background(), files.Write(t, folder, "a.xls", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), Options{X: "a", Y: "b", Dialect: Dialect{Encoding: "latin1"}})
	checkError(t, err, folder, "a.xls: is a document of an old Office program, such as .xls: save the sheet as CSV")
	if _, err := Open(context.Background(), files.Write(t, folder, "a.html", "<html>abc"), Options{Text: letters}); err != nil {
		t.Error(err) // the letters of a web page can be counted
	}
}

// TestReadFailure has a disk that fails after a while.
func TestReadFailure(t *testing.T) {
	failure := errors.New("the disk is on fire")
	opts := cityProduct()
	opts.Format = source.CSV
	opts.Stdin = io.MultiReader(strings.NewReader(strings.Repeat("city,product\n", 10_000)), iotest.ErrReader(failure))
	_, err := Open(context.Background(), "-", opts)
	checkError(t, err, "", "stdin: cannot be read: the disk is on fire")
	if !errors.Is(err, failure) {
		t.Error("the cause is lost")
	}
}
