package plot

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/dibmap/dibmap/frontier"
)

// panelsPage is the height of a page of frontiers side by side, in millimetres.
const panelsPage = 90

// frontierWidth is the width of each of three or more frontiers, in millimetres.
const frontierWidth = 75

// Titular draws what two forms of the problem reach, side by side: on the left the points
// on the concave hull, which is all that a search with a Lagrangian multiplier can find,
// and on the right the whole frontier. Options are those of [Frontier], except that the
// hull is always drawn, an annotation or strip is on the right, and a height of zero
// means 90 mm.
//
// It fails if the frontier has no more than one point, and where [Frontier] does.
// O(points).
func Titular(w io.Writer, f *frontier.Frontier, format Format, opts Options) error {
	d, err := titularDesign(f, format, opts)
	if err != nil {
		return err
	}
	return d.render(w, format)
}

// titularDesign returns the design of such a figure.
func titularDesign(f *frontier.Frontier, format Format, opts Options) (design, error) {
	if f.Len() < 2 {
		return design{}, fmt.Errorf("a frontier of %d points has no hull to draw", f.Len())
	}
	opts.Height = cmp.Or(opts.Height, panelsPage)
	opts, err := checked(format, opts)
	if err != nil {
		return design{}, err
	}
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
	}, titleOf(f, opts.Title), opts)
}

// NamedFrontier is one of several frontiers.
type NamedFrontier struct {
	// Name stands above its frame; empty means the name of its table.
	Name     string
	Frontier *frontier.Frontier
	// Annotations are written at its points.
	Annotations []Annotation
}

// maxPanels is the number of frontiers of which a figure can tell something.
const maxPanels = 6

// Frontiers draws several frontiers of one kind of problem side by side, on the same
// axes. Options are those of [Frontier], except that Annotations, Palette and Background
// do not count, that there is no title without one, and that zeros mean a height of 90 mm
// and, of more than two, a width of 75 mm for each.
//
// It fails if there is no frontier, or more than 6, if they are of different kinds, if
// there is no room for them on the page, and where [Frontier] does. O(points).
func Frontiers(w io.Writer, panels []NamedFrontier, format Format, opts Options) error {
	d, err := frontiersDesign(panels, format, opts)
	if err != nil {
		return err
	}
	return d.render(w, format)
}

// frontiersDesign returns the design of such a figure.
func frontiersDesign(panels []NamedFrontier, format Format, opts Options) (design, error) {
	opts.Height = cmp.Or(opts.Height, panelsPage)
	if opts.Width == 0 && len(panels) > 2 {
		opts.Width = float64(min(len(panels), maxPanels)) * frontierWidth
	}
	opts, err := checked(format, opts)
	if err != nil {
		return design{}, err
	}
	if len(panels) == 0 {
		return design{}, errors.New("there is no frontier to draw")
	}
	if len(panels) > maxPanels {
		return design{}, fmt.Errorf("%d frontiers have no room side by side: draw %d at most", len(panels), maxPanels)
	}
	opts.Background = nil
	views := make([]view, len(panels))
	h, i := panels[0].Frontier.Problem.Axes()
	for n, p := range panels {
		if ph, pi := p.Frontier.Problem.Axes(); ph != h || pi != i {
			return design{}, fmt.Errorf("frontier %d is one of %s against %s, and the first of %s against %s: draw those of one kind together", n+1, pi, ph, i, h)
		}
		views[n] = view{f: p.Frontier, title: titleOf(p.Frontier, p.Name), annotations: p.Annotations}
	}
	return newDesign(views, printable(opts.Title), opts)
}
