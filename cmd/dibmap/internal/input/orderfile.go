package input

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
	"github.com/dibmap/dibmap/table"
)

// applyOrder sets the order of the values of X from a file.
func (f *scaleFlags) applyOrder(o *table.Options, x []string, s cli.Streams) error {
	if f.order == "" {
		return nil
	}
	if len(x) != 1 {
		return errors.New("--order-file gives the order of the values of one column: name it by --x")
	}
	spec := o.Scales[x[0]]
	if spec.Type != "" && spec.Type != scale.Category || spec.Part != "" {
		return errors.New("--order-file gives the order of categories: leave --type and --part of X out")
	}
	data, err := s.ReadFile(f.order)
	if err != nil {
		return fmt.Errorf("--order-file: %s cannot be read: %w", f.order, err)
	}
	if !utf8.Valid(data) {
		return fmt.Errorf("--order-file: %s is not text in UTF-8", f.order)
	}
	spec.By = scale.ByFile
	line, known := 0, make(map[string]bool)
	for text := range strings.Lines(strings.TrimPrefix(string(data), "\ufeff")) {
		line++
		text = strings.TrimRight(text, "\r\n")
		switch {
		case text == "":
		case known[text]:
			return fmt.Errorf("--order-file: %s:%d: the value %s stands in the file twice", f.order, line, textfile.Shown(text))
		default:
			known[text] = true
			spec.Values = append(spec.Values, text)
		}
	}
	if len(spec.Values) == 0 {
		return fmt.Errorf("--order-file: %s is empty: write a value of X on each line, in their order", f.order)
	}
	o.Scales[x[0]] = spec
	return nil
}
