package scanning

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/input"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/internal/atomicfile"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/report"
)

// finish writes the mapping and the page, and prints the result.
func (c *catalog) finish(folder string, quiet, interrupted bool, s cli.Streams) error {
	c.discount()
	if err := c.write(folder); err != nil {
		return err
	}
	if !interrupted {
		if err := c.writePages(folder); err != nil {
			return err
		}
	}
	err := put(folder, pageFile, c.writePage)
	if err != nil {
		return err
	}
	if err := c.sweep(folder); err != nil {
		return cli.Failed(err)
	}
	if !quiet {
		err = c.print(s.Out, folder)
	}
	if left := c.left(); err == nil && interrupted && left > 0 {
		s.Warn("interrupted: %s not mapped; the same command goes on with them", wording.Plural(left, "column"))
	}
	return err
}

// means reports whether groups explain the mean of Y.
func (c *catalog) means() bool { return c.Target == input.Mean }

// sweep removes the frontiers of an earlier scan that are not of this one.
func (c *catalog) sweep(folder string) error {
	now := make(map[string]bool)
	for _, e := range c.Columns {
		now[e.File] = true
	}
	var old []string
	for file := range c.before {
		if !now[file] && filepath.Base(file) == file {
			old = append(old, file, pageOf(file))
		}
	}
	for _, e := range c.Columns {
		if e.File != "" && !e.paged {
			old = append(old, pageOf(e.File))
		}
	}
	for _, file := range old {
		if err := atomicfile.Folder(folder).Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// mostPages is the largest number of columns with pages of their own.
const mostPages = 50

// pageOf returns the name of the page of a column, given the name of its frontier.
func pageOf(file string) string {
	name := strings.TrimSuffix(file, ".json") + ".html"
	if strings.EqualFold(name, pageFile) { // the column is called index
		name = file + ".html"
	}
	return name
}

// writePages writes a page for each of the first columns with more than one group, to explore all groupings of it. Groups
// for a model have none, as nobody looks at them.
func (c *catalog) writePages(folder string) error {
	pages := 0
	for _, e := range c.ranked() {
		if e.Clusters <= 1 || pages == mostPages || c.Rule == input.RulePredict {
			continue
		}
		fr, err := input.ReadScanned(atomicfile.Folder(folder), e.File)
		if err != nil {
			return err
		}
		if err := put(folder, pageOf(e.File), func(w io.Writer) error {
			return report.Write(w, fr, report.Options{Title: c.Name + ": " + e.title()})
		}); err != nil {
			return err
		}
		e.paged = true
		pages++
	}
	return nil
}

// left returns how many usable columns are not mapped.
func (c *catalog) left() (n int) {
	return lists.Count(c.Columns, func(e *entry) bool { return e.Unusable == "" && e.Key == "" })
}

// counted says how many columns there are: "19 columns and 5 parts of times".
func (c *catalog) counted() string {
	whole := lists.Count(c.Columns, func(e *entry) bool { return e.Part == "" })
	text := wording.Plural(whole, "column")
	if parts := len(c.Columns) - whole; parts > 0 {
		text += " and " + wording.Plural(parts, "part") + " of times"
	}
	return text
}

// print lists the columns for a person.
func (c *catalog) print(w io.Writer, folder string) error {
	ranked := c.ranked()
	about := fmt.Sprintf("H(Y) = %.4f bits", c.HY)
	if c.means() {
		about = "of which groups explain the mean"
	}
	fmt.Fprintf(w, "%s: %s, %s; Y is %s, %s\n\n", wording.Word(c.Name), wording.Plural(c.Records, "record"), c.counted(), wording.Label(c.Y), about)
	if len(ranked) > 0 {
		tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		head, units := "I(X;Y)\tcorrected\tp\tgroups\tH(Z)\tI(Z;Y)\theld out", "All are in bits."
		if c.means() {
			head, units = "R2\tadjusted\tp\tgroups\tH(Z)\tR2 of groups\theld out", "H(Z) is in bits, and R2 the share of the variance of Y that is explained."
		}
		fmt.Fprintln(tw, "column\ttype\tvalues\t"+head)
		for _, e := range ranked {
			fmt.Fprintf(tw, "%s\t%s\t%s\t%.4f\t%s\t%s\t%d\t%.4f\t%.4f\t%s\n", e.shown(), e.Type, wording.Number(e.Distinct),
				e.IXY, wording.Corrected(e.Corrected, e.Chance), optional("%.3g", e.P), e.Clusters, e.H, e.I, optional("%.4f", e.HeldOut))
		}
		if err := tw.Flush(); err != nil {
			return err
		}
		if lists.Count(ranked, func(e *entry) bool { return e.Smooth > 0 }) > 0 {
			units += " I(X;Y) and I(Z;Y) are of smoothed tables where that predicts better."
		}
		fmt.Fprint(w, "\n"+units+" The columns are ranked by what the recommended groups tell of records held out.\n\nThe recommended groups:\n\n")
		for _, e := range ranked {
			fmt.Fprintf(w, "%s: %s\n", e.shown(), e.list())
		}
	}
	first := true
	for _, e := range c.Columns {
		if e.Unusable == "" {
			continue
		}
		if first {
			fmt.Fprint(w, "\nOf no use:\n\n")
			first = false
		}
		fmt.Fprintf(w, "%s: %s\n", e.shown(), input.Unusable(e.Column, e.Unusable))
	}
	_, err := fmt.Fprintf(w, "\n%s has the page, and 'dibmap encode %s DATA' recodes all columns.\n", filepath.Join(folder, pageFile), wording.ShellWord(folder))
	return err
}

// shown returns the title of a column in a list.
func (e *entry) shown() string {
	named := *e
	named.Column = wording.Label(e.Column)
	return named.title()
}

// mostListed is the number of groups that are listed in a line of text.
const mostListed = 8

// list lists the recommended groups in a line.
func (e *entry) list() string {
	if e.Clusters <= 1 {
		return "one group. " + e.Reason
	}
	var names []string
	for n, g := range e.Groups {
		if n == mostListed {
			names = append(names, fmt.Sprintf("%d more", len(e.Groups)-n))
			break
		}
		if g.GroupMean != nil {
			g.shown += fmt.Sprintf(" (mean %.4g)", g.Mean)
		}
		names = append(names, g.shown)
	}
	list := strings.Join(names, " | ")
	if e.Answer {
		list += ". " + answer
	}
	return list
}

// answer is the remark on a column that determines Y.
const answer = "Contains the answer? This column determines Y."

// optional formats a number that may be unknown.
func optional(format string, v *float64) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprintf(format, *v)
}
