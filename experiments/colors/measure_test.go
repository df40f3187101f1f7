package main

import (
	"context"
	"errors"
	"image"
	"image/color"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/experiments/colors/coco"
)

// measured returns the segments of a drawing, by id.
func measured(t testing.TB, d *drawing, m measurer, workers int) (map[int64]segment, tally, error) {
	t.Helper()
	f, err := os.Open(d.write())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if m.index, err = coco.Read(t.Context(), f, info.Size(), "a.json"); err != nil {
		t.Fatal(err)
	}
	m.folder = d.path("images")
	segments, tally, err := m.measure(t.Context(), workers, func(int) {})
	byID := make(map[int64]segment)
	for _, s := range segments {
		byID[s.id] = s
	}
	if len(byID) != len(segments) {
		t.Fatal("a segment stands twice")
	}
	return byID, tally, err
}

// TestMeasure: the hue of painted shapes, whichever way they are annotated and stored.
func TestMeasure(t *testing.T) {
	d := newDrawing(t, "a", "b")
	left, right := image.Rect(3, 5, 13, 25), image.Rect(20, 5, 40, 25)
	m := canvas(50, 30)
	paint(m, left, colourOf(350))
	paint(m, image.Rect(20, 5, 40, 15), colourOf(350))
	paint(m, image.Rect(20, 15, 40, 25), colourOf(20))
	in := func(r image.Rectangle) func(x, y int) bool {
		return func(x, y int) bool { return image.Pt(x, y).In(r) }
	}
	d.add("1.png", m)
	cos15 := rounded(math.Cos(15 * math.Pi / 180))
	half := image.Rect(0, 5, 13, 25) // of 13 columns, 10 have a hue
	want := map[int64]segment{}
	for _, tt := range []struct {
		class         int
		shape         image.Rectangle
		hue, uniform  float64
		wantsGreyOnly bool
	}{
		{0, left, 350, 1, false},
		{1, right, 5, cos15, false},
		{1, half, 350, rounded(10.0 / 13), false},
	} {
		for _, segmentation := range []any{outline(tt.shape), runs(50, 30, in(tt.shape), false), runs(50, 30, in(tt.shape), true)} {
			id := int64(d.annotate(tt.class, segmentation)["id"].(int))
			want[id] = segment{id, int32(tt.class), tt.hue, tt.uniform}
		}
	}
	d.annotate(0, [][]int{{45, 0, 50, 0, 50, 5}}) // grey
	d.annotate(0, runs(50, 30, in(left), true))["iscrowd"] = 1
	d.annotate(0, [][]float64{{3.6, 5.6, 4.4, 5.6, 4.4, 6.4}}) // no pixel
	d.add("not opened.png", canvas(3, 3))
	if err := os.WriteFile(filepath.Join(d.path("images"), "not opened.png"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	got, tally, err := measured(t, d, measurer{minPixels: 1}, 2)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(segment{})); d != "" {
		t.Error(d)
	}
	if tally.grey != 1 || tally.crowds != 1 || tally.small != 1 || tally.broken+tally.brokenImages != 0 {
		t.Errorf("%+v", tally)
	}
	// With weights, greys count nothing, and crowds can be taken.
	got, tally, err = measured(t, d, measurer{minPixels: 260, weighting: chroma, crowds: true}, 1)
	if err != nil || len(got) != 6 || tally.crowds != 0 || tally.small != 6 {
		t.Errorf("%d segments, %+v, %v", len(got), tally, err)
	}
	for id, s := range got {
		if s.hue != want[id].hue || s.class == 1 && s.hue == 350 && s.uniform != 1 {
			t.Errorf("%d: %+v", id, s)
		}
	}
}

// TestMeanOf: a mask's pixels are visited one by one, also where a run goes on in the next
// column.
func TestMeanOf(t *testing.T) {
	var visited []image.Point
	colours := func(x, y int) (r, g, b uint8) {
		visited = append(visited, image.Pt(x, y))
		return 200, 200, 200
	}
	mean := meanOf(coco.Mask{Width: 4, Height: 3, Runs: []coco.Run{{From: 1, To: 2}, {From: 4, To: 10}}}, colours, equal)
	want := []image.Point{{0, 1}, {1, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}, {3, 0}}
	if d := cmp.Diff(want, visited); d != "" {
		t.Error(d)
	}
	if mean != (circular{weight: 7}) {
		t.Errorf("the mean of greys is %+v", mean)
	}
}

// TestGather: the first error counts, whichever worker has it.
func TestGather(t *testing.T) {
	first, second := errors.New("first"), errors.New("second")
	for _, outcomes := range [][]outcome{{{err: first, at: 3}, {err: second, at: 5}}, {{err: second, at: 5}, {}, {err: first, at: 3}}} {
		if _, _, err := gather(t.Context(), &coco.Index{}, outcomes); !errors.Is(err, first) {
			t.Error(err)
		}
	}
}

// TestPictures: the colours of every kind of image that decoders return.
func TestPictures(t *testing.T) {
	orange := color.NRGBA{250, 130, 10, 255}
	at := image.Rect(0, 0, 2, 2)
	glass := color.NRGBA{250, 130, 10, 128}
	for name, m := range map[string]interface {
		image.Image
		Set(x, y int, c color.Color)
	}{
		"rgba": image.NewRGBA(at), "rgba64": image.NewRGBA64(at), "nrgba": image.NewNRGBA(at), "nrgba64": image.NewNRGBA64(at),
		"palette": image.NewPaletted(at, color.Palette{color.Black, orange}), "glass": image.NewNRGBA(at),
	} {
		m.Set(1, 0, orange)
		if name == "glass" {
			m.Set(1, 0, glass)
		}
		if r, g, b := pictureOf(m)(1, 0); (color.NRGBA{r, g, b, 255}) != orange {
			t.Errorf("%s: %d %d %d", name, r, g, b)
		}
	}
	y, cb, cr := color.RGBToYCbCr(250, 130, 10)
	m := image.NewYCbCr(image.Rect(0, 0, 4, 4), image.YCbCrSubsampleRatio420)
	m.Y[m.YOffset(3, 2)], m.Cb[m.COffset(3, 2)], m.Cr[m.COffset(3, 2)] = y, cb, cr
	r, g, b := pictureOf(m)(3, 2)
	if hue, _, _ := hueOf(r, g, b); math.Abs(hue-30) > 1 {
		t.Errorf("YCbCr: %d %d %d", r, g, b)
	}
}

// TestMeasureJPEG: discs of known hues in JPEG, as polygons and as runs of the same pixels.
func TestMeasureJPEG(t *testing.T) {
	d := newDrawing(t, "a")
	hues := []float64{0, 40, 75, 130, 200, 280, 355}
	want := map[int64]float64{}
	m := canvas(640, 90)
	for i, hue := range hues {
		for x := range 90 {
			for y := range 90 {
				if (x-45)*(x-45)+(y-45)*(y-45) < 40*40 {
					m.Set(90*i+x, y, colourOf(hue))
				}
			}
		}
	}
	d.add("1.jpg", m)
	for i, hue := range hues {
		x := 90*i + 45
		polygon := d.annotate(0, disc(float64(x)+0.5, 45.5, 29.7, 64))
		inside := func(u, v int) bool {
			// The polygon is regular: it holds what is inside of all its sides.
			for s := range 64 {
				sin, cos := math.Sincos(2 * math.Pi * (float64(s) + 0.5) / 64)
				if float64(u-x)*cos+float64(v-45)*sin > 29.7*math.Cos(math.Pi/64) {
					return false
				}
			}
			return true
		}
		packed := d.annotate(0, runs(640, 90, inside, true))
		want[int64(polygon["id"].(int))], want[int64(packed["id"].(int))] = hue, hue
	}
	got, _, err := measured(t, d, measurer{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for id, hue := range want {
		s := got[id]
		if apart := math.Abs(turned(s.hue-hue+180) - 180); apart > 1 || s.uniform < 0.999 {
			t.Errorf("a disc of %g has the hue %g, uniform %g", hue, s.hue, s.uniform)
		}
	}
	for id := int64(1000); id < 1014; id += 2 {
		if a, b := got[id], got[id+1]; a.hue != b.hue || a.uniform != b.uniform {
			t.Errorf("%+v as a polygon, %+v as runs", a, b)
		}
	}
}

// TestBroken: what is broken ends the program with a line, or is counted.
func TestBroken(t *testing.T) {
	square := outline(image.Rect(1, 1, 9, 9))
	for _, tt := range []struct {
		name   string
		change func(d *drawing)
		want   string // with the drawing's folder as DIR
		tally  tally
	}{
		{
			"missing", func(d *drawing) { d.images[0]["file_name"] = "none.png" },
			"DIR/images/none.png cannot be read: no such file or directory",
			tally{brokenImages: 1, lost: 2},
		},
		{
			"outside", func(d *drawing) { d.images[0]["file_name"] = "../annotations.json" },
			`image 100 is the file "../annotations.json": want the name of one within DIR/images`,
			tally{brokenImages: 1, lost: 2},
		},
		{
			"no image", func(d *drawing) { overwrite(d, "0.png", "hello") },
			"DIR/images/0.png is no JPEG or PNG image that can be read: image: unknown format",
			tally{brokenImages: 1, lost: 2},
		},
		{
			"cut", func(d *drawing) { overwrite(d, "0.png", "") },
			"DIR/images/0.png is broken: png: invalid format: not enough pixel data",
			tally{brokenImages: 1, lost: 2},
		},
		{
			"size", func(d *drawing) { d.images[0]["width"] = 11 },
			"DIR/images/0.png has 10 x 10 pixels, and the annotations are of 11 x 10",
			tally{brokenImages: 1, lost: 2},
		},
		{
			"segmentation", func(d *drawing) { d.annotations[1]["segmentation"] = []int{} },
			"a.json: annotation 1001: segmentation is no list of polygons: there is no polygon",
			tally{broken: 1},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := newDrawing(t, "a")
			for _, name := range []string{"0.png", "1.png"} {
				m := canvas(10, 10)
				paint(m, m.Bounds(), colourOf(100))
				d.add(name, m)
				d.annotate(0, square)
				d.annotate(0, square)
			}
			tt.change(d)
			want := strings.ReplaceAll(tt.want, "DIR", d.folder)
			if _, _, err := measured(t, d, measurer{}, 2); err == nil || err.Error() != want+"; -skip-broken leaves out what is broken" {
				t.Errorf("%v, want %s", err, want)
			}
			segments, tally, err := measured(t, d, measurer{skipBroken: true}, 2)
			if err != nil || tally.firstBroken == nil || tally.firstBroken.Error() != want {
				t.Fatalf("%v, %v", err, tally.firstBroken)
			}
			if len(segments) != 4-tt.tally.lost-tt.tally.broken {
				t.Errorf("%d segments", len(segments))
			}
			tt.tally.firstBroken, tt.tally.firstAt = tally.firstBroken, tally.firstAt
			if tally != tt.tally {
				t.Errorf("%+v, want %+v", tally, tt.tally)
			}
		})
	}
}

// overwrite replaces an image by a text, or by its own first half if that is empty.
func overwrite(d *drawing, name, text string) {
	d.t.Helper()
	name = filepath.Join(d.path("images"), name)
	b, err := os.ReadFile(name)
	if err != nil {
		d.t.Fatal(err)
	}
	if text == "" {
		text = string(b[:len(b)/2])
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		d.t.Fatal(err)
	}
}

// TestFirstBroken: of several broken images, the first is told of, whoever finds which.
func TestFirstBroken(t *testing.T) {
	d := newDrawing(t, "a")
	for _, name := range []string{"0.png", "1.png", "2.png", "3.png", "4.png", "5.png"} {
		d.add(name, canvas(10, 10))
		d.annotate(0, outline(image.Rect(1, 1, 9, 9)))
	}
	// The ids fall, so that 5.png is the first in order.
	for _, name := range []string{"0.png", "2.png", "4.png"} {
		overwrite(d, name, "broken")
	}
	for range 20 {
		if _, _, err := measured(t, d, measurer{}, 4); err == nil || !strings.Contains(err.Error(), "4.png") {
			t.Fatal(err)
		}
		_, tally, err := measured(t, d, measurer{skipBroken: true}, 4)
		if err != nil || tally.brokenImages != 3 || tally.grey != 3 || !strings.Contains(tally.firstBroken.Error(), "4.png") {
			t.Fatalf("%v, %+v", err, tally)
		}
	}
}

func TestMeasureInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	m := measurer{index: &coco.Index{Images: make([]coco.Image, 5)}}
	if _, _, err := m.measure(ctx, 2, func(int) { t.Error("an image was read") }); err != context.Canceled { //nolint:errorlint // it is that very error
		t.Error(err)
	}
}

func BenchmarkMeasure(b *testing.B) {
	d := photographs(b, 4, 10)
	b.ResetTimer()
	for b.Loop() {
		if _, _, err := measured(b, d, measurer{minPixels: 1}, 1); err != nil {
			b.Fatal(err)
		}
	}
}
