package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"image"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/exact"
	"github.com/dibmap/dibmap/problem"
	"github.com/dibmap/dibmap/table"
)

func TestParse(t *testing.T) {
	needed := []string{"-annotations", "a.json", "-images", "i", "-o", "t.csv"}
	c, err := parse(slices.Concat(needed, []string{"-o", "t.NPY", "-legend", "l.csv", "-weight", "chroma"}), nil)
	if err != nil || c.annotations != "a.json" || c.images != "i" || !cmp.Equal(c.tables, []string{"t.csv", "t.NPY"}) ||
		!cmp.Equal(c.legends, []string{"l.csv"}) || c.weighting != chroma {
		t.Errorf("%+v, %v", c, err)
	}
	if want := (selection{share: 0.4, classes: 18, minObjects: 20, hues: 256, bins: 30}); c.selection != want {
		t.Errorf("defaults %+v", c.selection)
	}
	if c.minPixels != 1 || c.crowds || c.skipBroken || c.workers < 1 {
		t.Errorf("defaults %+v", c.measurer)
	}
	for args, want := range map[string]string{
		"":                "-annotations FILE, -images FOLDER and -o FILE are needed",
		"x":               `"x" is one word too many: files are named with -annotations, -images and -o`,
		"-uniform=0":      "-uniform is 0: want a share above 0, and 1 at most",
		"-uniform=1.5":    "-uniform is 1.5: want a share above 0, and 1 at most",
		"-uniform=NaN":    "-uniform is NaN: want a share above 0, and 1 at most",
		"-hues=1":         "-hues is 1: want from 2 to 65536, or 0",
		"-bins=1":         "-bins is 1: want 2 or more",
		"-bins=1000000":   "-bins is 1000000: want 65536 at most",
		"-classes=1":      "-classes is 1: want 2 or more",
		"-min-objects=0":  "-min-objects is 0: want 1 or more",
		"-min-pixels=0":   "-min-pixels is 0: want 1 or more",
		"-workers=0":      "-workers is 0: want 1 or more",
		"-start=360":      "-start is 360: want from 0 up to 360 degrees",
		"-o=t.json":       "-o is t.json: want a name that ends in .csv or .npy",
		"-weight=much":    `invalid value "much" for flag -weight: want none, chroma or saturation`,
		"-colour":         "flag provided but not defined: -colour",
		"-images= -o=.t.": "-annotations FILE, -images FOLDER and -o FILE are needed",
	} {
		all := strings.Fields(args)
		if args != "" {
			all = slices.Concat(needed, all)
		}
		if _, err := parse(all, nil); err == nil || err.Error() != want {
			t.Errorf("%s: %v", args, err)
		}
	}
	var help bytes.Buffer
	if _, err := parse([]string{"-h"}, &help); !errors.Is(err, flag.ErrHelp) || !strings.Contains(help.String(), "-bins NUMBER") {
		t.Errorf("%v: %s", err, &help)
	}
}

// fruit draws five classes. An object is a square of 10 x 10 pixels, and its hue known:
//
//	apple    350, 0, 10 degrees in turn, 30 objects
//	orange   30, 40
//	leaf     120
//	sky      210, 220
//	car      spread over the circle: the least uniform
//
// In each class there are as many objects again that are not uniform: squares of two hues.
// They come last, so their ids are the highest.
func fruit(t *testing.T) (d *drawing, want map[string][]float64) {
	hues := map[string][]float64{}
	for i := range 30 {
		hues["apple"] = append(hues["apple"], []float64{350, 0, 10}[i%3])
		hues["orange"] = append(hues["orange"], []float64{30, 40}[i%2])
		hues["leaf"] = append(hues["leaf"], 120)
		hues["sky"] = append(hues["sky"], []float64{210, 220}[i%2])
		hues["car"] = append(hues["car"], float64(12*i))
	}
	names := []string{"sky", "apple", "car", "leaf", "orange"}
	d = newDrawing(t, names...)
	for i := range 60 {
		m := canvas(60, 12)
		var squares []image.Rectangle
		for c, name := range names {
			r := image.Rect(1+12*c, 1, 11+12*c, 11)
			squares = append(squares, r)
			paint(m, r, colourOf(hues[name][i%30]))
			if i >= 30 {
				paint(m, image.Rect(r.Min.X, 1, r.Max.X, 7), colourOf(turned(hues[name][i%30]+100)))
			}
		}
		d.add(fmt.Sprintf("%d.png", i), m)
		for c, r := range squares {
			in := func(x, y int) bool { return image.Pt(x, y).In(r) }
			segmentation := []any{outline(r), runs(60, 12, in, false), runs(60, 12, in, true)}[(i+c)%3]
			d.annotate(c, segmentation)
		}
	}
	return d, hues
}

// call returns the call for a drawing with the defaults and more arguments.
func (d *drawing) call(args ...string) call {
	d.t.Helper()
	c, err := parse(slices.Concat([]string{"-annotations", d.write(), "-images", d.path("images"), "-o", d.path("t.csv"), "-o", d.path("t.npy"), "-legend", d.path("l.csv")}, args), nil)
	if err != nil {
		d.t.Fatal(err)
	}
	return c
}

func (d *drawing) read(name string) string {
	d.t.Helper()
	b, err := os.ReadFile(d.path(name))
	if err != nil {
		d.t.Fatal(err)
	}
	return string(b)
}

// TestRun makes the table of drawn fruit, and package table reads it.
func TestRun(t *testing.T) {
	d, _ := fruit(t)
	// Half of the segments have one hue. Of their 120 hues in four classes, rounded down to
	// 10 degrees, 10 are 0, 20 up to 10, 35 up to 30, 50 up to 40, 80 up to 120, 95 up to
	// 210, 110 up to 220, and the others 350. The cuts nearest to 30, 60 and 90 are 35, 50
	// and 95.
	c := d.call("-uniform", "0.5", "-classes", "4", "-hues", "36", "-bins", "4")
	var told bytes.Buffer
	if err := c.run(t.Context(), &told); err != nil {
		t.Fatal(err)
	}
	const want = `hue,sky,apple,leaf,orange
000-040,0,20,0,15
040-050,0,0,0,15
050-220,15,0,30,0
220-360,15,10,0,0
`
	if diff := cmp.Diff(want, d.read("t.csv")); diff != "" {
		t.Error(diff)
	}
	const legend = `bin,from,to,mean_hue,objects
000-040,0,40,15.709713532,35
040-050,40,50,40,15
050-220,50,220,146.565051177,45
220-360,220,360,261.785439879,25
`
	if diff := cmp.Diff(legend, d.read("l.csv")); diff != "" {
		t.Error(diff)
	}
	for _, line := range []string{
		"60 images, 300 annotations, 5 categories, read in ",
		"100 % of the images, ",
		"\n300 segments with a hue; left out: 0 crowds, 0 of fewer than 1 pixels, 0 grey, 0 broken, 0 of 0 broken images\n",
		"\nkept 150 of 300 segments, with R >= 1.0000\nkept 4 of 5 classes, with their R, mean hue and objects:\n" +
			"  sky                  0.9962 215.0      30\n  apple                0.9899   0.0      30\n" +
			"  leaf                 1.0000 120.0      30\n  orange               0.9962  35.0      30\n",
		"\n120 objects in 4 bins of 15 to 45; I(X;Y) = ",
	} {
		if !strings.Contains(told.String(), line) {
			t.Errorf("it does not tell %q, but\n%s", line, &told)
		}
	}
	var sums []string
	for _, name := range []string{"t.csv", "t.npy"} {
		tab, err := table.Open(t.Context(), d.path(name), table.Options{})
		if err != nil {
			t.Fatal(err)
		}
		j, err := tab.Joint()
		if err != nil {
			t.Fatal(err)
		}
		n, ok := j.Samples()
		sums = append(sums, fmt.Sprint(j.Rows(), j.Cols(), n, ok, j.IXY()))
		if _, err := exact.Intervals(t.Context(), problem.DIB(j), exact.Circular, exact.Options{}); err != nil {
			t.Error(err)
		}
	}
	if sums[0] != sums[1] || !strings.HasPrefix(sums[0], "4 4 120 true ") {
		t.Error(sums)
	}
}

// TestRunOrder: the files are the same for any number of workers and any order of the data.
func TestRunOrder(t *testing.T) {
	d, _ := fruit(t)
	rng := rand.New(rand.NewPCG(1, 2))
	for _, hues := range []string{"0", "256"} {
		var want []string
		for workers := range 4 {
			// The share cuts among equal segments.
			c := d.call("-uniform", "0.37", "-classes", "4", "-hues", hues, "-bins", "7", "-min-objects", "5", "-workers", fmt.Sprint(1+workers))
			if err := c.run(t.Context(), new(bytes.Buffer)); err != nil {
				t.Fatal(err)
			}
			got := []string{d.read("t.csv"), d.read("t.npy"), d.read("l.csv")}
			if want == nil {
				want = got
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s hues, %d workers: %s", hues, 1+workers, diff)
			}
			for _, list := range [][]map[string]any{d.images, d.annotations, d.categories} {
				rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			}
		}
	}
}

// TestRunLeavesNothing: what fails says why, and leaves no file behind.
func TestRunLeavesNothing(t *testing.T) {
	d, _ := fruit(t)
	good := d.call("-uniform", "0.5")
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	for _, tt := range []struct {
		ctx    context.Context
		change func(c *call)
		want   string
	}{
		{t.Context(), func(c *call) { c.annotations = d.path("none.json") }, "-annotations: DIR/none.json cannot be read: no such file or directory"},
		{t.Context(), func(c *call) { c.annotations = d.path("images") }, "-annotations: DIR/images is no file that can be read twice"},
		{t.Context(), func(c *call) { c.images = c.annotations }, "-images: DIR/annotations.json is no folder: want the one of the image files, unpacked"},
		{t.Context(), func(c *call) { c.images = d.path("none") }, "-images: DIR/none is no folder: want the one of the image files, unpacked"},
		{t.Context(), func(c *call) { c.tables[1] = filepath.Join(d.path("none"), "t.csv") }, "cannot write DIR/none/t.csv: no such file or directory"},
		{t.Context(), func(c *call) { c.legends[0] = d.path("images") }, "cannot write DIR/images: it is a folder"},
		{t.Context(), func(c *call) { c.minPixels = 101 }, "no segment has a hue: there is nothing to count"},
		{t.Context(), func(c *call) { c.minObjects = 31 }, "0 of 5 classes have 31 objects or more, and a table needs two: lower -min-objects, or raise -uniform"},
		{t.Context(), func(c *call) { c.hues = 2; c.classes = 2; c.start = 100 }, "all objects have about one hue, and a table needs two bins: raise -bins or -hues"},
		{stopped, func(*call) {}, "context canceled"},
		// This changes the file.
		{t.Context(), func(c *call) {
			d.annotations[7]["image_id"] = 3
			c.annotations = d.write()
		}, "DIR/annotations.json: annotation 1007 is of image 3, which is not listed; -skip-broken leaves out what is broken"},
	} {
		c := good
		c.tables, c.legends = slices.Clone(good.tables), slices.Clone(good.legends)
		tt.change(&c)
		want := strings.ReplaceAll(tt.want, "DIR", d.folder)
		if err := c.run(tt.ctx, new(bytes.Buffer)); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	left, err := os.ReadDir(d.folder)
	if err != nil || len(left) != 2 {
		t.Errorf("left are %v, %v", left, err)
	}
}

func TestMostUniform(t *testing.T) {
	segments := []segment{{4, 0, 10, 0.5}, {3, 0, 20, 0.9}, {2, 1, 30, 0.9}, {1, 2, 40, 0.1}, {5, 2, 0, 1}}
	for share, want := range map[float64][]int64{0.01: {5}, 0.3: {5, 2}, 0.5: {5, 2, 3}, 0.8: {5, 2, 3, 4}, 1: {5, 2, 3, 4, 1}} {
		var ids []int64
		for _, s := range mostUniform(slices.Clone(segments), share) {
			ids = append(ids, s.id)
		}
		if d := cmp.Diff(want, ids); d != "" {
			t.Errorf("%g: %s", share, d)
		}
	}
}

func TestClasses(t *testing.T) {
	var segments []segment
	add := func(category int32, hues ...float64) {
		for _, h := range hues {
			segments = append(segments, segment{class: category, hue: h})
		}
	}
	add(4, 350, 10)
	add(1, 100)
	add(2, 0, 180)
	add(0, 90, 90)
	add(3, 20, 340)
	classes, hues := classesOf(segments)
	want := []class{{0, 2, 1, 90}, {1, 1, 1, 100}, {2, 2, 0, 90}, {3, 2, 0.939692621, 0}, {4, 2, 0.984807753, 0}}
	if !slices.Equal(want, classes) || len(hues) != 5 || !slices.Equal(hues[3], []float64{20, 340}) {
		t.Errorf("%+v, %v", classes, hues)
	}
	for _, tt := range []struct {
		n, minObjects int
		want          []int
	}{{2, 1, []int{0, 1}}, {2, 2, []int{0, 4}}, {3, 2, []int{0, 3, 4}}, {9, 1, []int{0, 1, 2, 3, 4}}, {1, 1, []int{0}}, {3, 3, nil}} {
		var got []int
		for _, c := range uniformClasses(classes, tt.n, tt.minObjects) {
			got = append(got, c.category)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%+v: %v", tt, got)
		}
	}
}
