package plot

import (
	"encoding/binary"
	"io"
	"math"
	"testing"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/plot/terminal"
)

// FuzzPlot draws frontiers of any numbers: nothing may panic, and no figure may
// hold a coordinate that is not a number.
func FuzzPlot(f *testing.F) {
	number := func(values ...float64) []byte {
		var b []byte
		for _, v := range values {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
		}
		return b
	}
	f.Add(number(), "", "", 0.0, 0.0)
	f.Add(number(0, 0), "a", "dmc", 80.0, 60.0)
	f.Add(number(0, 0, 1, 0.5, 2, 0.6), "Müller", "quantizer", 160.0, 110.0)
	f.Add(number(-1e-17, 1e-300, 1e-9, 1e-9, 64, 63), "\n", "kmeans", 1000.0, 1000.0)
	f.Add(number(-1e6, -1e6, 1e6, 1e6), "x", "dib", 70.0, 60.0)
	f.Add(number(-1e12, -1e12, 1e12, 1e12), "x", "mine", 70.0, 60.0)
	f.Fuzz(func(t *testing.T, data []byte, title, kind string, width, height float64) {
		var entries []frontier.Entry
		for ; len(data) >= 16; data = data[16:] {
			h := math.Float64frombits(binary.LittleEndian.Uint64(data))
			i := math.Float64frombits(binary.LittleEndian.Uint64(data[8:]))
			entries = append(entries, frontier.Entry{H: h, I: i, K: 1 + len(entries)/2})
		}
		fr, err := frontier.New(frontier.Problem{Kind: kind, Source: frontier.Source{Name: title}}, frontier.Search{}, entries)
		if err != nil {
			return
		}
		o := Options{Title: title, Width: width, Height: height}
		_, err = o.checked("svg")
		if err != nil {
			return
		}
		g, err := laidOut(fr, o)
		if err != nil {
			return
		}
		for _, p := range g.stairs {
			if !draw.Within(draw.Spanning(p, p), g.Frame) {
				t.Fatalf("%v is outside the frame %v", p, g.Frame)
			}
		}
		for _, err := range []error{
			Frontier(io.Discard, fr, "svg", o),
			Frontier(io.Discard, fr, "pdf", o),
			terminal.Draw(io.Discard, fr, terminal.Options{}),
		} {
			if err != nil {
				t.Fatal(err)
			}
		}
	})
}

// FuzzNotes writes any texts at points of a frontier: nothing may panic, and what is
// written is inside the frame and keeps apart, or is refused.
func FuzzNotes(f *testing.F) {
	f.Add(uint64(1), 3, "a | b | c", 160.0, 110.0)
	f.Add(uint64(2), 30, "a word that is longer than the frame\n\n| |", 70.0, 60.0)
	f.Add(uint64(3), 12, "\x00\xff", 90.0, 200.0)
	f.Fuzz(func(t *testing.T, seed uint64, count int, words string, width, height float64) {
		if count < 1 || count > maxNotes || width > 300 || height > 300 {
			return
		}
		fr := synthetic(t, 1+int(seed%100), shapes[seed%uint64(len(shapes))].Curve, seed)
		o := annotated(fr, count, seed)
		o.Width, o.Height = width, height
		for n := range o.Annotations {
			if n%2 == 0 {
				o.Annotations[n].Text = words
			}
		}
		g, err := laidOut(fr, o)
		if err != nil {
			return
		}
		for n, a := range g.notes {
			checkNote(t, g, a)
			for _, b := range g.notes[:n] {
				checkNotes(t, a, b)
			}
		}
		if err := Frontier(io.Discard, fr, "svg", o); err != nil {
			t.Fatal(err)
		}
	})
}
