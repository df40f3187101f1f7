package cli

import (
	"io"
	"os"
	"runtime"

	"golang.org/x/term"
)

// Lines have at least leastColumns and at most mostColumns characters on every terminal.
const leastColumns, mostColumns = 40, 250

// columnsOf returns the number of characters of a line on a terminal, or 0 if the stream is not a terminal.
func columnsOf(stream io.Writer) int {
	n := 0
	switch stream := stream.(type) {
	case interface{ Columns() int }: // a terminal of tests
		n = stream.Columns()
	case *os.File:
		n, _, _ = term.GetSize(int(stream.Fd())) // fails if it is not a terminal
	}
	if n < 1 {
		return 0
	}
	return min(max(n, leastColumns), mostColumns)
}

// colourful reports whether a stream is a terminal that shows colours and whose user allows them
// (https://no-color.org).
func colourful(stream io.Writer) bool {
	kind := os.Getenv("TERM")
	switch {
	case columnsOf(stream) == 0, os.Getenv("NO_COLOR") != "", kind == "dumb":
		return false
	}
	return runtime.GOOS != "windows" || kind != "" || os.Getenv("WT_SESSION") != ""
}

// Columns returns the number of characters of a line on the terminal of standard output, or 0 if it is not a
// terminal.
func (s Streams) Columns() int { return s.columns }
