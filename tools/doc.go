// Package tools is empty. Its module has the tools for work on dibmap: the generator of the page of report, in webgen;
// the check of types on all platforms; and as tools of go.mod the linter, which also runs staticcheck, and govulncheck.
package tools
