// Package tools is empty. Its module holds what is needed to work on dibmap and not to use it: the
// generator of the page of report, in webgen, and the linter, as a tool of go.mod.
package tools
