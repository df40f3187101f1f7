package progress

import (
	"io"
	"time"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/search"
)

// bar is a bar on a terminal. A browser has no terminal.
type bar struct{}

func newBar(io.Writer) *bar { return nil }

func (*bar) draw(frontier.Problem, bool) {}

func (*bar) observe(search.Progress, func() time.Time) {}

func (*bar) show(progressText) {}

func (*bar) above(w io.Writer) io.Writer { return w }

func (*bar) stop() {}
