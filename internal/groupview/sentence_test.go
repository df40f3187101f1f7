package groupview

import (
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/partition"
)

// TestSentence: what is known of a grouping is said, and nothing else.
func TestSentence(t *testing.T) {
	counts := [][]float64{{9, 1}, {1, 9}, {5, 5}}
	named := func(p *frontier.Problem) {
		p.IXY, p.Source.X, p.Source.Y = 0.8, "city", "late"
	}
	for _, c := range []struct {
		name   string
		change func(p *frontier.Problem, s *frontier.Search)
		want   string
	}{
		{
			"found", func(p *frontier.Problem, _ *frontier.Search) { named(p) },
			"2 groups of 3 values of city keep 62 % of what city says about late; no grouping found keeps more in as few bits.",
		},
		{
			"proved", func(p *frontier.Problem, s *frontier.Search) { named(p); s.Status = frontier.StatusComplete },
			"2 groups of 3 values of city keep 62 % of what city says about late; proved: no grouping keeps more in as few bits.",
		},
		{
			"without names and a method", func(p *frontier.Problem, s *frontier.Search) { p.IXY = 0.51; s.Method = "" },
			"2 groups of 3 values of X keep 98 % of what X says about Y.",
		},
		{
			"the whole is not known", func(_ *frontier.Problem, s *frontier.Search) { s.Method = "" },
			"2 groups of 3 values of X tell 0.5000 bits about Y.",
		},
		{
			"the best", func(p *frontier.Problem, s *frontier.Search) {
				named(p)
				p.Kind, s.Status = "dmc", frontier.StatusComplete
			},
			"2 groups of 3 values of city keep 62 % of what city says about late; proved best for 2 groups.",
		},
		{"means", func(p *frontier.Problem, s *frontier.Search) {
			named(p)
			p.Kind, p.Variance, p.Cells, s.Method = "mean", 1, nil, ""
			p.XMass = []float64{0.2, 0.3, 0.5}
			p.Means = &frontier.Means{Mean: []float64{1, 7, 4}, Variance: []float64{1, 1, 1}}
		}, "2 groups of 3 values of city keep 62 % of what city says about the mean of late."},
		{
			"points", func(p *frontier.Problem, s *frontier.Search) { p.Kind, p.Cells, s.Method = "quantizer", nil, "" },
			"2 groups of 3 points explain 50 % of the variance.",
		},
		{"a problem of others", func(p *frontier.Problem, _ *frontier.Search) { p.Kind = "theirs" }, ""},
	} {
		f, p := frontierOf(t, counts, c.change, 0, 1, 0)
		if got := Sentence(f, p); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
}

// TestBelow: the best grouping of three need not be on the frontier.
func TestBelow(t *testing.T) {
	f, _ := frontierOf(t, [][]float64{{9, 1}, {1, 9}, {5, 5}}, func(p *frontier.Problem, _ *frontier.Search) { p.IXY = 1 }, 0, 1, 2)
	pack := func(a ...int) partition.Packed { return partition.Pack(partition.Partition(a)) }
	f, err := frontier.New(f.Problem, f.Search, []frontier.Entry{
		{H: 0, I: 0, K: 1, Assignment: pack(0, 0, 0)}, {H: 0.9, I: 0.6, K: 3, Assignment: pack(0, 1, 2)},
	})
	if err != nil {
		t.Fatal(err)
	}
	f, err = f.WithBest(3, []frontier.BestEntry{
		{Entry: frontier.Entry{H: 0, I: 0, K: 1, Assignment: pack(0, 0, 0)}},
		{Entry: frontier.Entry{H: 1, I: 0.5, K: 2, Assignment: pack(0, 1, 0)}, Exact: true},
		{Entry: frontier.Entry{H: 0.9, I: 0.6, K: 3, Assignment: pack(0, 1, 2)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	two, _ := f.WithClusters(2)
	three, _ := f.WithClusters(3)
	if got, want := Below(f, two), "It is the best for 2 groups; the curve passes above it because 3 groups keep more in as few bits."; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if got := Below(f, three); got != "" {
		t.Errorf("on the frontier: %s", got)
	}
	if a, b := Claim(f, two), Claim(f, three); a != "proved best for 2 groups" || b != "best found for 3 groups" {
		t.Errorf("%s, %s", a, b)
	}
}

func TestHeldOut(t *testing.T) {
	f, p := frontierOf(t, [][]float64{{9, 1}, {1, 9}}, func(p *frontier.Problem, _ *frontier.Search) { p.IXY = 0.8 }, 0, 1)
	f.Validation = &frontier.Validation{}
	for i, want := range map[float64]string{-0.1: "none", 0: "none", 0.01: "1.2 %", 0.4: "50 %", 0.799: "99.9 %", 0.8: "100 %", 0.9: "all"} {
		p.HeldOut.I = i
		if got := HeldOut(f, p); got != want {
			t.Errorf("%g: %s, want %s", i, got, want)
		}
	}
}
