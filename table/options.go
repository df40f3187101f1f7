package table

import (
	"fmt"
	"io"
)

// Options say how to read a table. The zero value reads a matrix, or a built-in
// data set.
type Options struct {
	// X and Y name two columns of records; the table counts how often their
	// values occur together. Both or neither are given.
	X, Y string
	// Count names the column that tells how often a record counts: a number
	// that is neither negative nor infinite. Without it, each counts once.
	Count string
	// Text says to count the symbols of a text with their successors.
	Text TextUnit
	// Format is that of the file or files.
	Format Format
	// Stdin is what the name "-" reads.
	Stdin io.Reader
}

// check returns an error for options that contradict each other. It speaks of
// flags because the command is what most people meet them through.
func (o Options) check(name string) error {
	wrong := func(format string, args ...any) error {
		return &Error{File: name, Msg: fmt.Sprintf(format, args...)}
	}
	records := o.X != "" || o.Y != "" || o.Count != ""
	switch {
	case isBuiltin(name) && (records || o.Text != NoText || o.Format != Auto):
		return wrong("--x, --y, --count, --text and --format do not apply to a built-in data set (write ./%s for a file of that name)", name)
	case o.Text != NoText && records:
		return wrong("--text counts the symbols of a text, so --x, --y and --count do not apply")
	case o.Text != NoText && o.Format != Auto:
		return wrong("--text reads plain text, so --format %v does not apply", o.Format)
	case o.X != "" && o.Y == "":
		return wrong("--x %s is given without --y: name the column to be told about as well", o.X)
	case o.Y != "" && o.X == "":
		return wrong("--y %s is given without --x: name the column to be clustered as well", o.Y)
	case o.Count != "" && o.X == "":
		return wrong("--count %s is given without --x and --y: only records are counted", o.Count)
	case o.X != "" && o.Format == NPY:
		return wrong("an .npy file holds a matrix, not records, so --x and --y do not apply")
	}
	return nil
}
