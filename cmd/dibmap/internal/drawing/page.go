package drawing

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/report"
)

// page tells that the output is a page to explore, and not a figure.
func (f *plotFlags) page() bool {
	switch strings.ToLower(filepath.Ext(f.output)) {
	case ".html", ".htm":
		return true
	}
	return false
}

// figureOnly are flags that say how a figure looks: of a page, its reader chooses.
var figureOnly = []string{
	"width", "height", "dpi", "no-hull", "no-dmc", "no-balanced", "dmc-lines", "identity", "annotate", "annotate-at", "palette", "random",
}

// checkPage refuses what a page has no use for.
func (f *plotFlags) checkPage(given func(flag string) bool) error {
	if f.figure != frontierFigure {
		return fmt.Errorf("-o %s: a page shows a frontier, and --figure %s is a figure: end the name in .svg, .png or .pdf", f.output, f.figure)
	}
	for _, name := range figureOnly {
		if given(name) {
			return fmt.Errorf("--%s is for figures, and the reader of a page chooses: leave it out, or end -o in .svg, .png or .pdf", name)
		}
	}
	return nil
}

func (f *plotFlags) writePage(w io.Writer, path string, s cli.Streams) error {
	fr, err := input.ReadFrontier(path, s.In)
	if err != nil {
		return err
	}
	return report.Write(w, fr, report.Options{Title: f.opts.Title})
}
