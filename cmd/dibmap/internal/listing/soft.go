package listing

import (
	"fmt"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/wording"
	"github.com/dibmap/dibmap/frontier"
)

// describeSoft says in a line how much more soft encoders of the same rate keep, and how sure that is. The line is empty
// without their curve.
func describeSoft(f *frontier.Frontier) string {
	s := f.Soft
	if s == nil || f.Len() == 0 || !(f.Problem.HX > 0) {
		return ""
	}
	soft, hull, last := f.Problem.HX*s.At(f.Problem.HX), 0.0, f.At(0)
	for k, p := range s.Points[:len(s.Points)-1] {
		q := s.Points[k+1]
		soft -= float64((q.I - p.I) * (q.Rate + p.Rate) / 2)
	}
	for p := range f.All() {
		if p.Hull {
			hull += float64((p.H - last.H) * (p.I + last.I) / 2)
			last = p
		}
	}
	hull += float64((f.Problem.HX - last.H) * last.I)
	more := func(area float64) string {
		return fmt.Sprintf("%s bits (%s)", wording.Bits((soft-area)/f.Problem.HX), wording.Share(soft-area, soft))
	}
	sure := fmt.Sprintf("achieved, not certified; the search for better ones left %.1g bit open", s.Gap)
	if s.Certified {
		sure = fmt.Sprintf("certified to %.1g bit", s.Gap)
	}
	return fmt.Sprintf("soft encoders: at the same rate they keep %s more than the groupings on average over H(Z), and %s more than mixtures of them; %s",
		more(f.Hypervolume()), more(hull), sure)
}
