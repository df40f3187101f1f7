package baseline

import (
	"context"

	"github.com/dibmap/dibmap/joint"
)

// Random is chance.
type Random struct{}

// Name implements [Method].
func (Random) Name() string { return "random" }

// Run implements [Method].
func (Random) Run(context.Context, *joint.Joint, Options) (Result, error) {
	return Result{}, ErrOptions
}
