package listing

import (
	"io"

	"github.com/dibmap/dibmap/frontier"
)

// Draw draws nothing: a browser shows a page.
func Draw(io.Writer, *frontier.Frontier, bool) error { return nil }
