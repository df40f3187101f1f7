package program

import (
	"context"
	"testing"

	"github.com/dibmap/dibmap/internal/method"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
)

func mustSubsets(tb testing.TB, p problem.Additive, opts method.Options) *search.Result {
	tb.Helper()
	r, err := Subsets(context.Background(), p, opts)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}
