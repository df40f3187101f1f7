// Package workbench holds the page in which people choose the columns of a table, watch the frontier grow, and use
// the result. The page calls commands of the program by an engine, which web/engine.ts describes, and shows their
// result as package report does. tools/webgen bundles it from the sources in the folder web.
package workbench

import (
	"crypto/sha256"
	_ "embed" // the page's parts are files
	"encoding/base64"
	"strings"
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
	policy := strings.Join([]string{
		"default-src 'none'",
		"script-src " + digest(script),
		"style-src " + digest(style),
		"img-src data:", // an empty icon, so that none is asked for
		"connect-src 'self'",
		"frame-src 'self'",
		"require-trusted-types-for 'script'", "trusted-types 'none'",
		"base-uri 'none'",
		"form-action 'none'",
	}, "; ")
	return strings.NewReplacer("{{policy}}", policy, "{{style}}", style, "{{script}}", script).Replace(page)
}

// digest returns how a policy names a text.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
