package encode

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
)

// plan is a mapping in the form in which other programs carry it out: the values of every column are divided into
// classes of values with the same effect, and the classes of all columns determine the cluster.
type plan struct {
	columns  []classes
	clusters map[string]int // by the classes of all columns; see key
	known    [][]int        // these combinations, in the order of the labels
}

// nowhere is the class, or the cluster, of values that the encoder does not know.
const nowhere = -1

// classes are the classes of one column. Their numbers count from 0.
type classes struct {
	column string
	scale  scale.Scale
	n      int
	// texts are the labels other than bins, possibly with scale.MissingLabel, and their classes.
	texts []string
	of    []int
	// runs are the classes of runs of neighbouring bins, and cuts, one less, are between them. last
	// holds, for every run, the index of its last bin.
	runs, last []int
	cuts       []float64
}

// key returns the key of a combination of classes.
func key(classes []int) string { return fmt.Sprint(classes) }

// row is a label, taken apart by columns, and its cluster.
type row struct {
	labels  []string
	cluster int
}

// plan returns the plan of an encoder for some columns. A label of several columns that is not a combination, such as
// [scale.RareLabel] or [scale.OtherLabel], is left out: the style of unknown values takes its place. O(n log n) for n
// labels.
func (e *Encoder) plan(columns []string) *plan {
	var rows []row
	for i, label := range e.labels {
		if labels, ok := textfile.SplitLabel(label, len(columns)); ok {
			rows = append(rows, row{labels, e.numbers[i]})
		}
	}
	p := &plan{clusters: make(map[string]int)}
	places := make([]map[string]int, len(columns))
	for i, name := range columns {
		c := classes{column: name}
		if i < len(e.scales) {
			c.scale = e.scales[i]
		}
		places[i] = c.divide(rows, i)
		p.columns = append(p.columns, c)
	}
	for _, r := range rows {
		at := make([]int, len(columns))
		for i, label := range r.labels {
			at[i] = places[i][label]
		}
		if _, known := p.clusters[key(at)]; !known {
			p.known = append(p.known, at)
		}
		p.clusters[key(at)] = r.cluster
	}
	return p
}

// divide divides the labels of a column into classes, and returns the class of each.
func (c *classes) divide(rows []row, column int) map[string]int {
	meaning := make(map[string][]string) // of a label: the labels of the other columns, with the cluster
	var labels []string
	for _, r := range rows {
		label := r.labels[column]
		if _, known := meaning[label]; !known {
			labels = append(labels, label)
		}
		beside := slices.Concat(r.labels[:column], r.labels[column+1:])
		meaning[label] = append(meaning[label], fmt.Sprintf("%q%d", beside, r.cluster))
	}
	single := len(rows) > 0 && len(rows[0].labels) == 1
	numbers := make(map[string]int) // of the classes, by meaning
	place := make(map[string]int)
	for _, r := range rows {
		label := r.labels[column]
		if _, known := place[label]; known {
			continue
		}
		if single { // classes are clusters
			place[label], c.n = r.cluster, max(c.n, r.cluster+1)
			continue
		}
		slices.Sort(meaning[label])
		means := strings.Join(meaning[label], "\n")
		if _, known := numbers[means]; !known {
			numbers[means] = c.n
			c.n++
		}
		place[label] = numbers[means]
	}
	c.assign(labels, place)
	return place
}

// assign makes runs of the bins, and texts of the other labels.
func (c *classes) assign(labels []string, place map[string]int) {
	bin := make(map[string]bool)
	if c.scale.Binned() {
		for i, label := range c.scale.Labels() {
			bin[label] = true
			class, known := place[label]
			if !known {
				class = nowhere
			}
			switch n := len(c.runs); {
			case n > 0 && c.runs[n-1] == class:
				c.last[n-1] = i
			default:
				c.runs, c.last = append(c.runs, class), append(c.last, i)
				if n > 0 {
					c.cuts = append(c.cuts, c.scale.Cuts[i-1])
				}
			}
		}
	}
	for _, label := range labels {
		if !bin[label] {
			c.texts, c.of = append(c.texts, label), append(c.of, place[label])
		}
	}
}

// missing returns the class of missing values.
func (c *classes) missing() int {
	if i := slices.Index(c.texts, scale.MissingLabel); i >= 0 {
		return c.of[i]
	}
	return nowhere
}

// first returns the index of the first bin of a run.
func (c *classes) first(run int) int {
	if run == 0 {
		return 0
	}
	return c.last[run-1] + 1
}
