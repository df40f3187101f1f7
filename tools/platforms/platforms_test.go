// Package platforms checks that the command compiles on every platform that a release has.
package platforms

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

const module = "github.com/dibmap/dibmap"

// TestTypes type-checks the command for each platform from the sources, with declarations alone of what other modules
// hold. To compile it for one platform takes twenty times as long.
func TestTypes(t *testing.T) {
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	own := strings.TrimSuffix(folder, "tools/platforms")
	for _, platform := range [][2]string{{"darwin", "amd64"}, {"darwin", "arm64"}, {"linux", "386"}, {"linux", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"}} {
		loaded, err := packages.Load(&packages.Config{
			Mode: packages.LoadAllSyntax,
			Dir:  own,
			Env:  append(os.Environ(), "GOOS="+platform[0], "GOARCH="+platform[1], "CGO_ENABLED=0"),
			ParseFile: func(files *token.FileSet, name string, source []byte) (*ast.File, error) {
				file, err := parser.ParseFile(files, name, source, parser.SkipObjectResolution)
				if file == nil || strings.HasPrefix(name, own) {
					return file, err
				}
				for _, d := range file.Decls {
					if f, ok := d.(*ast.FuncDecl); ok {
						f.Body = nil
					}
				}
				return file, err
			},
		}, "./cmd/dibmap")
		if err != nil {
			t.Fatal(err)
		}
		checked := 0
		packages.Visit(loaded, nil, func(p *packages.Package) {
			if !strings.HasPrefix(p.PkgPath, module) {
				return
			}
			checked++
			for _, err := range p.Errors {
				t.Errorf("%s/%s: %v", platform[0], platform[1], err)
			}
		})
		if checked < 50 {
			t.Errorf("%s/%s: %d packages", platform[0], platform[1], checked)
		}
	}
}
