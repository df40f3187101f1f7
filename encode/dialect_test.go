package encode

import "testing"

// TestDialectsQuote: what would end a text or a name, or be an escape in it, is none.
func TestDialectsQuote(t *testing.T) {
	for _, c := range []struct {
		name              string
		d                 *dialect
		given             string
		literal, identity string
	}{
		{"standard", standard, `it's a "\"`, `'it''s a "\"'`, `"it's a ""\"""`},
		{"spark", spark, "it's `${x}` \\", "'it\\'s `\\u0024{x}` \\\\'", "`it's ``${x}`` \\`"},
		{"mysql", mysql, "it's `x`", "'it''s `x`'", "`it's ``x```"},
		{"mysql", mysql, "é", "_utf8mb4'é'", "`é`"},
		{"mysql", mysql, "\\é\n", "_utf8mb4 X'5CC3A90A'", "`\\é\n`"},
		{"bigquery", bigQuery, "it's\n`\\`", "'it\\'s\\n`\\\\`'", "`it's\\n\\`\\\\\\``"},
		{"snowflake", snowflake, `it's a "\"`, `'it''s a "\\"'`, `"it's a ""\"""`},
	} {
		if got := c.d.literal(c.given); got != c.literal {
			t.Errorf("%s writes the text %q as %s, want %s", c.name, c.given, got, c.literal)
		}
		if got := c.d.identifier(c.given); got != c.identity {
			t.Errorf("%s writes the name %q as %s, want %s", c.name, c.given, got, c.identity)
		}
	}
}
