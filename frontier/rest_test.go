package frontier

import "testing"

// TestRest holds that a row is the rest only if values were put together, and by the label of that rule.
func TestRest(t *testing.T) {
	for _, tt := range []struct {
		p    Problem
		want string
	}{
		{Problem{XLabels: []string{"a", "(rare)", "(other)"}, MinCount: 2}, "(rare)"},
		{Problem{XLabels: []string{"a", "(rare)", "(other)"}, TopX: 2}, "(other)"},
		{Problem{XLabels: []string{"a", "(rare)", "(other)"}}, ""},
		{Problem{XLabels: []string{"a", "(other)"}, MinCount: 2}, ""},
		{Problem{XLabels: []string{"a", "(rare)"}, TopX: 2}, ""},
		{Problem{XLabels: []string{"a", "(other)"}, TopY: 2}, ""},
	} {
		if got := tt.p.RestLabel(); got != tt.want {
			t.Errorf("%v, %g, %d: %q, want %q", tt.p.XLabels, tt.p.MinCount, tt.p.TopX, got, tt.want)
		}
	}
}
