// Package workbench holds the page in which people choose the columns of a table, watch the frontier grow, and use
// the result. The page calls commands of the program by an engine, which web/engine.ts describes, and shows their
// result as package report does. tools/webgen bundles it from the sources in the folder web.
package workbench

import (
	_ "embed" // the page's parts are files
	"strings"

	"github.com/dibmap/dibmap/internal/policy"
)

//go:generate go run -C ../../tools ./webgen ../internal/workbench

var (
	//go:embed page.html
	page string
	//go:embed page.css
	style string
	//go:embed page.js
	script string
)

// Page returns the page. Its content security policy allows its own script and style, requests to its own origin,
// and no others.
func Page() string {
	allowed := policy.Of(script, style, "connect-src 'self'", "frame-src 'self'")
	return strings.NewReplacer("{{policy}}", allowed, "{{style}}", style, "{{script}}", script).Replace(page)
}
