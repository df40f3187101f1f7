package codec

import (
	"bytes"
	"runtime"
	"strings"
	"testing"
)

// FuzzRead feeds the readers anything. Whatever they accept must survive being
// written and read again, in every format.
func FuzzRead(f *testing.F) {
	for _, format := range Formats() {
		f.Add(written(f, tiny(f), format))
		f.Add(written(f, large(f, 5, 300), format))
		f.Add(written(f, uncertain(f), format))
		f.Add(written(f, measured(f, tiny(f)), format))
		f.Add(written(f, listed(f, tiny(f)), format))
	}
	f.Add([]byte("h,i,k,ties\n0,0,1,0\n"))
	f.Add([]byte(`{"format":"dibmap/frontier","version":1,"points":[{"h":0,"i":0,"k":1,"assignment":null,"ties":0}]}`))
	f.Fuzz(func(t *testing.T, file []byte) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		g, err := Read(bytes.NewReader(file))
		runtime.ReadMemStats(&after)
		if taken := after.TotalAlloc - before.TotalAlloc; taken > 64<<20+5000*uint64(len(file)) {
			t.Fatalf("%d bytes take %d MB", len(file), taken>>20)
		}
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("error of several lines: %q", err)
			}
			return
		}
		for _, format := range Formats() {
			again, err := Read(bytes.NewReader(written(t, g, format)))
			if err != nil {
				t.Fatalf("%v does not read back: %v", format, err)
			}
			if diff := difference(kept(t, g, format), again); diff != "" {
				t.Fatalf("%v: %s", format, diff)
			}
		}
	})
}
