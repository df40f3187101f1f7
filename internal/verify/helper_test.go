package verify

import (
	"context"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/solve"
	"github.com/dibmap/dibmap/joint"
)

// Verified returns the failures of a verification, which must not be an error.
func Verified(tb testing.TB, j *joint.Joint, f *frontier.Frontier) *Verification {
	tb.Helper()
	v, err := Verify(context.Background(), j, f, 2, solve.Again)
	if err != nil {
		tb.Fatal(err)
	}
	return v
}
