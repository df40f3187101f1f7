package main

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/dibmap/dibmap/experiments/colors/coco"
)

// segment is the colour of an object in an image.
type segment struct {
	id      int64
	class   int32   // index of its category
	hue     float64 // degrees, the circular mean of its pixels
	uniform float64 // length of that mean, 1 if all its pixels have one hue
}

// tally counts what happened to annotations and images.
type tally struct {
	crowds       int // left out: annotations of several objects at once
	small        int // left out: fewer pixels than asked for
	grey         int // left out: without a hue
	broken       int // annotations that cannot be read
	brokenImages int
	lost         int   // annotations of those images
	firstBroken  error // of the lowest place
	firstAt      int   // place of its image, counted from 1; 0 for the annotation file
}

// add adds up two tallies.
func (t *tally) add(u tally) {
	if u.firstBroken != nil && (t.firstBroken == nil || u.firstAt < t.firstAt) {
		t.firstBroken, t.firstAt = u.firstBroken, u.firstAt
	}
	t.crowds += u.crowds
	t.small += u.small
	t.grey += u.grey
	t.broken += u.broken
	t.brokenImages += u.brokenImages
	t.lost += u.lost
}

// measurer measures the segments of a data set.
type measurer struct {
	index      *coco.Index
	folder     string // of the images
	weighting  weighting
	minPixels  int
	crowds     bool // measure them, too
	skipBroken bool
}

// image measures the segments of the image at a place. An image without annotations that
// count is not opened.
func (m *measurer) image(place int) (segments []segment, t tally, err error) {
	annotations := m.index.Of(place)
	var wanted []coco.Annotation
	for _, a := range annotations {
		if a.Crowd && !m.crowds {
			t.crowds++
		} else {
			wanted = append(wanted, a)
		}
	}
	if len(wanted) == 0 {
		return nil, t, nil
	}
	colours, err := openPicture(m.folder, m.index.Images[place])
	if err != nil {
		t.brokenImages, t.lost, t.firstBroken, t.firstAt = 1, len(wanted), err, place+1
		return nil, t, m.fatal(err)
	}
	for _, a := range wanted {
		mask, err := m.index.Mask(a)
		if err != nil {
			t.add(tally{broken: 1, firstBroken: err, firstAt: place + 1})
			if err := m.fatal(err); err != nil {
				return nil, t, err
			}
			continue
		}
		switch mean := meanOf(mask, colours, m.weighting); {
		case mask.Area() < m.minPixels:
			t.small++
		case mean.length() == 0:
			t.grey++
		default:
			segments = append(segments, segment{a.ID, int32(a.Category), mean.direction(), mean.length()})
		}
	}
	return segments, t, nil
}

// fatal returns the error if it is to end the program.
func (m *measurer) fatal(err error) error {
	if m.skipBroken {
		return nil
	}
	return fmt.Errorf("%w; -skip-broken leaves out what is broken", err)
}

// meanOf returns the circular mean of the hues of a mask's pixels. Greys add nothing to the
// direction, but make the mean shorter where all pixels count the same.
func meanOf(mask coco.Mask, colours picture, w weighting) circular {
	var mean circular
	for _, run := range mask.Runs {
		x, y := run.From/mask.Height, run.From%mask.Height
		for range run.To - run.From {
			degrees, chroma, brightest := hueOf(colours(x, y))
			weight := w.of(chroma, brightest)
			if chroma > 0 {
				mean.add(degrees, weight)
			} else {
				mean.addWeight(weight)
			}
			if y++; y == mask.Height {
				x, y = x+1, 0
			}
		}
	}
	return mean
}

// outcome is the result of a worker.
type outcome struct {
	segments []segment
	tally    tally
	err      error
	at       int // place of the image of the error
}

// measure measures all images with a number of workers, which have one image each in memory.
// The result does not depend on the number of workers, except for the order of the segments.
// observe is called by one worker at a time, with the number of images done. The error is the
// error of the first image that fails.
func (m *measurer) measure(ctx context.Context, workers int, observe func(done int)) ([]segment, tally, error) {
	var next, done atomic.Int64
	var failed atomic.Bool
	var told sync.Mutex
	outcomes := make([]outcome, workers)
	var group sync.WaitGroup
	for w := range outcomes {
		group.Go(func() {
			o := &outcomes[w]
			// Images are taken in order, so all images before a failure are measured.
			for ctx.Err() == nil && !failed.Load() {
				place := int(next.Add(1) - 1)
				if place >= len(m.index.Images) {
					return
				}
				segments, t, err := m.image(place)
				o.segments = append(o.segments, segments...)
				o.tally.add(t)
				if err != nil {
					o.err, o.at = err, place
					failed.Store(true)
					return
				}
				told.Lock()
				observe(int(done.Add(1)))
				told.Unlock()
			}
		})
	}
	group.Wait()
	return gather(ctx, m.index, outcomes)
}

// gather combines the results of the workers.
func gather(ctx context.Context, index *coco.Index, outcomes []outcome) ([]segment, tally, error) {
	all := tally{broken: index.Broken, firstBroken: index.FirstBroken}
	var segments []segment
	var first *outcome
	for i := range outcomes {
		o := &outcomes[i]
		if o.err != nil && (first == nil || o.at < first.at) {
			first = o
		}
		all.add(o.tally)
		segments = append(segments, o.segments...)
	}
	if first != nil {
		return nil, all, first.err
	}
	return segments, all, ctx.Err()
}
