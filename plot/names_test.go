package plot

import (
	"bytes"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/plot/terminal"
)

// TestNamesOfColumns: frontiers side by side are titled with the names of their columns, and with
// symbols, also in the legend, where one of them has others. A drawing for a terminal has symbols
// where names would take most of a line.
func TestNamesOfColumns(t *testing.T) {
	named := func(x, y string) *frontier.Frontier {
		f := *synthetic(t, 9, func(h float64) float64 { return h }, 1)
		f.Problem.Source.X, f.Problem.Source.Y = x, y
		return &f
	}
	city, town, long := named("city", "product"), named("town", "product"), named("city", strings.Repeat("long ", 9)+"name")
	drawn := func(fs ...*frontier.Frontier) string {
		var panels []NamedFrontier
		for _, f := range fs {
			panels = append(panels, NamedFrontier{Frontier: f})
		}
		var b bytes.Buffer
		if err := Frontiers(&b, panels, "svg", Options{Paper: true}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	const ofCity, ofSymbol = "H(group of city)", "H(Z)"
	if svg := drawn(city, city); !strings.Contains(svg, ofCity) || strings.Contains(svg, ofSymbol) {
		t.Error("two frontiers of one column are not titled with its name")
	}
	if svg := drawn(city, town); strings.Contains(svg, "group of") || !strings.Contains(svg, ofSymbol) {
		t.Error("two frontiers of different columns are titled with the name of one")
	}
	for _, tt := range []struct {
		f    *frontier.Frontier
		want string
	}{{city, "bits that the group tells about product"}, {long, "bits told"}} {
		var b bytes.Buffer
		if err := terminal.Draw(&b, tt.f, terminal.Options{}); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(b.String(), tt.want) {
			t.Errorf("want %s:\n%s", tt.want, b.String())
		}
	}
}
