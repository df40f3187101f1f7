package rules

import (
	"go/parser"
	"go/token"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// exampleModules are the other modules whose packages the example of the root package
// needs: readers of Parquet, Arrow, JSON and compressed files, and Unicode. A test library, a
// browser driver or an experiment has no place among them.
var exampleModules = []string{
	"github.com/andybalholm/brotli",
	"github.com/apache/arrow-go/v18",
	"github.com/dibmap/dibmap",
	"github.com/go-json-experiment/json",
	"github.com/goccy/go-json",
	"github.com/google/flatbuffers",
	"github.com/google/uuid",
	"github.com/klauspost/compress",
	"github.com/klauspost/cpuid/v2",
	"github.com/parquet-go/bitpack",
	"github.com/parquet-go/jsonlite",
	"github.com/parquet-go/parquet-go",
	"github.com/pierrec/lz4/v4",
	"github.com/twpayne/go-geom",
	"github.com/zeebo/xxh3",
	"golang.org/x/exp",
	"golang.org/x/sys",
	"golang.org/x/text",
	"google.golang.org/protobuf",
}

// TestLibraryNeedsFewModules lists the modules that a program like the example of the
// root package is built from.
func TestLibraryNeedsFewModules(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), root+"/example_test.go", nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}"}
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, path)
	}
	list := exec.Command("go", args...)
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	modules := strings.Fields(string(out))
	slices.Sort(modules)
	for _, module := range slices.Compact(modules) {
		if !slices.Contains(exampleModules, module) {
			t.Errorf("the library example needs module %s", module)
		}
	}
	if len(modules) < 10 {
		t.Errorf("only %d packages found: the list is wrong", len(modules))
	}
}
