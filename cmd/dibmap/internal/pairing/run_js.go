package pairing

import (
	"context"
	"errors"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/progress"
	"github.com/dibmap/dibmap/frontier"
)

// Run returns an error if there is a second variable. The page that holds the program does not offer one, and is smaller
// without it.
func (g *Stage) Run(context.Context, *frontier.Frontier, cli.Clock, *progress.Display) (*frontier.Second, error) {
	if g.Problem.Second == nil {
		return nil, nil //nolint:nilnil // there is none
	}
	return nil, errors.New("what groupings tell about a second variable is not computed in a browser")
}

// Within returns the frontier.
func (g *Stage) Within(_ context.Context, fr *frontier.Frontier, _ cli.Clock, _ *progress.Display) (*frontier.Frontier, error) {
	return fr, nil
}
