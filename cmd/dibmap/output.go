package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/atomicfile"
)

// frontierOutput is where a frontier goes: a file that exists only once it is
// complete, a stream, or nowhere.
type frontierOutput struct {
	file   *atomicfile.File
	stream io.Writer
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
func createFrontier(path string, stdout io.Writer) (*frontierOutput, error) {
	switch path {
	case "":
		return &frontierOutput{}, nil
	case "-":
		return &frontierOutput{stream: stdout, format: frontier.JSON}, nil
	}
	format, err := frontier.FormatOf(path)
	if err != nil {
		return nil, fmt.Errorf("-o: %w", err)
	}
	file, err := atomicfile.Create(path)
	if err != nil {
		return nil, fmt.Errorf("-o: %w", err)
	}
	return &frontierOutput{file: file, stream: file, format: format}, nil
}

func (o *frontierOutput) write(f *frontier.Frontier) error {
	if o.stream == nil {
		return nil
	}
	if err := f.Write(o.stream, o.format); err != nil {
		return err
	}
	if o.file == nil {
		return nil
	}
	return o.file.Commit()
}

// Abort gives the file up, unless it was written.
func (o *frontierOutput) Abort() {
	if o.file != nil {
		o.file.Abort()
	}
}
