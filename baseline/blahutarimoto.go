package baseline

import (
	"context"

	"github.com/dibmap/dibmap/joint"
)

// IB is the information bottleneck.
type IB struct{}

// Name implements [Method].
func (IB) Name() string { return "ib" }

// Run implements [Method].
func (IB) Run(context.Context, *joint.Joint, Options) (Result, error) {
	return Result{}, ErrOptions
}
