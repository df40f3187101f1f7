package mapping

import (
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/codec"
	"github.com/dibmap/dibmap/internal/fileformat"
)

// outputHelp lists the files that -o writes.
const outputHelp = ".json, .json.zst, .json.gz, .csv, .parquet or .npz; - for JSON on standard output"

// Assignments is the form of groupings in files: "auto" or "whole".
type Assignments string

func (a *Assignments) add(flags *pflag.FlagSet) {
	flags.StringVar((*string)(a), "assignments", "auto", "`FORM` of the groupings in the file: auto, as changes to each other where they are large, or whole, for programs that read version 1 of frontier files")
}

// options returns the options of a writer of this form.
func (a Assignments) options() ([]codec.Option, error) {
	switch a {
	case "auto":
		return nil, nil
	case "whole":
		return []codec.Option{codec.Whole}, nil
	}
	return nil, fmt.Errorf("--assignments is %q: choose auto or whole", string(a))
}

// summaryStream returns the stream for a summary: standard error if -o writes the frontier to
// standard output.
func summaryStream(output string, s cli.Streams) io.Writer {
	if output == "-" {
		return s.Beside()
	}
	return s.Out
}

// writeFrontier writes the frontier that find returns to the output of -o, if there is one. It
// opens the output before it calls find, and refuses an output that is an input.
func writeFrontier(s cli.Streams, path string, assignments Assignments, inputs []string, find func() (*frontier.Frontier, error)) error {
	options, err := assignments.options()
	if err != nil {
		return err
	}
	format := "json"
	switch path {
	case "":
		_, err := find()
		return err
	case "-":
	default:
		if format, err = fileformat.Of(path, "frontier", codec.Formats()...); err != nil {
			return fmt.Errorf("-o: %w", err)
		}
	}
	return s.WriteTo("-o", path, inputs, func(w io.Writer) error {
		fr, err := find()
		if err != nil {
			return err
		}
		return cli.Failed(codec.Write(w, fr, format, options...))
	})
}
