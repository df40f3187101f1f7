package codec

import (
	"bytes"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/union"
)

// FuzzUnion unites what the reader accepts, with itself and with a file of
// before.
func FuzzUnion(f *testing.F) {
	shuffled := bytes.Replace(written(f, tiny(f), "json"), []byte(`"a"`), []byte(`"z"`), 1)
	f.Add(written(f, tiny(f), "json"), written(f, twoRuns(f), "json"))
	f.Add(written(f, twoRuns(f), "parquet"), shuffled)
	f.Add(written(f, tiny(f), "npz"), written(f, large(f, 5, 300), "npz"))
	f.Add(written(f, uncertain(f), "json"), written(f, tiny(f), "json"))
	f.Add(written(f, uncertain(f), "json"), bytes.Replace(written(f, uncertain(f), "json"), []byte(`"dh": 0.1`), []byte(`"dh": 0.2`), 1))
	f.Fuzz(func(t *testing.T, first, second []byte) {
		a, err := Read(bytes.NewReader(first))
		if err != nil {
			return
		}
		b, err := Read(bytes.NewReader(second))
		if err != nil {
			b = a
		}
		ab, err := union.Of(a, b)
		ba, otherErr := union.Of(b, a)
		if (err == nil) != (otherErr == nil) {
			t.Fatalf("one way %v, the other %v", err, otherErr)
		}
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("error of several lines: %q", err)
			}
			return
		}
		var want bytes.Buffer
		if err := Write(&want, ab, "json"); err != nil {
			return // sums of seconds beyond all numbers
		}
		for _, u := range []*frontier.Frontier{ba, united(t, ab, a), united(t, ab, ba)} {
			if got := written(t, u, "json"); !bytes.Equal(got, want.Bytes()) {
				t.Fatalf("got\n%s\nwant\n%s", got, want.Bytes())
			}
		}
	})
}
