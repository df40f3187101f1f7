package listing

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/scale"
)

// conjoined lists the columns of a variable for a sentence.
func conjoined(scales scale.Scales) string {
	names := lists.Map(scales, func(s scale.Scale) string { return wording.Label(s.Column) })
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// readAs describes a variable of some labels in a few words: a number in 50 ranges, or a category
// of 4 values.
func readAs(scales scale.Scales, labels []string) string {
	n := len(labels)
	if slices.Contains(labels, scale.MissingLabel) {
		n--
	}
	if len(scales) > 1 {
		kinds := lists.Map(scales, func(v scale.Scale) string { return string(v.Type) })
		return fmt.Sprintf("%s in %s", strings.Join(kinds, " and "), wording.Plural(n, "combination"))
	}
	s := &scales[0]
	kind := string(s.Type)
	if s.Type == "" {
		kind = string(scale.Category)
	}
	switch {
	case s.Part != "" && !s.Binned():
		return fmt.Sprintf("the %s of a time, of %s", s.Part, wording.Plural(n, "value"))
	case s.Part != "":
		kind = "the " + s.Part + " of a time"
	default:
		kind = "a " + kind
	}
	if s.Binned() && !slices.Equal(s.Low, s.High) {
		return fmt.Sprintf("%s in %s", kind, wording.Plural(len(s.Low), "range"))
	}
	return fmt.Sprintf("%s of %s", kind, wording.Plural(n, "value"))
}

// describeScales says in a line for each column of numbers, or of categories in an order, what it
// holds and how it was read, so that defaults are visible.
func describeScales(f *frontier.Frontier) (lines []string) {
	p := &f.Problem
	for _, v := range []struct {
		flag   string
		scales scale.Scales
		labels []string
	}{{"--bins-x", p.XScales, p.XLabels}, {"--bins-y", p.YScales, p.YLabels}} {
		for i := range v.scales {
			s := &v.scales[i]
			line := describeScale(s, v.flag)
			if v.flag == "--bins-x" && f.Search.Order == string(scale.Linear) { // of a circle, cut open by --order linear
				line = strings.Replace(line, asCircle, "", 1)
			}
			if line == "" && v.flag == "--bins-x" && len(v.scales) == 1 && f.Search.Order != "" {
				line = fmt.Sprintf("%s in the order of %s", wording.Plural(p.N, "value"), orderOf(s))
			}
			if line == "" {
				continue
			}
			if len(v.scales) == 1 && slices.Contains(v.labels, scale.MissingLabel) {
				line += "; missing values are one of their own"
				if v.flag == "--bins-x" && p.Constraints.Missing() { // of files from before November 2026
					line = strings.TrimSuffix(line, "one of their own") + "a group of their own" + missingShare(p)
				}
			}
			lines = append(lines, wording.Label(s.Column)+": "+line)
		}
	}
	return lines
}

// describeMissing says in a line how records without X were treated. It is empty if none were set
// aside.
func describeMissing(f *frontier.Frontier) string {
	m := f.Problem.Missing
	if m == nil {
		return ""
	}
	fate := map[string]string{
		scale.MissingOwn:     "are a group of their own, " + scale.MissingLabel + ", beside the others; all numbers are of the others",
		scale.MissingDrop:    "are left out",
		scale.MissingNearest: "are left out here, and join the nearest group of a grouping that is chosen",
	}[m.Treatment]
	return "without a value: " + Absent(f) + ", which " + fate
}

// Absent says how many records have no value of X.
func Absent(f *frontier.Frontier) string {
	m, n := f.Problem.Missing, f.Problem.Samples
	share := wording.Share(m.Share, 1)
	if n == nil {
		return share + " of all records"
	}
	sum := lists.Sum(m.Counts)
	return fmt.Sprintf("%s of all %s records (%s)", wording.Number(int64(sum)), wording.Number(*n+int64(sum)), share)
}

// missingShare says in brackets how many records miss a value of X, if that is known.
func missingShare(p *frontier.Problem) string {
	mass := p.Masses()
	if mass == nil {
		return ""
	}
	return " (" + wording.Share(mass[slices.Index(p.XLabels, scale.MissingLabel)], 1) + ")"
}

// describeScale describes a column and its cuts by a flag. It is empty for categories without an
// order.
func describeScale(s *scale.Scale, flag string) string {
	switch {
	case s.Binned():
		return fmt.Sprintf("%s, %s %s", kindOf(s), extent(s), describeBins(s, flag))
	case s.Order != "":
		labels := s.Labels()
		line := fmt.Sprintf("%s in the order of %s", wording.Plural(len(labels), "value"), orderOf(s))
		if s.Part != "" {
			line = kindOf(s) + ", " + line
		}
		if s.Order == scale.Circular {
			line += asCircle
		}
		return line + ": " + wording.Some(len(labels), func(i int) string { return wording.Part(labels[i], false) })
	}
	return ""
}

// extent writes the smallest and the largest number, with up to six significant digits if they are not whole.
func extent(s *scale.Scale) string {
	last := len(s.Low) - 1
	if s.Type != scale.Number || s.Whole {
		return s.Range(0, last)
	}
	short := *s
	short.Low, short.High = slices.Clone(s.Low), slices.Clone(s.High)
	for _, v := range []*float64{&short.Low[0], &short.High[last]} {
		if n, err := strconv.ParseFloat(strconv.FormatFloat(*v, 'g', 6, 64), 64); err == nil {
			*v = n
		}
	}
	return short.Range(0, last)
}

// asCircle says that the last of the values is next to the first.
const asCircle = ", as a circle"

// kindOf names the kind of the values in the bins or labels of a scale.
func kindOf(s *scale.Scale) string {
	zone := ""
	if s.Zone != "" {
		zone = " in the zone " + s.Zone
	}
	switch {
	case s.Part != "":
		return "the " + s.Part + " of times" + zone
	case s.Type == scale.Time && s.Whole:
		return "dates" + zone
	case s.Type != scale.Number:
		return string(s.Type) + "s" + zone
	case s.Whole:
		return "whole numbers"
	}
	return "numbers"
}

// orderOf names the order of categories.
func orderOf(s *scale.Scale) string {
	switch s.By {
	case scale.ByFile:
		return "--order-file"
	case scale.ByCategories:
		return "the categories of the file"
	case "":
		return "their names"
	}
	return s.By
}

// describeBins says how numbers were cut.
func describeBins(s *scale.Scale, flag string) string {
	n, how, given := len(s.Low), "", flag+" "+s.Bins
	kind, argument, _ := strings.Cut(s.Bins, ":")
	switch {
	case slices.Equal(s.Low, s.High): // every bin holds one number
		how = " of one value each"
	case kind == "quantile", kind == "auto":
		how = " of about as many records"
	case kind == "width":
		how = " of width " + argument
	case kind == "edges":
		how = " with the given edges"
	}
	return fmt.Sprintf("in %s%s (%s)", wording.Plural(n, "bin"), how, given)
}
