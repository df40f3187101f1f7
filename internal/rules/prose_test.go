package rules

import (
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// mostStilted is the largest number of stilted phrases per 1,000 words in the comments of a package and in a document.
// Other Go projects have 1 to 2.
const mostStilted = 4

// stilted matches phrases that make a reader look for a noun. Each has a plain replacement, and some of each are good
// English: only their number tells.
var stilted = regexp.MustCompile(`(?i)` + strings.Join([]string{
	`\b(that|those) (of|in|for|from|by|with|at)\b`, // name the thing
	`\b(of|in|with|from|by|for) (which|whom)\b`,    // two sentences
	`\b(one|ones|others?) (that|which|who|of)\b`,   // name the thing
	`\btells? (whether|which|how|if)\b`,            // reports whether
	`\b(is|are|was|were) (none|no) \w`,             // there is no X; is not an X
	`\b(whoever|whatever|whichever|wherever)\b`,    // callers, users
	`(^|[.:;] )What \w+`,                           // begin with the subject
	`\bno (more|longer|less|fewer|better|other)\b`, // at most; the only
	`\b(so|as) (many|much)\b`,                      // the number
	`\b(but for|save for)\b`,                       // except
	`\b(stands?|lies|goes on)\b`,                   // is, continues
	`\bbeside\b`,                                   // next to; in addition to
}, "|"))

// stillStilted lists the packages and documents above the bound, with a bound of their own. A bound here may only go
// down, and an entry is removed when the common bound is enough.
var stillStilted = map[string]float64{
	".": 12, "README.md": 8, "best": 17, "ceiling": 10, "cmd/dibmap/internal/choosing": 17,
	"cmd/dibmap/internal/comparing": 8, "cmd/dibmap/internal/dividing": 17, "cmd/dibmap/internal/drawing": 14,
	"cmd/dibmap/internal/exploring": 10, "cmd/dibmap/internal/fonts": 14, "cmd/dibmap/internal/input": 13,
	"cmd/dibmap/internal/listing": 11, "cmd/dibmap/internal/recoding": 13, "cmd/dibmap/internal/scanning": 17,
	"cmd/dibmap/internal/tables": 15, "cmd/dibmap/internal/wording": 20, "dataset": 7, "docs/architecture.md": 9,
	"docs/benchmarks.md": 7, "docs/bound.md": 7, "docs/choosing.md": 13, "docs/cluster.md": 17, "docs/columns.md": 7,
	"docs/compare.md": 13, "docs/contiguous.md": 18, "docs/data.md": 6, "docs/encode.md": 11, "docs/estimators.md": 13,
	"docs/explore.md": 14, "docs/formats.md": 6, "docs/guide.md": 12, "docs/large.md": 13, "docs/problems.md": 11,
	"docs/proof.md": 10, "docs/python.md": 10, "docs/releasing.md": 7, "docs/reliability.md": 12, "docs/robust.md": 11,
	"docs/scan.md": 13, "docs/search.md": 11, "docs/validate.md": 9, "docs/warehouse.md": 7, "encode": 14,
	"evidence": 13, "exact": 13, "frontier": 12, "frontier/codec": 12, "info": 7, "internal/archive": 20,
	"internal/atomicfile": 6, "internal/automorphism": 16, "internal/calendar": 10, "internal/cellsum": 10,
	"internal/checker": 11, "internal/delta": 13, "internal/draw": 16, "internal/fileformat": 33,
	"internal/filelock": 16, "internal/treewalk": 25, "internal/gunzip": 33, "internal/judge": 18, "internal/limiter": 18,
	"internal/masses": 17, "internal/npy": 9, "internal/parquetfile": 17, "internal/permuted": 13, "internal/plogp": 8,
	"internal/policy": 20, "internal/pool": 9, "internal/records": 15, "internal/source": 19, "internal/sweeps": 22,
	"internal/tally": 15, "internal/waiting": 18, "internal/workbench": 12, "internal/workfolder": 17, "joint": 8,
	"pareto": 6, "partition": 14, "plot": 17, "problem": 9, "python/README.md": 10, "python/benchmarks/README.md": 21,
	"python/docs/reference.md": 12, "recode": 15, "report": 15, "robust": 11, "scale": 17, "search": 10,
	"site/pages/index.md": 7, "survey": 15, "table": 9,
}

// TestProseIsPlain counts stilted phrases in the comments of each package, without its tests, and in each document.
func TestProseIsPlain(t *testing.T) {
	text := make(map[string][]string) // paragraphs, by folder or document
	for _, s := range sources(t) {
		for _, group := range s.file.Comments {
			text[s.pkg] = append(text[s.pkg], group.Text())
		}
	}
	documents := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil:
			return err
		case d.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules" || name == "public"):
			return fs.SkipDir
		case d.IsDir() || filepath.Ext(name) != ".md" || name == "CHANGELOG.md":
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		documents++
		text[filepath.ToSlash(name)] = proseOf(string(content))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if documents < 20 {
		t.Fatalf("only %d documents found: the walk is wrong", documents)
	}
	for name, paragraphs := range text {
		words, found := 0, []string{}
		for _, p := range paragraphs {
			words += len(strings.Fields(p))
			found = append(found, stilted.FindAllString(p, -1)...)
		}
		bound, listed := stillStilted[name]
		if !listed {
			bound = mostStilted
		}
		rate := 1000 * float64(len(found)) / float64(max(words, 1))
		switch {
		case float64(len(found)) > math.Ceil(bound*float64(words)/1000):
			t.Errorf("%s has %.1f stilted phrases per 1,000 words, more than %g: %q", name, rate, bound, found)
		case listed && (bound <= mostStilted || rate < bound-1):
			t.Errorf("%s has %.1f stilted phrases per 1,000 words: lower its bound of %g in stillStilted, or remove it", name, rate, bound)
		}
	}
	for name := range stillStilted {
		if _, ok := text[name]; !ok {
			t.Errorf("stillStilted names %s, which does not exist", name)
		}
	}
}

// proseOf returns the lines of a document outside code blocks and tables.
func proseOf(document string) (lines []string) {
	fenced := false
	for _, line := range strings.Split(document, "\n") {
		switch {
		case strings.HasPrefix(strings.TrimSpace(line), "```"):
			fenced = !fenced
		case !fenced && !strings.HasPrefix(line, "    ") && !strings.HasPrefix(line, "|"):
			lines = append(lines, line)
		}
	}
	return lines
}
