package records

import (
	"github.com/dibmap/dibmap/internal/source"
	"github.com/dibmap/dibmap/internal/textfile"
)

// readsArrow reports whether files and schemas of Arrow are read. In a browser they are not, since the library
// would make the program half as large again.
const readsArrow = false

func (r *Reader) openArrow() error { return noArrow(r.in) }

func arrowColumns(in *source.Input) ([]string, error) { return nil, noArrow(in) }

func arrowFields([]byte) map[string]declared { return nil }

func noArrow(in *source.Input) error {
	return &textfile.Error{File: in.Label(), Msg: "is Arrow, which is not read in a browser: write it as Parquet or CSV, or use the dibmap command"}
}
