package verify

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/solve"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
	"github.com/dibmap/dibmap/second"
)

// secondOf returns two tables of the same rows, of counts or probabilities, and the frontier with the second variable.
func secondOf(t *testing.T, rows int, weights bool, opts second.Options) (*joint.Joint, *frontier.Frontier) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, uint64(rows)))
	draw := func(columns int) *joint.Joint {
		var labels []string
		var cells []joint.Cell
		for x := range rows {
			labels = append(labels, fmt.Sprint("x", x))
			for y := range columns {
				v := 1 + float64(rng.IntN(9))
				if weights {
					v = rng.ExpFloat64()
				}
				cells = append(cells, joint.Cell{X: int32(x), Y: int32(y), Value: v})
			}
		}
		j, err := joint.New(labels, []string{"a", "b", "c"}[:columns], cells)
		if err != nil {
			t.Fatal(err)
		}
		return j
	}
	j, s := draw(3), draw(2)
	p := problem.DIB(j)
	if rows > 6 {
		p = p.Traits().Link(append(partition.Partition{0, 0}, partition.Identity(rows - 1)[1:]...))
	}
	r, err := search.Map(t.Context(), p, search.Options{Limits: opts.Limits})
	if err != nil {
		t.Fatal(err)
	}
	f := r.Frontier
	opts.Name, opts.From = "s", f
	if f.Second, err = second.Map(t.Context(), p, s, opts); err != nil {
		t.Fatal(err)
	}
	return j, f
}

func TestSecondIsVerified(t *testing.T) {
	for _, rows := range []int{6, 8, 17} {
		for _, weights := range []bool{false, true} {
			for _, aim := range []frontier.Aim{frontier.AimLeak, frontier.AimAlso} {
				opts := second.Options{Aim: aim, Effort: 100_000}
				if rows == 8 {
					opts.Limits = problem.Limits{CannotLink: [][2]int{{0, 5}}, MaxClusters: 4}
				}
				j, f := secondOf(t, rows, weights, opts)
				v, err := Verify(t.Context(), j, f, 2, solve.Again)
				if err != nil || !v.OK() || v.Second != len(f.Second.Entries) || v.SecondSolved != f.Second.Exact {
					t.Fatalf("%d rows, %s: %v, %+v", rows, aim, err, v)
				}
				g, err := second.Within(f, f.Second.I/2)
				if err != nil {
					t.Fatal(err)
				}
				if v, err = Verify(t.Context(), j, g, 2, solve.Again); err != nil || !v.OK() {
					t.Fatalf("%d rows, %s, within half of I(X;S): %v, %+v", rows, aim, err, v)
				}
			}
		}
	}
}

func TestSecondIsTamperedWith(t *testing.T) {
	for want, change := range map[string]func(s *frontier.Second){
		"s of second.points[3]": func(s *frontier.Second) { s.Entries[3].S += 1e-6 },
		"i of second.points[4]": func(s *frontier.Second) { s.Entries[4].I += 1e-6 },
		"h of second.points[4]": func(s *frontier.Second) { s.Entries[4].H -= 1e-6 },
		"second.hs":             func(s *frontier.Second) { s.H += 0.1 },
		"the file has":          func(s *frontier.Second) { s.Entries = slices.Delete(s.Entries, 3, 4) },
		"or ties with it": func(s *frontier.Second) {
			s.Entries = slices.Insert(s.Entries, 3, s.Entries[3])
		},
		"no table of all values": func(s *frontier.Second) {
			c := *s.Cells
			c.X, c.Y, c.Weight = c.X[2:], c.Y[2:], c.Weight[2:]
			s.Cells = &c
		},
		"two clusters": func(s *frontier.Second) {
			e := &s.Entries[len(s.Entries)-1]
			f := partition.Identity(7)
			e.Assignment, e.K = partition.Pack(append(f, 6)), 7
		},
	} {
		j, f := secondOf(t, 8, false, second.Options{})
		of := *f.Second
		of.Entries = slices.Clone(of.Entries)
		f.Second = &of
		change(&of)
		v, err := Verify(t.Context(), j, f, 2, solve.Again)
		if err != nil || !strings.Contains(strings.Join(v.Failures, "\n"), want) {
			t.Errorf("%v, %v, want %q", err, v, want)
		}
	}
}

// TestPointsKeepTheLimit: a point or a best clustering that tells more than the limit is found, also without clusterings of
// the second variable.
func TestPointsKeepTheLimit(t *testing.T) {
	j, f := secondOf(t, 8, false, second.Options{})
	of := *f.Second
	limit := of.I / 3
	of.Entries, of.Limit, of.Exact = nil, &limit, false
	f.Second = &of
	v, err := Verify(t.Context(), j, f, 2, solve.Again)
	if err != nil || v.OK() || !strings.Contains(v.Failures[0], "and the limit is") {
		t.Errorf("%v, %+v", err, v)
	}
}
