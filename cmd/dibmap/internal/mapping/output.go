package mapping

import (
	"fmt"
	"io"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/codec"
	"github.com/dibmap/dibmap/internal/fileformat"
)

// frontierOutput is where a frontier goes; it may be nowhere.
type frontierOutput struct {
	*cli.Output
	format string
}

// summaryStream is where a summary goes: to standard error if -o has the frontier
// on standard output.
func summaryStream(output string, s cli.Streams) io.Writer {
	if output == "-" {
		return s.Err
	}
	return s.Out
}

// createFrontier opens the output that -o names, which may be none of the inputs.
func createFrontier(s cli.Streams, path string, inputs ...string) (o frontierOutput, err error) {
	switch path {
	case "":
		return frontierOutput{Output: &cli.Output{}}, nil
	case "-":
		o.format = "json"
	default:
		if o.format, err = fileformat.Of(path, "frontier", codec.Formats()...); err != nil {
			return o, fmt.Errorf("-o: %w", err)
		}
	}
	o.Output, err = s.Create("-o", path, inputs...)
	return o, err
}

func (o frontierOutput) write(f *frontier.Frontier) error {
	if o.Writer == nil {
		return nil
	}
	if err := codec.Write(o, f, o.format); err != nil {
		return cli.Failed(err)
	}
	return o.Commit()
}
