// Package plot draws a frontier: as a figure for a paper, and as a small
// picture for a terminal. It also draws what a finite sample leaves of one, group tables,
// and charts of measurements.
//
//  1. package frontier holds the points, with marks for those on the hull and
//     the DMC points, and knows what the objectives are called;
//  2. [FormatOf] tells from a file's name which figure is wanted;
//  3. [Frontier] lays the figure out, as sizes and places alone, and then draws
//     it as SVG, PNG or PDF;
//  4. [Terminal] prints the same picture in characters;
//  5. [Robust] draws the frontier of a sample, with error bars at the points that the
//     sample is large enough for;
//  6. [GroupTables] draws functions of two variables, such as the products in a
//     group, of which a symmetric problem makes a frontier;
//  7. [Lines] draws series of numbers on linear or logarithmic axes, such as the times
//     that searches took;
//  8. [Compare] draws what several methods found beside the frontier;
//  9. [Titular] sets the points on the hull beside the whole frontier, [Frontiers]
//     several frontiers side by side, and [Pedagogy] shows one step of a search.
//
// The axes are those of Tan, Tegmark and Chuang (Entropy 24(6):771, 2022), who
// plot -H(Z) against I(Z;Y): the entropy grows to the left and the information
// grows upwards, so that better is up and to the right, no clustering lies
// beyond the frontier there, and a curve is read as the trade-off of two goods.
// Both are labelled in bits, as positive numbers. The objectives of other kinds of
// problem take their places; an explained variance runs from 0 to 1.
//
// A figure shows the points and the staircase that bounds what they dominate;
// the region beyond it, shaded; the part of that region under the upper concave
// hull, which mixtures of clusterings reach, in another shade; the DMC points as
// rings with their number of clusters; and dotted lines at H(Z) = log2 k, the
// entropy of k equally probable clusters. Where log2 k is itself an objective, each
// point is the best of its number of clusters and lies on such a line, so there are
// no rings. Problems that this module does not know have no lines, and axes that
// begin where their points do. Texts at points, such as their clusters, keep off each
// other and all that is drawn, with thin lines to their points; those that have no room
// are numbered, and stand below the axes. Strips of patches show clusters by the colours of
// their rows, and random clusterings lie in the background, coloured by their number of
// clusters. Colours are told apart by people with any colour vision, and in grey. The legend stands below the axes, so it hides nothing.
//
// Pictures are a function of the frontier and the options alone: the same
// input gives the same bytes, without dates. Points closer than a tenth of a
// millimetre on the page are drawn once, so a frontier of a million points
// makes a file no larger than one of a few thousand.
package plot

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
)

// Format is a kind of image file.
type Format int

// The formats of figures.
const (
	// SVG keeps text as text, in Liberation Sans or what is nearest to it.
	SVG Format = iota
	// PNG is an image of pixels that records its resolution.
	PNG
	// PDF draws text as outlines, so it needs no font and shows every letter
	// that Liberation Sans has.
	PDF
)

// FormatOf returns the format that a file's name asks for by its ending, in
// upper or lower case.
func FormatOf(path string) (Format, error) {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".svg":
		return SVG, nil
	case ".png":
		return PNG, nil
	case ".pdf":
		return PDF, nil
	}
	return 0, fmt.Errorf("%s: the name does not tell the format of the figure: end it in .svg, .png or .pdf", path)
}

// check returns an error if there is no such format.
func (f Format) check() error {
	if f < SVG || f > PDF {
		return fmt.Errorf("format %d is not one of SVG, PNG and PDF", f)
	}
	return nil
}

// Options say how a figure looks. The zero value is a figure of 160 x 110 mm
// with everything on it. What it means to figures other than [Frontier] is said there.
type Options struct {
	// Title stands above the figure; empty means the name of the table, its
	// size and the number of points. A title too long for the width is cut.
	Title string
	// Width and Height are the size of the page in millimetres, from 70 x 60 to
	// 1000 x 1000; zero means 160 and 110.
	Width, Height float64
	// DPI is the resolution of a PNG in pixels per inch; zero means 300. It
	// does not change the size of anything, only how fine it is drawn.
	DPI int
	// NoHull, NoDMC and NoBalanced leave out the concave hull, the rings at DMC
	// points and the lines at log2 k of a frontier.
	NoHull, NoDMC, NoBalanced bool
	// DMCLines adds solid lines at the entropies of the DMC points, and Identity the line
	// on which i is as large as h.
	DMCLines, Identity bool
	// Annotations are written at points of the frontier, at most 60 of them.
	Annotations []Annotation
	// Palette, if it is not nil, draws the clusters of points as strips of colours.
	Palette *Palette
	// Background are random clusterings, which are drawn behind everything, with a bar
	// that tells the colours.
	Background []BackgroundPoint
}

// Limits of the options, for messages and for memory: a figure of maxPixels
// takes 400 MB while it is drawn.
const (
	minWidth, minHeight = 70, 60
	maxSide             = 1000
	maxPixels           = 1e8
	inch                = 25.4 // millimetres
)

// withDefaults returns the options with zeros filled in, or an error that names
// the option that will not do.
func (o Options) withDefaults(format Format) (Options, error) {
	if o.Width == 0 {
		o.Width = 160
	}
	if o.Height == 0 {
		o.Height = 110
	}
	if o.DPI == 0 {
		o.DPI = 300
	}
	if !(o.Width >= minWidth && o.Width <= maxSide && o.Height >= minHeight && o.Height <= maxSide) {
		return o, fmt.Errorf("a figure of %g x %g mm cannot be drawn: choose a size from %d x %d to %d x %d mm",
			o.Width, o.Height, minWidth, minHeight, maxSide, maxSide)
	}
	if o.DPI < 0 {
		return o, fmt.Errorf("a resolution of %d pixels per inch cannot be drawn: choose a positive one, such as 300", o.DPI)
	}
	return o, o.checkPixels(format)
}

// checkPixels returns an error if the image would take too much memory.
func (o Options) checkPixels(format Format) error {
	dots := float64(o.DPI) / inch
	if w, h := o.Width*dots, o.Height*dots; format == PNG && w*h > maxPixels {
		return fmt.Errorf("an image of %.0f x %.0f pixels is too large: choose a smaller size or resolution", w, h)
	}
	return nil
}

// checked returns the options with zeros filled in, or an error if they or the format
// will not do.
func checked(format Format, opts Options) (Options, error) {
	if err := format.check(); err != nil {
		return opts, err
	}
	return opts.withDefaults(format)
}

// Check returns the error that drawing in a format would end with because of the options
// alone, for who wants to know before there is something to draw.
func (o Options) Check(format Format) error {
	_, err := checked(format, o)
	return err
}

// Frontier draws f to w in the given format. It fails if an option or a point
// is out of range, or if w does. O(points).
func Frontier(w io.Writer, f *frontier.Frontier, format Format, opts Options) error {
	d, err := frontierDesign(f, format, opts)
	if err != nil {
		return err
	}
	return d.render(w, format)
}

// frontierDesign returns the design of a figure of one frontier.
func frontierDesign(f *frontier.Frontier, format Format, opts Options) (design, error) {
	opts, err := checked(format, opts)
	if err != nil {
		return design{}, err
	}
	v := view{f: f, annotations: opts.Annotations, palette: opts.Palette}
	return newDesign([]view{v}, titleOf(f, opts.Title), opts)
}

// newDesign returns the design of a figure of some views, or an error if it cannot be
// drawn.
func newDesign(views []view, title string, opts Options) (design, error) {
	d := design{views: views, title: title, opts: opts}
	for n := range views {
		e, err := bareExtentOf(views[n].f)
		if err == nil {
			err = views[n].check()
		}
		switch {
		case err != nil && len(views) > 1:
			return d, fmt.Errorf("frontier %d: %w", n+1, err)
		case err != nil:
			return d, err
		}
		if d.extent = d.extent.with(e); n == 0 {
			d.extent = e
		}
	}
	e, err := backgroundExtent(opts.Background, &views[0].f.Problem, d.extent)
	d.extent = e.widened()
	return d, err
}

// render lays the figure out and draws it.
func (d *design) render(w io.Writer, format Format) error {
	fig, err := newFigure(*d)
	if err != nil {
		return err
	}
	return render(w, format, fig.width, fig.height, d.opts.DPI, func(c vg.Canvas) { fig.draw(c) })
}
