package table

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/internal/oracle/files"
	"github.com/dibmap/dibmap/scale"
)

// TestArrow reads streams and files, by their names, their content and through a pipe, with missing values,
// structures and counts.
func TestArrow(t *testing.T) {
	none := scale.MissingLabel
	for _, file := range []bool{true, false} {
		for _, packed := range []ipc.Option{ipc.WithMinSpaceSavings(0), ipc.WithLZ4(), ipc.WithZstd()} {
			content := files.Arrow(t, file, packed)
			for x, want := range map[string]map[string]float64{
				"city":    {"Paris 1": 2, none + " 2": 2, "Rome 1": 2},
				"s.a":     {"x 1": 2, none + " 2": 2, none + " 1": 2},
				"view":    {"a text of more than twelve bytes 1": 2, "b 2": 2, " 1": 2},
				"decimal": {"-0.05 1": 2, "12.10 2": 2, "1.00 1": 2},
				"when":    {"2024-02-29T12:33:20Z 1": 2, "2024-02-29T12:33:20.001Z 2": 2, "1970-01-01T00:00:00Z 1": 2},
			} {
				opts := Options{X: x, Y: "product", Stdin: bytes.NewReader(content), Scales: map[string]scale.Spec{x: {Type: scale.Category}, "product": {Type: scale.Category}}}
				tab := mustOpen(t, "-", opts)
				if diff := cmp.Diff(want, cellsOf(tab)); diff != "" {
					t.Errorf("%s of a file: %v (-want +got):\n%s", x, file, diff)
				}
			}
			path := files.Write(t, t.TempDir(), "a.feather", string(content))
			if tab := mustOpen(t, path, Options{X: "product", Y: "view", Count: "product"}); tab.Records != 6 || cellsOf(tab)["2 b"] != 4 {
				t.Errorf("%d records of a file: %v", tab.Records, cellsOf(tab))
			}
		}
	}
}

// TestBadArrow reads what is cut short, what claims impossible sizes, and columns that do not fit.
func TestBadArrow(t *testing.T) {
	stream := files.Arrow(t, false, ipc.WithZstd())
	file := files.Arrow(t, true, ipc.WithLZ4())
	huge := slices.Clone(stream)
	binary.LittleEndian.PutUint32(huge[4:], 1<<31-1)
	body := slices.Clone(files.Arrow(t, false, ipc.WithMinSpaceSavings(0)))
	length := binary.LittleEndian.AppendUint64(nil, 1<<60)
	read := func(content []byte, o Options) string {
		t.Helper()
		if o.X == "" {
			o.X, o.Y = "city", "product"
		}
		_, err := fuzzOpen(t, content, o)
		if err == nil {
			return ""
		}
		return err.Error()
	}
	for n := range len(stream) - 8 { // the last 8 bytes are a mark that a stream may do without
		if got := read(stream[:n], Options{Format: "arrow"}); got == "" && n > 8 && !slices.Contains(boundaries(stream), n) {
			t.Errorf("%d of %d bytes of a stream are read", n, len(stream))
		}
	}
	for n := range file {
		if got := read(file[:n], Options{Format: "arrow"}); got == "" {
			t.Errorf("%d of %d bytes of a file are read", n, len(file))
		}
	}
	for at := 8; at+8 < len(body); at += 8 { // every number that may be a length or a place
		changed := slices.Clone(body)
		copy(changed[at:], length)
		read(changed, Options{Format: "arrow"})
	}
	for want, test := range map[string]struct {
		content []byte
		o       Options
	}{
		"stdin: is cut short: the Arrow data ends within a message":                                                    {huge, Options{Format: "arrow"}},
		"stdin: column list holds a list or a structure, not one value a row: write the values wanted":                 {stream, Options{X: "list", Y: "city"}},
		"stdin: column when holds timestamp[ms, tz=Europe/Berlin], not numbers, and cannot be a count":                 {stream, Options{X: "city", Y: "product", Count: "when"}},
		"stdin: row 3: n is missing where a number must stand":                                                         {stream, Options{X: "city", Y: "product", Count: "n"}},
		"stdin: no column \"town\"; the columns are city, product, n, view, decimal, when, list, s.a":                  {stream, Options{X: "town", Y: "product"}},
		"stdin: s is no column but what others begin with: name one of these, as in s.a":                               {stream, Options{X: "s", Y: "product"}},
		"stdin: holds more after the end of the Arrow stream: give the streams as files of their own":                  {append(slices.Clone(stream), stream...), Options{}},
		"stdin: is Feather of version 1, which is not read":                                                            {[]byte("FEA1 and more"), Options{}},
		"stdin: is not Arrow: it begins neither as a file nor as a stream":                                             {[]byte("city,product\nRome,1\n"), Options{Format: "arrow", X: "city", Y: "product"}},
		"stdin: Arrow holds records: name two of their columns as X and Y; the columns are city, product, n, view, de": {stream, Options{Format: "arrow", X: "-"}},
	} {
		if test.o.X == "-" {
			_, err := fuzzOpen(t, test.content, Options{})
			if err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("got %v, want %s", err, want)
			}
			continue
		}
		if got := read(test.content, test.o); !strings.HasPrefix(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// boundaries returns where the messages of a stream end.
func boundaries(stream []byte) (at []int) {
	mark := []byte{0xff, 0xff, 0xff, 0xff}
	for n := 1; n < len(stream); n++ {
		if bytes.HasPrefix(stream[n:], mark) {
			at = append(at, n)
		}
	}
	return at
}
