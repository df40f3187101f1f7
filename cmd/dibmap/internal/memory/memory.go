// Package memory keeps results that later calls of one process would compute again.
package memory

import (
	"context"
	"sync"

	"github.com/dibmap/dibmap/evidence"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
)

// Results are results of calls of one process: a page calls several commands for the same table. Calls whose context has
// no results compute everything. The zero value is empty.
type Results struct {
	mutex    sync.Mutex
	tested   tested
	evidence *frontier.Evidence
	path     string // of the frontier
	frontier *frontier.Frontier
}

// tested holds the inputs of a test of dependence.
type tested struct {
	table string // its digest
	seed  uint64
	order string
	means bool
}

// key is the key of results in a context.
type key struct{}

// In returns a context of calls that use the results.
func (m *Results) In(ctx context.Context) context.Context {
	return context.WithValue(ctx, key{}, m)
}

// TestDependence is [evidence.OfDependence], once for a table and a seed.
func TestDependence(ctx context.Context, j *joint.Joint, o evidence.Options) (*frontier.Evidence, error) {
	m, _ := ctx.Value(key{}).(*Results)
	if m == nil {
		return evidence.OfDependence(ctx, j, o)
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	of := tested{j.SHA256(), o.Seed, o.Order, o.Means}
	if m.evidence != nil && m.tested == of {
		e := *m.evidence
		return &e, nil
	}
	e, err := evidence.OfDependence(ctx, j, o)
	if err != nil {
		return nil, err
	}
	kept := *e
	m.tested, m.evidence = of, &kept
	return e, nil
}

// Written records that a frontier was written to a file, so that later calls need not read the file.
func Written(ctx context.Context, path string, f *frontier.Frontier) {
	if m, _ := ctx.Value(key{}).(*Results); m != nil {
		m.mutex.Lock()
		defer m.mutex.Unlock()
		m.path, m.frontier = path, f
	}
}

// Frontier returns the frontier that was written to a file, if it is known.
func Frontier(ctx context.Context, path string) *frontier.Frontier {
	m, _ := ctx.Value(key{}).(*Results)
	if m == nil {
		return nil
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.path != path {
		return nil
	}
	return m.frontier
}
