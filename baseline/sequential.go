package baseline

import (
	"context"

	"github.com/dibmap/dibmap/joint"
)

// SequentialIB is the sequential information bottleneck.
type SequentialIB struct{}

// Name implements [Method].
func (SequentialIB) Name() string { return "sequential-ib" }

// Run implements [Method].
func (SequentialIB) Run(context.Context, *joint.Joint, Options) (Result, error) {
	return Result{}, ErrOptions
}
