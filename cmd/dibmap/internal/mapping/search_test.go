package mapping

import (
	"math"
	"strconv"
	"testing"

	"github.com/dibmap/dibmap/search"
)

func TestParseSize(t *testing.T) {
	for s, want := range map[string]int64{
		"1": 1, "16777216": 16 << 20, "1B": 1, "500MB": 500e6, "2GB": 2e9, "2gb": 2e9, "1.5GiB": 3 << 29,
		"1.5 GiB": 3 << 29, "64kib": 64 << 10, "10kB": 10e3, "1TB": 1e12, "0.5TiB": 1 << 39, "1e9": 1e9,
		"": 0, "0": 0, "0.5": 0, "-1GB": 0, "GB": 0, "2G": 0, "2 G B": 0, "nan": 0, "inf": 0, "1e400": 0,
		"2000000TiB": 0, "2GB3": 0, "ten": 0,
	} {
		got, err := parseSize(s)
		if got != want || (err == nil) != (want > 0) {
			t.Errorf("%q: %d, %v, want %d", s, got, err, want)
		}
	}
	if got, err := parseSize(defaultMemory); got != 2<<30 || err != nil {
		t.Errorf("the default is %d, %v", got, err)
	}
}

func TestFirstStage(t *testing.T) {
	for _, tt := range []struct {
		flags searchFlags
		opts  search.Options
		want  string
	}{
		{searchFlags{}, search.Options{}, "local search"},
		{searchFlags{}, search.Options{Method: search.Merge, Epsilon: 0.1}, "merging"},
		{searchFlags{}, search.Options{Method: search.Local, Epsilon: math.Inf(1)}, "all groupings"},
		{searchFlags{method: dynamic}, search.Options{}, "dynamic programming"},
		{searchFlags{order: "linear"}, search.Options{}, "dynamic programming"},
	} {
		if got := tt.flags.firstStage(tt.opts); got != tt.want {
			t.Errorf("%+v, %+v: %s, want %s", tt.flags, tt.opts, got, tt.want)
		}
	}
}

// FuzzParseSize reads sizes: what is read is the same number of bytes in digits.
func FuzzParseSize(f *testing.F) {
	for _, s := range []string{"500MB", "1.5 GiB", "1e3", "0x1p4", "1e300TiB", "nanB", "-1", "1 kıb"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n, err := parseSize(s)
		if err != nil {
			return
		}
		if again, err := parseSize(strconv.FormatInt(n, 10)); n < 1 || n > 1<<60 || err != nil || float64(again) != float64(n) {
			t.Errorf("%q is %d bytes, and these are %d, %v", s, n, again, err)
		}
	})
}
