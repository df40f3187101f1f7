package policy

import (
	"strings"
	"testing"
)

// TestDirectivesAreExtended: a directive that is there allows more, one that allows nothing allows what is given, and
// others are added.
func TestDirectivesAreExtended(t *testing.T) {
	plain := Of("script", "style")
	more := Of("script", "style", "script-src 'wasm-unsafe-eval'", "trusted-types dibmap", "worker-src blob:")
	for _, c := range []struct{ directive, plain, more string }{
		{"script-src", digest("script"), digest("script") + " 'wasm-unsafe-eval'"},
		{"style-src", digest("style"), digest("style")},
		{"trusted-types", "'none'", "dibmap"},
		{"worker-src", "", "blob:"},
	} {
		if got := Allowed(plain, c.directive); got != c.plain {
			t.Errorf("%s allows %q, want %q", c.directive, got, c.plain)
		}
		if got := Allowed(`content="`+more+`"`, c.directive); got != c.more {
			t.Errorf("with more, %s allows %q, want %q", c.directive, got, c.more)
		}
	}
	if strings.Count(more, "script-src") != 1 {
		t.Errorf("a directive is there twice: %s", more)
	}
}
