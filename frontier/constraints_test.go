package frontier

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// constrained returns the tiny frontier under constraints that its middle points
// keep.
func constrained(t *testing.T) *Frontier {
	f := tiny(t)
	kept, err := New(f.Problem, f.Search, f.entries[2:3])
	if err != nil {
		t.Fatal(err)
	}
	kept.Problem.Constraints = Constraints{
		MinMass: 0.125, MaxClusters: 2,
		MustLink: [][2]string{{"<c>", `b "é"`}}, CannotLink: [][2]string{{"a", "<c>"}, {"a", `b "é"`}},
	}
	return kept
}

// TestUnionWantsTheSameConstraints in whatever order they stand.
func TestUnionWantsTheSameConstraints(t *testing.T) {
	a, b := constrained(t), constrained(t)
	b.Problem.Constraints.CannotLink = [][2]string{{`b "é"`, "a"}, {"a", "<c>"}, {"<c>", "a"}}
	b.Problem.Constraints.MustLink = [][2]string{{`b "é"`, "<c>"}}
	if !a.Problem.Constraints.Equal(b.Problem.Constraints) {
		t.Error("the same constraints differ")
	}
	ab, err := Union(a, b)
	if err != nil {
		t.Fatal(err)
	}
	ba, err := Union(b, a)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(image(t, ab), image(t, ba)); d != "" {
		t.Error(d)
	}
	for want, change := range map[string]func(c *Constraints){
		"constraints.min_mass is 0.125 and 0.25":             func(c *Constraints) { c.MinMass = 0.25 },
		"constraints.max_clusters is 2 and 0":                func(c *Constraints) { c.MaxClusters = 0 },
		"constraints.must_link has not the same pairs":       func(c *Constraints) { c.MustLink = nil },
		"constraints.cannot_link has not the same pairs":     func(c *Constraints) { c.CannotLink = c.CannotLink[1:] },
		"frontiers 0 and 1 are of different problems: const": func(c *Constraints) { *c = Constraints{} },
	} {
		c := constrained(t)
		change(&c.Problem.Constraints)
		if _, err := Union(a, c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestOnlyMissingValuesAreApart(t *testing.T) {
	for _, tt := range []struct {
		c    Constraints
		want bool
	}{
		{Constraints{}, false},
		{Constraints{Alone: []string{"(missing)"}}, true},
		{Constraints{Alone: []string{"a"}}, false},
		{Constraints{Alone: []string{"(missing)"}, MaxClusters: 3}, false},
		{Constraints{Alone: []string{"(missing)"}, CannotLink: [][2]string{{"a", "b"}}}, false},
	} {
		if got := tt.c.Missing(); got != tt.want {
			t.Errorf("%+v: %t", tt.c, got)
		}
	}
}
