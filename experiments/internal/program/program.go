// Package program holds what the experiments' programs have in common: interrupts, exit codes,
// and the reading of flags.
package program

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/dibmap/dibmap/experiments/internal/packages"
)

// Run runs a program on the process's own arguments until it ends or is interrupted, and
// returns its exit code. Errors go to standard error, after the program's name. interrupted says
// in the message which files an interrupted run leaves.
func Run(name, interrupted string, run func(ctx context.Context, args []string, w io.Writer) error) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := run(ctx, os.Args[1:], os.Stderr)
	switch {
	case err == nil || errors.Is(err, flag.ErrHelp):
		return 0
	case errors.Is(err, context.Canceled):
		err = errors.New("interrupted: " + interrupted)
	}
	fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
	return 1
}

// Parse reads flags from the arguments, which may hold nothing else; hint says in the error what
// to do instead. Help goes to w, and other errors are returned.
func Parse(flags *flag.FlagSet, args []string, w io.Writer, hint string) error {
	flags.SetOutput(io.Discard)
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			flags.SetOutput(w)
			flags.Usage()
		}
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("%q is one word too many: %s", flags.Arg(0), hint)
	}
	return nil
}

// Dibmap builds the command dibmap in a folder, and returns its path.
func Dibmap(ctx context.Context, folder string) (path string, err error) {
	root, err := packages.Output(ctx, ".", "go", "list", "-m", "-f", "{{.Dir}}", "github.com/dibmap/dibmap")
	if err != nil {
		return "", err
	}
	path = filepath.Join(folder, "dibmap")
	_, err = packages.Output(ctx, strings.TrimSpace(string(root)), "go", "build", "-o", path, "./cmd/dibmap")
	return path, err
}
