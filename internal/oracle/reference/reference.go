// Package reference reads the tables that tests compare this project on.
package reference

import (
	"bytes"
	"os"
	"testing"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/npy"
	"github.com/dibmap/dibmap/internal/oracle"
)

// Matrix returns the rows of a reference table. It ends the test when the table is
// missing, as oracle.Shared does.
func Matrix(tb testing.TB, name string) [][]float64 {
	tb.Helper()
	file, err := os.ReadFile(oracle.Shared(tb, "data", "reference", name))
	if err != nil {
		tb.Fatal(err)
	}
	a, err := npy.Read(bytes.NewReader(file), 1<<20)
	if err != nil {
		tb.Fatal(err)
	}
	return lists.Make(a.Shape[0], func(x int) []float64 { return a.Data[x*a.Shape[1] : (x+1)*a.Shape[1]] })
}
