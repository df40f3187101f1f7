package plot

import (
	"cmp"
	"errors"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
)

// Palette draws the clusters of points as strips of patches below the frontier: one patch for each
// cluster, the most probable first, in the mean colour of the cluster's rows. The rows have the
// given hues or colours, or by default colours along a scale from dark to light.
type Palette struct {
	// Points are the places of points on the frontier, and Clusters the numbers of clusters of
	// best clusterings, as in [Annotation].
	Points, Clusters []int
	// Hues are the hues of the rows, in degrees. A cluster has the direction of the mean of
	// the unit vectors in these directions as its hue, and the length of that mean, which is 1
	// minus the circular variance, as its saturation.
	Hues []float64
	// Colors are the colours of the rows; give either Colors or Hues. The colour of a cluster is
	// the mean of their light.
	Colors []color.NRGBA
	// Mass are the probabilities of the rows, or numbers proportional to them; nil means
	// equal ones.
	Mass []float64
	// Equal makes all patches of a strip equally wide. Otherwise their widths are
	// proportional to the probabilities of the clusters.
	Equal bool
}

// patch is a cluster in a strip.
type patch struct {
	colour color.NRGBA
	width  float64 // the part of the strip
}

// check returns an error if the palette does not go with a view.
func (p *Palette) check(v *view) error {
	rows := v.f.Problem.N
	for _, list := range []struct {
		name   string
		length int
	}{{"hues", len(p.Hues)}, {"colours", len(p.Colors)}, {"masses", len(p.Mass)}} {
		if list.length != 0 && list.length != rows {
			return fmt.Errorf("the palette has %d %s for %d rows", list.length, list.name, rows)
		}
	}
	if len(p.Hues) > 0 && len(p.Colors) > 0 {
		return errors.New("the palette has both hues and colours: give one of them")
	}
	for n, h := range p.Hues {
		if math.IsNaN(h) || math.IsInf(h, 0) {
			return fmt.Errorf("the hue of row %d is %g: want degrees", n, h)
		}
	}
	sum := 0.0
	for n, m := range p.Mass {
		if !(m >= 0) || math.IsInf(m, 1) {
			return fmt.Errorf("the mass of row %d is %g: want 0 or more", n, m)
		}
		sum += m
	}
	if len(p.Mass) > 0 && !(sum > 0 && sum <= math.MaxFloat64) {
		return fmt.Errorf("the masses of the rows add up to %g: want more than 0", sum)
	}
	for _, k := range p.Clusters {
		if _, err := v.place("a palette", 0, max(k, 1)); err != nil {
			return err
		}
	}
	for _, n := range p.Points {
		if _, err := v.place("a palette", n, 0); err != nil {
			return err
		}
	}
	for _, n := range p.places(v) {
		if !v.at(n).Known() {
			return fmt.Errorf("the clusters of %s are not known: read the frontier from a file that holds assignments", pointName(n))
		}
	}
	return nil
}

// places returns the places of strips as in [note.point].
func (p *Palette) places(v *view) []int {
	places := slices.Clone(p.Points)
	for _, k := range p.Clusters {
		at, _ := v.place("", 0, max(k, 1)) // it was checked
		places = append(places, at)
	}
	return places
}

// mass returns the mass of a row.
func (p *Palette) mass(row int) float64 {
	if len(p.Mass) == 0 {
		return 1
	}
	return p.Mass[row]
}

// strip returns the patches of a point, the most probable cluster first.
func (p *Palette) strip(at frontier.Point) []patch {
	a := at.Assignment()
	patches := make([]patch, at.K)
	sum := 0.0
	for c, of := range a.Clusters() {
		for _, row := range of {
			patches[c].width += p.mass(row)
		}
		patches[c].colour = p.mean(of, len(a))
		sum += patches[c].width
	}
	slices.SortStableFunc(patches, func(a, b patch) int { return cmp.Compare(b.width, a.width) })
	for c := range patches {
		if patches[c].width /= sum; p.Equal {
			patches[c].width = 1 / float64(at.K)
		}
	}
	return patches
}

// mean returns the colour of a cluster of rows, of n in all.
func (p *Palette) mean(rows []int, n int) color.NRGBA {
	if len(p.Colors) > 0 {
		return p.meanLight(rows)
	}
	var x, y, rank, sum float64
	for _, row := range rows {
		m := p.mass(row)
		sum += m
		rank += float64(m * float64(row))
		if len(p.Hues) > 0 {
			angle := math.Mod(p.Hues[row], 360) / 180 * math.Pi
			x += float64(m * math.Cos(angle))
			y += float64(m * math.Sin(angle))
		}
	}
	switch {
	case sum == 0:
		return draw.Faint.Light
	case len(p.Hues) > 0:
		return draw.Vivid(math.Atan2(y, x)/math.Pi*180, min(math.Hypot(x, y)/sum, 1))
	}
	return draw.Along(rank / sum / float64(max(n-1, 1)))
}

// meanLight returns the mean of the colours of rows, by their light rather than by the values
// that encode it.
func (p *Palette) meanLight(rows []int) color.NRGBA {
	var r, g, b, sum float64
	for _, row := range rows {
		m, c := p.mass(row), p.Colors[row]
		sum += m
		r += float64(m * draw.Linear(c.R))
		g += float64(m * draw.Linear(c.G))
		b += float64(m * draw.Linear(c.B))
	}
	if sum == 0 {
		return draw.Faint.Light
	}
	return color.NRGBA{draw.Encoded(r / sum), draw.Encoded(g / sum), draw.Encoded(b / sum), 0xff}
}

// drawStrip draws the strip of a placed note at the foot of its box.
func (n *note) drawStrip(c vg.Canvas) {
	if len(n.strip) == 0 {
		return
	}
	all := n.box
	all.Max.Y = all.Min.Y + stripHeight
	if n.box.Max.X < n.at.X { // where the texts are
		all.Min.X = all.Max.X - stripWidth
	}
	all.Max.X = all.Min.X + stripWidth
	r := all
	for _, p := range n.strip {
		r.Max.X = r.Min.X + vg.Length(p.width)*stripWidth
		draw.Fill(c, p.colour, r.Path())
		if p.width*float64(stripWidth) > float64(0.5*mm) {
			draw.Stroke(c, draw.Paper, draw.EdgeLine, r.Path())
		}
		r.Min.X = r.Max.X
	}
	draw.Stroke(c, draw.Ink, draw.EdgeLine, all.Path())
}
