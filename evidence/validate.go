package evidence

import (
	"context"
	"errors"
	"fmt"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/pool"
	"github.com/dibmap/dibmap/joint"
)

// ValidateOptions steer [Validate].
type ValidateOptions struct {
	// Method, Name and Seed say how the folds were made, as [frontier.Validation] does.
	Method, Name string
	Seed         uint64
	// Workers is the number of goroutines; 0 means one per core. The result does not depend on
	// it.
	Workers int
}

// Searcher returns the frontier of the training records of fold number fold, with a list of best
// clusterings if the frontier of the whole table has one.
type Searcher func(ctx context.Context, fold int, training *joint.Joint) (*frontier.Frontier, error)

// errOther is wrapped by errors about a frontier that held-out records cannot score.
var errOther = errors.New("held-out records do not apply")

// Validate returns the frontier of a whole table with what held-out records say of its points and
// of its best clusterings. The training records of each fold are searched by find, as the whole
// table was. A point of the whole frontier is judged by what such a search finds within a budget
// of H(Z): it gets the held-out information of the fold's point of the same budget, by
// [frontier.Frontier.Within]. The budget is the entropy that the point's own clustering has in the
// training records, so that this clustering is within it. A best clustering of k clusters gets the
// held-out information of the fold's best of k clusters, or of fewer if the fold has none of k. So
// the search itself does not raise the value. About 4096 points of a larger frontier are scored, and
// each other point has the values of the point before it. If find is nil, the training records are
// the whole table, whose own clusterings are scored on other records.
//
// The held-out information of a clustering is the mean over all held-out records of
//
//	log2 q(y|z) / q(y),  q(y) = n_y / N,  q(y|z) = (n_zy + a q(y)) / (n_z + a)
//
// in bits, with the counts n of the training records. q(y|z) is the posterior mean under a
// Dirichlet prior of mean q(y) and concentration a, so that a pair that no training record has
// costs a finite number of bits. a is chosen for each clustering on the training records alone:
// it is the power of two from 1 to 4N, or infinity, with the largest leave-one-out likelihood, the
// same mean over the training records with each record removed from the counts that it is scored by.
// One cluster has exactly 0.
//
// If rows without an order are smoothed with the strength s ([frontier.Problem].Smooth), each row of n_x records counts
// n_xy n_x / (n_x + s) records of y, and the rest of its n_x like all records, and a is 1: the records of rare values
// choose the cluster that they fill, and a chosen on them would be too small. If s exceeds the training records, all
// clusterings have 0. Rows in order choose among runs only.
//
// A record whose value of x or of y is in no training record counts 0: nothing is known of it but the
// share of each y. A fold whose values become rows by a rule of its training records, such as numbers that
// become bins, has rows and labels of its own.
//
// For a frontier of kind "mean", whose Y holds numbers, it is the held-out R^2: the mean over all held-out records of
//
//	((y - m)^2 - (y - m_z)^2) / Variance,  m_z = (n_z mean_z + a m) / (n_z + a)
//
// with the mean m and the means of clusters of the training records, the variance of the whole table, and a chosen in
// the same way, by the squared error of each training record that is left out.
//
// The standard error of the mean of these values is sqrt(variance / (N - 1)), over the held-out
// records of all folds. It ignores that the folds share training records.
//
// The data support, in [frontier.Validation].Clusters and H, the smallest number of clusters among the
// best clusterings (among the DMC points without such a list), and the smallest H among the points,
// with a held-out information within one standard error of the highest: the standard error of the
// difference, record by record (the one-standard-error rule of Breiman, Friedman, Olshen and Stone
// 1984, "Classification and Regression Trees", section 3.4.3). They support one cluster if no
// held-out information is above 0, or if whole.Evidence shows no dependence of X and Y. If it shows
// dependence, the rule chooses among two clusters and more; without it, also one cluster.
//
// The result does not depend on the order or the names of rows and columns, on the workers or the
// machine, as far as find does not. It is an error if a fold has no counts or find returns one, and
// the context's if that ends; then nothing is known of any fold. It is an error, too, if the
// frontier is not of H(Z) or log2 k against I(Z;Y) with plug-in values, or of means, or has no clusterings.
// O(cells log N) for each fold and distinct cluster, and O(cells) for each step of the walk.
func Validate(ctx context.Context, folds []joint.Fold, whole *frontier.Frontier, find Searcher, o ValidateOptions) (*frontier.Frontier, error) {
	workers, err := pool.Workers(o.Workers)
	if err == nil {
		err = checkWhole(whole)
	}
	if err != nil {
		return nil, fmt.Errorf("held-out records: %w", err)
	}
	v := &validation{Frontier: whole, workers: workers}
	for n, f := range folds {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s, err := newSample(f, &whole.Problem)
		if err != nil {
			return nil, fmt.Errorf("fold %d: %w", n+1, err)
		}
		if whole.Order() == nil {
			s.shrink(whole.Problem.Smooth)
		}
		v.folds = append(v.folds, &fold{sample: s})
		v.records += s.heldRecords
	}
	for n, f := range v.folds {
		found := whole
		if find != nil {
			found, err = find(ctx, n, folds[n].Training)
		}
		if err == nil {
			err = f.score(ctx, v, found)
		}
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			return nil, fmt.Errorf("fold %d: %w", n+1, err)
		}
	}
	result := frontier.Validation{Method: o.Method, Name: o.Name, Folds: len(folds), Seed: o.Seed}
	heldOut := v.pooled(&result)
	if result.Clusters, result.H, err = v.supported(ctx, heldOut); err != nil {
		return nil, err
	}
	return whole.WithValidation(result, heldOut)
}

func checkWhole(f *frontier.Frontier) error {
	p := &f.Problem
	switch {
	case p.Kind != "" && p.Kind != "dib" && p.Kind != "dmc" && p.Kind != means:
		return fmt.Errorf("%w to a problem of kind %q", errOther, p.Kind)
	case p.Estimator != "":
		return fmt.Errorf("%w to values by the estimator %s", errOther, p.Estimator)
	case f.Len() == 0:
		return fmt.Errorf("%w to a frontier without points", errOther)
	}
	return nil
}

// validation is the state of Validate. Its targets are the points of the whole frontier, followed by its
// best clusterings.
type validation struct {
	*frontier.Frontier
	folds   []*fold
	records float64 // held out, in all folds
	workers int
}

// pooled returns what the held-out records of all folds together say of every target, and counts
// these records.
func (v *validation) pooled(result *frontier.Validation) []frontier.HeldOut {
	for _, f := range v.folds {
		result.Records += int64(f.heldRecords)
		result.NewX += int64(f.newX)
		result.NewY += int64(f.newY)
	}
	heldOut := make([]frontier.HeldOut, len(v.folds[0].targets))
	for t := range heldOut {
		var m moments
		for _, f := range v.folds {
			m.join(f.picks[f.targets[t]].scored)
		}
		heldOut[t] = frontier.HeldOut{I: m.mean(), SE: m.standardError(v.records)}
	}
	return heldOut
}
