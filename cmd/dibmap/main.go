// Command dibmap maps the trade-off between the size of a description of X and
// its information about Y: the clusterings Z = f(X) that are Pareto-optimal in
// entropy H(Z) and information I(Z;Y).
//
//	dibmap map survey.csv --x city --y product -o frontier.json
//	dibmap show frontier.json
//	dibmap select frontier.json --clusters 5
//	dibmap plot frontier.json -o frontier.pdf
//
// "dibmap help" lists the commands. Results go to standard output or to the
// file named with -o, everything else to standard error. The exit code is 0 if
// a result was written, even if a deadline or Ctrl-C cut it short; 1 if the
// work failed; 2 if the call or the input was wrong; 3 if the result is beyond
// a limit such as --fail-above.
package main

import (
	"context"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/completing"
)

func main() {
	os.Exit(mainExit())
}

// mainExit runs the program on the process's own streams and arguments.
func mainExit() int {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup ignores it
		signals = append(signals, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), signals...)
	defer stop()
	// The first signal ends the search, which then writes its result so far. A second
	// signal ends the process.
	context.AfterFunc(ctx, stop)
	root := newRoot
	if len(os.Args) > 1 && strings.HasPrefix(os.Args[1], cobra.ShellCompRequestCmd) {
		root = completed
	}
	return cli.Run(ctx, root, os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr})
}

// completed is newRoot for shells that complete a line. Other calls do without the completions, which cobra keeps in
// memory.
func completed(s cli.Streams) *cobra.Command {
	root := newRoot(s)
	completing.Add(root)
	return root
}
