package textfile

import "testing"

func TestPercent(t *testing.T) {
	for _, tt := range []struct {
		share    float64
		decimals int
		want     string
	}{
		{1, 1, "100.0 %"},
		{1, 2, "100.00 %"},
		{1 - 1e-15, 1, "100.0 %"},
		{0.9999995, 1, "99.9 %"},
		{0.9999995, 2, "99.99 %"},
		{0.9994, 1, "99.9 %"},
		{0.99, 0, "99 %"},
		{0.9999, 0, "99 %"},
		{0.2857, 1, "28.6 %"},
		{0, 1, "0.0 %"},
		{-0.01, 1, "-1.0 %"},
		{1.5, 1, "150.0 %"},
	} {
		if got := Percent(tt.share, tt.decimals); got != tt.want {
			t.Errorf("%g is %q, want %q", tt.share, got, tt.want)
		}
	}
}

func TestShort(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 1e-9: "1e-9", 2.5e-12: "2.5e-12", 1e-6: "0.000001", 0.05: "0.05", 0.0424987: "0.0425", 1.23456: "1.235"} {
		if got := Short(v); got != want {
			t.Errorf("Short(%g) is %q, want %q", v, got, want)
		}
	}
}
