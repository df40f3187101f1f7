package verifying

import (
	"encoding/json"
	"fmt"
	"math"
	"os"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/waiting"
)

// writtenPoint is the part of a point in a JSON file that follows from the points, and that readers compute
// again. A key is left out if its value is 0 or false.
type writtenPoint struct {
	Hull       bool    `json:"hull"`
	DMC        bool    `json:"dmc"`
	Robust     bool    `json:"robust"`
	Prominence float64 `json:"prominence"`
	Kink       float64 `json:"kink"`
}

// sameAngle is the largest difference in degrees of equal kinks. Earlier versions computed kinks
// with the arctangent of the machine, whose last digits differ between processors.
const sameAngle = 1e-11

// verifyMarks compares the marks of the points in a JSON file with the computed marks, and lists the
// differences. It ignores marks that no point of the file has, because they may be newer than the
// file, and other formats.
func verifyMarks(path string, fr *frontier.Frontier) (wrong []string) {
	if !waiting.Regular(path) {
		return nil // it was read to its end
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return nil // standard input
	}
	var file struct {
		Points []json.RawMessage `json:"points"`
	}
	if json.Unmarshal(content, &file) != nil || len(file.Points) != fr.Len() {
		return nil // another format
	}
	known := make(map[string]bool)
	given := make([]writtenPoint, fr.Len())
	for k, text := range file.Points {
		var keys map[string]json.RawMessage
		if err := json.Unmarshal(text, &given[k]); err != nil {
			return []string{fmt.Sprintf("point %d: %v", k, err)}
		}
		if json.Unmarshal(text, &keys) == nil {
			for key := range keys {
				known[key] = true
			}
		}
	}
	for k := range given {
		p, g := fr.At(k), &given[k]
		kink := g.Kink
		if math.Abs(kink-p.Kink) <= sameAngle {
			kink = p.Kink
		}
		for _, mark := range []struct {
			key       string
			given, is any
		}{
			{"hull", g.Hull, p.Hull},
			{"dmc", g.DMC, p.DMC},
			{"robust", g.Robust, p.Robust},
			{"prominence", g.Prominence, p.Prominence},
			{"kink", kink, p.Kink},
		} {
			if known[mark.key] && mark.given != mark.is {
				if wrong = append(wrong, fmt.Sprintf("%s of point %d is given as %v, and is %v", mark.key, k, mark.given, mark.is)); len(wrong) == mostWrong {
					return append(wrong, "and more")
				}
			}
		}
	}
	return wrong
}
