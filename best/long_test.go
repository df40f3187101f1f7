//go:build long

package best

import (
	"testing"

	"github.com/dibmap/dibmap/internal/oracle/families"
)

// TestLongRecall measures the recall of the search on all families of tables.
func TestLongRecall(t *testing.T) {
	for n := 12; n <= 14; n += 2 {
		recall(t, families.All(), n, 2)
	}
}
