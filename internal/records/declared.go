package records

import (
	"cmp"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/dibmap/dibmap/internal/calendar"
	"github.com/dibmap/dibmap/internal/parquetfile"
	"github.com/dibmap/dibmap/scale"
)

// The default numbers of bins for [scale.Auto]: X is cut finely, as a dynamic program finds the best
// contiguous groups of its bins, and other columns coarsely.
const (
	FineBins   = 200
	CoarseBins = 10
)

// Declared returns what the first file declares of the columns of the query, once a record was read:
// whether values are text or numbers, the time zone of times, and the order of categories. Columns of JSON are numbers as
// long as no string has occurred.
func (r *Reader) Declared() []scale.Spec {
	if r.declared != nil || len(r.keys.kinds[numberKind]) == 0 {
		return r.declared
	}
	says := make([]scale.Spec, len(r.query.Columns))
	for i, name := range r.query.Columns {
		if r.keys.kinds[numberKind][name] && !r.keys.kinds[textKind][name] {
			says[i].Declared = scale.Number
		}
	}
	return says
}

// WithDeclared returns a spec in which what a file declares fills the fields that are not set.
func WithDeclared(spec, says scale.Spec) scale.Spec {
	spec.Zone = cmp.Or(spec.Zone, says.Zone)
	if spec.Type == "" && spec.By == "" {
		spec.Values, spec.By = says.Values, says.By
	}
	spec.Declared = says.Declared
	return spec
}

// declarer is a file that declares how its columns are to be read.
type declarer interface {
	// says returns the declaration of the column at an index of its fields.
	says(index int) declared
	// categories returns the categories of an ordered column, or none if their order is not known.
	categories(index int) ([]string, error)
}

// declare takes over the declarations of the first file.
func (r *Reader) declare(file declarer, columns []column) error {
	if r.declared != nil {
		return nil
	}
	r.declared = make([]scale.Spec, len(r.query.Columns))
	for i := range r.declared {
		if columns[i].index < 0 {
			continue
		}
		says := file.says(columns[i].index)
		if _, err := calendar.Zone(says.zone); err == nil {
			r.declared[i].Zone = says.zone
		}
		r.declared[i].Declared = says.kind
		if !says.ordered {
			continue
		}
		if says.values == nil {
			var err error
			if says.values, err = file.categories(columns[i].index); err != nil {
				return err
			}
		}
		if len(says.values) > 0 {
			r.declared[i].Values, r.declared[i].By = says.values, scale.ByCategories
		}
	}
	return nil
}

// says implements declarer. For a field of a structure, a file declares only its type.
func (p *Parquet) says(index int) declared {
	c := p.fields()[index].column
	says := p.saysOf(c)
	if says.kind == "" && c.Leaf() {
		says.kind = kindOf(c.Type())
	}
	return says
}

func (p *Parquet) saysOf(c *parquet.Column) declared {
	if len(c.Path()) != 1 {
		return declared{}
	}
	return p.declared[c.Name()]
}

// categories implements declarer. They are the dictionary of the first page of a column, which Arrow
// writes in the order of the categories. Other programs may use another order.
func (p *Parquet) categories(index int) (values []string, err error) {
	leaf := p.fields()[index].column
	defer RecoverParquet(p.in.Label(), &err)
	if !strings.HasPrefix(p.Metadata().CreatedBy, "parquet-cpp") || leaf.Type().Kind() != parquet.ByteArray {
		return nil, nil
	}
	for g, group := range p.RowGroups() {
		if group.NumRows() == 0 {
			continue
		}
		if err := parquetfile.CheckColumn(&p.Metadata().RowGroups[g].Columns[leaf.Index()]); err != nil {
			return nil, ParquetError(p.in.Label(), err)
		}
		pages := group.ColumnChunks()[leaf.Index()].Pages()
		defer func() { _ = pages.Close() }() // it is only read
		page, err := pages.ReadPage()
		if err != nil {
			return nil, ParquetError(p.in.Label(), err)
		}
		defer parquet.Release(page)
		d := page.Dictionary()
		if d == nil {
			return nil, nil
		}
		for i := range d.Len() {
			values = append(values, string(appendPhysical(nil, d.Index(int32(i)))))
		}
		return values, nil
	}
	return nil, nil
}
