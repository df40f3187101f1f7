package baseline

import (
	"context"

	"github.com/dibmap/dibmap/joint"
)

// DIB is the deterministic information bottleneck.
type DIB struct{}

// Name implements [Method].
func (DIB) Name() string { return "dib" }

// Run implements [Method].
func (DIB) Run(context.Context, *joint.Joint, Options) (Result, error) {
	return Result{}, ErrOptions
}
