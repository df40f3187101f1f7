// Package report writes a frontier as one web page that a person explores it with.
//
//  1. package frontier holds the points, their clusterings, and what is known of the
//     table that was clustered;
//  2. [Write] packs all of it into a page, with the program that shows it, which
//     tools/webgen bundles from the sources in the folder web;
//  3. a browser opens the file: it zooms, names the clusters of any point and what tells
//     them apart, finds the best point for a budget, follows one label along the
//     frontier, compares two points, and hands out the mapping of a point.
//
// The page is one file that needs nothing else and asks for nothing: its content security
// policy forbids every connection, every image and frame from elsewhere, and every script
// but its own. Labels are data: they are shown as text and never read as HTML. The
// clusterings stand behind the program, compressed, so that the frontier is painted
// before they are unpacked. It works by keyboard and by touch, in light and in dark, and on
// the width of a phone. The state of the page, such as the point chosen, stands behind
// the # of its address, so that an address can be passed on with the file.
//
// The same frontier and options give the same bytes.
package report

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/dibmap/dibmap/frontier"
)

//go:generate go run -C ../tools ./webgen ../report

// Options say how a page looks. The zero value is a page with all there is.
type Options struct {
	// Title stands above the page and in the browser's tab; empty means the name of the
	// table.
	Title string
}

// Write writes f to w as one HTML page, which no other file or connection is needed to
// show. It fails if w does, or if the labels are not those of the rows. A page that would
// hold more than 256 MiB of clusterings is written without them, and says so. O(points x n).
func Write(w io.Writer, f *frontier.Frontier, opts Options) error {
	if err := check(f); err != nil {
		return err
	}
	if opts.Title == "" {
		opts.Title = f.Problem.Source.Name
	}
	if opts.Title == "" {
		opts.Title = "Frontier"
	}
	d := newData(f, opts)
	out := bufio.NewWriterSize(w, 1<<16)
	for _, part := range pageParts() {
		if err := writePart(out, part, d, opts); err != nil {
			return err
		}
	}
	return out.Flush()
}

// check says what of the problem does not fit the page.
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

// writePart writes a part of the page: what the name of a place in it stands for, or text.
func writePart(out *bufio.Writer, part part, d *data, opts Options) (err error) {
	switch part.place {
	case "":
		_, err = out.WriteString(part.text)
	case "policy":
		_, err = out.WriteString(policy())
	case "title":
		_, err = out.WriteString(html.EscapeString(strings.ToValidUTF8(opts.Title, "\uFFFD")))
	case "style":
		_, err = out.WriteString(style)
	case "script":
		_, err = out.WriteString(script)
	case "about":
		err = d.writeAbout(out)
	case "first":
		err = d.writeBlock(out, d.first, false)
	case "later":
		err = d.writeBlock(out, d.later, true)
	}
	return err
}
