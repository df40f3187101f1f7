package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/atomicfile"
)

// output is where a result goes: a file that exists only once it is complete, or a
// stream.
type output struct {
	io.Writer
	file *atomicfile.File
}

// createOutput opens the output that -o names, standard output if it is empty or "-".
func createOutput(path string, stdout io.Writer) (*output, error) {
	if path == "" || path == "-" {
		return &output{Writer: stdout}, nil
	}
	file, err := atomicfile.Create(path)
	if err != nil {
		return nil, fmt.Errorf("-o: %w", err)
	}
	return &output{file, file}, nil
}

// Commit makes what was written the content of the file.
func (o *output) Commit() error {
	if o.file == nil {
		return nil
	}
	return o.file.Commit()
}

// Abort gives the file up, unless it was committed.
func (o *output) Abort() {
	if o.file != nil {
		o.file.Abort()
	}
}

// frontierOutput is where a frontier goes; it may be nowhere.
type frontierOutput struct {
	*output
	format frontier.Format
}

// errNoOutput refuses an -o with nothing behind it, as a script with an unset
// variable gives it.
var errNoOutput = errors.New("-o is empty: name a file, or - for standard output")

// summaryStream is where a summary goes: to standard error if -o has the frontier
// on standard output.
func summaryStream(output string, s streams) io.Writer {
	if output == "-" {
		return s.err
	}
	return s.out
}

// createFrontier opens the output that -o names.
func createFrontier(path string, stdout io.Writer) (o frontierOutput, err error) {
	switch path {
	case "":
		return frontierOutput{&output{}, frontier.JSON}, nil
	case "-":
		o.format = frontier.JSON
	default:
		if o.format, err = frontier.FormatOf(path); err != nil {
			return o, fmt.Errorf("-o: %w", err)
		}
	}
	o.output, err = createOutput(path, stdout)
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
