package coco

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	_ "github.com/dibmap/dibmap/internal/seeded"
)

// pack writes runs in packed form, digit by digit: numbers are taken modulo a power of 32
// that is large enough for them with their sign.
func pack(counts []int64) string {
	var out []byte
	for i, n := range counts {
		if i >= 3 {
			n -= counts[i-2]
		}
		digits, range32 := 1, int64(32)
		for n < -range32/2 || n >= range32/2 {
			digits, range32 = digits+1, range32*32
		}
		n = (n + range32) % range32
		for d := range digits {
			c := n % 32
			n /= 32
			if d < digits-1 {
				c += 32
			}
			out = append(out, byte('0'+c))
		}
	}
	return string(out)
}

// TestPackedByHand holds texts that pycocotools 2.0 writes for these runs.
func TestPackedByHand(t *testing.T) {
	for _, tt := range []struct {
		width, height int
		counts        []int64
		text          string
		runs          []Run
	}{
		{1, 1, []int64{1}, "1", nil},
		{1, 1, []int64{0, 1}, "01", []Run{{0, 1}}},
		{10, 10, []int64{0, 100}, "0T3", []Run{{0, 100}}},
		{10, 10, []int64{15, 5, 5, 5, 70}, "?550Q2", []Run{{15, 20}, {25, 30}}},
		{100, 100, []int64{16, 15, 9969}, "`0?ag9", []Run{{16, 31}}},
		{4, 4, []int64{3, 2, 2, 2, 2, 2, 3}, "3220001", []Run{{3, 5}, {7, 9}, {11, 13}}},
		{
			640, 480,
			[]int64{100000, 31, 449, 33, 447, 31, 449, 1, 205759},
			"PeQ3o0Q>2NN2ROn_X6",
			[]Run{{100000, 100031}, {100480, 100513}, {100960, 100991}, {101440, 101441}},
		},
		// Empty runs join their neighbours.
		{4, 4, []int64{3, 2, 0, 2, 9}, "", []Run{{3, 7}}},
	} {
		want := Mask{tt.width, tt.height, tt.runs}
		m, err := fromCounts(tt.counts, tt.width, tt.height)
		if err != nil || !cmp.Equal(m, want) {
			t.Errorf("%v: %v, %v", tt.counts, m, err)
		}
		if tt.text == "" {
			continue
		}
		if m, err = fromText(tt.text, tt.width, tt.height); err != nil || !cmp.Equal(m, want) {
			t.Errorf("%s: %v, %v", tt.text, m, err)
		}
		if p := pack(tt.counts); p != tt.text {
			t.Errorf("the test packs %v as %s", tt.counts, p)
		}
	}
}

// TestPacked: lists and packed form of the same runs are the same pixels, one by one.
func TestPacked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(1, 60).Draw(t, "width"), rapid.IntRange(1, 60).Draw(t, "height")
		var counts []int64
		var pixels []bool
		for len(pixels) < width*height {
			n := rapid.IntRange(0, min(width*height-len(pixels), rapid.SampledFrom([]int{3, 40, 3600}).Draw(t, "most"))).Draw(t, "run")
			for range n {
				pixels = append(pixels, len(counts)%2 == 1)
			}
			counts = append(counts, int64(n))
		}
		listed, err := fromCounts(counts, width, height)
		if err != nil {
			t.Fatal(err)
		}
		packed, err := fromText(pack(counts), width, height)
		if err != nil {
			t.Fatal(err)
		}
		if !cmp.Equal(listed, packed) {
			t.Fatalf("%v and %v", listed, packed)
		}
		if d := cmp.Diff(pixels, pixelsOf(listed)); d != "" {
			t.Fatal(d)
		}
		checkMask(t, listed)
	})
}

// pixelsOf returns whether a mask has each pixel, down the columns.
func pixelsOf(m Mask) []bool {
	pixels := make([]bool, m.Width*m.Height)
	for _, r := range m.Runs {
		for p := r.From; p < r.To; p++ {
			pixels[p] = true
		}
	}
	return pixels
}

// checkMask checks what a mask promises.
func checkMask(t interface{ Fatalf(string, ...any) }, m Mask) {
	last, area := -1, 0
	for _, r := range m.Runs {
		if r.From <= last || r.To <= r.From || r.To > m.Width*m.Height {
			t.Fatalf("run %v after %d, image %d x %d", r, last, m.Width, m.Height)
		}
		last, area = r.To, area+r.To-r.From
	}
	if area != m.Area() {
		t.Fatalf("Area is %d, not %d", m.Area(), area)
	}
}

func TestRunsErrors(t *testing.T) {
	for _, tt := range []struct {
		text   string
		counts []int64
		want   string
	}{
		{"", nil, "the runs have 0 pixels, and the image 3 x 2 = 6"},
		{"5", []int64{5}, "the runs have 5 pixels, and the image 3 x 2 = 6"},
		{"25", []int64{2, 5}, "the first 2 runs have more pixels than the image, which is 3 x 2"},
		{"2O", []int64{2, -1}, "run 2 has -1 pixels: want 0 or more"},
		{"2110", nil, ""}, // 2, 1, 1, 1: one is missing
		{"2/", nil, "character 2 of counts is '/': want one from '0' to 'o'"},
		{"2p", nil, "character 2 of counts is 'p': want one from '0' to 'o'"},
		{"2\xff", nil, `character 2 of counts is 'ÿ': want one from '0' to 'o'`},
		{"11b", nil, "character 3 of counts is the last, but says that its number goes on"},
		{"1ooooooooo", nil, "character 10 of counts belongs to a number of more than 40 bits"},
		// 2, 1, 1, then the difference -2 from 1.
		{"211N", []int64{2, 1, 1, -1}, "run 4 has -1 pixels: want 0 or more"},
	} {
		if _, err := fromText(tt.text, 3, 2); tt.want == "" {
			if err == nil {
				t.Errorf("%s: no error", tt.text)
			}
		} else if err == nil || err.Error() != tt.want {
			t.Errorf("%s: %v, want %s", tt.text, err, tt.want)
		}
		if tt.counts == nil {
			continue
		}
		if _, err := fromCounts(tt.counts, 3, 2); err == nil || err.Error() != tt.want {
			t.Errorf("%v: %v, want %s", tt.counts, err, tt.want)
		}
	}
}

// FuzzText: what is read is a mask, and reads the same when it is packed again.
func FuzzText(f *testing.F) {
	for _, s := range []string{"1", "01", "0T3", "?550Q2", "`0?ag9", "3220001", "PeQ3o0Q>2NN2ROn_X6", "oooooooooo", "/", ""} {
		f.Add(s, 10, 10)
	}
	f.Add("PeQ3o0Q>2NN2ROn_X6", 640, 480)
	f.Fuzz(func(t *testing.T, text string, width, height int) {
		width, height = 1+(width&0xfff), 1+(height&0xfff)
		m, err := fromText(text, width, height)
		if err != nil {
			return
		}
		checkMask(t, m)
		counts, at := []int64(nil), 0
		for _, r := range m.Runs {
			counts = append(counts, int64(r.From-at), int64(r.To-r.From))
			at = r.To
		}
		counts = append(counts, int64(width*height-at))
		again, err := fromText(pack(counts), width, height)
		if err != nil || !cmp.Equal(m, again) {
			t.Fatalf("%v, and again %v, %v", m, again, err)
		}
	})
}

func BenchmarkText(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, runs := range []int{100, 10000} {
		counts := make([]int64, 2*runs+1)
		total := int64(0)
		for i := range counts {
			counts[i] = 1 + rng.Int64N(20)
			total += counts[i]
		}
		packed := pack(counts)
		b.Run(fmt.Sprintf("runs=%d", runs), func(b *testing.B) {
			for b.Loop() {
				if _, err := fromText(packed, int(total), 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
