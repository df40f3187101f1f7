package textfile

import (
	"errors"
	"strconv"
	"strings"
)

// Error describes in one line what is wrong with an input, and where.
type Error struct {
	// File is the file as the caller named it, or as it was found in a folder.
	File string
	// Line and Column count from 1; the column counts bytes. They are zero
	// where the place is not known or the file is not text.
	Line, Column int
	// Msg says what is wrong and what to do about it.
	Msg string
	// Err is the cause, or nil.
	Err error
}

// Error returns "file:line:column: message", without the parts that are not
// known.
func (e *Error) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File)
		for _, n := range []int{e.Line, e.Column} {
			if n == 0 {
				break
			}
			b.WriteString(":" + strconv.Itoa(n))
		}
		b.WriteString(": ")
	}
	b.WriteString(e.Msg)
	// Names and causes come from outside and may hold anything.
	return strings.NewReplacer("\r", `\r`, "\n", `\n`).Replace(b.String())
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Refusal is the reason why a file is not read although it may be intact. It completes a message that starts with the
// name of the file.
type Refusal string

func (r Refusal) Error() string { return string(r) }

// ErrThreeVariables is wrapped by errors for a table of three variables in place of a table of two.
var ErrThreeVariables = errors.New("a table of three variables, x1, x2 and y")

// UnclearError says why a column cannot be read without doubt, and which setting resolves it.
type UnclearError struct{ Msg string }

func (e *UnclearError) Error() string { return e.Msg }
