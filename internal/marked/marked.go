// Package marked makes errors that wrap a kind of error without its text.
package marked

import "fmt"

// Errorf is fmt.Errorf, but errors.Is(err, kind) is also true for the result.
func Errorf(kind error, format string, args ...any) error {
	return &marked{fmt.Errorf(format, args...), kind}
}

type marked struct{ cause, kind error }

func (m *marked) Error() string   { return m.cause.Error() }
func (m *marked) Unwrap() []error { return []error{m.cause, m.kind} }
