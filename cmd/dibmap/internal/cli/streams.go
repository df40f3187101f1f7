// Package cli holds what every command needs and no command owns: the streams it reads
// and writes, exit codes and the errors that lead to them, output files, and limits on
// time and memory.
package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// Streams are what a command reads and writes.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// Run carries out one call of a program and returns its exit code. It prints an error as
// one line on the error stream.
func Run(ctx context.Context, root func(Streams) *cobra.Command, args []string, s Streams) int {
	s.Out = results{s.Out}
	cmd := root(s)
	cmd.SetArgs(args)
	err := cmd.ExecuteContext(ctx)
	if err != nil {
		fmt.Fprintf(s.Err, "dibmap: %s\n", OneLine(err.Error()))
	}
	return ExitCode(err)
}
