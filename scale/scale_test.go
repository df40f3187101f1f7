package scale

import (
	"testing"
)

func TestParseBins(t *testing.T) {
	for _, text := range []string{"quantile:200", "width:50", "width:0.25", "edges:0,1,5", "edges:-2.5", "none"} {
		if b, err := ParseBins(text); err != nil || b.String() != text || b.IsZero() {
			t.Errorf("%q became %q, %v", text, b, err)
		}
	}
	for _, text := range []string{"", "200", "quantile", "quantile:0", "quantile:x", "quantile:10001", "width:0", "width:-1", "width:inf", "edges:", "edges:2,1", "edges:1,1", "edges:1,NaN", "none:1"} {
		if b, err := ParseBins(text); err == nil {
			t.Errorf("%q became %q", text, b)
		}
	}
}

func TestRange(t *testing.T) {
	f := mustFit(t, "quantile:4", valuesOf("0.2", "0.23", "0.4", "0.5", "0.9", "1", "1.3", "5"))
	for _, tt := range []struct {
		first, last int
		want        string
	}{{0, 0, "0.2 - 0.4"}, {1, 2, "0.4 - 1.3"}, {2, 3, "0.9 - 5"}, {0, 3, "0.2 - 5"}} {
		if got := f.Scale.Range(tt.first, tt.last); got != tt.want {
			t.Errorf("bins %d to %d are called %q, want %q", tt.first, tt.last, got, tt.want)
		}
	}
}

func TestCheckRefusesWhatNoFitMakes(t *testing.T) {
	good := func() *Scale {
		s := mustFit(t, "quantile:2", valuesOf("1", "2", "3", "4")).Scale
		return &s
	}
	if err := good().check(); err != nil {
		t.Fatalf("a scale that was fitted%v", err)
	}
	for name, change := range map[string]func(s *Scale){
		"type":     func(s *Scale) { s.Type = "colour" },
		"order":    func(s *Scale) { s.Order = "spiral" },
		"cuts":     func(s *Scale) { s.Cuts = nil },
		"high":     func(s *Scale) { s.High = s.High[:1] },
		"disorder": func(s *Scale) { s.Cuts[0] = 9 },
		"ends":     func(s *Scale) { s.High[0] = 0 },
		"decimal":  func(s *Scale) { s.Decimal = ",," },
	} {
		s := good()
		if change(s); s.check() == nil {
			t.Errorf("%s: nothing is said", name)
		}
	}
}
