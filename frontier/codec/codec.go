// Package codec reads and writes files of frontiers.
//
//   - "json" is one object, with one line for every point. It is the format for other
//     programs, and docs/formats.md in the repository describes it;
//   - "csv" has one line for every point, and keeps neither clusterings nor the problem;
//   - "parquet" and "npz" (NumPy's archive of arrays) keep everything, in columns.
//
// When a file is read, its format is recognised by the content; when it is written, the name decides.
// Nothing in a file is trusted.
package codec

import "github.com/dibmap/dibmap/frontier"

// Formats returns the names of the formats, which are also their extensions.
func Formats() []string { return []string{"json", "csv", "parquet", "npz"} }

// assemble returns the frontier with a header and points that were read from a file, after all
// checks. Spreads are ignored if the header does not say what they are. Early versions called
// every search complete that ended by its own rule; only with a proof that holds.
func assemble(h header, points []point) (*frontier.Frontier, error) {
	if err := h.check(); err != nil {
		return nil, err
	}
	searched := h.Search.Unproved()
	if h.Certificate != nil && h.Certificate.Complete {
		searched.Status = h.Search.Status
	}
	entries, spreads := make([]frontier.Entry, len(points)), make([]frontier.Spread, len(points))
	for n, p := range points {
		entries[n], spreads[n] = p.Entry, p.Spread
	}
	f, err := frontier.New(h.Problem, searched, entries)
	if err != nil {
		return nil, err
	}
	f.Certificate = h.Certificate
	if h.Uncertainty != nil {
		if f, err = f.WithUncertainty(*h.Uncertainty, spreads); err != nil {
			return nil, err
		}
	}
	return f, f.Check()
}
