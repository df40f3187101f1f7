// Package cli holds what every command needs and no command owns: the streams it reads
// and writes, exit codes and the errors that lead to them, output files, and limits on
// time and memory.
package cli

import (
	"io"
)

// Streams are what a command reads and writes.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}
