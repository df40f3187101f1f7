package frontier

import "testing"

// BenchmarkAnalysis measures what is computed of a whole frontier.
func BenchmarkAnalysis(b *testing.B) {
	f := large(b, 20000, 100)
	candidates := make([]int, 0, 100)
	for _, p := range f.MostProminent(cap(candidates)) {
		candidates = append(candidates, p.Index)
	}
	for _, c := range []struct {
		name string
		run  func() error
	}{
		{"prominent", func() error { f.MostProminent(10); return nil }},
		{"distinctions", func() error { _, err := f.Distinctions(); return err }},
		{"compare", func() error { Compare(f, f); return nil }},
		{"walk", func() error { f.Walk(candidates); return nil }},
		{"distance", func() error { f.Distance(1, 0); return nil }},
	} {
		b.Run("analysis="+c.name+"/points=20000/rows=100", func(b *testing.B) {
			for b.Loop() {
				if err := c.run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
