// Command channels computes the tables of docs/compare.md about quantisers of channels: the examples of the program
// QuantDMC, and polar codes.
//
//	go run -C experiments ./channels
//
// It takes four minutes of processor time.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/dibmap/dibmap/experiments/internal/program"
)

// call has the sizes of the tables.
type call struct {
	channels, outputs int     // are drawn for the examples with more than two inputs
	effort            float64 // to map them
	levels, short     int     // of polar codes with two inputs, and with more
}

func main() {
	os.Exit(program.Run("channels", "the tables are not complete", func(ctx context.Context, args []string, w io.Writer) error {
		flags := flag.NewFlagSet("channels", flag.ContinueOnError)
		if err := program.Parse(flags, args, w, "it takes none"); err != nil {
			return err
		}
		return call{channels: 10, outputs: 512, effort: 1, levels: 15, short: 4}.run(ctx, os.Stdout)
	}))
}

func (c call) run(ctx context.Context, w io.Writer) error {
	if err := binary(ctx, w); err != nil {
		return err
	}
	fmt.Fprintln(w)
	if err := nonbinary(ctx, w, c.channels, c.outputs, c.effort); err != nil {
		return err
	}
	fmt.Fprintln(w)
	return polar(ctx, w, c.levels, c.short)
}

// labels returns the names 0 to n-1.
func labels(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = strconv.Itoa(i)
	}
	return names
}
