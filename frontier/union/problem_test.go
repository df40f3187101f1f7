package union

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/dibmap/dibmap/frontier"
)

func TestUnionOfProblems(t *testing.T) {
	a, b := tiny(t), tiny(t)
	a.Problem.Source.Name, b.Problem.Source.Name = "", "other.csv"
	a.Problem.ZeroRows, b.Problem.ZeroRows = []string{"never", "ever"}, []string{"ever", "never"}
	a.Problem.YLabels, b.Problem.YLabels = []string{"no", "yes"}, []string{"yes", "no"}
	a.Problem.Cells = &frontier.Cells{X: []int{0, 0, 1, 2}, Y: []int{0, 1, 0, 1}, Weight: []float64{100, 400, 250, 250}}
	b.Problem.HX, a.Problem.HY = math.Nextafter(b.Problem.HX, 0), math.Nextafter(a.Problem.HY, 0)
	want := tiny(t).Problem
	want.Source.Name = "other.csv"
	want.ZeroRows, want.YLabels = []string{"ever", "never"}, []string{"no", "yes"}
	want.HX, want.HY = b.Problem.HX, a.Problem.HY
	want.Cells = a.Problem.Cells
	if diff := gocmp.Diff(want, united(t, a, b).Problem); diff != "" {
		t.Error(diff)
	}
	a.Problem.ZeroRows = []string{"never"}
	if diff := gocmp.Diff(want, united(t, b, a).Problem); diff != "" {
		t.Error(diff)
	}
}

// TestWeightsFollowTheirLabels moves rows and columns of a table by hand.
func TestWeightsFollowTheirLabels(t *testing.T) {
	g, err := reordered(tiny(t), []string{`b "é"`, "<c>", "a"}, []string{"no", "yes"})
	if err != nil {
		t.Fatal(err)
	}
	p := g.Problem
	want := &frontier.Cells{X: []int{0, 1, 2, 2}, Y: []int{0, 1, 0, 1}, Weight: []float64{250, 250, 100, 400}}
	if d := gocmp.Diff(want, p.Cells); d != "" || !slices.Equal(p.XMass, []float64{0.25, 0.25, 0.5}) {
		t.Error(p.XMass, d)
	}
}

// TestUnionKeepsWeights: what one frontier knows, the union knows.
func TestUnionKeepsWeights(t *testing.T) {
	all := []*frontier.Frontier{tiny(t), tiny(t), tiny(t)}
	all[0].Problem.XMass, all[0].Problem.Cells = nil, nil
	all[1].Problem.Cells = nil
	for first := range all {
		fs := slices.Concat(all[first:], all[:first])
		if d := gocmp.Diff(tiny(t).Problem, united(t, fs...).Problem); d != "" {
			t.Error(d)
		}
	}
	if u := united(t, all[:2]...); u.Problem.Cells != nil || fmt.Sprint(u.Problem.XMass) != "[0.5 0.25 0.25]" {
		t.Errorf("%+v", u.Problem)
	}
}

// weigh gives a problem the masses and cells of the table, or one of them, or none; the
// last bits differ.
func (tab tableOfTests) weigh(t *rapid.T, p *frontier.Problem) {
	var c frontier.Cells
	for x, row := range p.XLabels {
		for y, column := range p.YLabels {
			weight := 1 + rand.New(rand.NewPCG(tab.seed, uint64(row[0])<<8|uint64(column[0]))).Float64()
			if weight > 1.3 {
				c.X, c.Y, c.Weight = append(c.X, x), append(c.Y, y), append(c.Weight, weight)
			}
		}
	}
	if len(c.X) == 0 {
		return
	}
	known := rapid.IntRange(0, 3).Draw(t, "known")
	if known%2 == 1 {
		weighed := frontier.Problem{N: p.N, Cells: &c}
		p.XMass = weighed.Masses()
		p.XMass[0] *= rapid.SampledFrom([]float64{1, 1 - 0x1p-50}).Draw(t, "last bit of a mass")
	}
	if known >= 2 {
		c.Weight[0] *= rapid.SampledFrom([]float64{1, 1 - 0x1p-50}).Draw(t, "last bit of a weight")
		p.Cells = &c
	}
}

// TestUnionWantsTheSameConstraints in whatever order they stand.
func TestUnionWantsTheSameConstraints(t *testing.T) {
	a, b := constrained(t), constrained(t)
	b.Problem.Constraints.CannotLink = [][2]string{{`b "é"`, "a"}, {"a", "<c>"}, {"<c>", "a"}}
	b.Problem.Constraints.MustLink = [][2]string{{`b "é"`, "<c>"}}
	a.Problem.GroupNames = [][]string{{"one", "a"}, {"both", "a", "<c>"}}
	b.Problem.GroupNames = [][]string{{"first", "a"}, {"both", "a", "<c>"}}
	if a.Problem.Constraints.Difference(b.Problem.Constraints) != nil {
		t.Error("the same constraints differ")
	}
	ab, err := Of(a, b)
	if err != nil {
		t.Fatal(err)
	}
	ba, err := Of(b, a)
	if err != nil {
		t.Fatal(err)
	}
	if d := gocmp.Diff(image(t, ab), image(t, ba)); d != "" {
		t.Error(d)
	}
	for want, change := range map[string]func(c *frontier.Constraints){
		"constraints.min_mass is 0.125 and 0.25":             func(c *frontier.Constraints) { c.MinMass = 0.25 },
		"constraints.max_clusters is 2 and 0":                func(c *frontier.Constraints) { c.MaxClusters = 0 },
		"constraints.must_link has not the same pairs":       func(c *frontier.Constraints) { c.MustLink = nil },
		"constraints.cannot_link has not the same pairs":     func(c *frontier.Constraints) { c.CannotLink = c.CannotLink[1:] },
		"frontiers 0 and 1 are of different problems: const": func(c *frontier.Constraints) { *c = frontier.Constraints{} },
	} {
		c := constrained(t)
		change(&c.Problem.Constraints)
		if _, err := Of(a, c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
