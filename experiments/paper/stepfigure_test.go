package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/internal/draw"
)

// TestStepFigure draws a step with everything that a step can have.
func TestStepFigure(t *testing.T) {
	s := mapperStep{
		all:      []stepPoint{{0, 0, 1}, {1, 0.1, 2}, {2, 0.2, 2}, {1.5, 0.4, 3}},
		frontier: []stepPoint{{2, 1, 4}, {1.8, 0.9, 3}, {1.9, 0.8, 3}, {1.8, 0.7, 3}},
		parent:   stepPoint{1.8, 0.9, 3},
		children: []stepPoint{{1.5, 0.5, 2}, {1.2, 0.6, 2}, {1, 0.2, 2}},
		enqueued: []stepPoint{{1.2, 0.6, 2}, {1.5, 0.5, 2}},
	}
	var b bytes.Buffer
	if err := s.draw(&b, "svg", draw.Page{Title: "A step"}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"A step", "H(Z) [bits]", "all clusterings", "frontier so far", "expanded", "derived from it", "enqueued"} {
		if !strings.Contains(b.String(), ">"+want+"<") {
			t.Errorf("there is no %q", want)
		}
	}
	if got := nonDominated(s.frontier); !slices.Equal(got, []stepPoint{{1.8, 0.9, 3}, {2, 1, 4}}) {
		t.Errorf("the frontier is %v", got)
	}
	b.Reset()
	if err := new(mapperStep).draw(&b, "svg", draw.Page{}); err != nil || strings.Contains(b.String(), "NaN") || strings.Contains(b.String(), "enqueued") {
		t.Errorf("a step of nothing: %v", err)
	}
}
