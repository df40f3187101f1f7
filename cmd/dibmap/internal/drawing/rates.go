package drawing

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/choosing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/binning"
	"github.com/dibmap/dibmap/internal/groupchart"
	"github.com/dibmap/dibmap/internal/groupview"
	"github.com/dibmap/dibmap/internal/picture"
)

// told is the number of values of Y that are drawn as more frequent in a group, and as less frequent.
const told = 3

// drawRows draws the groups of a grouping.
func (f *plotFlags) drawRows(w io.Writer, path string, fr *frontier.Frontier, format string, s cli.Streams) error {
	p, err := f.choice.PointOrRecommended(path, fr)
	if err != nil {
		return err
	}
	f.choice.Warn(s, fr, p)
	var b *binning.Table
	if f.figure == ratesFigure || f.event != "" {
		if b, err = choosing.BinningTable(path, fr, p, f.event); err != nil {
			return err
		}
		if b.Event < 0 {
			return fmt.Errorf("%s: Y has %s: choose the one whose rate is drawn with --event", path, wording.Plural(len(b.Y), "value"))
		}
	}
	v, _, err := groupview.Of(fr, p, f.event, told)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	o := groupchart.Options{WoE: f.woe, Page: f.sheet()}
	o.X, o.Y = groupview.Columns(&fr.Problem)
	if fr.Second != nil {
		o.Second = fr.Second.Name
	}
	if n := fr.Problem.Samples; n != nil {
		o.Records = float64(*n) / (1 - absent(fr))
	}
	if f.woe {
		weights(v, b)
	}
	o.Page.Title = cmp.Or(o.Page.Title, picture.Sentence(fr, p))
	if format == numbers {
		return cli.WriteJSON(w, groupchart.NumbersOf(v, o))
	}
	return groupchart.Draw(w, v, format, o)
}

// absent returns the share of the records without a value of X that are a group beside the table.
func absent(fr *frontier.Frontier) float64 {
	if m := fr.Problem.Missing; m.Group() {
		return m.Share
	}
	return 0
}

// weights puts weights of evidence in the place of rates.
func weights(v *groupview.View, b *binning.Table) {
	v.All.Value = 0
	for n := range v.Rows {
		r, from := &v.Rows[n], &b.Groups[v.Rows[n].Number]
		r.Value = from.WoE
		r.Low, r.High = from.WoEInterval()
	}
}

// numbers is the format of the numbers that a figure shows, for programs that draw it.
const numbers = "json"

// numbered reports whether the output is the numbers of a figure.
func (f *plotFlags) numbered() bool {
	return strings.EqualFold(filepath.Ext(f.output), "."+numbers) && slices.Contains([]string{frontierFigure, groupsFigure, ratesFigure, keptFigure}, f.figure)
}

// checkNumbers refuses flags about the look of a drawing.
func (f *plotFlags) checkNumbers(given func(flag string) bool) error {
	for _, name := range slices.Concat(figureOnly, []string{"title"}) {
		if given(name) && (name != "title" || f.figure == frontierFigure) {
			return fmt.Errorf("--%s is for drawings, and .json has the numbers of one: leave it out, or end -o in .svg, .png or .pdf", name)
		}
	}
	return nil
}

// drawKept draws how much groupings keep.
func (f *plotFlags) drawKept(w io.Writer, fr *frontier.Frontier, format string) error {
	if format != numbers {
		return groupchart.DrawKept(w, fr, format, f.sheet())
	}
	c, err := groupchart.KeptNumbers(fr, f.opts.Title)
	if err != nil {
		return err
	}
	return cli.WriteJSON(w, c)
}
