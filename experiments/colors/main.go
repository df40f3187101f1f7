// Colors counts the objects of photographs by hue and class: the table of colours that Tan,
// Tegmark and Chuang (2022, doi:10.3390/e24060771) cluster, made from the COCO data set (Lin
// et al. 2014, doi:10.1007/978-3-319-10602-1_48), or from any images with annotations in its
// format. You have to download the data; for COCO these are "2017 Train images" (18 GB) and "2017
// Train/Val annotations" of cocodataset.org, unpacked:
//
//	go run -C experiments ./colors -annotations ../instances_train2017.json -images ../train2017/ -o ../colors.csv -o ../colors.npy
//	go run ./cmd/dibmap map colors.csv --order circular -o colors.json
//	go run ./cmd/dibmap map colors.csv -o all.json
//
// Names of files are relative to the folder experiments. The first map groups only neighbouring
// hues, with the last hue next to the first, and the second map any hues.
//
// # From pixels to the table
//
//  1. Every annotation is a segment, a set of pixels. Crowds (iscrowd 1), which are several
//     objects at once, are left out unless -crowds is given.
//  2. The hue of a pixel is defined as in HSV and HSL: from 0 to 360 degrees, with red at 0,
//     green at 120 and blue at 240. Greys have no hue.
//  3. The hue of a segment is the direction of the mean of its pixels' hues as unit vectors.
//     The length R of that mean, from 0 to 1, is how uniform the segment is; greys add
//     nothing to the mean, but count in the number of pixels. With -weight chroma or
//     -weight saturation the mean is weighted, and greys count nothing.
//  4. The 40 % (-uniform) of the segments with the largest R are kept as objects. Of equal
//     segments, the lower annotation IDs are kept.
//  5. The uniformity of a class is the length of the mean of its objects' hues, 1 minus their
//     circular variance. The 18 (-classes) most uniform classes with 20 objects or more
//     (-min-objects) are kept.
//  6. The circle is divided into 256 hues (-hues), from 0 degrees on (-start), which are
//     counted in each class, and cut into 30 bins (-bins) of about equal mass: each cut is
//     where the mass before it is nearest to its share, so that the mass of a bin differs from
//     a 30th by at most the mass of the heaviest hue. With -hues 0 the cuts are between any two
//     objects of different hue, which makes the bins as equal as possible. In the published
//     table they differ by one object of 79,671, which is unlikely with quantised hues.
//
// The table has a row for each bin, labelled with its hues in degrees ("012-019"), in order
// round the circle, and a column for each class. As .npy it has no labels. -legend writes
// the limits and the mean hue of each bin.
//
// -figure draws the frontier of the table with the colours of the clusters at the nine most
// prominent points. With -table, it draws the frontier of an existing table:
//
//	go run -C experiments ./colors -table ../colors.csv -figure ../colors.svg
//
// A table without labels, such as the published one, does not have the hues of its bins. Then
// the colours are evenly spaced around the circle, and show only the order of the bins.
//
// The result depends only on the data and the options, not on the number of workers or the
// order of the annotations. Each worker has one image in memory; with the index
// of the annotations, the program takes about 150 MB for a file of COCO's size. An image of
// 640 x 480 pixels with ten segments takes 9 ms of one core, so COCO's 118,287 images take
// about 20 minutes.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/dibmap/dibmap/experiments/colors/coco"
	"github.com/dibmap/dibmap/experiments/internal/program"
	"github.com/dibmap/dibmap/internal/atomicfile"
	"github.com/dibmap/dibmap/internal/draw"
)

func main() {
	os.Exit(program.Run("colors", "nothing was written", func(ctx context.Context, args []string, w io.Writer) error {
		c, err := parse(args, w)
		if err != nil {
			return err
		}
		return c.run(ctx, w)
	}))
}

// run makes the table, writes its files, and reports progress and the outcome to w. It returns an
// error before the work begins if a file cannot be written.
func (c call) run(ctx context.Context, w io.Writer) error {
	var files []*atomicfile.File
	names := slices.Concat(c.tables, c.legends)
	if c.figure != "" {
		names = append(names, c.figure)
	}
	for _, name := range names {
		f, err := atomicfile.Create(name)
		if err != nil {
			return err
		}
		defer f.Abort()
		files = append(files, f)
	}
	if err := c.write(ctx, files, w); err != nil {
		return err
	}
	for _, f := range files {
		if err := f.Commit(); err != nil {
			return err
		}
	}
	return nil
}

// write writes the tables, the legends and the figure, in this order.
func (c call) write(ctx context.Context, files []*atomicfile.File, w io.Writer) error {
	if c.table != "" {
		g, err := openFigure(ctx, c.table)
		if err != nil {
			return err
		}
		return c.draw(ctx, g, files[0])
	}
	r, err := c.work(ctx, w)
	if err != nil {
		return err
	}
	for i, name := range c.tables {
		write := r.writeCSV
		if extension(name) == ".npy" {
			write = r.writeNPY
		}
		if err := write(files[i]); err != nil {
			return err
		}
	}
	for i := range c.legends {
		if err := r.writeBins(files[len(c.tables)+i]); err != nil {
			return err
		}
	}
	if c.figure == "" {
		return nil
	}
	g, err := r.figure()
	if err != nil {
		return err
	}
	return c.draw(ctx, g, files[len(files)-1])
}

// draw draws the figure in the format that its name says.
func (c call) draw(ctx context.Context, g figure, w io.Writer) error {
	format, err := draw.FormatOf(c.figure)
	if err != nil {
		return err
	}
	return g.draw(ctx, w, format)
}

// work reads annotations and images and makes the table.
func (c call) work(ctx context.Context, w io.Writer) (*result, error) {
	file, err := os.Open(c.annotations)
	if err != nil {
		return nil, fmt.Errorf("-annotations: %s cannot be read: %w", c.annotations, reason(err))
	}
	defer func() { _ = file.Close() }() // it was only read
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil, fmt.Errorf("-annotations: %s is no file that can be read twice", c.annotations)
	}
	if info, err := os.Stat(c.images); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("-images: %s is no folder: want the one of the image files, unpacked", c.images)
	}
	began := time.Now()
	m := c.measurer
	if m.index, err = coco.Read(ctx, file, info.Size(), c.annotations); err != nil {
		return nil, err
	}
	if m.index.Broken > 0 {
		if err := m.fatal(m.index.FirstBroken); err != nil {
			return nil, err
		}
	}
	all := len(m.index.Images)
	fmt.Fprintf(w, "%d images, %d annotations, %d categories, read in %.1f s\n", all, m.index.Len()+m.index.Broken, len(m.index.Categories), time.Since(began).Seconds())
	m.folder = c.images
	began, last := time.Now(), 0
	segments, t, err := m.measure(ctx, c.workers, func(done int) {
		if part := 20 * done / all; part > last {
			last = part
			fmt.Fprintf(w, "%3d %% of the images, %.0f s\n", 5*part, time.Since(began).Seconds())
		}
	})
	if err != nil {
		return nil, err
	}
	var names []string
	for _, category := range m.index.Categories {
		names = append(names, category.Name)
	}
	t.tell(w, len(segments), c.minPixels)
	r, err := c.tabulate(segments, names)
	if err != nil {
		return nil, err
	}
	return r, r.tell(w, len(segments))
}

// tell reports what was read.
func (t tally) tell(w io.Writer, segments, minPixels int) {
	fmt.Fprintf(w, "%d segments with a hue; left out: %d crowds, %d of fewer than %d pixels, %d grey, %d broken, %d of %d broken images\n",
		segments, t.crowds, t.small, minPixels, t.grey, t.broken, t.lost, t.brokenImages)
	if t.firstBroken != nil {
		fmt.Fprintf(w, "the first that is broken: %v\n", t.firstBroken)
	}
}

// tell reports what is in the table.
func (r *result) tell(w io.Writer, segments int) error {
	fmt.Fprintf(w, "kept %d of %d segments, with R >= %.4f\n", r.kept, segments, r.least)
	fmt.Fprintf(w, "kept %d of %d classes, with their R, mean hue and objects:\n", len(r.classes), r.found)
	for i, c := range r.classes {
		fmt.Fprintf(w, "  %-20s %.4f %5.1f %7d\n", r.names[i], c.uniform, c.hue, c.objects)
	}
	j, err := r.joint()
	if err != nil {
		return err
	}
	least, most, objects := r.bins[0].objects, 0, 0
	for _, b := range r.bins {
		least, most, objects = min(least, b.objects), max(most, b.objects), objects+b.objects
	}
	_, err = fmt.Fprintf(w, "%d objects in %d bins of %d to %d; I(X;Y) = %.4f bits\n", objects, len(r.bins), least, most, j.IXY())
	return err
}
