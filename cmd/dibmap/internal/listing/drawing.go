//go:build !js

package listing

import (
	"io"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/plot"
)

// drawFrontier draws a frontier with characters.
func drawFrontier(w io.Writer, f *frontier.Frontier, ascii bool) error {
	return plot.Terminal(w, f, plot.TerminalOptions{ASCII: ascii})
}
