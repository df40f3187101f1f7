// Package workbench has the page on which people choose the columns of a table, watch the frontier
// grow, and use the result. The page calls commands of the program by an engine, which
// web/engine.ts describes, and shows their result as package report does. tools/webgen bundles it
// from the sources in the folder web. The engine is the program behind a server, or in the page
// itself; then cmd/browserpage makes the page.
package workbench

import (
	_ "embed" // the page's parts are files
	"encoding/base64"
	"strings"

	"github.com/dibmap/dibmap/internal/policy"
)

//go:generate go run -C ../../tools ./webgen ../internal/workbench main.ts=page.js page.css=page.css standalone.ts=standalone.js worker.ts=worker.js

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
	Report  string // a page of package report, whose script and style run in a frame of the page
}

// Standalone returns a page that holds the program. Its content security policy allows only its
// own scripts and style and the scripts and styles of the pages that it shows, and forbids
// requests.
func Standalone(p Program) string {
	allowed := policy.Of(standalone, style,
		"script-src 'wasm-unsafe-eval' "+policy.Allowed(p.Report, "script-src"), "style-src "+policy.Allowed(p.Report, "style-src"),
		"worker-src blob:", "trusted-types dibmap")
	part := func(id, text string) string {
		return `<script type="text/plain" id="` + id + `">` + text + "</script>\n"
	}
	parts := part("worker", p.Support+worker) + part("program", base64.StdEncoding.EncodeToString(p.Wasm))
	return fill(allowed, open, parts, standalone)
}

// fill puts the parts of a page in their places.
func fill(allowed, open, program, script string) string {
	return strings.NewReplacer("{{policy}}", allowed, "{{style}}", style, "{{open}}", open, "{{program}}", program, "{{script}}", script).Replace(page)
}
