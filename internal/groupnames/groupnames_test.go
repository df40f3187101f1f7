package groupnames_test

import (
	"slices"
	"testing"

	"github.com/dibmap/dibmap/internal/groupnames"
)

var labels = []string{"a", "b", "c", "d"}

// TestGive: a name goes to the group that has exactly its labels, in any order, and to no other.
func TestGive(t *testing.T) {
	for _, c := range []struct {
		given [][]string
		want  []string
	}{
		{nil, []string{"a+c", "b", "d"}},
		{[][]string{{"first", "c", "a"}, {"last", "d"}}, []string{"first", "b", "last"}},
		{[][]string{{"less", "a"}, {"more", "a", "c", "d"}, {"other", "b", "d"}}, []string{"a+c", "b", "d"}},
		{[][]string{{"before", "b"}, {"after", "b"}}, []string{"a+c", "after", "d"}},
		{[][]string{{"unknown", "e"}, {"unknown", "b", "e"}, {"empty"}, {}}, []string{"a+c", "b", "d"}}, // not checked
	} {
		names := []string{"a+c", "b", "d"}
		groupnames.Give(names, c.given, labels, []int{0, 1, 0, 2})
		if !slices.Equal(names, c.want) {
			t.Errorf("%q: %q, want %q", c.given, names, c.want)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		given [][]string
		want  string
	}{
		{nil, ""},
		{[][]string{{"north, cold", "a", "c"}, {"same", "b"}, {"same", "d"}}, ""},
		{[][]string{{"x", "a"}, {"alone"}}, "[1] has 1 text, and should have a name and then the labels of a group"},
		{[][]string{{"", "a"}}, `[0][0] is "": a name has 1 to 1024 bytes, and no control characters`},
		{[][]string{{"two\nlines", "a"}}, `[0][0] is "two\nlines": a name has 1 to 1024 bytes, and no control characters`},
		{[][]string{{"x", "a", "e"}}, `[0][2] is "e", which is not one of the x_labels, or occurs twice`},
		{[][]string{{"x", "a", "a"}}, `[0][2] is "a", which is not one of the x_labels, or occurs twice`},
	} {
		got := ""
		if err := groupnames.Check(c.given, labels); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%q: %s, want %s", c.given, got, c.want)
		}
	}
}
