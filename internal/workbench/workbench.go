// Package workbench has the page on which people choose the columns of a table, watch the frontier
// grow, and use the result. The page calls commands of the program by an engine, which
// web/engine.ts describes, and shows their result as package report does. tools/webgen bundles it
// from the sources in the folder web. The engine is the program behind a server, or in the page
// itself; then cmd/browserpage makes the page.
package workbench

import (
	"bytes"
	"compress/gzip"
	_ "embed" // the page's parts are files
	"encoding/ascii85"
	"encoding/base64"
	"errors"
	"strings"

	"github.com/dibmap/dibmap/internal/policy"
)

//go:generate go run -C ../../tools ./webgen ../internal/workbench main.ts=page.js page.css=page.css standalone.ts=standalone.js example.ts=example.js worker.ts=worker.js

var (
	//go:embed page.html
	page string
	//go:embed open.html
	open string
	//go:embed page.css
	style string
	//go:embed page.js
	script string
	//go:embed standalone.js
	standalone string
	//go:embed example.js
	example string
	//go:embed worker.js
	worker string
)

// Page returns the page. Its content security policy allows only its own script and style, and
// requests to its own origin.
func Page() string {
	allowed := policy.Of(script, style, "connect-src 'self'", "frame-src 'self'")
	return fill(allowed, "", "", script)
}

// Program has the parts that a page needs to run dibmap by itself.
type Program struct {
	Wasm    []byte // compressed by xz
	Support string // the script of Go that runs it
	Example string // a page of package report that is shown first; all such pages have its script and style
}

// Standalone returns a page that holds the program. Its content security policy allows only its
// own scripts and style and the scripts and styles of the pages that it shows, and forbids
// requests.
func Standalone(p Program) string {
	allowed := policy.Of(standalone, style,
		"script-src 'wasm-unsafe-eval' "+policy.Allowed(p.Example, "script-src"), "style-src "+policy.Allowed(p.Example, "style-src"),
		"script-src "+policy.Allowed(policy.Of(example, ""), "script-src"), "worker-src blob:", "trusted-types dibmap example")
	part := func(id, text string) string {
		return `<script type="text/plain" id="` + id + `">` + text + "</script>\n"
	}
	parts := part("worker", p.Support+worker) + part("program", encoded(p.Wasm))
	// The example comes before the program, so that it is seen while that is still on its way.
	first := strings.NewReplacer("{{example}}", zipped(p.Example), "{{show}}", example).Replace(open)
	return fill(allowed, first, parts, standalone)
}

// encoded returns bytes in Ascii85, which is shorter than base64. It has v in place of <, so that the text never looks
// like a tag.
func encoded(b []byte) string {
	text := make([]byte, ascii85.MaxEncodedLen(len(b)))
	return strings.ReplaceAll(string(text[:ascii85.Encode(text, b)]), "<", "v")
}

// zipped returns a text compressed by gzip, which browsers decompress, in base64.
func zipped(text string) string {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // a level that exists
	_, err := w.Write([]byte(text))
	if err = errors.Join(err, w.Close()); err != nil {
		panic(err) // cannot happen: memory takes all
	}
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

// fill puts the parts of a page in their places.
func fill(allowed, opening, program, script string) string {
	class := ""
	if opening != "" {
		class = "first"
	}
	return strings.NewReplacer("{{class}}", class, "{{policy}}", allowed, "{{style}}", style, "{{open}}", opening, "{{program}}", program, "{{script}}", script).Replace(page)
}
