package codec

import (
	"bytes"
	"runtime"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/frontier"
)

// FuzzRead feeds the readers anything. Whatever they accept must survive being
// written and read again, in every format.
func FuzzRead(f *testing.F) {
	for _, format := range readable() {
		f.Add(written(f, tiny(f), format))
		f.Add(written(f, large(f, 5, 300), format))
		f.Add(written(f, uncertain(f), format))
		f.Add(written(f, measured(f, tiny(f)), format))
		f.Add(written(f, listed(f, tiny(f)), format))
		f.Add(written(f, withSecond(f, frontier.AimLeak), format))
		f.Add(written(f, withSecond(f, frontier.AimAlso), format))
		f.Add(asDifferences(f, measured(f, uncertain(f)), format))
		f.Add(asDifferences(f, listed(f, tiny(f)), format))
		f.Add(asDifferences(f, large(f, 5, 300), format))
	}
	f.Add([]byte(`{"format":"dibmap/frontier","version":1,"points":[{"h":0,"i":0,"k":1,"assignment":null,"ties":0}]}`))
	f.Fuzz(func(t *testing.T, file []byte) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		g, err := Read(bytes.NewReader(file))
		runtime.ReadMemStats(&after)
		limit := 64<<20 + 5000*uint64(len(file))
		if bytes.HasPrefix(file, []byte("\x1f\x8b")) || bytes.HasPrefix(file, []byte("\x28\xb5\x2f\xfd")) {
			limit *= 8 // compressed text: 8 bytes are kept of every line
		}
		if taken := after.TotalAlloc - before.TotalAlloc; taken > limit {
			t.Fatalf("%d bytes take %d MB", len(file), taken>>20)
		}
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("error of several lines: %q", err)
			}
			return
		}
		g = flat(t, g)
		for _, format := range readable() {
			if allKnown(g) && g.Second == nil { // files of version 3 have no differences
				again, err := Read(bytes.NewReader(asDifferences(t, g, format)))
				if err != nil {
					t.Fatalf("%v does not read back as differences: %v", format, err)
				}
				if diff := difference(g, flat(t, again)); diff != "" {
					t.Fatalf("%v as differences: %s", format, diff)
				}
			}
			again, err := Read(bytes.NewReader(written(t, g, format)))
			if err != nil {
				t.Fatalf("%v does not read back: %v", format, err)
			}
			if diff := difference(g, again); diff != "" {
				t.Fatalf("%v: %s", format, diff)
			}
		}
	})
}
