package frontier

import (
	"testing"
	"unicode/utf8"
)

func TestAxes(t *testing.T) {
	for kind, want := range map[string]struct {
		h, i, ascii string
		clusters    bool // h is log2 k
		share       bool // i is a share
	}{
		"":          {h: "H(Z) [bits]", i: "I(Z;Y) [bits]", ascii: "H(Z) [bits]"},
		"dib":       {h: "H(Z) [bits]", i: "I(Z;Y) [bits]", ascii: "H(Z) [bits]"},
		"symmetric": {h: "H(Z₁,Z₂)/2 [bits]", i: "I(Z₁,Z₂;Y) [bits]", ascii: "H(Z1,Z2)/2 [bits]"},
		"dmc":       {h: "log₂ k [bits]", i: "I(Z;Y) [bits]", ascii: "log2 k [bits]", clusters: true},
		"quantizer": {h: "H(Z) [bits]", i: "explained variance", ascii: "H(Z) [bits]", share: true},
		"kmeans":    {h: "log₂ k [bits]", i: "explained variance", ascii: "log2 k [bits]", clusters: true, share: true},
		"DIB":       {h: "h", i: "i", ascii: "h"},
		"mine":      {h: "h", i: "i", ascii: "h"},
	} {
		h, i := (&Problem{Kind: kind}).Axes()
		if h.String() != want.h || i.String() != want.i {
			t.Errorf("%q: the axes are %q and %q, want %q and %q", kind, h, i, want.h, want.i)
		}
		if got := h.ASCII().String(); got != want.ascii {
			t.Errorf("%q: in ASCII %q, want %q", kind, got, want.ascii)
		}
		if h.Clusters != want.clusters || i.Share != want.share || h.Share || i.Clusters {
			t.Errorf("%q: the axes are %+v and %+v", kind, h, i)
		}
		for _, a := range []Axis{h.ASCII(), i.ASCII()} {
			if s := a.String(); len(s) != utf8.RuneCountInString(s) {
				t.Errorf("%q: %q is not ASCII", kind, s)
			}
		}
	}
}
