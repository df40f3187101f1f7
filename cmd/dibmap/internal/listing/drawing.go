//go:build !js

package listing

import (
	"io"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/plot/terminal"
)

// drawingWidth is the width of a drawing if there is room.
const drawingWidth = 72

// Draw draws a frontier with characters.
func Draw(w io.Writer, f *frontier.Frontier, ascii bool) error {
	return terminal.Draw(w, f, terminal.Options{ASCII: ascii, Width: min(wording.Columns(w), drawingWidth)})
}
