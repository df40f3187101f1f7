package vocabulary

import (
	"strings"
	"testing"
)

func TestFill(t *testing.T) {
	for _, c := range []struct {
		text   string
		values []string
		want   string
	}{
		{"{x} says {kept} about {x}", []string{"x", "dest", "kept", "66 %"}, "dest says 66 % about dest"},
		{"{x} and {y}", []string{"x", "{y}", "y", "x"}, "{y} and x"},
		{"{x} and {y}", []string{"x", "y", "y", "b"}, "y and b"},
		{"{x}", nil, "{x}"},
	} {
		if got := Fill(c.text, c.values...); got != c.want {
			t.Errorf("%q with %q: %q, want %q", c.text, c.values, got, c.want)
		}
	}
}

// TestSentence reads the sentence about a grouping as a whole.
func TestSentence(t *testing.T) {
	s := &English.Sentence
	got := Fill(s.Keeps, "groups", "6 groups", "values", "102 values", "x", "dest", "kept", "66 %", "y", "carrier") +
		Fill(s.HeldOut, "heldOut", "64 %") + Fill(s.Claim, "claim", Fill(English.Claim.Best, "groups", "6 groups")) + "."
	want := "6 groups of 102 values of dest keep 66 % of what dest says about carrier, 64 % on records held out; proved best for 6 groups."
	if got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

func TestWrongWords(t *testing.T) {
	good := string(file)
	for _, c := range []struct{ name, old, with, want string }{
		{"a text is missing", `"bits": "bits to record the group",`, "", "Axes.Bits is missing"},
		{"a text is not known", `"bits": "bits to`, `"bytes": "", "bits": "bits to`, "bytes"},
		{"a placeholder is not known", "{values} of {x} keep", "{vlaues} of {x} keep", "Sentence.Keeps has the placeholder {vlaues}"},
		{"a brace is open", "{values} of {x} keep", "{values of {x} keep", "Sentence.Keeps"},
	} {
		bad := strings.Replace(good, c.old, c.with, 1)
		if bad == good {
			t.Fatalf("%s: nothing was changed", c.name)
		}
		if _, err := read([]byte(bad)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}
