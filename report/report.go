// Package report writes a frontier as a web page on which people explore it.
//
//  1. Package frontier holds the points, their clusterings, and the facts about the table that was
//     clustered.
//  2. [Write] packs all of this into a page, with the program that shows it, which
//     tools/webgen bundles from the sources in the folder web.
//  3. In a browser, people see the recommendation and its reason, zoom, see the clusters of any
//     point and what distinguishes them, choose the best grouping for a number of groups or within
//     a budget, follow one label along the frontier, compare two points, and download the mapping
//     of a point and the figure.
//
// A page of thousands of points of thousands of rows shows some of the points: the recommended and
// listed points, and the points that the curve needs most. Clusterings are packed as differences
// between neighbouring points, so that such a page takes a few megabytes or less.
//
// The best clusterings for each number of clusters are a series of their own, whether they are on
// the frontier or not, and held-out values are another.
//
// The page is one file that needs no other file and no network: its content security policy
// forbids every connection, images and frames from elsewhere, and every script except its
// own. Labels are shown as text and never read as HTML. The clusterings are compressed and
// come last, so that the frontier is drawn before they are unpacked. The page works with the
// keyboard and by touch, has a light and a dark theme, and fits the width of a phone. Its
// state, such as the chosen point, is in the fragment of its address, so that the address
// can be passed on with the file.
//
// The same frontier and options give the same bytes.
package report

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"math"
	"strings"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/policy"
)

//go:generate go run -C ../tools ./webgen ../report main.ts=page.js page.css=page.css

// Options say how a page looks. The zero value is valid.
type Options struct {
	// Title is the title of the page and of the browser's tab; empty means the name of the table.
	Title string
}

// Write writes f to w as one HTML page, which needs no other file and no network. It returns an
// error if the labels, masses or cells of the problem do not fit each other, or if writing fails.
// If the clusterings of all points take more than 16 MiB, or the page more than 8 MB, the page
// shows 200 to 1,000 points, chosen so that the staircase loses least, and says how much it loses.
// It holds up to 3,000 points of the layers in the same way.
// If even their clusterings take more than 256 MiB, the page is written without them, and says so.
// O(points log points + points shown x n).
func Write(w io.Writer, f *frontier.Frontier, opts Options) error {
	if err := check(f); err != nil {
		return err
	}
	if opts.Title == "" {
		opts.Title = f.Problem.Source.Name
	}
	opts.Title = cmp.Or(opts.Title, "Frontier")
	d, later, err := packed(f, opts)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 1<<16)
	for n, text := range strings.Split(page, "{{") {
		if n > 0 {
			place, after, _ := strings.Cut(text, "}}")
			if err := fill(out, place, d, later); err != nil {
				return err
			}
			text = after
		}
		if _, err := out.WriteString(text); err != nil {
			return err
		}
	}
	return out.Flush()
}

// check returns an error if the parts of the problem do not fit each other.
func check(f *frontier.Frontier) error {
	p := &f.Problem
	if len(p.XLabels) != p.N {
		return fmt.Errorf("the frontier has %d rows and %d labels of rows, and should have as many", p.N, len(p.XLabels))
	}
	if p.XMass != nil && len(p.XMass) != p.N {
		return fmt.Errorf("the frontier has %d rows and %d masses of rows, and should have as many", p.N, len(p.XMass))
	}
	c := p.Cells
	if c == nil {
		return nil
	}
	if len(c.X) != len(c.Y) || len(c.X) != len(c.Weight) {
		return fmt.Errorf("the cells of the frontier have %d rows, %d columns and %d weights, and should have as many of each",
			len(c.X), len(c.Y), len(c.Weight))
	}
	for n := range c.X {
		if c.X[n] < 0 || c.X[n] >= p.N || c.Y[n] < 0 || c.Y[n] >= len(p.YLabels) {
			return fmt.Errorf("cell %d of the frontier is at row %d, column %d, and the table has %d rows and %d labels of columns",
				n, c.X[n], c.Y[n], p.N, len(p.YLabels))
		}
	}
	return nil
}

// packed collects the content of a page of f, and packs the part after the first picture. While
// all arrays take more than mostPacked, the page shows mostShown points, then half of them and so
// on, but at least leastShown.
func packed(f *frontier.Frontier, opts Options) (*data, []byte, error) {
	for most := math.MaxInt; ; most = min(mostShown, most/2) {
		d := newData(f, opts, most)
		var block bytes.Buffer
		out := bufio.NewWriter(&block)
		if err := d.writeBlock(out, d.later, true); err != nil {
			return nil, nil, err
		}
		if err := out.Flush(); err != nil {
			return nil, nil, err
		}
		first := 0
		for _, a := range d.first {
			first += base64.StdEncoding.EncodedLen(padded(a.length * a.size))
		}
		if first+block.Len() <= mostPacked || d.about.All+d.about.Layered <= leastShown || most <= leastShown {
			return d, block.Bytes(), nil
		}
	}
}

// fill writes the content of a place of the page.
func fill(out *bufio.Writer, place string, d *data, later []byte) (err error) {
	switch place {
	case "policy":
		_, err = out.WriteString(policy.Of(script, style))
	case "title":
		_, err = out.WriteString(html.EscapeString(strings.ToValidUTF8(d.about.Title, "\uFFFD")))
	case "style":
		_, err = out.WriteString(style)
	case "script":
		_, err = out.WriteString(script)
	case "about":
		err = d.writeAbout(out)
	case "first":
		err = d.writeBlock(out, d.first, false)
	case "later":
		_, err = out.Write(later)
	}
	return err
}
