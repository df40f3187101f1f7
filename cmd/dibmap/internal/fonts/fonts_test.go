package fonts

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"codeberg.org/go-fonts/liberation/liberationmonoregular"
	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"codeberg.org/go-fonts/liberation/liberationserifregular"
	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/fontscan"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/grouptable"
	"github.com/dibmap/dibmap/internal/oracle"
)

// finderOf returns a finder among fonts that say that they have some letters.
func finderOf(t *testing.T, letters string) *Finder {
	t.Helper()
	folder := t.TempDir()
	var list []fontscan.Footprint
	for _, f := range []struct {
		family string
		weight font.Weight
		file   []byte
	}{
		{"anew", font.WeightNormal, []byte("no font")}, // a damaged file
		{"gone", font.WeightNormal, nil},
		{"liberationmono", font.WeightNormal, liberationmonoregular.TTF},
		{"liberationsans", font.WeightBold, liberationsansbold.TTF},
		{"liberationserif", font.WeightNormal, liberationserifregular.TTF},
		{"liberationsans", font.WeightNormal, liberationsansregular.TTF},
	} {
		of := fontscan.Footprint{Family: f.family, Location: fontscan.Location{File: filepath.Join(folder, f.family)}}
		of.Aspect = font.Aspect{Style: font.StyleNormal, Weight: f.weight, Stretch: font.StretchNormal}
		if f.weight == font.WeightBold {
			of.Location.File = filepath.Join(folder, "a bold one, which is listed first")
		}
		for _, r := range letters {
			of.Runes.Add(r)
		}
		if f.file != nil {
			if err := os.WriteFile(of.Location.File, f.file, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		list = append(list, of)
	}
	return &Finder{list: func() ([]fontscan.Footprint, error) { return list, nil }}
}

// TestFind: of the fonts that draw a letter, the best is found. What no font draws, although one says so, is
// missing.
func TestFind(t *testing.T) {
	f := finderOf(t, "אb中")
	if got := f.Find([]rune("א中😀")); len(got) != 1 || !bytes.Equal(got[0], liberationsansregular.TTF) {
		t.Errorf("%d fonts are found", len(got))
	}
	if got := f.Find([]rune("é")); len(got) != 0 {
		t.Errorf("%d fonts are found for a letter that none has", len(got))
	}
	var b strings.Builder
	f.Warn(cli.Streams{Err: &b})
	want := "dibmap: warning: letters that no font of this machine draws are boxes in the figure: é (U+00E9), 中 (U+4E2D), 😀 (U+1F600). " +
		"Install a font that has them, or write .svg, which is drawn with the reader's fonts\n"
	if b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}

func TestNoFonts(t *testing.T) {
	f := &Finder{list: func() ([]fontscan.Footprint, error) { return nil, errors.New("no folder of fonts") }}
	if got := f.Find([]rune("東京大阪名古屋横浜")); got != nil {
		t.Errorf("%d fonts are found", len(got))
	}
	var b strings.Builder
	f.Warn(cli.Streams{Err: &b})
	if !strings.Contains(b.String(), ", and 1 more. ") || strings.Count(b.String(), "\n") != 1 {
		t.Errorf("%q", b.String())
	}
	NewFinder().Warn(cli.Streams{Err: &b}) // nothing is missing, and nothing is said
	if strings.Count(b.String(), "\n") != 1 {
		t.Errorf("%q", b.String())
	}
}

// TestScripts draws labels in many scripts with the fonts of this machine: each has letters of its own, and
// those of one word are joined.
func TestScripts(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	list, err := installed()
	has := func(r rune) bool {
		return slices.ContainsFunc(list, func(f fontscan.Footprint) bool { return f.Runes.Contains(r) })
	}
	const words = "東京 한국어 العربية हिन्दी ไทย"
	for _, r := range words {
		if err != nil || !has(r) {
			oracle.Missing(t, "needs a font that has %c: %v", r, err)
		}
	}
	for _, format := range []string{"png", "pdf"} {
		f := NewFinder()
		var figures [2]bytes.Buffer
		for n := range figures {
			err := grouptable.Draw(&figures[n], []grouptable.Table{{
				Title: words, Labels: strings.Fields(words), Cells: [][]int{{0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0}}, YLabels: []string{"एक"},
			}}, format, draw.Page{Fonts: f.Find})
			if err != nil {
				t.Fatal(err)
			}
		}
		if len(f.missing) > 0 {
			t.Errorf("%s: no font draws %q", format, f.missing)
		}
		if !bytes.Equal(figures[0].Bytes(), figures[1].Bytes()) {
			t.Errorf("%s: a figure differs from one time to the next", format)
		}
		if format == "png" {
			continue
		}
		reader := oracle.Program(t, "pdftotext")
		path := filepath.Join(t.TempDir(), "f.pdf")
		if err := os.WriteFile(path, figures[0].Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(reader, path, "-").Output()
		if err != nil {
			t.Fatal(err)
		}
		text := string(out)
		for _, want := range append(strings.Fields(words), "एक") {
			if !strings.Contains(text, want) {
				t.Errorf("%q is not in the text %q", want, text)
			}
		}
	}
}

// TestWritable: where the folder for caches cannot be written to, that is said.
func TestWritable(t *testing.T) {
	place := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", place)
	t.Setenv("HOME", place)
	t.Setenv("LocalAppData", place)
	folder, err := writable()
	if entries, _ := os.ReadDir(folder); err != nil || len(entries) != 0 {
		t.Errorf("%s, %v, with %d files", folder, err, len(entries))
	}
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(folder, nil, 0o600); err != nil { // a file in its place
		t.Fatal(err)
	}
	if _, err := writable(); err == nil {
		t.Error("a file is a folder")
	}
}

// TestDraws: a font of spaces draws spaces.
func TestDraws(t *testing.T) {
	f, err := font.ParseTTF(bytes.NewReader(liberationsansregular.TTF))
	if err != nil {
		t.Fatal(err)
	}
	for r, want := range map[rune]bool{'a': true, ' ': true, 'א': true, '中': false, '\u0301': true} {
		if got := draw.Draws(f, r); got != want {
			t.Errorf("%U: %v", r, got)
		}
	}
}
