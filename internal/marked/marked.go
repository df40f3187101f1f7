// Package marked makes errors of a kind that programs can test for and that the text does not name.
package marked

import "fmt"

// Errorf returns the error of fmt.Errorf, for which errors.Is(err, kind) is also true.
func Errorf(kind error, format string, args ...any) error {
	return &marked{fmt.Errorf(format, args...), kind}
}

type marked struct{ cause, kind error }

func (m *marked) Error() string   { return m.cause.Error() }
func (m *marked) Unwrap() []error { return []error{m.cause, m.kind} }
