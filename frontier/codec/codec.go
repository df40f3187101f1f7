// Package codec reads and writes files of frontiers.
//
//   - "json" is one object, with one line for every point. It is the format for other
//     programs, and docs/formats.md in the repository describes it. "json.zst" and "json.gz"
//     are the same, compressed;
//   - "csv" has one line for every point, without its clustering and the problem, for spreadsheets and the like: it is
//     written, and not read;
//   - "parquet" and "npz" (NumPy's archive of arrays) keep everything, in columns.
//
// Clusterings are written whole or, if they are large, as changes to each other: see [Write].
//
// When a file is read, its format is recognised by the content; when it is written, the name decides.
// Nothing in a file is trusted.
package codec

import (
	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/lists"
)

// Formats returns the names of the formats, which are also their extensions.
func Formats() []string { return []string{"json", "json.zst", "json.gz", "csv", "parquet", "npz"} }

// assemble returns the frontier with a header and points that were read from a file, after all
// checks. Spreads are ignored if the header does not describe them. Early versions called every
// search complete that ended by its own rule; assemble keeps this status only with a proof.
func assemble(h header, points []point) (*frontier.Frontier, error) {
	if err := h.check(); err != nil {
		return nil, err
	}
	searched := h.Search.WithoutProof()
	if h.Certificate != nil && h.Certificate.Complete {
		searched.Status = h.Search.Status
	}
	var best []point
	var err error
	if h.Best != nil {
		if best, err = h.points("best.points", h.Best.Points); err != nil {
			return nil, err
		}
	}
	if h.Version == differencesVersion {
		if err := grow(h.Problem.N, points, best); err != nil {
			return nil, err
		}
	}
	f, err := frontier.New(h.Problem, searched, bareOf(points))
	if err != nil {
		return nil, err
	}
	f.Certificate, f.Evidence, f.Ceiling, f.Soft = h.Certificate, h.Evidence, h.Ceiling, h.Soft
	if f.Second, err = h.Second.second(); err != nil {
		return nil, err
	}
	if f, err = h.layered(f); err != nil {
		return nil, err
	}
	if h.Best != nil {
		list := make([]frontier.BestEntry, len(best))
		for n, e := range bareOf(best) {
			list[n] = frontier.BestEntry{Entry: e, Exact: h.Best.Points[n].Exact}
		}
		if f, err = f.WithBest(int(h.Best.UpTo), list); err != nil {
			return nil, err
		}
		points = append(points, best...)
	}
	return h.measured(f, points)
}

// bareOf returns points without spreads and held-out values.
func bareOf(points []point) []frontier.Entry {
	return lists.Map(points, func(p point) frontier.Entry { return p.Entry })
}

// measured returns a frontier with the spreads and held-out values of its points and of its best
// clusterings, after a check of the whole.
func (h *header) measured(f *frontier.Frontier, points []point) (*frontier.Frontier, error) {
	var err error
	if h.Uncertainty != nil {
		spreads := lists.Map(points, func(p point) frontier.Spread { return p.Spread })
		if f, err = f.WithUncertainty(*h.Uncertainty, spreads); err != nil {
			return nil, err
		}
	}
	if h.Validation != nil {
		heldOut := lists.Map(points, func(p point) frontier.HeldOut { return p.HeldOut })
		if f, err = f.WithValidation(*h.Validation, heldOut); err != nil {
			return nil, err
		}
	}
	return f, f.Check()
}
