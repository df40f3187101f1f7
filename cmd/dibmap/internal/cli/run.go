// Package cli has what all commands share: the streams that they read and write, exit codes
// and the errors that lead to them, output files, and limits on time and memory.
package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/internal/waiting"
)

// Streams are the standard streams of a command.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer

	data     io.Writer // standard output for data, which is written unchanged
	messages *messages
	columns  int             // see Columns
	alarms   bool            // errors and warnings have colours
	ctx      context.Context // of the call, or nil
}

// Run runs a command line and returns its exit code. It prints an error as one line on the
// error stream.
func Run(ctx context.Context, root func(Streams) *cobra.Command, args []string, s Streams) int {
	ctx, cancel := context.WithCancel(ctx)
	s.columns, s.alarms = columnsOf(s.Out), colourful(s.Err)
	colours := colourful(s.Out)
	s.ctx, s.messages = ctx, &messages{form: forPeople}
	out := &standardOutput{stream: s.patient(s.Out)}
	text := &wording.VisibleWriter{W: out, Columns: s.columns, Colours: colours}
	s.Out, s.data = text, out
	if file, ok := s.In.(*os.File); ok {
		s.In = inputFile{file, waiting.Reader(ctx, file)}
	}
	cmd := root(s)
	s.messages.add(cmd)
	cmd.SetArgs(args)
	var beating sync.WaitGroup
	cmd.PersistentPreRun = func(*cobra.Command, []string) {
		if s.ForPrograms() {
			beating.Go(func() { s.beat(ctx, cancel) })
		}
	}
	err := cmd.ExecuteContext(ctx)
	cancel()
	beating.Wait()
	_ = text.Close()
	if err == nil {
		err = out.failed // help and completion ignore the errors of Write
	}
	if err != nil {
		s.fail(err)
	}
	return ExitCode(err)
}

// Exit codes: a result was written; the work failed; the call or the input was wrong; a result beyond a limit of the
// caller was written.
const (
	ExitDone   = 0
	ExitFailed = 1
	ExitUsage  = 2
	ExitBeyond = 3
)

// beyond is an error about a result that was written: exit code 3.
type beyond struct{ error }

// Beyond marks an error about a result that is beyond a limit of the caller.
func Beyond(err error) error { return beyond{err} }

// failure is an error that is not the fault of the call or the input: exit code 1.
type failure struct{ error }

// ExitCode returns the exit code of a call that ended with err, which may be nil.
func ExitCode(err error) int {
	var of failure
	var result beyond
	switch {
	case err == nil:
		return ExitDone
	case errors.As(err, &result):
		return ExitBeyond
	case errors.As(err, &of):
		return ExitFailed
	default:
		return ExitUsage
	}
}

// Failed marks an error, if it is not nil, as not the fault of the call or the input.
func Failed(err error) error {
	if err == nil {
		return nil
	}
	return failure{err}
}

// OneLine joins the lines of a message.
func OneLine(s string) string {
	lines := strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' })
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, " ")
}
