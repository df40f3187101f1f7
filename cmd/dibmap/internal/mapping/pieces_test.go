package mapping

import (
	"strings"
	"testing"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/internal/workfolder"
)

// TestFlagsOfPlan: flags that no plan has are refused with an error of one line, and --help asks for nothing.
func TestFlagsOfPlan(t *testing.T) {
	for _, flag := range []string{"--help", "--help=true", "-h", "--output=f.json", "table.csv", "--", "--fast"} {
		var p Pieces
		err := p.Restore(t.Context(), []string{"--effort=1", flag}, nil, workfolder.Contents{}, "t", 1, true, cli.Streams{})
		if err == nil || !strings.HasPrefix(err.Error(), "this program does not have the flags of the plan: there is no \"") {
			t.Errorf("%s: %v", flag, err)
		}
	}
}
