package picture

import "github.com/dibmap/dibmap/frontier"

// Ceiling returns the corners of the upper bound on all clusterings, as far as the frontier goes; none without one.
func Ceiling(f *frontier.Frontier) (corners []Corner) {
	if f.Ceiling == nil || f.Len() == 0 {
		return nil
	}
	end := f.At(f.Len() - 1).H
	for _, p := range f.Ceiling.Corners {
		if p.H < end {
			corners = append(corners, Corner(p))
		}
	}
	return append(corners, Corner{end, f.Ceiling.At(end)})
}

// Soft returns the corners of the curve of soft encoders; none without one.
func Soft(f *frontier.Frontier) (corners []Corner) {
	if f.Soft == nil || f.Len() == 0 {
		return nil
	}
	for _, p := range f.Soft.Points {
		corners = append(corners, Corner{p.Rate, p.I})
	}
	return corners
}
