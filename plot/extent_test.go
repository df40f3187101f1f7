package plot

import (
	"testing"

	"github.com/dibmap/dibmap/frontier"
)

func TestExtent(t *testing.T) {
	for _, c := range []struct {
		name    string
		entries []frontier.Entry
		want    extent
	}{
		{"no point", nil, extent{0, 1, 0, 1}},
		{"the origin", []frontier.Entry{{H: 0, I: 0, K: 1}}, extent{0, 1, 0, 1}},
		{"two", []frontier.Entry{{H: 1, I: 0, K: 1}, {H: 2, I: 3, K: 1}}, extent{0, 2, 0, 3}},
		{"below zero", []frontier.Entry{{H: -1, I: -2, K: 1}, {H: 2, I: -1, K: 1}}, extent{-1, 2, -2, 0}},
		{"no information", []frontier.Entry{{H: 2, I: 1e-12, K: 1}}, extent{0, 2, 0, 1}},
	} {
		got, err := extentOf(frontierOf(t, frontier.Problem{}, c.entries))
		if got = got.widened(); err != nil || got != c.want {
			t.Errorf("%s: %v, %v, want %v", c.name, got, err, c.want)
		}
	}
}
