package input

import (
	"context"
	"fmt"
	"io"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/codec"
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

// ReadFrontiers reads several frontier files, as [ReadFrontier] does.
func ReadFrontiers(ctx context.Context, paths []string, in io.Reader) ([]*frontier.Frontier, error) {
	list := make([]*frontier.Frontier, len(paths))
	for k, path := range paths {
		var err error
		if list[k], err = ReadFrontier(path, in); err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, cli.Failed(fmt.Errorf("%s: interrupted while it was read", path))
		}
	}
	return list, nil
}
