package codec

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// TestPlacesInLongFiles: lines that were left behind are forgotten, and still counted.
func TestPlacesInLongFiles(t *testing.T) {
	const lines = 300_000
	file := `{"format":"dibmap/frontier","version":1,"problem":{"x_labels":[` + "\n" + strings.Repeat(`"a",`+"\n", lines) + `"b"],` + "\n" + ` "n":"many"}}`
	_, err := readJSON(strings.NewReader(file))
	var at *positionError
	if !errors.As(err, &at) || at.line != lines+3 || at.column != 6 {
		t.Errorf("got %v, want an error on line %d, column 6", err, lines+3)
	}
	// The place of what lacks something is where it begins.
	file = `{"format":"dibmap/frontier","version":1,` + "\n" + ` "problem":{"x_labels":[` + "\n" + strings.Repeat(`"a",`+"\n", lines) + `"b"]}}`
	if _, err = readJSON(strings.NewReader(file)); !errors.As(err, &at) || at.line != 2 || at.column != 12 {
		t.Errorf("got %v, want an error on line 2, column 12", err)
	}
}

// TestEndlessValues: a text without end is not read into memory.
func TestEndlessValues(t *testing.T) {
	file := io.MultiReader(strings.NewReader(`{"format":"`), &endless{strings.Repeat("x", 1000), 1 << 30})
	if _, err := readJSON(file); err == nil || err.Error() != "a value of more than 64 MiB is none of a frontier" {
		t.Errorf("got %v", err)
	}
}
