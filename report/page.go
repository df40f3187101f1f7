package report

import (
	"crypto/sha256"
	_ "embed" // the page's parts are files
	"encoding/base64"
	"strings"
)

// The parts of the page. tools/webgen makes the style and the script. In the page, {{name}} is
// the place of something that [Write] fills in.
var (
	//go:embed page.html
	page string
	//go:embed page.css
	style string
	//go:embed page.js
	script string
)

// policy returns the page's content security policy: nothing is loaded from anywhere, and
// no script or style runs but the page's own two.
func policy() string {
	digest := func(s string) string {
		sum := sha256.Sum256([]byte(s))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return strings.Join([]string{
		"default-src 'none'",
		"script-src " + digest(script),
		"style-src " + digest(style),
		"img-src data:", // an empty icon, so that none is asked for
		// Nor may the script take a text for HTML or for a script.
		"require-trusted-types-for 'script'", "trusted-types 'none'",
		"base-uri 'none'",
		"form-action 'none'",
	}, "; ")
}
