package frontier

import (
	"bytes"
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

func TestConstraintsRoundTrip(t *testing.T) {
	f := constrained(t)
	roundTrips(t, f)
	text := string(written(t, f, JSON))
	if want := `"constraints": {`; !strings.Contains(text, want) {
		t.Errorf("no %s in %s", want, text)
	}
	for _, key := range []string{"min_mass", "max_clusters", "must_link", "cannot_link"} {
		if !strings.Contains(text, `"`+key+`": `) {
			t.Errorf("no %s in %s", key, text)
		}
	}
	f.Problem.Constraints = Constraints{MustLink: [][2]string{}}
	if strings.Contains(string(written(t, f, JSON)), "constraints") {
		t.Error("constraints that restrict nothing are written")
	}
}

// TestSenselessConstraints changes a file.
func TestSenselessConstraints(t *testing.T) {
	text := string(written(t, constrained(t), JSON))
	for _, tt := range []struct{ old, with, want string }{
		{`"min_mass": 0.125`, `"min_mass": -0.5`, "problem.constraints.min_mass is -0.5, and a probability lies between 0 and 1"},
		{`"min_mass": 0.125`, `"min_mass": 1.5`, "problem.constraints.min_mass is 1.5"},
		{`"min_mass": 0.125`, `"min_mass": "much"`, `problem.constraints.min_mass is "much" where a number should stand`},
		{`"max_clusters": 2`, `"max_clusters": -2`, "problem.constraints.max_clusters is -2, and should be 1 or more"},
		{`"max_clusters": 2`, `"max_clusters": 1`, "point 0 has 2 clusters, and problem.constraints.max_clusters is 1"},
		{`"<c>",` + "\n          ", `"<d>",` + "\n          ", `problem.constraints.must_link[0]: "<d>" is none of the x_labels`},
		{`"a",` + "\n          " + `"<c>"`, `"a",` + "\n          " + `"a"`, `problem.constraints.cannot_link[0]: "a" stands twice`},
		{`"a",` + "\n          " + `"<c>"`, `"a"`, `problem.constraints.cannot_link[0] is not a list of 2`},
		{`"a",` + "\n          " + `"<c>"`, `"a", null`, "problem.constraints.cannot_link[0][1] is null where a string should stand"},
		{"", "", ""},
		{"[0,1,1]", "[0,0,1]", `point 0 does not keep problem.constraints.must_link[0], of "<c>" and "b \"é\""`},
		{"[0,1,1]", "[0,0,0]", `point 0 does not keep problem.constraints.cannot_link[0], of "a" and "<c>"`},
	} {
		changed := strings.Replace(text, tt.old, tt.with, 1)
		if tt.with == "[0,0,0]" {
			changed = strings.Replace(changed, `"k": 2`, `"k": 1`, 1)
		}
		if tt.want != "" && changed == text {
			t.Fatalf("no %s in %s", tt.old, text)
		}
		_, err := Read(strings.NewReader(changed))
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: %v, want %q", tt.with, err, tt.want)
		}
	}
	f := constrained(t)
	f.Problem.Constraints.MaxClusters = 1
	if err := f.Write(&bytes.Buffer{}, JSON); err == nil {
		t.Error("a frontier is written that nobody can read")
	}
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
	if d := cmp.Diff(string(written(t, ab, JSON)), string(written(t, ba, JSON))); d != "" {
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
