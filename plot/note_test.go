package plot

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/partition"
)

// annotated returns options with texts of some lengths at count points of a frontier.
func annotated(f *frontier.Frontier, count int, seed uint64) Options {
	r := rand.New(rand.NewPCG(seed, 1))
	var o Options
	for _, p := range r.Perm(f.Len())[:min(count, f.Len())] {
		words := strings.Fields("_ | aeiou | q | rest of them")[:1+r.IntN(7)]
		text := strings.Join(words, " ")
		if r.IntN(4) == 0 {
			text += "\n" + words[0]
		}
		o.Annotations = append(o.Annotations, Annotation{Point: p, Text: text})
	}
	return o
}

// everyAnnotated calls check with figures of many shapes, sizes and notes. Those that have
// no room are counted.
func everyAnnotated(t *testing.T, check func(t *testing.T, f *frontier.Frontier, o Options, g *oneFrame)) {
	drawn, refused := 0, 0
	for _, s := range shapes[:2] {
		for _, n := range []int{2, 90, 700} {
			f := synthetic(t, n, s.Curve, uint64(n))
			for _, count := range []int{4, 10, 25} {
				for _, size := range [][2]float64{{160, 110}, {85, 80}, {300, 90}} {
					if size[0] == 85 && count > 10 || n == 700 && count == 10 {
						continue
					}
					o := annotated(f, count, uint64(n+count))
					o.Width, o.Height = size[0], size[1]
					o.BestLines, o.Identity = n == 90, n == 90
					if n == 700 {
						o.Background = scattered(f, 1500)
					}
					t.Run(fmt.Sprintf("%s/points=%d/notes=%d/width=%g", s.Name, n, count, size[0]), func(t *testing.T) {
						g, err := laidOut(f, o)
						if err != nil {
							if size[0] == 160 && count <= 10 {
								t.Error(err)
							}
							refused++
							return
						}
						drawn++
						check(t, f, o, g)
					})
				}
			}
		}
	}
	if refused > drawn/10 {
		t.Errorf("%d figures have no room, and %d do", refused, drawn)
	}
}

// scattered returns clusterings below a frontier.
func scattered(f *frontier.Frontier, count int) []BackgroundPoint {
	r := rand.New(rand.NewPCG(7, 7))
	var points []BackgroundPoint
	for range count {
		p := f.At(r.IntN(f.Len()))
		points = append(points, BackgroundPoint{H: p.H, I: p.I * r.Float64(), K: 1 + r.IntN(20)})
	}
	return points
}

// TestNotes checks notes against all that is drawn.
func TestNotes(t *testing.T) {
	everyAnnotated(t, func(t *testing.T, f *frontier.Frontier, o Options, g *oneFrame) {
		checkNothingHides(t, g)
		if len(g.notes) != len(o.Annotations) {
			t.Fatalf("%d notes for %d annotations", len(g.notes), len(o.Annotations))
		}
		checkTexts(t, f, o, g)
		for n, a := range g.notes {
			checkNote(t, g, a)
			for _, b := range g.notes[:n] {
				checkNotes(t, a, b)
			}
		}
		for _, m := range slices.Concat(g.dots, g.bests) {
			for _, a := range g.notes {
				if draw.Crosses(m.From, m.To, a.box) {
					t.Errorf("an upright line runs through %q", a.lines)
				}
			}
		}
		for _, s := range g.cloud {
			for _, a := range g.notes {
				if draw.Distance(a.box, s.at) < cloudRadius {
					t.Errorf("a clustering of the background is on %q", a.lines)
				}
			}
		}
	})
}

// checkNote checks one note against the frontier and what belongs to it.
func checkNote(t *testing.T, g *oneFrame, a *note) {
	t.Helper()
	if !draw.Within(a.box, g.Frame) {
		t.Errorf("%q leaves the frame", a.lines)
	}
	for _, x := range a.texts() {
		if box := x.Box(); !draw.Within(box, draw.Grow(a.box, 1e-6)) {
			t.Errorf("%q leaves its box: %v in %v", x.Words, box, a.box)
		}
		if end := x.Box().Max.X; a.box.Max.X < a.at.X && math.Abs(float64(end-a.box.Max.X)) > 1e-6 {
			t.Errorf("%q ends at %v, away from its leader", x.Words, end)
		}
	}
	for _, p := range g.points {
		if draw.Distance(a.box, p) < g.markerRadius {
			t.Errorf("%q is on the point at %v", a.lines, p)
		}
	}
	for _, r := range g.rings {
		if draw.Distance(a.box, r.at) < g.ringRadius {
			t.Errorf("%q is on a ring", a.lines)
		}
	}
	for _, l := range g.labels {
		if draw.Overlap(draw.Grow(l.Box(), 1.9*noteRoom), a.box) || draw.Crosses(a.leader.From, a.leader.To, l.Box()) {
			t.Errorf("%q or its leader is on the label %q", a.lines, l.Words)
		}
	}
	if draw.Touches(a.box, nil, g.stairs, g.hull, g.identity) {
		t.Errorf("%q is on a line", a.lines)
	}
	checkSide(t, g, a)
	if d := away(a.leader.From, a.at); d > 1.3*ringSize {
		t.Errorf("the leader of %q begins %v from its point", a.lines, d)
	}
	if d := draw.Distance(a.box, a.at); d > 60*mm {
		t.Errorf("%q is %v from its point", a.lines, d)
	}
	if d := draw.Distance(a.box, a.leader.To); d > gap {
		t.Errorf("the leader of %q ends %v from it", a.lines, d)
	}
}

// checkSide checks that a leader is on the side of the frontier where its note is.
func checkSide(t *testing.T, g *oneFrame, a *note) {
	t.Helper()
	dominated := func(at vg.Point) bool {
		return slices.ContainsFunc(g.points, func(p vg.Point) bool { return p.X >= at.X && p.Y >= at.Y })
	}
	below := dominated(a.box.Max)
	for n := 1; n <= 20; n++ {
		part := vg.Length(n) / 20
		at := vg.Point{X: a.leader.From.X + part*(a.leader.To.X-a.leader.From.X), Y: a.leader.From.Y + part*(a.leader.To.Y-a.leader.From.Y)}
		if dominated(at) != below {
			t.Errorf("the leader of %q crosses the frontier at %v", a.lines, at)
			return
		}
	}
}

// checkNotes checks two notes against each other.
func checkNotes(t *testing.T, a, b *note) {
	t.Helper()
	if draw.Overlap(a.box, b.box) {
		t.Errorf("%q and %q overlap", a.lines, b.lines)
	}
	if draw.Crosses(a.leader.From, a.leader.To, b.box) || draw.Crosses(b.leader.From, b.leader.To, a.box) {
		t.Errorf("a leader runs through %q or %q", a.lines, b.lines)
	}
	if meet(a.leader, b.leader) {
		t.Errorf("the leaders of %q and %q cross", a.lines, b.lines)
	}
	if apart := away(a.at, b.at) > 3*notedRadius; !apart {
		return
	}
	if distanceTo(a.leader, b.at) < notedRadius || distanceTo(b.leader, a.at) < notedRadius {
		t.Errorf("a leader of %q or %q runs over the point of the other", a.lines, b.lines)
	}
}

// distanceTo returns about how far a point is from a line.
func distanceTo(m draw.Segment, p vg.Point) vg.Length {
	least := away(m.From, p)
	for n := range 200 {
		part := vg.Length(n+1) / 200
		least = min(least, away(p, vg.Point{X: m.From.X + part*(m.To.X-m.From.X), Y: m.From.Y + part*(m.To.Y-m.From.Y)}))
	}
	return least
}

// checkTexts checks that every text is in the frame or, by its number, in the key.
func checkTexts(t *testing.T, f *frontier.Frontier, o Options, g *oneFrame) (keyed int) {
	t.Helper()
	for _, a := range o.Annotations {
		n := g.notes[slices.IndexFunc(g.notes, func(n *note) bool { return n.point == a.Point })]
		got := strings.Join(n.lines, " ")
		if n.keyed {
			keyed++
			key := strings.Join(n.shown, " ") + " " + got
			if !slices.ContainsFunc(g.Texts, func(x draw.Text) bool { return x.Words == key }) {
				t.Errorf("there is no key %q", key)
			}
		}
		if want := strings.Join(strings.Fields(a.Text), " "); got != want {
			t.Errorf("point %d says %q, want %q", a.Point, got, want)
		}
		if at := g.Place(f.At(a.Point).H, f.At(a.Point).I); n.at != at {
			t.Errorf("the note of point %d is at %v, want %v", a.Point, n.at, at)
		}
	}
	return keyed
}

// TestKey: what has no room in a small frame stands below it.
func TestKey(t *testing.T) {
	f := golden(t, "alpha27")
	o := Options{Width: 100, Height: 90}
	for n := range 9 {
		o.Annotations = append(o.Annotations, Annotation{Point: 30 * n, Text: "the clusters of this point: _ | aeiou | q | rest"})
	}
	g := figureOf(t, f, o)
	checkNothingHides(t, g)
	if keyed := checkTexts(t, f, o, g); keyed < 3 {
		t.Errorf("only %d of 9 long notes are in the key", keyed)
	}
}

func TestNotesAreDeterministic(t *testing.T) {
	f := synthetic(t, 200, shapes[0].Curve, 1)
	o := annotated(f, 12, 3)
	if a, b := drawn(t, f, "svg", o), drawn(t, f, "svg", o); !bytes.Equal(a, b) {
		t.Error("the figure differs from one time to the next")
	}
	// The order in which points are named does not matter.
	p := o
	p.Annotations = slices.Clone(o.Annotations)
	slices.Reverse(p.Annotations)
	if a, b := drawn(t, f, "svg", o), drawn(t, f, "svg", p); !bytes.Equal(a, b) {
		t.Error("the figure depends on the order of the annotations")
	}
}

// TestTenNotesOfTheAlphabet: the figure of the paper needs no key.
func TestTenNotesOfTheAlphabet(t *testing.T) {
	f := golden(t, "alpha27")
	var o Options
	for _, n := range []int{5, 30, 180, 190, 200, 210, 300, 305, 350, 500} {
		o.Annotations = append(o.Annotations, Annotation{Point: n, Text: "_ | aeiou | qz | rest"})
	}
	for _, n := range figureOf(t, f, o).notes {
		if n.keyed {
			t.Errorf("%q is in a key", n.lines)
		}
		if length := away(n.leader.From, n.leader.To); length > 25*mm {
			t.Errorf("the leader of point %d is %v long", n.point, length/mm)
		}
	}
}

func TestWrongNotes(t *testing.T) {
	f := ten(t)
	var many []Annotation
	for range 61 {
		many = append(many, Annotation{Point: 1, Text: "x"})
	}
	for want, o := range map[string]Options{
		"there is no point 10 for an annotation: the frontier has 10 points, from 0 on":                                    {Annotations: []Annotation{{Point: 10, Text: "x"}}},
		"there is no point -1 for an annotation: the frontier has 10 points, from 0 on":                                    {Annotations: []Annotation{{Point: -1, Text: "x"}}},
		"the annotation of point 2 has no text":                                                                            {Annotations: []Annotation{{Point: 2, Text: " \n"}}},
		"the annotation of point 2 has 1001 letters: write 1000 at most":                                                   {Annotations: []Annotation{{Point: 2, Text: strings.Repeat("é", 1001)}}},
		"61 annotations and strips cannot be read in one frame: draw 60 at most":                                           {Annotations: many},
		"what is written at point 1 has no room on a page of 70 x 90 mm: choose a larger one, or fewer points to write at": {Annotations: many[:20], Width: 70, Height: 90},
		"point 1 of the background at h 1e+07, i 0 cannot be drawn: values must stay below 1e+06":                          {Background: []BackgroundPoint{{0, 0, 1}, {1e7, 0, 1}}},
		"point 0 of the background has 0 clusters: want 1 or more":                                                         {Background: []BackgroundPoint{{0, 0, 0}}},
		"the palette has 2 hues for 5 rows":                                                                                {Palette: &Palette{Hues: make([]float64, 2)}},
		"the clusters of point 3 are not known: read the frontier from a file that holds assignments":                      {Palette: &Palette{Points: []int{3}}},
		"there is no point 12 for a palette: the frontier has 10 points, from 0 on":                                        {Palette: &Palette{Points: []int{12}}},
	} {
		err := Frontier(io.Discard, f, "svg", o)
		if err == nil || err.Error() != want {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
}

func TestMeet(t *testing.T) {
	m := func(a, b, c, d vg.Length) draw.Segment {
		return draw.Segment{From: vg.Point{X: a, Y: b}, To: vg.Point{X: c, Y: d}}
	}
	for _, c := range []struct {
		a, b draw.Segment
		want bool
	}{
		{m(0, 0, 2, 2), m(0, 2, 2, 0), true},
		{m(0, 0, 2, 2), m(0, 1, 2, 3), false},
		{m(0, 0, 2, 2), m(3, 0, 1.5, 1), false},
		{m(0, 0, 1, 0), m(2, -1, 2, 1), false},
	} {
		if meet(c.a, c.b) != c.want || meet(c.b, c.a) != c.want {
			t.Errorf("%v and %v: want %v", c.a, c.b, c.want)
		}
	}
}

// clustered returns a point of the given clusters of the letters a, b, c and so on, or of
// other labels.
func clustered(t testing.TB, assignment partition.Partition, labels ...string) frontier.Point {
	t.Helper()
	for n := len(labels); n < len(assignment); n++ {
		labels = append(labels, string(rune('a'+n)))
	}
	f := frontierOf(t, frontier.Problem{N: len(assignment), XLabels: labels}, []frontier.Entry{{Assignment: partition.Pack(assignment)}})
	return f.At(0)
}

func numbered(n int) []string {
	labels := make([]string, n)
	for i := range labels {
		labels[i] = fmt.Sprint("label ", i)
	}
	return labels
}

func TestClusterText(t *testing.T) {
	long := make(partition.Partition, 26)
	long[3], long[5], long[7] = 1, 1, 2
	many := make(partition.Partition, 26)
	for n := range 20 {
		many[n+6] = n + 1
	}
	thousands := make(partition.Partition, 4000)
	for n := range thousands {
		thousands[n] = n % 1500
	}
	two := []string{"ab", "cd", "ef", "gh", "ij", "kl"}
	for _, c := range []struct {
		p    frontier.Point
		most int
		want string
	}{
		{clustered(t, partition.Partition{0, 1, 0, 2}), 0, "ac | b | d"},
		{clustered(t, long), 0, "df | h | rest"},
		{clustered(t, long), 13, "df | h | rest"},
		{clustered(t, long), 12, "3 clusters"},
		{clustered(t, many), 30, "g | h | i | j | 16 more | rest"},
		{clustered(t, many), 8, "21 clus…"},
		{clustered(t, make(partition.Partition, 26)), 0, "all values"},
		{clustered(t, partition.Partition{0, 1, 2, 3, 4, 5}, two...), 20, "every value apart"},
		{clustered(t, partition.Partition{0, 1, 0, 2, 1, 0}, two...), 40, "ab ef kl | cd ij | gh"},
		{clustered(t, partition.Partition{0, 1, 1, 1, 1, 0}, two...), 12, "ab kl | rest"},
		{clustered(t, partition.Partition{0, 1, 1, 1, 0, 0}, "a", "ef", "gh", "ij", "kl", "mn"), 13, "ef gh… | rest"},
		{clustered(t, partition.Partition{0, 1, 1, 1, 0, 0}, "a", "ef", "ghi", "jkl", "kl", "mn"), 13, "ef… | rest"},
		{ten(t).At(3), 0, "k = 2"},
		// Would not end if every number of clusters and letters were tried.
		{clustered(t, thousands, numbered(4000)...), 40, "labe… | labe… | labe… | 1496 more | rest"},
	} {
		got := ClusterText(c.p, c.most)
		if got != c.want {
			t.Errorf("%d letters: %q, want %q", c.most, got, c.want)
		}
	}
}
