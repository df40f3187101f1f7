package codec

import (
	"bytes"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/union"
)

func TestWeightErrors(t *testing.T) {
	tests := []struct{ old, replacement, want string }{
		{`"x_mass": [0.5,0.25,0.25]`, `"x_mass": [0.5,0.25]`, "problem.x_mass has 2 numbers, want one for each of the 3 rows"},
		{`"x_mass": [0.5,0.25,0.25]`, `"x_mass": []`, "problem.x_mass has 0 numbers, want one for each of the 3 rows"},
		{`"x_mass": [0.5,0.25,0.25]`, `"x_mass": null`, "line 24, column 15: problem.x_mass is null, want a list"},
		{`"x_mass": [0.5,0.25,0.25]`, `"x_mass": [0.5,null,0.25]`, "line 24, column 20: problem.x_mass[1] is null, want a number"},
		{`"x_mass": [0.5,0.25,0.25]`, `"x_mass": [0.5,0.25,"0.25"]`, `line 24, column 25: problem.x_mass[2] is "0.25", want a number`},
		{`"x_mass": [0.5,0.25,0.25]`, `"x_mass": [1.5,-0.25,-0.25]`, "problem.x_mass[0] is 1.5, and a probability lies between 0 and 1"},
		{`"x_mass": [0.5,0.25,0.25]`, `"x_mass": [1,-0.25,0.25]`, "problem.x_mass[1] is -0.25, and a probability lies between 0 and 1"},
		{`"x_mass": [0.5,0.25,0.25]`, `"x_mass": [0.5,0.25,0.250002]`, "problem.x_mass: the probabilities add up to 1.000002, want 1"},
		{`"x_mass": [0.5,0.25,0.25]`, `"x_mass": [0.4,0.35,0.25]`, `problem.cells give row "a" the probability 0.5, and problem.x_mass[0] is 0.4`},
		{`"x": [0,0,1,2]`, `"x": [0,0,1]`, "problem.cells: x, y and weight have 3, 4 and 4 numbers, and should have one for each cell"},
		{`"y": [0,1,1,0]`, `"y": [0,1,1]`, "problem.cells: x, y and weight have 4, 3 and 4 numbers, and should have one for each cell"},
		{`"x": [0,0,1,2]`, `"x": [0,0.5,1,2]`, "line 26, column 15: problem.cells.x[1] is 0.5, want a whole number"},
		{`"x": [0,0,1,2]`, `"x": [0,0,1,3]`, "problem.cells.x[3] is 3, not one of the 3 rows"},
		{`"x": [0,0,1,2]`, `"x": [-1,0,1,2]`, "problem.cells.x[0] is -1, not one of the 3 rows"},
		{`"y": [0,1,1,0]`, `"y": [0,1,2,0]`, "problem.cells.y[2] is 2, not one of the 2 columns"},
		{`"y": [0,1,1,0]`, `"y": [0,-1,1,0]`, "problem.cells.y[1] is -1, not one of the 2 columns"},
		{`"y": [0,1,1,0]`, `"y": [1,1,1,0]`, "problem.cells: cell 1, in row 0 and column 1, does not come after the one before: sort by row and column, each cell once"},
		{`"x": [0,0,1,2]`, `"x": [0,0,2,1]`, "problem.cells: cell 3, in row 1 and column 0, does not come after the one before: sort by row and column, each cell once"},
		{`[400,100,250,250]`, `[400,0,250,250]`, "problem.cells.weight[1] is 0, want a number above 0"},
		{`[400,100,250,250]`, `[400,100,250,-250]`, "problem.cells.weight[3] is -250, want a number above 0"},
		{`[400,100,250,250]`, `[1.5e308,1.5e308,250,250]`, "problem.cells.weight: the numbers add up to more than a number can be: scale them"},
		{`"weight": [400,100,250,250]`, `"w": 0`, "line 25, column 14: problem.cells.weight is missing"},
		{"{\n      \"x\": [0,0,1,2],\n      \"y\": [0,1,1,0],\n      \"weight\": [400,100,250,250]", `{"x": [], "y": [], "weight": []`, "problem.cells are none: leave problem.cells out if they are not known"},
	}
	for _, tt := range tests {
		_, err := Read(strings.NewReader(edited(t, tt.old, tt.replacement)))
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s for %s:\n got %v\nwant %s", tt.replacement, tt.old, err, tt.want)
		}
	}
}

// TestFlattened: lists of numbers, and nothing else, lose their white space.
func TestFlattened(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": [` + "\n 1,\n -2e9\n]}":     `{"a": [1,-2e9]}`,
		`[` + "\n [\n 1\n],\n [ ]\n]":      "[\n [1],\n []\n]",
		`["[ 1, 2 ]", "\"[ 1 ]", "\\"]`:    `["[ 1, 2 ]", "\"[ 1 ]", "\\"]`,
		`[{"x": [ 1, 2 ], "y": "]"}, [ ]]`: `[{"x": [1,2], "y": "]"}, []]`,
		`[ 1`:                              `[ 1`,
	} {
		if got := string(flattened([]byte(text))); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
}

func TestConstraintsRoundTrip(t *testing.T) {
	f := constrained(t)
	roundTrips(t, f)
	text := string(written(t, f, "json"))
	if want := `"constraints": {`; !strings.Contains(text, want) {
		t.Errorf("no %s in %s", want, text)
	}
	for _, key := range []string{"min_mass", "max_clusters", "must_link", "cannot_link"} {
		if !strings.Contains(text, `"`+key+`": `) {
			t.Errorf("no %s in %s", key, text)
		}
	}
	f.Problem.Constraints = frontier.Constraints{MustLink: [][2]string{}}
	if strings.Contains(string(written(t, f, "json")), "constraints") {
		t.Error("constraints that restrict nothing are written")
	}
}

// TestGroupNames: files keep the names of groups, and have none of groups that there cannot be.
func TestGroupNames(t *testing.T) {
	f := constrained(t)
	f.Problem.GroupNames = [][]string{{"the \"ends\", both", "a", "<c>"}, {"b", "a"}}
	roundTrips(t, f)
	changed := strings.Replace(string(written(t, f, "json")), `"the \"ends\", both"`, `""`, 1)
	if _, err := Read(strings.NewReader(changed)); err == nil || !strings.Contains(err.Error(), `problem.group_names[0][0] is ""`) {
		t.Error(err)
	}
}

// TestSenselessConstraints changes a file.
func TestSenselessConstraints(t *testing.T) {
	text := string(written(t, constrained(t), "json"))
	for _, tt := range []struct{ old, with, want string }{
		{`"min_mass": 0.125`, `"min_mass": -0.5`, "problem.constraints.min_mass is -0.5, and a probability lies between 0 and 1"},
		{`"min_mass": 0.125`, `"min_mass": 1.5`, "problem.constraints.min_mass is 1.5"},
		{`"min_mass": 0.125`, `"min_mass": "much"`, `problem.constraints.min_mass is "much", want a number`},
		{`"max_clusters": 2`, `"max_clusters": -2`, "problem.constraints.max_clusters is -2, and should be 1 or more"},
		{`"max_clusters": 2`, `"max_clusters": 1`, "point 0 has 2 clusters, and problem.constraints.max_clusters is 1"},
		{`"<c>",` + "\n          ", `"<d>",` + "\n          ", `problem.constraints.must_link[0]: "<d>" is not one of the x_labels`},
		{`"a",` + "\n          " + `"<c>"`, `"a",` + "\n          " + `"a"`, `problem.constraints.cannot_link[0]: "a" occurs twice`},
		{`"a",` + "\n          " + `"<c>"`, `"a"`, `problem.constraints.cannot_link[0] is not a list of 2`},
		{`"a",` + "\n          " + `"<c>"`, `"a", null`, "problem.constraints.cannot_link[0][1] is null, want a string"},
		{"", "", ""},
		{"[0,1,1]", "[0,0,1]", `point 0 does not fulfil problem.constraints.must_link[0], of "<c>" and "b \"é\""`},
		{"[0,1,1]", "[0,0,0]", `point 0 does not fulfil problem.constraints.cannot_link[0], of "a" and "<c>"`},
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
	if err := Write(&bytes.Buffer{}, f, "json"); err == nil {
		t.Error("a frontier is written that nobody can read")
	}
}

// TestVarianceIsKept by the formats that keep the problem, and is not there where it is 0.
func TestVarianceIsKept(t *testing.T) {
	f := tiny(t)
	if bytes.Contains(written(t, f, "json"), []byte("variance")) {
		t.Error("a problem without a variance has one")
	}
	f.Problem.Kind, f.Problem.Variance = "quantizer", 0.1
	roundTrips(t, f)
	g, err := union.Of(f, f)
	if err != nil {
		t.Fatal(err)
	}
	if g.Problem.Variance != 0.1 {
		t.Errorf("united: %g", g.Problem.Variance)
	}
}

// TestMinCountIsKept, and numbers of values to keep, in the same way, also by a union with a file that does not know it.
func TestMinCountIsKept(t *testing.T) {
	plain, f := tiny(t), tiny(t)
	if bytes.Contains(written(t, plain, "json"), []byte("min_count")) {
		t.Error("a problem without a least count has one")
	}
	f.Problem.MinCount, f.Problem.TopX, f.Problem.TopY = 5, 7, 9
	roundTrips(t, f)
	g, err := union.Of(plain, f)
	if err != nil {
		t.Fatal(err)
	}
	if g.Problem.MinCount != 5 || g.Problem.TopX != 7 || g.Problem.TopY != 9 {
		t.Errorf("united: %g, %d and %d", g.Problem.MinCount, g.Problem.TopX, g.Problem.TopY)
	}
	top := bytes.Replace(written(t, f, "json"), []byte(`"top_x": 7`), []byte(`"top_x": -7`), 1)
	if _, err := Read(bytes.NewReader(top)); err == nil || !strings.Contains(err.Error(), "problem.top_x is -7") {
		t.Errorf("a negative number of values to keep is read: %v", err)
	}
	text := bytes.Replace(written(t, f, "json"), []byte(`"min_count": 5`), []byte(`"min_count": -5`), 1)
	if _, err := Read(bytes.NewReader(text)); err == nil || !strings.Contains(err.Error(), "problem.min_count is -5") {
		t.Errorf("a negative one is read: %v", err)
	}
}
