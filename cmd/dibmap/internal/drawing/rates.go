package drawing

import (
	"fmt"
	"io"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/choosing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/ratechart"
)

// drawRates draws the binning table of a grouping.
func (f *plotFlags) drawRates(w io.Writer, path string, fr *frontier.Frontier, format string, s cli.Streams) error {
	p, err := f.choice.PointOrRecommended(path, fr)
	if err != nil {
		return err
	}
	f.choice.Warn(s, fr, p)
	b, err := choosing.BinningTable(path, fr, p, f.event)
	if err != nil {
		return err
	}
	if b.Event < 0 {
		return fmt.Errorf("%s: Y has %s: choose the one whose rate is drawn with --event", path, wording.Plural(len(b.Y), "value"))
	}
	o := ratechart.Options{X: "X", Y: "Y", WoE: f.woe, Page: f.sheet()}
	if x, y, ok := fr.Problem.Columns(); ok {
		o.X, o.Y = x, y
	}
	return ratechart.Draw(w, b, format, o)
}
