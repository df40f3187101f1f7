// Package vocabulary has the words that all views of a grouping share: the pages, the figures and the
// command. They are in words.json, which the scripts of the pages import as well.
package vocabulary

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"strings"
)

// Words has the texts of words.json. [Fill] puts values in the place of names in braces.
type Words struct {
	// Axes are names of axes.
	Axes struct{ Bits, Kept, Variance, Told, Groups string }
	// Legend has the meaning of marks, lines and areas.
	Legend struct {
		Frontier, Best, BestOnFrontier, Recommended, HeldOut, Supported string
		Hull, Balanced, Apart, NotApart, Proved                         string
		Bound, Soft, Unreachable, NotFound, NotAllowed, BeyondLimit     string
		Second, Free, Limit, These                                      string
	}
	// Sentence has the parts of the sentence about a grouping. It begins with Keeps, and with Explains for
	// means of numbers, ExplainsPoints for points in space, Tells where the whole is not known, and One
	// for a single group. HeldOut, Second, SecondShare, Claim and a full stop follow. Below and
	// BelowEqual are sentences after it.
	Sentence struct {
		Keeps, Explains, ExplainsPoints, Tells, One, HeldOut, Second, SecondShare, Claim, Below, BelowEqual string
	}
	// Claim says how good a grouping is, or that its frontier is complete. Limited says it where what groupings tell
	// about a second variable is limited, to AtMost or AtLeast some bits.
	Claim struct {
		Complete, Best, Found, TradeOff, TradeOffFound, Layer, LayerFound, Limited, AtMost, AtLeast string
	}
	// Columns are heads of the columns of the list of groups, and what rows have in common.
	Columns struct{ Group, Values, Share, Rate, Mean, Mix, Apart, Interval, All, More string }
	// Ranges say which end belongs to a range.
	Ranges struct{ Closed, Over, Under, UpTo, Above, Below, From string }
}

// placeholders are the names that texts may have in braces, with examples of values.
var placeholders = map[string]string{
	"groups": "6 groups", "more": "12 groups", "values": "102 values", "x": "dest", "y": "carrier", "event": "late",
	"kept": "66 %", "heldOut": "64 %", "bits": "0.35 bits", "claim": "proved complete", "from": "43", "to": "57", "s": "sex", "limit": "at most",
}

//go:embed words.json
var file []byte

// English are the words of words.json.
var English = mustRead(file)

// mustRead returns the words of a file that is a part of the program.
func mustRead(file []byte) *Words {
	w, err := read(file)
	if err != nil {
		panic(err)
	}
	return w
}

// read returns the words of a file. It has every text and nothing else, and their placeholders must be known.
func read(file []byte) (*Words, error) {
	var w Words
	d := json.NewDecoder(bytes.NewReader(file))
	d.DisallowUnknownFields()
	if err := d.Decode(&w); err != nil {
		return nil, fmt.Errorf("words.json: %w", err)
	}
	sections := reflect.ValueOf(w)
	for s := range sections.NumField() {
		texts := sections.Field(s)
		for n := range texts.NumField() {
			name := sections.Type().Field(s).Name + "." + texts.Type().Field(n).Name
			text := texts.Field(n).String()
			if text == "" {
				return nil, fmt.Errorf("words.json: %s is missing", name)
			}
			if rest := placeholder.ReplaceAllString(text, ""); strings.ContainsAny(rest, "{}") {
				return nil, fmt.Errorf("words.json: a brace of %s is no placeholder's: %s", name, text)
			}
			for _, p := range placeholder.FindAllStringSubmatch(text, -1) {
				if placeholders[p[1]] == "" {
					return nil, fmt.Errorf("words.json: %s has the placeholder %s, which is not known", name, p[0])
				}
			}
		}
	}
	return &w, nil
}

var placeholder = regexp.MustCompile(`\{([A-Za-z]+)\}`)

// Fill returns a text with values for its placeholders, which are given as name, value, name, value. Braces in
// values are left as they are.
func Fill(text string, values ...string) string {
	return placeholder.ReplaceAllStringFunc(text, func(p string) string {
		for n := 0; n+1 < len(values); n += 2 {
			if "{"+values[n]+"}" == p {
				return values[n+1]
			}
		}
		return p
	})
}
