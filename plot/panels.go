package plot

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/picture"
)

// panelsPage is the height of a page of frontiers side by side, in millimetres.
const panelsPage = 90

// frontierWidth is the width of each of three or more frontiers, in millimetres.
const frontierWidth = 75

// HullAndFrontier draws the points on the concave hull, which is all that a search with a Lagrangian
// multiplier can find, next to the whole frontier. Options mean the same as for [Frontier], with
// these differences: the hull is always drawn, annotations and strips are on the whole frontier,
// and a height of zero means 90 mm.
//
// It returns an error if the frontier has fewer than two points, and where [Frontier] does.
// O(points).
func HullAndFrontier(w io.Writer, f *frontier.Frontier, format string, opts Options) error {
	d, err := titularDesign(f, format, opts)
	if err != nil {
		return err
	}
	return d.render(w, format)
}

func titularDesign(f *frontier.Frontier, format string, opts Options) (*design, error) {
	if f.Len() < 2 {
		return nil, fmt.Errorf("a frontier of %d points has no hull to draw", f.Len())
	}
	opts.Height = cmp.Or(opts.Height, panelsPage)
	page, err := opts.checked(format)
	if err != nil {
		return nil, err
	}
	page.Title = picture.Title(f, opts.Title)
	opts.NoHull = false
	hull := 0
	for p := range f.All() {
		if p.Hull {
			hull++
		}
	}
	return newDesign([]view{
		{f: f, hullOnly: true, title: fmt.Sprintf("Lagrangian: %d points on the hull", hull)},
		{f: f, title: fmt.Sprintf("primal: all %d points", f.Len()), annotations: opts.Annotations, palette: opts.Palette},
	}, page, opts)
}

// NamedFrontier is a frontier for [Frontiers].
type NamedFrontier struct {
	// Name is the title of its frame; empty means the name of its table.
	Name     string
	Frontier *frontier.Frontier
	// Annotations are written at its points.
	Annotations []Annotation
}

// maxPanels is the largest number of frontiers side by side.
const maxPanels = 6

// Frontiers draws up to 6 frontiers of one kind of problem side by side, on the same axes. Options
// mean the same as for [Frontier], with these differences: Annotations, Palette and Background are
// not used; an empty title is left out; a height of zero means 90 mm, and a width of zero 75 mm
// for each of more than two frontiers.
//
// It returns an error for no frontier or more than 6, if they are of different kinds, if the page
// has no room for them, and where [Frontier] does. O(points).
func Frontiers(w io.Writer, panels []NamedFrontier, format string, opts Options) error {
	d, err := frontiersDesign(panels, format, opts)
	if err != nil {
		return err
	}
	return d.render(w, format)
}

func frontiersDesign(panels []NamedFrontier, format string, opts Options) (*design, error) {
	opts.Height = cmp.Or(opts.Height, panelsPage)
	if opts.Width == 0 && len(panels) > 2 {
		opts.Width = float64(min(len(panels), maxPanels)) * frontierWidth
	}
	page, err := opts.checked(format)
	if err != nil {
		return nil, err
	}
	if len(panels) == 0 {
		return nil, errors.New("there is no frontier to draw")
	}
	if len(panels) > maxPanels {
		return nil, fmt.Errorf("%d frontiers have no room side by side: draw %d at most", len(panels), maxPanels)
	}
	page.Title = draw.Printable(opts.Title)
	opts.Background = nil
	views := make([]view, len(panels))
	h, i := panels[0].Frontier.Problem.Axes()
	for n, p := range panels {
		if ph, pi := p.Frontier.Problem.Axes(); !sameAxis(ph, h) || !sameAxis(pi, i) {
			return nil, fmt.Errorf("frontier %d is one of %s against %s, and the first of %s against %s: draw those of one kind together", n+1, pi, ph, i, h)
		}
		views[n] = view{f: p.Frontier, title: picture.Title(p.Frontier, p.Name), annotations: p.Annotations}
	}
	return newDesign(views, page, opts)
}

// sameAxis reports whether two axes have the same quantity. Names of columns do not matter.
func sameAxis(a, b frontier.Axis) bool {
	a.Name, b.Name = "", ""
	return a == b
}
