package input

import (
	"fmt"
	"io"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/codec"
)

// ReadFrontier reads a frontier file, or standard input for "-".
func ReadFrontier(path string, in io.Reader) (*frontier.Frontier, error) {
	if path == "-" {
		f, err := codec.Read(in)
		if err != nil {
			return nil, fmt.Errorf("stdin: %w", err)
		}
		return f, nil
	}
	return codec.ReadFile(path)
}
