package drawing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/choosing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/describe"
	"github.com/dibmap/dibmap/internal/baseline"
	"github.com/dibmap/dibmap/internal/draw"
	"github.com/dibmap/dibmap/internal/judge"
	"github.com/dibmap/dibmap/internal/picture"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/plot"
)

// noteFlags are the flags for what is drawn at chosen points of a frontier, and behind it.
type noteFlags struct {
	prominent int
	at        []float64
	best      []int // numbers of groups
	palette   string
	random    int
	seed      uint64
}

// mostRandom is the largest number of random groupings into each number of groups. More take
// long, and show nothing new.
const mostRandom = 10000

// mostDrawn limits the labels of all random groupings together, which take memory.
const mostDrawn = 2e7

func (f *noteFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.IntVar(&f.prominent, "annotate", 0, "write the groups at the `N` most prominent points")
	flags.Float64SliceVar(&f.at, "annotate-at", nil, "write the groups at the best points within these many `BITS`, such as 0.9,1.5")
	flags.IntSliceVar(&f.best, "annotate-k", nil, "write the groups of the best groupings into these many `GROUPS`, such as 3,6")
	flags.StringVar(&f.palette, "palette", "", "draw the groups of these points as colours: scale, hues, or a `FILE` of VALUE,#RRGGBB")
	flags.IntVar(&f.random, "random", 0, "draw `N` random groupings into each number of groups behind the frontier")
	flags.Uint64Var(&f.seed, "seed", 0, "seed of the random groupings")
}

func (f *noteFlags) check(given func(flag string) bool) error {
	chosen := given("annotate") || given("annotate-at") || given("annotate-k")
	switch {
	case given("annotate") && f.prominent < 1:
		return fmt.Errorf("--annotate is %d: want 1 or more points", f.prominent)
	case slices.ContainsFunc(f.at, math.IsNaN):
		return errors.New("--annotate-at holds NaN: want numbers of bits")
	case slices.ContainsFunc(f.best, func(k int) bool { return k < 1 }):
		return errors.New("--annotate-k holds a number below 1: want numbers of groups, such as 3,6")
	case given("palette") && !chosen:
		return errors.New("--palette draws the groups of points: choose them with --annotate N, --annotate-at BITS or --annotate-k GROUPS")
	case given("palette") && f.palette == "":
		return errors.New("--palette is empty: want scale, hues or a file of lines VALUE,#RRGGBB")
	case given("random") && (f.random < 1 || f.random > mostRandom):
		return fmt.Errorf("--random is %d: want from 1 to %d groupings into each number of groups", f.random, mostRandom)
	case given("seed") && !given("random"):
		return errors.New("--seed is for --random N: add that, or leave it out")
	}
	return nil
}

// points returns the chosen points of the frontier, the prominent points that satisfy where, and
// the best groupings that are not on it: each once, by increasing h.
func (f *noteFlags) points(path string, fr *frontier.Frontier, where ...func(frontier.Point) bool) ([]frontier.Point, error) {
	points := fr.MostProminent(f.prominent, where...)
	for _, h := range f.at {
		p, err := choosing.Within(path, fr, h)
		if err != nil {
			return nil, fmt.Errorf("--annotate-at %g: %w", h, err)
		}
		points = append(points, p)
	}
	for _, k := range f.best {
		p, ok := fr.WithClusters(k)
		if !ok {
			return nil, fmt.Errorf("--annotate-k %d: %s has no grouping that is best for %s", k, path, wording.Plural(k, "group"))
		}
		points = append(points, p)
	}
	slices.SortFunc(points, func(a, b frontier.Point) int { return cmp.Or(cmp.Compare(a.H, b.H), cmp.Compare(a.I, b.I)) })
	points = slices.CompactFunc(points, func(a, b frontier.Point) bool { return a.Index == b.Index && a.K == b.K && a.Packed() == b.Packed() })
	for _, p := range points {
		if err := input.CheckAssigned(path, p); err != nil {
			return nil, err
		}
	}
	return points, nil
}

// offFrontier returns the number of clusters of a best grouping that is not on the frontier, and 0
// for a point of it.
func offFrontier(p frontier.Point) int {
	if p.Index < 0 {
		return p.K
	}
	return 0
}

// mostNamed is the largest number of groups whose names are written at a point, and nameWidth the width of a name on a
// narrow page.
const (
	mostNamed = 9
	nameWidth = 20 * draw.MM
)

// groupsText writes the names of the groups of a point, one a line or, on a narrow page, their heaviest values on one.
func groupsText(fr *frontier.Frontier, p frontier.Point, narrow bool) string {
	lines := []string{wording.Plural(p.K, "group") + ":"}
	names := p.Names()
	if narrow && fr.Order() == nil {
		groups := describe.Clusters(fr, p, 0)
		for c := range groups {
			names[c] = groups[c].Labels[0]
		}
		names = draw.Shortened(names, draw.SmallSize, nameWidth)
		for c := range groups {
			if more := len(groups[c].Labels) - 1; more > 0 {
				names[c] = picture.WithDirection(names[c]) + fmt.Sprintf(" +%d", more)
			}
		}
	}
	for n, name := range names {
		name = picture.WithDirection(name)
		if n == mostNamed-1 && len(names) > mostNamed {
			lines = append(lines, fmt.Sprintf("and %d more", len(names)-n))
			break
		}
		lines = append(lines, name)
	}
	if narrow {
		return lines[0] + " " + strings.Join(lines[1:], " | ")
	}
	return strings.Join(lines, "\n")
}

// annotations returns the texts at the points that are chosen.
func (f *noteFlags) annotations(path string, fr *frontier.Frontier, opts *plot.Options, where ...func(frontier.Point) bool) ([]plot.Annotation, error) {
	points, err := f.points(path, fr, where...)
	var notes []plot.Annotation
	for _, p := range points {
		text := plot.ClusterText(p, 0)
		switch {
		case !slices.Contains(f.best, p.K):
		case opts.Paper:
			text = fmt.Sprintf("k=%d: %s", p.K, text)
		default:
			text = groupsText(fr, p, opts.Width > 0 && opts.Width < 100)
		}
		notes = append(notes, plot.Annotation{Point: p.Index, Clusters: offFrontier(p), Text: text})
	}
	return notes, err
}

// apply adds to the options of a figure what is drawn at points and behind them.
func (f *noteFlags) apply(ctx context.Context, opts *plot.Options, path string, fr *frontier.Frontier, s cli.Streams) (err error) {
	if f.palette == "" {
		opts.Annotations, err = f.annotations(path, fr, opts)
	} else {
		opts.Palette, err = f.strips(path, fr, s)
	}
	if err != nil || f.random == 0 {
		return err
	}
	opts.Background, err = f.background(ctx, path, &fr.Problem)
	return err
}

// strips returns the colours of the values, and the points at which they are drawn.
func (f *noteFlags) strips(path string, fr *frontier.Frontier, s cli.Streams) (*plot.Palette, error) {
	points, err := f.points(path, fr)
	if err != nil {
		return nil, err
	}
	labels := fr.Problem.XLabels
	p := &plot.Palette{Mass: fr.Problem.XMass}
	for _, q := range points {
		if k := offFrontier(q); k > 0 {
			p.Clusters = append(p.Clusters, k)
		} else {
			p.Points = append(p.Points, q.Index)
		}
	}
	switch f.palette {
	case "scale":
	case "hues":
		for x := range labels {
			p.Hues = append(p.Hues, 360*float64(x)/float64(len(labels)))
		}
	default:
		if p.Colors, err = readColors(f.palette, labels, s); err != nil {
			return nil, fmt.Errorf("--palette: %w", err)
		}
	}
	return p, nil
}

// readColors reads lines VALUE,#RRGGBB, and returns the colours of the labels.
func readColors(path string, labels []string, s cli.Streams) ([]color.NRGBA, error) {
	file, err := s.Open(path)
	if err != nil {
		return nil, fmt.Errorf("want scale, hues or a file of lines VALUE,#RRGGBB; %s: %w", path, err)
	}
	defer func() { _ = file.Close() }() // it was only read
	records := textfile.NewCSV(file, path)
	records.Comma = ','
	of := make(map[string]color.NRGBA)
	for {
		record, err := records.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if len(record) != 2 {
			return nil, records.Wrong(0, "want a value and a colour, as in north,#0072B2")
		}
		c, ok := parseColor(record[1])
		if !ok {
			return nil, records.Wrong(1, "%q is no colour: write it as #0072B2", record[1])
		}
		if _, twice := of[record[0]]; twice {
			return nil, records.Wrong(0, "the value %s occurs twice", wording.Label(record[0]))
		}
		of[record[0]] = c
	}
	colors := make([]color.NRGBA, len(labels))
	for x, label := range labels {
		c, ok := of[label]
		if !ok {
			return nil, fmt.Errorf("%s: the value %s has no colour", path, wording.Label(label))
		}
		colors[x] = c
	}
	return colors, nil
}

func parseColor(text string) (c color.NRGBA, ok bool) {
	if len(text) != len("#RRGGBB") {
		return c, false
	}
	n, err := fmt.Sscanf(text, "#%02x%02x%02x", &c.R, &c.G, &c.B)
	c.A = 255
	return c, err == nil && n == 3
}

// background returns random groupings of the table that a frontier file holds.
func (f *noteFlags) background(ctx context.Context, path string, p *frontier.Problem) ([]plot.BackgroundPoint, error) {
	if p.Kind != "dib" || p.Estimator != "" || p.Cells == nil {
		return nil, fmt.Errorf("--random: %s does not hold a table of two variables whose groupings could be drawn: leave it out", path)
	}
	j, err := jointOf(p)
	if err != nil {
		return nil, fmt.Errorf("--random: %s: %w", path, err)
	}
	if rows := int64(p.N); int64(f.random)*min(rows, 64)*rows > mostDrawn {
		return nil, fmt.Errorf("--random: %s into each number of groups of %s take too much memory: give %d or less",
			wording.Plural(f.random, "grouping"), wording.Plural(p.N, "value"), mostDrawn/(min(rows, 64)*rows))
	}
	r, err := baseline.Random().Run(ctx, j, baseline.Options{Restarts: f.random, Seed: f.seed})
	if err != nil {
		return nil, fmt.Errorf("--random: %w", err)
	}
	var list []plot.BackgroundPoint
	for _, q := range judge.Points(j, slices.Values(r.Clusterings)) {
		list = append(list, plot.BackgroundPoint{H: q.H, I: q.I, K: q.K})
	}
	return list, nil
}

// jointOf returns the table that a frontier file holds.
func jointOf(p *frontier.Problem) (*joint.Joint, error) {
	cells := make([]joint.Cell, len(p.Cells.X))
	for n := range cells {
		cells[n] = joint.Cell{X: int32(p.Cells.X[n]), Y: int32(p.Cells.Y[n]), Value: p.Cells.Weight[n]}
	}
	return joint.New(p.XLabels, p.YLabels, cells)
}
