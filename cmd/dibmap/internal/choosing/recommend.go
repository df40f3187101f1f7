package choosing

import (
	"fmt"
	"io"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/listing"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/frontier/recommend"
)

// recommend prints the recommended grouping, the reason, and how to choose the alternatives.
func (f *selectFlags) recommend(path string, fr *frontier.Frontier, s cli.Streams) error {
	if f.rule == input.RulePredict && fr.Validation == nil {
		if flag := f.choice.told.flag; flag != "" {
			return fmt.Errorf("--rule predict chooses by records that were held out, which does not go with --%s: leave one of them out", flag)
		}
		return fmt.Errorf("--rule predict chooses by records that were held out, and %s has none: map with --validate", path)
	}
	r, ok := input.Recommend(fr, f.rule)
	if !ok {
		return f.choice.missing(path, fr)
	}
	if err := input.CheckAssigned(path, r.Point); err != nil {
		return err
	}
	if f.asJSON || f.table.Asked {
		return f.print(path, fr, r.Point, reasonOf(&r), s.Out)
	}
	if r.Rule == recommend.Nothing {
		_, err := fmt.Fprintln(s.Out, wording.Word(strings.TrimSpace(r.Reason+" "+leastLimit(fr))))
		return err
	}
	told, err := f.told(fr, r.Point)
	if err != nil {
		return err
	}
	if err := f.printPoint(s.Out, fr, r.Point, told, listing.Why(r)); err != nil {
		return err
	}
	printAlternatives(s.Out, path, fr, &r)
	if err := listing.Draw(s.Out, fr, f.ascii); err != nil {
		return err
	}
	fmt.Fprintln(s.Out)
	listing.Numbers(s.Out, fr, r.Point)
	listing.Say(s.Out, listing.Conclude(fr))
	_, err = fmt.Fprintln(s.Out, "\nSee 'dibmap select --help' for other choices, and 'dibmap encode --help' to\napply one to records.")
	return err
}

// chooseAll prints what is chosen or recommended for each column that a scan has mapped, in a line of JSON each. One
// group is recommended where the scan found that the column is not shown to tell anything.
func (f *selectFlags) chooseAll(folder string, s cli.Streams) error {
	columns, err := input.ReadScan(folder)
	if err != nil {
		return err
	}
	for n := range columns {
		c := &columns[n]
		if f.choice.rule != byNothing {
			p, err := f.choice.Point(c.File, c.Frontier)
			if err == nil {
				err = f.print(c.File, c.Frontier, p, nil, s.Out)
			}
			if err != nil {
				return err
			}
			continue
		}
		r, ok := input.Recommend(c.Frontier, c.Rule)
		if !ok {
			return fmt.Errorf("%s: the frontier has no points", c.File)
		}
		if c.K <= 1 {
			r = recommend.Choice{Point: c.Frontier.At(0), Rule: recommend.Nothing, Reason: c.Reason}
		}
		if err := input.CheckAssigned(c.File, r.Point); err != nil {
			return err
		}
		if err := f.print(c.File, c.Frontier, r.Point, reasonOf(&r), s.Out); err != nil {
			return err
		}
	}
	return nil
}

// reasonOf returns the JSON of the reason for a recommendation.
func reasonOf(r *recommend.Choice) *jsonRecommendation {
	return &jsonRecommendation{r.Rule, r.Reason, alternative(r.Coarser), alternative(r.Finer)}
}

// alternative returns the JSON of an alternative; nil for none.
func alternative(p *frontier.Point) *jsonAlternative {
	if p == nil {
		return nil
	}
	return &jsonAlternative{p.H, p.I, p.K}
}

// printAlternatives prints the commands that choose the recommended grouping, a coarser and a
// finer one.
func printAlternatives(w io.Writer, path string, fr *frontier.Frontier, r *recommend.Choice) {
	fmt.Fprintln(w)
	for _, line := range []struct {
		name string
		p    *frontier.Point
	}{{"coarser", r.Coarser}, {"this one", &r.Point}, {"finer", r.Finer}} {
		if line.p != nil {
			heldOut := ""
			if fr.Validation != nil {
				heldOut = fmt.Sprintf(", held out %8s", listing.HeldOut(fr, *line.p))
			}
			fmt.Fprintf(w, "%-10s%10s %8s%s   dibmap select %s --clusters %d%s\n", line.name+":",
				wording.Plural(line.p.K, "group"), kept(fr, *line.p), heldOut, wording.ShellWord(path), line.p.K, limited(fr))
		}
	}
	fmt.Fprintln(w)
}
