package input

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/codec"
	"github.com/dibmap/dibmap/internal/pool"
)

// OneFrontier checks the arguments of a command that reads one frontier.
var OneFrontier = cli.Args(1, 1, "one frontier file, last, or - for standard input")

// ReadFrontier reads a frontier file, the last result for [Last], or standard input for "-".
func ReadFrontier(path string, in io.Reader) (*frontier.Frontier, error) {
	switch path {
	case Last:
		return readLast()
	case "-":
		f, err := codec.Read(in)
		if err != nil {
			return nil, fmt.Errorf("stdin: %w", err)
		}
		return f, nil
	}
	return codec.ReadFile(path)
}

// ReadFrontiers reads several frontier files, as [ReadFrontier] does, one on each core.
func ReadFrontiers(ctx context.Context, paths []string, in io.Reader) ([]*frontier.Frontier, error) {
	workers := runtime.GOMAXPROCS(0)
	if slices.Contains(paths, "-") {
		workers = 1 // standard input ends once
	}
	list := make([]*frontier.Frontier, len(paths))
	// Each file looks at the context itself, and names itself in the error.
	err := pool.Each(context.WithoutCancel(ctx), workers, len(paths), func(_, k int) (err error) {
		if list[k], err = ReadFrontier(paths[k], in); err == nil && ctx.Err() != nil {
			err = cli.Failed(fmt.Errorf("%s: interrupted while it was read", paths[k]))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}
