package cli

import (
	"fmt"
	"io"

	"github.com/dibmap/dibmap/internal/atomicfile"
)

// Output is where a result goes: a file that exists only once it is complete, or a
// stream.
type Output struct {
	io.Writer
	file *atomicfile.File
}

// Create opens the output that -o names, standard output if it is empty or "-".
func Create(path string, stdout io.Writer) (*Output, error) {
	if path == "" || path == "-" {
		return &Output{Writer: stdout}, nil
	}
	file, err := atomicfile.Create(path)
	if err != nil {
		return nil, fmt.Errorf("-o: %w", err)
	}
	return &Output{file, file}, nil
}

// Commit makes what was written the content of the file.
func (o *Output) Commit() error {
	if o.file == nil {
		return nil
	}
	return o.file.Commit()
}

// Abort gives the file up, unless it was committed.
func (o *Output) Abort() {
	if o.file != nil {
		o.file.Abort()
	}
}
