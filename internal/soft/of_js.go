package soft

import (
	"context"
	"errors"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/joint"
)

// Of returns an error. The page that holds the program does not offer the curve, and is smaller without it.
func Of(context.Context, *joint.Joint, Options) (*frontier.SoftCurve, error) {
	return nil, errors.New("soft encoders are not computed in a browser")
}
