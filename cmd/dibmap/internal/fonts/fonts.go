// Package fonts finds fonts of this machine for letters that the built-in font of figures lacks.
package fonts

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/fontscan"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/internal/draw"
)

// Finder finds fonts, and remembers letters without a font.
type Finder struct {
	list    func() ([]fontscan.Footprint, error)
	missing []rune
}

// NewFinder returns a finder among the fonts that are installed on this machine. They are read
// only when a letter is missing, and their contents are listed in the user's folder for caches.
func NewFinder() *Finder { return &Finder{list: installed} }

func installed() ([]fontscan.Footprint, error) {
	folder, err := writable()
	if err != nil { // nothing can be kept
		if folder, err = os.MkdirTemp("", "dibmap-fonts-"); err != nil {
			return nil, err
		}
		defer func() { _ = os.RemoveAll(folder) }()
	}
	return fontscan.SystemFonts(log.New(io.Discard, "", 0), folder)
}

// writable returns the user's folder for caches, or an error if it cannot be written to.
func writable() (string, error) {
	folder, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	folder = filepath.Join(folder, "dibmap")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	f, err := os.CreateTemp(folder, "try-")
	if err != nil {
		return "", err
	}
	_ = f.Close()
	return folder, os.Remove(f.Name())
}

// Find returns fonts that have the missing letters.
func (f *Finder) Find(missing []rune) [][]byte {
	list, _ := f.list() // where there are none, all letters stay missing
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b fontscan.Footprint) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Family, b.Family), cmp.Compare(a.Location.File, b.Location.File))
	})
	var files [][]byte
	for _, of := range list {
		has := func(r rune) bool { return of.Runes.Contains(r) }
		if !slices.ContainsFunc(missing, has) {
			continue
		}
		file, faces := read(of.Location.File)
		draws := func(r rune) bool {
			return slices.ContainsFunc(faces, func(f *font.Face) bool { return draw.Draws(f, r) })
		}
		if slices.ContainsFunc(missing, draws) {
			files = append(files, file)
			missing = slices.DeleteFunc(slices.Clone(missing), draws)
		}
	}
	f.missing = append(f.missing, missing...)
	return files
}

// read returns a file and the fonts in it, or nothing if it holds none.
func read(path string) ([]byte, []*font.Face) {
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, nil
	}
	faces, err := font.ParseTTC(bytes.NewReader(file))
	if err != nil {
		return nil, nil
	}
	return file, faces
}

// rank returns how well a font goes with the built-in font: upright fonts of normal weight first,
// and sans-serif fonts first among these.
func rank(f fontscan.Footprint) int {
	r := 0
	if f.Aspect.Style != font.StyleNormal || f.Aspect.Weight != font.WeightNormal || f.Aspect.Stretch != font.StretchNormal {
		r += 4
	}
	switch {
	case strings.Contains(f.Family, "mono"):
		r += 3
	case strings.Contains(f.Family, "serif"), !strings.Contains(f.Family, "sans"):
		r += 2
	case !strings.HasPrefix(f.Family, "notosans"): // which has the same style in all scripts
		r++
	}
	return r
}

// Warn names the letters that are drawn as boxes.
func (f *Finder) Warn(s cli.Streams) {
	const most = 8
	if len(f.missing) == 0 {
		return
	}
	slices.Sort(f.missing)
	letters := slices.Compact(f.missing)
	var names []string
	for _, r := range letters[:min(most, len(letters))] {
		names = append(names, fmt.Sprintf("%c (U+%04X)", r, r))
	}
	if n := len(letters) - most; n > 0 {
		names = append(names, fmt.Sprintf("and %d more", n))
	}
	s.Warn("letters that no font of this machine draws are boxes in the figure: %s. Install a font that has them, or write .svg, "+
		"which is drawn with the reader's fonts", strings.Join(names, ", "))
}
