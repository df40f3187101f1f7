// Package policy makes content security policies of pages that hold all that they need.
package policy

import (
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"
)

// Of returns the policy of a page with one script and one style, which are allowed to run and no others. Nothing
// is loaded from anywhere, unless more directives say so. One that is there already allows what it says beside
// what it allows anyway.
func Of(script, style string, more ...string) string {
	directives := []string{
		"default-src 'none'",
		"script-src " + digest(script),
		"style-src " + digest(style),
		"img-src data:", // an empty icon, so that none is asked for
		// Nor may the script take a text for HTML or for a script.
		"require-trusted-types-for 'script'", "trusted-types 'none'",
		"base-uri 'none'",
		"form-action 'none'",
	}
	for _, m := range more {
		name, sources, _ := strings.Cut(m, " ")
		at := slices.IndexFunc(directives, func(d string) bool { return strings.HasPrefix(d, name+" ") })
		if at < 0 {
			directives = append(directives, m)
			continue
		}
		directives[at] = strings.TrimSuffix(directives[at], " 'none'") + " " + sources
	}
	return strings.Join(directives, "; ")
}

// Allowed returns what a directive in the policy of a page allows.
func Allowed(page, directive string) string {
	_, rest, _ := strings.Cut(page, directive+" ")
	end := strings.IndexAny(rest, ";\"")
	return rest[:max(0, end)]
}

// digest returns how a policy names a text.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
