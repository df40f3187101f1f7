package mapping

import (
	"fmt"
	"io"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/frontier"
)

// frontierOutput is where a frontier goes; it may be nowhere.
type frontierOutput struct {
	*cli.Output
	format frontier.Format
}

// summaryStream is where a summary goes: to standard error if -o has the frontier
// on standard output.
func summaryStream(output string, s cli.Streams) io.Writer {
	if output == "-" {
		return s.Err
	}
	return s.Out
}

// createFrontier opens the output that -o names.
func createFrontier(path string, stdout io.Writer) (o frontierOutput, err error) {
	switch path {
	case "":
		return frontierOutput{&cli.Output{}, frontier.JSON}, nil
	case "-":
		o.format = frontier.JSON
	default:
		if o.format, err = frontier.FormatOf(path); err != nil {
			return o, fmt.Errorf("-o: %w", err)
		}
	}
	o.Output, err = cli.Create(path, stdout)
	return o, err
}

func (o frontierOutput) write(f *frontier.Frontier) error {
	if o.Writer == nil {
		return nil
	}
	if err := f.Write(o, o.format); err != nil {
		return err
	}
	return o.Commit()
}
