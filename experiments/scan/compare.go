package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/dibmap/dibmap/experiments/internal/heldout"
)

// seed is the seed of all random choices.
const seed = 1

// result is what a method makes of a column, or of all columns of a data set. Numbers are means
// over the folds.
type result struct {
	data    string
	records int
	// column is empty for all columns together, which have only loss, less and seconds.
	column string
	number bool
	values int // different ones, without a missing one
	method string
	// asked is the number of groups that the method may make, and groups those that it makes.
	asked, groups float64
	// training is I(Z;Y) of the training records, heldOut the gain of held-out records, and se its
	// standard error. less is how much less than dibmap's groups tell on the same held-out records,
	// and seLess its standard error. All are in bits. For all columns together, less is how much
	// larger the loss is than the loss of dibmap's groups, in nats.
	training, heldOut, se, less, seLess float64
	// loss is the log loss in nats of a logistic regression, and seconds the time to recode.
	loss, seconds float64
}

// comparer compares methods.
type comparer struct {
	ours command
	skip []string // methods
	// records is the number of random records of each table, 0 for all.
	records int
	parts   int
	work    string
}

// compare returns the results of a data set.
func (c *comparer) compare(ctx context.Context, d dataSet, files fs.FS, w io.Writer) ([]result, error) {
	t, err := d.table(files)
	if err != nil {
		return nil, err
	}
	t = t.sample(c.records, seed)
	sum := newSums(d.id, t)
	training, heldOut := t.split(c.parts, seed)
	for n := range c.parts {
		if err := c.fold(ctx, training[n], heldOut[n], sum); err != nil {
			return nil, err
		}
		fmt.Fprintf(w, "%s: part %d of %d\n", d.id, n+1, c.parts)
	}
	return sum.results(), nil
}

// fold adds what is measured on a part that is held out.
func (c *comparer) fold(ctx context.Context, training, heldOut table, sum *sums) error {
	folder, err := os.MkdirTemp(c.work, "fold")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder) //nolint:errcheck // the folder above is removed too
	if err := training.write(filepath.Join(folder, "train.csv")); err != nil {
		return err
	}
	if err := heldOut.write(filepath.Join(folder, "test.csv")); err != nil {
		return err
	}
	own, err := c.ours.recode(ctx, folder, training, heldOut)
	if err != nil {
		return err
	}
	y, newY := training.column(training.columns[training.y].name), heldOut.column(training.columns[training.y].name)
	done := map[string]recoded{ours: own}
	best := make(map[string]told)
	j := job{Train: filepath.Join(folder, "train.csv"), Test: filepath.Join(folder, "test.csv"), Target: training.columns[training.y].name, Folder: folder}
	for _, n := range training.inputs() {
		name := training.columns[n].name
		best[name] = tells(own.training.column(name), y, own.heldOut.column(name), newY)
		if best[name].groups > 1 {
			j.Columns = append(j.Columns, jobColumn{name, training.columns[n].number, best[name].groups})
		}
	}
	if j.Recoded, err = own.save(folder); err != nil {
		return err
	}
	for _, m := range others() {
		if !slices.Contains(c.skip, m.id) {
			j.Methods = append(j.Methods, m.id)
		}
	}
	said, err := j.run(ctx)
	if err != nil {
		return err
	}
	said.Seconds[ours] = own.seconds
	for _, m := range j.Methods {
		if done[m], err = j.recoded(m); err != nil {
			return err
		}
	}
	for _, of := range j.Columns {
		for method, r := range done {
			z := r.training.column(of.Name)
			if z == nil {
				continue
			}
			sum.add(of, method, tells(z, y, r.heldOut.column(of.Name), newY), best[of.Name])
		}
	}
	sum.addAll(said)
	return nil
}

// save writes the tables to files for a regression.
func (r recoded) save(folder string) (map[string][2]string, error) {
	paths := [2]string{filepath.Join(folder, ours+"-train.csv"), filepath.Join(folder, ours+"-test.csv")}
	if err := r.training.write(paths[0]); err != nil {
		return nil, err
	}
	return map[string][2]string{ours: paths}, r.heldOut.write(paths[1])
}

// sums adds up results over the folds.
type sums struct {
	data    string
	table   table
	columns map[[2]string]*columnSum // by column and method
	all     map[string]*allSum       // by method
}

type columnSum struct {
	folds                   int
	asked, groups, training float64
	heldOut, less           heldout.Gain
}

type allSum struct {
	loss, less heldout.Gain // of records
	folds      int
	seconds    float64
}

func newSums(data string, t table) *sums {
	return &sums{data: data, table: t, columns: make(map[[2]string]*columnSum), all: make(map[string]*allSum)}
}

// add adds a column of a method.
func (s *sums) add(of jobColumn, method string, t, best told) {
	key := [2]string{of.Name, method}
	c := s.columns[key]
	if c == nil {
		c = &columnSum{}
		s.columns[key] = c
	}
	c.folds++
	c.asked += float64(of.Groups)
	c.groups += float64(t.groups)
	c.training += t.training
	c.heldOut.AddAll(gainOf(t.bits))
	less := make([]float64, len(t.bits))
	for n := range less {
		less[n] = best.bits[n] - t.bits[n]
	}
	c.less.AddAll(gainOf(less))
}

// addAll adds the log losses and times of a fold.
func (s *sums) addAll(a answer) {
	of := func(method string) *allSum {
		if s.all[method] == nil {
			s.all[method] = &allSum{}
		}
		return s.all[method]
	}
	for method, loss := range a.Loss {
		sum := of(method)
		for n, l := range loss {
			sum.loss.Add(1, l)
			sum.less.Add(1, l-a.Loss[ours][n])
		}
	}
	for method, seconds := range a.Seconds {
		sum := of(method)
		sum.folds++
		sum.seconds += seconds
	}
}

// results returns the means, by column and method in their order, and then of all columns.
func (s *sums) results() (list []result) {
	ids := []string{ours}
	for _, m := range others() {
		ids = append(ids, m.id)
	}
	for _, n := range s.table.inputs() {
		of := s.table.columns[n]
		for _, id := range ids {
			c := s.columns[[2]string{of.name, id}]
			if c == nil {
				continue
			}
			r := result{data: s.data, records: len(s.table.rows), column: of.name, number: of.number, values: of.values, method: id}
			k := float64(c.folds)
			r.asked, r.groups, r.training = c.asked/k, c.groups/k, c.training/k
			r.heldOut, r.se = c.heldOut.Mean()
			r.less, r.seLess = c.less.Mean()
			list = append(list, r)
		}
	}
	for _, id := range append(ids, weights, none) {
		if a := s.all[id]; a != nil {
			r := result{data: s.data, records: len(s.table.rows), method: id}
			r.loss, _ = a.loss.Mean()
			r.less, r.seLess = a.less.Mean()
			if a.folds > 0 {
				r.seconds = a.seconds / float64(a.folds)
			}
			list = append(list, r)
		}
	}
	return list
}

// The regressions that are not on groups: optbinning's weights of evidence, and numbers and
// categories as they are.
const weights, none = "weights", "none"
