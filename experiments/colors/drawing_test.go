package main

import (
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// drawing is a data set in the format of COCO that a test draws.
type drawing struct {
	t           testing.TB
	folder      string // holds annotations.json and the folder images
	images      []map[string]any
	annotations []map[string]any
	categories  []map[string]any
}

func newDrawing(t testing.TB, categories ...string) *drawing {
	t.Helper()
	d := &drawing{t: t, folder: t.TempDir()}
	if err := os.Mkdir(d.path("images"), 0o777); err != nil {
		t.Fatal(err)
	}
	for i, name := range categories {
		// Numbers have gaps, as COCO's have.
		d.categories = append(d.categories, map[string]any{"id": 3 * (i + 1), "name": name, "supercategory": "thing"})
	}
	return d
}

func (d *drawing) path(name string) string { return filepath.Join(d.folder, name) }

// add writes an image, as JPEG or PNG by its name, and lists it.
func (d *drawing) add(name string, m image.Image) {
	d.t.Helper()
	f, err := os.Create(filepath.Join(d.path("images"), name))
	if err != nil {
		d.t.Fatal(err)
	}
	defer f.Close()
	if filepath.Ext(name) == ".jpg" {
		err = jpeg.Encode(f, m, &jpeg.Options{Quality: 95})
	} else {
		err = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(f, m)
	}
	if err != nil {
		d.t.Fatal(err)
	}
	d.images = append(d.images, map[string]any{
		"id": 100 - len(d.images), "file_name": name, "width": m.Bounds().Dx(), "height": m.Bounds().Dy(), "license": 3,
	})
}

// annotate adds an annotation of the last image and returns it.
func (d *drawing) annotate(category int, segmentation any) map[string]any {
	a := map[string]any{
		"id": 1000 + len(d.annotations), "image_id": d.images[len(d.images)-1]["id"], "category_id": 3 * (category + 1),
		"segmentation": segmentation, "iscrowd": 0, "area": 1.5, "bbox": []int{0, 0, 1, 1},
	}
	d.annotations = append(d.annotations, a)
	return a
}

// write writes the annotation file and returns its name.
func (d *drawing) write() string {
	d.t.Helper()
	b, err := json.Marshal(map[string]any{
		"info": map[string]any{"year": 2017}, "licenses": []int{}, "images": d.images,
		"annotations": d.annotations, "categories": d.categories,
	})
	if err == nil {
		err = os.WriteFile(d.path("annotations.json"), b, 0o666)
	}
	if err != nil {
		d.t.Fatal(err)
	}
	return d.path("annotations.json")
}

// canvas returns a grey image.
func canvas(width, height int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	draw.Draw(m, m.Bounds(), image.NewUniform(color.NRGBA{90, 90, 90, 255}), image.Point{}, draw.Src)
	return m
}

// paint paints a rectangle.
func paint(m draw.Image, r image.Rectangle, c color.Color) {
	draw.Draw(m, r, image.NewUniform(c), image.Point{}, draw.Src)
}

// outline returns a rectangle as polygons.
func outline(r image.Rectangle) [][]int {
	return [][]int{{r.Min.X, r.Min.Y, r.Max.X, r.Min.Y, r.Max.X, r.Max.Y, r.Min.X, r.Max.Y}}
}

// runs returns what is not outside of a function as runs of pixels, in packed form or not.
func runs(width, height int, in func(x, y int) bool, packed bool) map[string]any {
	counts, last := []int{0}, false
	for x := range width {
		for y := range height {
			if in(x, y) != last {
				counts, last = append(counts, 0), !last
			}
			counts[len(counts)-1]++
		}
	}
	if !packed {
		return map[string]any{"size": []int{height, width}, "counts": counts}
	}
	var text []byte
	for i, n := range counts {
		if i > 2 {
			n -= counts[i-2]
		}
		for done := false; !done; n >>= 5 {
			c := n & 31
			done = n>>5 == 0 && c&16 == 0 || n>>5 == -1 && c&16 != 0
			if !done {
				c |= 32
			}
			text = append(text, byte(48+c))
		}
	}
	return map[string]any{"size": []int{height, width}, "counts": string(text)}
}

// disc returns the corners of a regular polygon.
func disc(x, y, radius float64, corners int) [][]float64 {
	var p []float64
	for i := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(corners))
		p = append(p, x+radius*cos, y+radius*sin)
	}
	return [][]float64{p}
}

// photographs draws a set of JPEG images of the usual size, with discs of the hues of their
// classes on a background of noise.
func photographs(t testing.TB, images, objects int) *drawing {
	d := newDrawing(t, "a", "b", "c", "d", "e", "f", "g", "h")
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range images {
		m := image.NewRGBA(image.Rect(0, 0, 640, 480))
		for p := range m.Pix {
			m.Pix[p] = uint8(128 + 40*math.Sin(float64(p)/900) + float64(rng.IntN(30)))
		}
		type shape struct {
			class        int
			segmentation any
		}
		var shapes []shape
		for range objects {
			x, y, r := 60+rng.IntN(520), 60+rng.IntN(360), 20+rng.IntN(40)
			class := rng.IntN(8)
			c := colourOf(turned(math.Floor(float64(45*class) + 15*rng.NormFloat64())))
			for dx := -r; dx <= r; dx++ {
				for dy := -r; dy <= r; dy++ {
					if dx*dx+dy*dy <= r*r {
						m.Set(x+dx, y+dy, c)
					}
				}
			}
			shapes = append(shapes, shape{class, disc(float64(x), float64(y), float64(r), 40)})
		}
		d.add(fmt.Sprintf("%012d.jpg", i), m)
		for _, s := range shapes {
			d.annotate(s.class, s.segmentation)
		}
	}
	return d
}
