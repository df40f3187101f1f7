//go:build long

package symmetric

import (
	"context"
	"testing"

	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/internal/oracle/drawn"
	"github.com/dibmap/dibmap/search"
)

// TestLongSymmetricGroupsOf16 proves that the search finds the whole frontier of groups of 16 elements.
func TestLongSymmetricGroupsOf16(t *testing.T) {
	for _, name := range []string{"@pauli", "@group:Z2xZ2xZ2xZ2", "@group:D8"} {
		p := drawn.Group(t, name)
		found := drawn.Must(t)(search.Map(context.Background(), p, search.Options{}))
		drawn.SamePoints(t, mustProveSymmetric(t, p, found.Frontier, method.Options{}), found.Frontier)
	}
}

// TestLongSymmetricUnits40 proves the frontier of the units modulo 40, of which the search finds all:
// 39 points. The permutations are the 16 translations times the 192 automorphisms of Z2 x Z2 x Z4.
func TestLongSymmetricUnits40(t *testing.T) {
	p := drawn.Group(t, "@z40")
	found := drawn.Must(t)(search.Map(context.Background(), p, search.Options{}))
	proved := mustProveSymmetric(t, p, found.Frontier, method.Options{})
	drawn.SamePoints(t, proved, found.Frontier)
	opts, err := method.WithDefaults(method.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := newSymmetric(p, opts)
	if err != nil {
		t.Fatal(err)
	}
	if proved.Len() != 39 || len(s.group) != 16*192 {
		t.Errorf("%d points and %d permutations, want 39 and %d", proved.Len(), len(s.group), 16*192)
	}
}
