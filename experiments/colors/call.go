package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/dibmap/dibmap/experiments/internal/program"
	"github.com/dibmap/dibmap/internal/draw"
)

// call is what the command line asks for.
type call struct {
	measurer
	selection

	annotations, images string
	tables              []string // files of the table
	legends             []string // files of the bins
	figure              string   // file of the figure
	table               string   // draw the figure of this one
	workers             int
}

// parse reads the command line. Help goes to w.
func parse(args []string, w io.Writer) (call, error) {
	var c call
	flags := flag.NewFlagSet("colors", flag.ContinueOnError)
	files := func(to *[]string) func(string) error {
		return func(name string) error {
			*to = append(*to, name)
			return nil
		}
	}
	flags.StringVar(&c.annotations, "annotations", "", "read the segments of objects from this `FILE`, such as instances_train2017.json")
	flags.StringVar(&c.images, "images", "", "read the images from this `FOLDER`, such as train2017")
	flags.Func("o", "write the table to this `FILE`: .csv or .npy; may stand more than once", files(&c.tables))
	flags.Func("legend", "write the limits, mean hue and objects of each bin to this `FILE`, as CSV", files(&c.legends))
	flags.StringVar(&c.figure, "figure", "", "draw the frontier of the table in colours to this `FILE`: .svg, .png or .pdf")
	flags.StringVar(&c.table, "table", "", "draw the figure of the table in this `FILE`, and make none")
	flags.Var(&c.weighting, "weight", "weight the pixels of a segment by `WHAT`: none, chroma or saturation (default none)")
	flags.IntVar(&c.minPixels, "min-pixels", 1, "leave out segments of fewer pixels than this `NUMBER`")
	flags.BoolVar(&c.crowds, "crowds", false, "take annotations of crowds, too")
	flags.BoolVar(&c.skipBroken, "skip-broken", false, "leave out what is broken, and count it")
	flags.Float64Var(&c.share, "uniform", 0.4, "keep this `SHARE` of the segments, the most uniform")
	flags.IntVar(&c.classes, "classes", 18, "keep this `NUMBER` of classes, the most uniform")
	flags.IntVar(&c.minObjects, "min-objects", 20, "of classes with this `NUMBER` of objects or more")
	flags.IntVar(&c.hues, "hues", 256, "divide the circle into this `NUMBER` of hues, which are not divided further; 0 for no such limit")
	flags.IntVar(&c.bins, "bins", 30, "bin the hues into this `NUMBER` of bins")
	flags.Float64Var(&c.start, "start", 0, "begin the first bin at this hue, in `DEGREES`")
	flags.IntVar(&c.workers, "workers", runtime.GOMAXPROCS(0), "read this `NUMBER` of images at the same time")
	if err := program.Parse(flags, args, w, "files are named with -annotations, -images and -o"); err != nil {
		return c, err
	}
	return c, c.check()
}

// check returns an error if something is missing or out of range.
func (c *call) check() error {
	if c.figure != "" {
		if _, err := draw.FormatOf(c.figure); err != nil {
			return fmt.Errorf("-figure: %w", err)
		}
	}
	if c.table != "" {
		if c.figure == "" || c.annotations != "" || c.images != "" || len(c.tables)+len(c.legends) > 0 {
			return errors.New("-table FILE goes with -figure FILE alone")
		}
		return nil
	}
	switch {
	case c.annotations == "" || c.images == "" || len(c.tables) == 0:
		return errors.New("-annotations FILE, -images FOLDER and -o FILE are needed")
	case !(c.share > 0 && c.share <= 1):
		return fmt.Errorf("-uniform is %g: want a share above 0, and 1 at most", c.share)
	case c.hues < 0 || c.hues == 1 || c.hues > 1<<16:
		return fmt.Errorf("-hues is %d: want from 2 to 65536, or 0", c.hues)
	case !(c.start >= 0 && c.start < 360):
		return fmt.Errorf("-start is %g: want from 0 up to 360 degrees", c.start)
	case c.bins > 1<<16:
		return fmt.Errorf("-bins is %d: want 65536 at most", c.bins)
	}
	for _, n := range []struct {
		flag         string
		value, least int
	}{{"classes", c.classes, 2}, {"min-objects", c.minObjects, 1}, {"bins", c.bins, 2}, {"min-pixels", c.minPixels, 1}, {"workers", c.workers, 1}} {
		if n.value < n.least {
			return fmt.Errorf("-%s is %d: want %d or more", n.flag, n.value, n.least)
		}
	}
	for _, name := range c.tables {
		if e := extension(name); e != ".csv" && e != ".npy" {
			return fmt.Errorf("-o is %s: want a name that ends in .csv or .npy", name)
		}
	}
	return nil
}

// extension returns the extension of a file's name.
func extension(name string) string { return strings.ToLower(filepath.Ext(name)) }
