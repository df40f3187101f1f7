package codec

import (
	"encoding/csv"
	"io"
	"strconv"

	"github.com/dibmap/dibmap/frontier"
	"github.com/dibmap/dibmap/internal/lists"
)

// writeCSV writes one row for every point, without assignments and header.
func writeCSV(w io.Writer, f *frontier.Frontier, _ []descent) error {
	c := csv.NewWriter(w)
	h := header{Uncertainty: f.Uncertainty, Validation: f.Validation, Second: secondOf(f)}
	written := h.columnsWritten()
	row := lists.Map(written, func(column column) string { return column.name })
	if err := c.Write(row); err != nil {
		return err
	}
	for p := range f.All() {
		for k, column := range written {
			v := column.get(p)
			switch column.kind {
			case number:
				row[k] = strconv.FormatFloat(v, 'g', -1, 64)
			case positive, natural:
				row[k] = strconv.Itoa(int(v))
			case truth:
				row[k] = strconv.FormatBool(v == 1)
			}
		}
		if err := c.Write(row); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}
