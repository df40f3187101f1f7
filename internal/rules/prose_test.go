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
var stillStilted = map[string]float64{}

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
