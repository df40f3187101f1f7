package browsertest

import (
	"context"
	"path/filepath"
	"sync"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/codec"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/search"
	"github.com/dibmap/dibmap/table"
)

// letters returns the frontier of @alphabet that a quick search finds, the same each time.
var letters = sync.OnceValues(func() (*frontier.Frontier, error) {
	t, err := table.Open(context.Background(), "@alphabet", table.Options{})
	if err != nil {
		return nil, err
	}
	j, err := t.Joint()
	if err != nil {
		return nil, err
	}
	r, err := search.Map(context.Background(), problem.DIB(j), search.Options{Seed: 1})
	if err != nil {
		return nil, err
	}
	return r.Frontier, nil
})

func alphabet(t testing.TB) *frontier.Frontier {
	t.Helper()
	f, err := letters()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// sample reads one of the frontiers that the tests of package report use, too.
func sample(t testing.TB, name string) *frontier.Frontier {
	t.Helper()
	f, err := codec.ReadFile(filepath.Join("..", "testdata", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func made(t testing.TB, p frontier.Problem, entries []frontier.Entry) *frontier.Frontier {
	t.Helper()
	f, err := frontier.New(p, frontier.Search{}, entries)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
