package frontier

import (
	"strings"
	"testing"
)

// TestNamedAxes: columns are named in formulas where they are known, on one line, shortened, and
// in quotes where they could be misread.
func TestNamedAxes(t *testing.T) {
	for _, tt := range []struct {
		kind        string
		source      Source
		h, i, whole string
	}{
		{"", Source{X: "city", Y: "product"}, "H(group of city)", "I(group of city; product)", "I(city; product)"},
		{"dib", Source{X: "city"}, "H(Z)", "I(Z;Y)", "I(X;Y)"},
		{"dmc", Source{X: "city", Y: "product"}, "log₂ k", "I(group of city; product)", "I(city; product)"},
		{"symmetric", Source{X1: "a", X2: "b", Y: "c"}, "H(groups of a, b)/2", "I(groups of a, b; c)", "I(a, b; c)"},
		{"symmetric", Source{X1: "a", Y: "c"}, "H(Z₁,Z₂)/2", "I(Z₁,Z₂;Y)", "I(X1,X2;Y)"},
		{"quantizer", Source{X: "name"}, "H(group of name)", "explained variance", "explained variance"},
		{"kmeans", Source{X: "name"}, "log₂ k", "explained variance", "explained variance"},
		{"mine", Source{X: "city", Y: "product"}, "h", "i", "i"},
		{"dib", Source{X: "3", Y: "a b"}, `H(group of "3")`, `I(group of "3"; a b)`, `I("3"; a b)`},
		{"dib", Source{X: `a"b`, Y: "a; b"}, `H(group of "a\"b")`, `I(group of "a\"b"; "a; b")`, `I("a\"b"; "a; b")`},
		{"dib", Source{X: "a\n\x1b[31mb", Y: "\u202eb"}, `H(group of "a\n\x1b[31mb")`, `I(group of "a\n\x1b[31mb"; "\u202eb")`, `I("a\n\x1b[31mb"; "\u202eb")`},
		{"dib", Source{X: strings.Repeat("é", 25), Y: " y"}, "H(group of " + strings.Repeat("é", 23) + "…)", "I(group of " + strings.Repeat("é", 23) + `…; " y")`, "I(" + strings.Repeat("é", 23) + `…; " y")`},
	} {
		p := Problem{Kind: tt.kind, Source: tt.source}
		h, i := p.Axes()
		if h.Name != tt.h || i.Name != tt.i || p.InformationName() != tt.whole {
			t.Errorf("%q of %+v: %s, %s, %s", tt.kind, tt.source, h.Name, i.Name, p.InformationName())
		}
		plainH, plainI := (&Problem{Kind: tt.kind}).Axes()
		if h.Symbol != plainH.Name || i.Symbol != plainI.Name {
			t.Errorf("%q: %+v and %+v are not the axes without names", tt.kind, h, i)
		}
	}
	long, _ := (&Problem{Source: Source{X: strings.Repeat("x", 30), Y: "y"}}).Axes()
	if got := long.ASCII().Name; got != "H(group of "+strings.Repeat("x", 23)+"...)" {
		t.Errorf("a long name in ASCII: %s", got)
	}
}

// TestSourceNames: a file has no names with control characters or of any length, and what is
// storable passes the check.
func TestSourceNames(t *testing.T) {
	long := strings.Repeat("x", 5000)
	for _, tt := range []struct {
		source Source
		key    string // in the error; empty if there is none
	}{
		{Source{X: "city", Y: "größe \u202e", Path: "a b/c.csv", Columns: []string{"a", "b"}}, ""},
		{Source{X: "a\nb"}, "source.x "},
		{Source{Y: "\x1b[2J"}, "source.y "},
		{Source{X1: "a\u0085"}, "source.x1 "},
		{Source{X2: long}, "source.x2 "},
		{Source{Count: "\xff"}, "source.count "},
		{Source{Text: "\x00"}, "source.text "},
		{Source{Format: long}, "source.format "},
		{Source{Path: long, X: "x"}, "source.path "},
		{Source{Columns: []string{"a", "\t"}}, "source.columns "},
		{Source{Columns: make([]string, 5000)}, "source.columns "},
	} {
		err := tt.source.check()
		if (err == nil) != (tt.key == "") || err != nil && !strings.Contains(err.Error(), tt.key) {
			t.Errorf("%.80v: %v", tt.source, err)
		}
		kept := tt.source.ForFile()
		if err := kept.check(); err != nil {
			t.Errorf("%.80v: stored as %.80v: %v", tt.source, kept, err)
		}
		if tt.key == "" && (kept.X != tt.source.X || kept.Path != tt.source.Path) || tt.source.X == "x" && kept.X != "x" {
			t.Errorf("%.80v: stored as %.80v", tt.source, kept)
		}
	}
	f, err := New(Problem{Source: Source{X: "a\nb"}}, Search{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if f.Check() == nil {
		t.Error("Check does not look at the source")
	}
}
