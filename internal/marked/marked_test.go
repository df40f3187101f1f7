package marked

import (
	"errors"
	"io"
	"testing"
)

func TestErrorf(t *testing.T) {
	kind, other := errors.New("kind"), errors.New("other")
	err := Errorf(kind, "row %d: %w", 3, io.ErrUnexpectedEOF)
	if err.Error() != "row 3: unexpected EOF" {
		t.Errorf("text %q", err)
	}
	if !errors.Is(err, kind) || !errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, other) {
		t.Errorf("%v is not of its kind and cause", err)
	}
}
