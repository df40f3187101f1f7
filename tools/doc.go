// Package tools is empty. Its module holds what is needed to work on dibmap and not to use it: the
// generator of the page of report, in webgen, and as tools of go.mod the linter, which runs staticcheck as well, and
// govulncheck.
package tools
