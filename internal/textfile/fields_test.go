package textfile

import (
	"errors"
	"io"
	"strings"
	"testing"
)

// TestRecordsOfManyFields: a record may have some hundred thousand fields, and one that goes on and on is
// refused before it takes memory for all of them.
func TestRecordsOfManyFields(t *testing.T) {
	const many = 400_000
	line := strings.Repeat("a,", many-1) + "a\n"
	c := NewCSV(strings.NewReader(strings.Repeat(line, 5)), "f.csv")
	for {
		record, err := c.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil || len(record) != many {
			t.Fatalf("%d fields: %v", len(record), err)
		}
	}
	for _, separator := range []string{",", ";", "\t"} {
		c := NewCSV(strings.NewReader("a"+separator+"b\n"+strings.Repeat("a"+separator, 3<<20)), "f.csv")
		_, err := c.Next()
		if err == nil {
			_, err = c.Next()
		}
		const want = "a record of more than a million fields ends here or later: is a quote before it not closed?"
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("with %q: %v", separator, err)
		}
	}
}
