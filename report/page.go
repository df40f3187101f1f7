package report

import _ "embed" // the page's parts are files

// The parts of the page. tools/webgen makes the style and the script. In the page, {{name}} is a
// place that [Write] fills in.
var (
	//go:embed page.html
	page string
	//go:embed page.css
	style string
	//go:embed page.js
	script string
)
