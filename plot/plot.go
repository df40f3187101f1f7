// Package plot draws figures of frontiers as SVG, PNG or PDF: [Frontier] draws one frontier, [HullAndFrontier]
// the points on its hull next to all points, [Frontiers] several frontiers side by side, and [Robust]
// the frontier of a finite sample with error bars. Package plot/terminal draws a frontier in characters.
//
// The bits to record a group, its entropy, grow to the right, and the share of the information that
// groups keep grows upwards, so that better is up and to the left. Other kinds of problem have their own objectives
// at the axes; an explained variance runs from 0 to 1. With [Options].Paper, the axes are as in Tan,
// Tegmark and Chuang (Entropy 24(6):771, 2022): the entropy H(Z) grows to the left and the information
// I(Z;Y) upwards, both in bits.
//
// A figure shows the points of a frontier and the staircase that bounds the area they dominate. It
// shades the region beyond the staircase, with another shade under the concave hull. The most
// informative clustering for each number of clusters is a ring with that number, and the recommended one is filled.
// Held-out values have a curve with
// their standard error, and a line where the records no longer support more clusters. Parts that
// make no sense for the axes of a problem are left out. Texts at points, such as their clusters,
// do not overlap the drawing; texts without room are numbered and written below the axes. Colours
// differ for people with any colour vision, and in grey.
//
// A figure depends on the frontier and the options alone: the same input gives the same bytes.
// Points closer than a tenth of a millimetre on the page are drawn once, so the file of a million
// points is not larger than the file of a few thousand.
package plot

import (
	"io"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/recommend"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/picture"
)

// Options say how a figure looks. The zero value is a figure of 160 x 110 mm with everything
// on it. Functions other than [Frontier] say which options they use.
type Options struct {
	// Title is the text above the figure, on several lines if it is long; empty means a sentence about the
	// recommended clustering, or the name of the table, its size and the number of points.
	Title string
	// Paper draws a figure as the paper does: axes have symbols, H(Z) grows to the left, dotted lines are at
	// H(Z) = log2 k, the entropy of k equally probable clusters, and a title is cut to one line.
	Paper bool
	// Width and Height are the size of the page in millimetres, from 70 x 60 to
	// 1000 x 1000; zero means 160 and 110.
	Width, Height float64
	// DPI is the resolution of a PNG in pixels per inch; zero means 300. It
	// does not change the size of anything, only how fine it is drawn.
	DPI int
	// Theme is "light", the default, or "dark": light lines on dark paper, for screens. Colours of
	// data are the same in both.
	Theme string
	// Fonts returns files of fonts, TrueType or OpenType, for letters that Liberation Sans lacks,
	// in PNG and PDF. It is called for every text with letters that no font so far has. Letters
	// without a font are drawn as boxes. Places and sizes do not depend on the fonts. In SVG, the
	// viewer's fonts draw such letters.
	Fonts func(missing []rune) [][]byte
	// NoHull, NoBest, NoBalanced and NoHeldOut leave out the concave hull, the rings at the best
	// clusterings for each number of clusters, the lines at log2 k, and held-out values. The rings
	// are at the clusterings of [frontier.Frontier.Best] or, if there are none, at the most
	// informative points of the frontier.
	NoHull, NoBest, NoBalanced, NoHeldOut bool
	// BestLines adds solid lines at the entropies of the clusterings with a ring, and Identity the
	// line i = h.
	BestLines, Identity bool
	// Soft adds the curve of soft encoders, at their rates I(X;Z), if the frontier has it: for clusterings, I(X;Z) is
	// H(Z).
	Soft bool
	// Annotations are written at points of the frontier. Annotations and strips of the
	// palette are at most 60 together.
	Annotations []Annotation
	// Palette draws the clusters of points as strips of colours; nil means none.
	Palette *Palette
	// Background are random clusterings, which are drawn behind everything, coloured by
	// their numbers of clusters.
	Background []BackgroundPoint
}

// checked returns the page of a figure, or an error if it cannot be drawn.
func (o Options) checked(format string) (draw.Page, error) {
	return draw.Page{Title: o.Title, Width: o.Width, Height: o.Height, DPI: o.DPI, Theme: o.Theme, Fonts: o.Fonts}.Checked(format)
}

// Frontier draws f to w in the given format: "svg", which keeps text as text, in Liberation Sans
// or a font of the same widths; "png", which records its resolution; or "pdf", in which text can
// be searched and copied. It returns an error if an option or a point is out of range, or if
// writing fails. O(points).
func Frontier(w io.Writer, f *frontier.Frontier, format string, opts Options) error {
	d, err := frontierDesign(f, format, opts)
	if err != nil {
		return err
	}
	return d.render(w, format)
}

func frontierDesign(f *frontier.Frontier, format string, opts Options) (*design, error) {
	page, err := opts.checked(format)
	if err != nil {
		return nil, err
	}
	page.Title = picture.Title(f, opts.Title)
	best, ok := recommend.From(f)
	if ok && opts.Title == "" && !opts.Paper {
		page.Title = picture.Sentence(f, best.Point)
	}
	return newDesign([]view{{f: f, annotations: opts.Annotations, palette: opts.Palette}}, page, opts)
}

// render lays the figure out and draws it.
func (d *design) render(w io.Writer, format string) error {
	g, err := newFigure(d)
	if err != nil {
		return err
	}
	for _, q := range g.planes {
		g.Texts = append(g.Texts, q.labels...)
		for _, n := range q.notes {
			g.Texts = append(g.Texts, n.texts()...)
		}
	}
	return g.Render(w, format, func(c vg.Canvas) {
		for _, q := range g.planes {
			q.draw(c)
		}
		if g.bar != nil {
			g.bar.Draw(c)
		}
	})
}
