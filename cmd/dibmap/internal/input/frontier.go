package input

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/memory"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/codec"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/internal/waiting"
	"github.com/dibmap/dibmap/internal/workfolder"
)

// OneFrontier checks the arguments of a command that reads one frontier.
var OneFrontier = cli.Args(1, 1, "one frontier file, last, or - for standard input")

// ReadFrontier reads a frontier file, the last result for [Last], or standard input for "-".
func ReadFrontier(path string, s cli.Streams) (*frontier.Frontier, error) {
	switch {
	case path == Last:
		return readLast()
	case path == "-":
		return readStream("stdin", s.In)
	case isFolder(path):
		return nil, fmt.Errorf("%s: %s", path, aboutFolder(path))
	case waiting.Regular(path):
		if f := memory.Frontier(s.Context(), path); f != nil {
			return f, nil
		}
		return codec.ReadFile(path)
	}
	file, err := s.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	defer func() { _ = file.Close() }() // it was only read
	return readStream(path, file)
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// aboutFolder returns advice about a folder that is given in place of a frontier.
func aboutFolder(path string) string {
	switch {
	case workfolder.Is(path):
		return "is a folder of work, not a frontier: 'dibmap merge' makes the frontier of it"
	case IsScan(path):
		return "is the folder of a scan, not a frontier: name one of the files in it, which have a frontier each"
	case ScanIn(path) != "":
		return "is a folder of scans, not a frontier: name one of them, such as " + ScanIn(path) + ", or a file in it"
	default:
		return "is a folder, not a frontier: name a file that 'dibmap map -o' wrote"
	}
}

// readStream reads a frontier from a stream that has a name for messages.
func readStream(name string, in io.Reader) (*frontier.Frontier, error) {
	f, err := codec.Read(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return f, nil
}

// ReadFrontiers reads several frontier files, as [ReadFrontier] does, one on each core.
func ReadFrontiers(ctx context.Context, paths []string, s cli.Streams) ([]*frontier.Frontier, error) {
	workers := runtime.GOMAXPROCS(0)
	if slices.Contains(paths, "-") {
		workers = 1 // standard input ends once
	}
	list := make([]*frontier.Frontier, len(paths))
	// Each file looks at the context itself, and names itself in the error.
	err := pool.Each(context.WithoutCancel(ctx), workers, len(paths), func(_, k int) (err error) {
		if list[k], err = ReadFrontier(paths[k], s); err == nil && ctx.Err() != nil {
			err = cli.Failed(fmt.Errorf("%s: interrupted while it was read", paths[k]))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}

// CheckAssigned returns an error if the clusters of a point are not known.
func CheckAssigned(path string, p frontier.Point) error {
	if !p.Known() {
		return fmt.Errorf("%s: the file holds no assignments, so the clusters are not known; map with -o frontier.json, .parquet or .npz to keep them", path)
	}
	return nil
}
