package choosing

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/listing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/structure"
)

// walkThrough is the number of prominent points among which a walk chooses its way.
const walkThrough = 200

// showWalk prints a chain of points that refine each other, with the clusters that split at each.
func showWalk(w io.Writer, path string, f *frontier.Frontier) error {
	candidates := []int{0, f.Len() - 1} // both ends belong to every walk
	if err := input.CheckAssigned(path, f.At(0)); err != nil {
		return err
	}
	for _, p := range f.MostProminent(walkThrough) {
		candidates = append(candidates, p.Index)
	}
	terms, clusters := listing.TermsOf(f), listing.NewClusters(f)
	var b strings.Builder
	b.WriteString(terms.Head() + "splits into\n")
	var before frontier.Point
	for n, at := range structure.Walk(f, candidates) {
		p := f.At(at)
		line := terms.Line(f, p)
		text := clusters.Line(p, listing.Room(w, line))
		if n > 0 {
			text = wording.Clusters(splits(before, p, clusters.Texts(p)), listing.Room(w, line))
		}
		fmt.Fprintf(&b, "%s%s\n", line, text)
		before = p
	}
	b.WriteString(terms.Legend())
	_, err := io.WriteString(w, b.String())
	return err
}

// splits returns the clusters of a point that are parts of a larger cluster of the point before,
// as parts of the clusters' texts. Parts of the same cluster are next to each other.
func splits(before, p frontier.Point, clusters [][]string) [][]string {
	from, whole := before.Assignment(), before.Assignment().Clusters()
	rows := p.Assignment().Clusters()
	parent := func(c int) int { return from[rows[c][0]] }
	var parts []int
	for c := range clusters {
		if len(rows[c]) < len(whole[parent(c)]) {
			parts = append(parts, c)
		}
	}
	slices.SortStableFunc(parts, func(a, b int) int { return cmp.Compare(parent(a), parent(b)) })
	return lists.Map(parts, func(c int) []string { return clusters[c] })
}

// showDistinctions prints for every value of X the entropy from which on it has a cluster of its
// own, and the value that it stays with longest, by increasing entropy.
func showDistinctions(w io.Writer, path string, f *frontier.Frontier) error {
	if err := input.CheckAssigned(path, f.At(0)); err != nil {
		return err
	}
	d, err := structure.DistinctionsOf(f)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	labels := f.Problem.XLabels
	order := lists.Numbers(len(labels))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(d.Alone(a), d.Alone(b)) })
	label := wording.Label
	if wording.Spoken(labels) {
		label = func(l string) string { return wording.Part(l, false) }
	}
	terms := listing.TermsOf(f)
	var b strings.Builder
	fmt.Fprintf(&b, "%10s  %8s  %8s  value, and the one it stays with longest\n", "alone from", "together", "share")
	for _, x := range order {
		with, least := companion(d, x, len(labels))
		mass := "-"
		if f.Problem.XMass != nil {
			mass = wording.Share(f.Problem.XMass[x], 1)
		}
		from := "never"
		if at := d.Alone(x); !math.IsInf(at, 1) {
			from = wording.Bits(at)
		}
		fmt.Fprintf(&b, "%10s  %8s  %8s  %s, %s\n", from, wording.Share(1-least, 1), mass, label(labels[x]), label(labels[with]))
	}
	fmt.Fprintf(&b, "\nAlone from: the smallest %s of a point with a group of this value alone. Together: the\nshare of all budgets for which the best grouping has both values in one group.\n", terms.H)
	_, err = io.WriteString(w, b.String())
	return err
}

// companion returns the row that is apart from row x for the smallest share of budgets, and
// that share.
func companion(d *structure.Distinctions, x, rows int) (with int, least float64) {
	least = math.Inf(1)
	for y := range rows {
		if y == x {
			continue
		}
		if _, apart := d.Apart(x, y); apart < least {
			with, least = y, apart
		}
	}
	return with, least
}

// showAgainst compares two frontiers.
func showAgainst(s cli.Streams, path string, f *frontier.Frontier, otherPath string) error {
	if path == "-" && otherPath == "-" {
		return errors.New("the frontier and --against cannot both be standard input")
	}
	other, err := input.ReadFrontier(otherPath, s)
	if err != nil {
		return fmt.Errorf("--against: %w", err)
	}
	switch p, q := &f.Problem, &other.Problem; {
	case p.N == 0 || q.N == 0: // a CSV does not tell
	case p.Kind != q.Kind || p.N != q.N:
		return fmt.Errorf("--against: %s is a frontier of %s %s, and %s of %s %s: they have no points in common",
			otherPath, wording.Plural(q.N, "value"), q.Kind, path, wording.Plural(p.N, "value"), p.Kind)
	case p.Source.SHA256 != q.Source.SHA256:
		s.Note("%s and %s are of different tables: they are compared as curves", path, otherPath)
	}
	c := structure.Compare(f, other)
	terms := listing.TermsOf(f)
	var b strings.Builder
	fmt.Fprintf(&b, "%8s  %8s  %12s  %11s  %16s  frontier\n", "points", "not in", "area [bit^2]", "mean ahead", "most, at "+terms.H)
	fmt.Fprintf(&b, "%8s  %8s\n", "", "other")
	for n, name := range []string{path, otherPath} {
		lead, largest := c.Ahead[n], "-"
		if lead.Largest > 0 {
			largest = fmt.Sprintf("%.2g at %.4f", lead.Largest, lead.At)
		}
		fmt.Fprintf(&b, "%8s  %8s  %12.6f  %11.2g  %16s  %s\n", wording.Number(len(c.Common)+len(c.Only[n])), wording.Number(len(c.Only[n])), c.Hypervolume[n],
			lead.Mean, largest, name)
	}
	fmt.Fprintf(&b, "%s in common\n", wording.Plural(len(c.Common), "point"))
	_, err = io.WriteString(s.Out, b.String())
	return err
}
