package cli

import (
	"errors"
	"io/fs"
	"strings"

	"github.com/dibmap/dibmap/internal/atomicfile"
)

// Exit codes.
const (
	ExitDone   = 0
	ExitFailed = 1
	ExitUsage  = 2
)

// failure marks an error as no fault of the call or the input: exit code 1.
type failure struct{ error }

// ExitCode returns the exit code of a call that ended with an error or, if err is nil, well.
func ExitCode(err error) int {
	var of failure
	switch {
	case err == nil:
		return ExitDone
	case errors.As(err, &of):
		return ExitFailed
	default:
		return ExitUsage
	}
}

// Failed marks an error, if there is one, as no fault of the call or the input.
func Failed(err error) error {
	if err == nil {
		return nil
	}
	return failure{err}
}

// OneLine folds a message of several lines.
func OneLine(s string) string {
	lines := strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' })
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, " ")
}

// Writing marks an error as a failure if it comes from the output and not from what was
// asked for, as an input that cannot be opened does.
func Writing(err error) error {
	var path *fs.PathError
	var unwritable *atomicfile.WriteError
	if errors.As(err, &path) && path.Op != "open" && path.Op != "stat" || errors.As(err, &unwritable) {
		return Failed(err)
	}
	return err
}
