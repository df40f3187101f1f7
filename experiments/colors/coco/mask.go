package coco

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// maxPixels is the largest size of an image whose annotations are read.
const maxPixels = 1 << 27

// Mask is a set of pixels of an image. The zero value is the empty set.
type Mask struct {
	Width, Height int
	// Runs are the pixels of the set, in ascending order, none empty, and with a gap
	// between any two.
	Runs []Run
}

// Run is the pixels from From to To-1, numbered down the columns of the image, from left
// to right: pixel p is in column p / Height and row p % Height.
type Run struct{ From, To int }

// Area returns the number of pixels of the set. O(runs).
func (m Mask) Area() int {
	area := 0
	for _, r := range m.Runs {
		area += r.To - r.From
	}
	return area
}

// join sorts runs and unites those that overlap or touch, in place.
func join(runs []Run) []Run {
	slices.SortFunc(runs, func(a, b Run) int { return cmp.Compare(a.From, b.From) })
	joined := runs[:0]
	for _, r := range runs {
		if last := len(joined) - 1; last >= 0 && r.From <= joined[last].To {
			joined[last].To = max(joined[last].To, r.To)
		} else {
			joined = append(joined, r)
		}
	}
	return joined
}

// builder makes a mask from the lengths of runs, which are in turn outside and inside.
type builder struct {
	mask   Mask
	at     int  // the next pixel
	counts int  // runs so far
	inside bool // of the next run
}

// add adds a run.
func (b *builder) add(length int64) error {
	pixels := b.mask.Width * b.mask.Height
	switch {
	case length < 0:
		return fmt.Errorf("run %d has %d pixels: want 0 or more", b.counts+1, length)
	case length > int64(pixels-b.at):
		return fmt.Errorf("the first %d runs have more pixels than the image, which is %d x %d", b.counts+1, b.mask.Width, b.mask.Height)
	}
	if b.inside && length > 0 {
		to := b.at + int(length)
		if last := len(b.mask.Runs) - 1; last >= 0 && b.mask.Runs[last].To == b.at {
			b.mask.Runs[last].To = to
		} else {
			b.mask.Runs = append(b.mask.Runs, Run{b.at, to})
		}
	}
	b.at += int(length)
	b.counts++
	b.inside = !b.inside
	return nil
}

// finish returns the mask if the runs have as many pixels as the image.
func (b *builder) finish() (Mask, error) {
	if all := b.mask.Width * b.mask.Height; b.at != all {
		return Mask{}, fmt.Errorf("the runs have %d pixels, and the image %d x %d = %d", b.at, b.mask.Width, b.mask.Height, all)
	}
	return b.mask, nil
}

// fromCounts returns the mask of runs of the given lengths.
func fromCounts(lengths []int64, width, height int) (Mask, error) {
	b := builder{mask: Mask{Width: width, Height: height}}
	for _, n := range lengths {
		if err := b.add(n); err != nil {
			return Mask{}, err
		}
	}
	return b.finish()
}

// The packed form of runs writes a number in groups of five bits, the lowest first, each
// group as the character '0' plus the group, plus 32 if another one follows. The highest
// bit of the last group is the sign, in two's complement. From the fourth number on, each is
// the difference from the number two before.
const (
	groupZero  = '0'
	groupBits  = 5
	groupMore  = 1 << groupBits
	groupSign  = groupMore >> 1
	maxShift   = 8 * groupBits // runs and differences are at most maxPixels
	plainRuns  = 3             // that are not written as differences
	differBack = 2             // the distance to the run that a difference is from
)

// fromText returns the mask of runs in packed form.
func fromText(text string, width, height int) (Mask, error) {
	b := builder{mask: Mask{Width: width, Height: height}}
	var before [differBack]int64 // the last runs, the older one first
	for at := 0; at < len(text); {
		n, used, err := unpack(text[at:])
		if err != nil {
			return Mask{}, fmt.Errorf("character %d of counts %w", at+used+1, err)
		}
		at += used
		if b.counts >= plainRuns {
			n += before[0]
		}
		if err := b.add(n); err != nil {
			return Mask{}, err
		}
		before = [differBack]int64{before[1], n}
	}
	return b.finish()
}

// unpack returns the number at the beginning of text, and the number of characters that it takes.
// With an error, used is the index of the character that the message is about.
func unpack(text string) (n int64, used int, err error) {
	for shift := 0; used < len(text); shift += groupBits {
		group := int64(text[used]) - groupZero
		if group < 0 || group >= 2*groupMore {
			return 0, used, fmt.Errorf("is %q: want one from '0' to 'o'", text[used])
		}
		if shift >= maxShift {
			return 0, used, errors.New("belongs to a number of more than 40 bits")
		}
		n |= (group &^ groupMore) << shift
		used++
		if group&groupMore == 0 {
			if group&groupSign != 0 {
				n -= int64(1) << (shift + groupBits)
			}
			return n, used, nil
		}
	}
	return 0, used - 1, errors.New("is the last, but says that its number goes on")
}
