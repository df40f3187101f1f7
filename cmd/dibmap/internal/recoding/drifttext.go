package recoding

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/internal/binning"
	"github.com/dibmap/dibmap/recode"
	"github.com/dibmap/dibmap/scale"
)

// chance writes the p-value of a comparison.
func (c *compared) chance() string {
	switch {
	case math.IsNaN(c.P):
		return "-"
	case c.Least:
		return fmt.Sprintf("<= %.3g", c.P)
	}
	return fmt.Sprintf("= %.3g", c.P)
}

// printDrift prints the groups of a column then and now.
func printDrift(s cli.Streams, c *compared) error {
	w := s.Out
	test := "no test, since the counts then or now are no whole numbers"
	if !math.IsNaN(c.P) {
		test = fmt.Sprintf("about %.4f by chance alone; permutation test p %s", c.Chance, c.chance())
	}
	fmt.Fprintf(w, "%s: PSI %.4f, %s\n", wording.Label(c.title), c.PSI, test)
	then := "shares of a distribution"
	if !math.IsNaN(c.Then) {
		then = wording.Plural(int64(math.Round(c.Then)), "record")
	}
	fmt.Fprintf(w, "then: %s; now: %s\n\n%8s %8s %8s  group\n", then, wording.Plural(int64(math.Round(c.Now)), "record"), "then", "now", "PSI")
	halved := false
	emphasis := wording.Emphasis(w)
	for _, g := range c.Groups {
		fmt.Fprintf(w, "%8s %8s %8.4f  %s\n", wording.Share(g.Then, 1), wording.Share(g.Now, 1), g.PSI, emphasis(wording.Part(g.Name, true)))
		halved = halved || g.Halved
	}
	fmt.Fprintln(w)
	if halved {
		fmt.Fprintln(w, "PSI takes half a record where there is none.")
	}
	fmt.Fprintf(w, "Missing values: %s then, %s now.\n", wording.Share(c.missingThen, 1), wording.Share(c.missingNow, 1))
	tellNew(w, c)
	if c.met.Outside > 0 {
		tellOutside(c.met.Outside, c.coding.Encoder.Scales(), s)
	}
	_, err := fmt.Fprintln(w, "By rule of thumb, a PSI below 0.1 is small, and one above 0.25 is a shift.")
	return err
}

// newValues returns the number of values that the table did not have, and examples of them, each with its records.
func (c *compared) newValues() (values int, examples []recode.UnknownValue) {
	missing := func(v recode.UnknownValue) bool { return v.Value == scale.MissingLabel }
	examples = slices.DeleteFunc(slices.Clone(c.met.Examples), missing)
	return c.met.UnknownValues - len(c.met.Examples) + len(examples), examples
}

// tellNew says which values the table did not have.
func tellNew(w io.Writer, c *compared) {
	values, examples := c.newValues()
	if values == 0 {
		return
	}
	what, share := "New values", "in "+wording.Share(c.unknown, 1)+" of the records"
	if c.met.Rest != "" { // which may have been there
		what, share = "Other values", "which count as "+c.met.Rest
	}
	most := ""
	if c.met.UnknownMore {
		most = "at least "
	}
	list := wording.Some(len(examples), func(i int) string {
		return fmt.Sprintf("%s (%s)", wording.Label(examples[i].Value), wording.Number(examples[i].Records))
	})
	if values > len(examples) {
		list += ", ..."
	}
	fmt.Fprintf(w, "%s: %s%s, %s: %s\n", what, most, wording.Number(values), share, list)
}

// printDrifts prints a line for each column.
func printDrifts(w io.Writer, list []compared) error {
	fmt.Fprintf(w, "%8s %8s %7s %8s %8s %8s  column\n", "PSI", "p", "groups", "new", "missing", "before")
	for n := range list {
		c := &list[n]
		fmt.Fprintf(w, "%8.4f %8s %7d %8s %8s %8s  %s\n", c.PSI, strings.TrimPrefix(c.chance(), "= "), c.p.K, wording.Share(c.unknown, 1),
			wording.Share(c.missingNow, 1), wording.Share(c.missingThen, 1), wording.Label(c.title))
	}
	_, err := fmt.Fprint(w, "\nnew: records with values that the table did not have. missing: records without a value, now and before.\n"+
		"By rule of thumb, a PSI below 0.1 is small, and one above 0.25 is a shift.\n")
	return err
}

// printDriftJSON prints comparisons as JSON.
func printDriftJSON(w io.Writer, list []compared) error {
	type column struct {
		Column      string                `json:"column"`
		K           int                   `json:"k"`
		PSI         float64               `json:"psi"`
		Chance      float64               `json:"chance"`
		P           float64               `json:"p"`
		Then        float64               `json:"then"`
		Now         float64               `json:"now"`
		Groups      []binning.Change      `json:"groups"`
		MissingThen float64               `json:"missing_then"`
		MissingNow  float64               `json:"missing_now"`
		NewShare    float64               `json:"new_share"`
		NewValues   int                   `json:"new_values"`
		New         []recode.UnknownValue `json:"new"`
		Outside     int64                 `json:"outside"`
	}
	out := struct {
		Columns []column `json:"columns"`
	}{}
	for n := range list {
		c := &list[n]
		values, examples := c.newValues()
		one := column{
			Column: c.title, K: c.p.K, PSI: c.PSI, Chance: c.Chance, P: c.P, Then: c.Then, Now: c.Now, Groups: c.Groups, MissingThen: c.missingThen,
			MissingNow: c.missingNow, NewShare: c.unknown, NewValues: values, New: append([]recode.UnknownValue{}, examples...), Outside: c.met.Outside,
		}
		out.Columns = append(out.Columns, one)
	}
	return cli.WriteJSON(w, out)
}
