package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/dibmap/dibmap/internal/baseline"
	"github.com/dibmap/dibmap/internal/judge"
	"github.com/dibmap/dibmap/internal/published"
	"github.com/dibmap/dibmap/internal/random"
	"github.com/dibmap/dibmap/joint"
	"github.com/dibmap/dibmap/partition"
)

// tally is points, true positives and false positives.
type tally struct{ points, right, wrong int }

func (t tally) String() string { return fmt.Sprintf("%d, %d, %d", t.points, t.right, t.wrong) }

// printed is what table 1 of the paper has for epsilon = 0.
var printed = tally{91, 88, 3}

// ported runs a port of the published program on the ten groups of the contest, in the order of
// the authors' file and in random orders. Its result depends on the order of the rows.
func (e *env) ported(ctx context.Context, held *contest) ([]line, error) {
	ten, err := e.authors(tenFile, numbered(10), numbered(27))
	if errors.Is(err, errNoTable) {
		ten, err = held.table, nil
	}
	if err != nil {
		return nil, err
	}
	orders := pick(e, 20, 1000)
	rows := make([]int, ten.joint.Rows())
	for x := range rows {
		rows[x] = x
	}
	first := runPort(ten.joint, rows, held.Truth)
	counts := make(map[tally]int)
	for seed := range orders {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		shuffle(rows, uint64(seed))
		counts[runPort(ten.joint, rows, held.Truth)]++
	}
	outcomes := slices.SortedFunc(maps.Keys(counts), func(a, b tally) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a.points, b.points), cmp.Compare(a.right, b.right))
	})
	var records [][]string
	for _, t := range outcomes {
		records = append(records, []string{strconv.Itoa(t.points), strconv.Itoa(t.right), strconv.Itoa(t.wrong), strconv.Itoa(counts[t])})
	}
	lines := []line{
		{"port of the published program, epsilon 0: points, true, false", printed.String(), first.String(), "in the order of " + ten.name + "; the published row is unexplained"},
		{
			"the same in random orders of the ten groups", printed.String(),
			fmt.Sprintf("%d of %d orders give %s", counts[printed], orders, printed),
			fmt.Sprintf("%d outcomes; the most frequent is %s, %d times", len(counts), outcomes[0], counts[outcomes[0]]),
		},
	}
	return lines, e.numbers("tab-compare-port", []string{"points", "true_positives", "false_positives", "orders"}, records)
}

// runPort runs the port on a table with its rows in an order.
func runPort(j *joint.Joint, order []int, truth []judge.Point) tally {
	table := make([][]float64, len(order))
	for k, x := range order {
		table[k] = make([]float64, j.Cols())
		columns, masses := j.Row(x)
		for i, y := range columns {
			table[k][y] = masses[i] / j.Total()
		}
	}
	found, _ := published.Map(table)
	points := judge.Points(j, func(yield func(baseline.Clustering) bool) {
		for _, p := range found {
			labels := make(partition.Partition, len(order))
			for c, cluster := range p.Clusters {
				for _, k := range cluster {
					labels[order[k]] = c
				}
			}
			labels.Renumber(make([]int, len(labels)))
			if !yield(baseline.Clustering{Partition: labels}) {
				return
			}
		}
	})
	s := judge.Judge(j.HX(), truth, []judge.Entry{{Method: "port", Points: points}}).Scores[0]
	return tally{len(s.Points), s.TP, s.FP}
}

// shuffle puts rows into a random order (Fisher and Yates).
func shuffle(rows []int, seed uint64) {
	stream := random.New(seed)
	for k := len(rows) - 1; k > 0; k-- {
		other := int(stream.Uniform() * float64(k+1))
		rows[k], rows[other] = rows[other], rows[k]
	}
}
