// Package policy makes content security policies for pages without external resources.
package policy

import (
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"
)

// Of returns a policy that allows one script and one style, and loads nothing from elsewhere. more are further
// directives. The sources of a directive that the policy already has are added to it.
func Of(script, style string, more ...string) string {
	directives := []string{
		"default-src 'none'",
		"script-src " + digest(script),
		"style-src " + digest(style),
		"img-src data:", // an empty icon, so that none is asked for
		// The script may not turn text into HTML or a script.
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

// Allowed returns the sources of a directive in the policy of a page.
func Allowed(page, directive string) string {
	_, rest, _ := strings.Cut(page, directive+" ")
	end := strings.IndexAny(rest, ";\"")
	return rest[:max(0, end)]
}

// digest returns the source expression of a text in a policy.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
