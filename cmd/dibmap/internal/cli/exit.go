package cli

import (
	"errors"
	"io"
	"strings"
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

// results is a stream or file of results. An error in writing it is a failure.
type results struct{ io.Writer }

func (r results) Write(p []byte) (int, error) {
	n, err := r.Writer.Write(p)
	return n, Failed(err)
}
