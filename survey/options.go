package survey

import (
	"cmp"
	"io"

	"github.com/dibmap/dibmap/internal/records"
	"github.com/dibmap/dibmap/scale"
	"github.com/dibmap/dibmap/table"
)

// Options say how a file is read. The zero value reads all columns, without a Y.
type Options struct {
	// Y is the column of Y.
	Y string
	// NumericY makes Y a column of numbers without bins, as in table.Options, for [Survey.Joint].
	NumericY bool
	// Columns are the columns to read; nil means all columns of the file. They need not include Y
	// and Count.
	Columns []string
	// Scales say how columns are read, by their names, as in table.Options.
	Scales map[string]scale.Spec
	// Parts are the [scale.Parts] that become columns of their own for a column of times.
	Parts []string
	// Bins say how the numbers of X are cut; the zero value is auto:200. Numbers of Y are cut by auto:10 unless
	// Scales name their bins.
	Bins scale.Bins
	// Pairs makes a survey without Y ready for [Survey.Pairs].
	Pairs bool
	// Propose, unless nil, makes a survey without Y choose columns to begin with for [Survey.Proposed]. It
	// names X and Y if they are chosen already; other names are empty.
	Propose *[2]string
	// HoldOut keeps the values for [Survey.UncutJoint].
	HoldOut bool
	// MaxValues is the largest number of different values of a category that can be used as X; 0
	// means 1000.
	MaxValues int
	// MaxMemory is the approximate limit in bytes for the values of records. If they take more, the
	// file is read several times, some columns each time. 0 means 512 MB.
	MaxMemory int64
	// Missing says how records without a value of X are treated, as in table.Options.
	Missing string
	// MissingOf says so for some columns, by their names.
	MissingOf map[string]string
	// MissingY says what becomes of records without a value of Y, as in table.Options.
	MissingY string
	// Count names the column with the weights of records, Format is the format of the file, Dialect
	// says how files of text are written, Clean how values are read unless Scales say so, Zone the
	// time zone of times, and Stdin what the name "-" reads, as in table.Options.
	Count, Format string
	table.Dialect
	Clean scale.Clean
	Zone  string
	// Dates is how dates are written, as in scale.Spec.
	Dates string
	Stdin io.Reader
	// Workers is the number of goroutines; 0 means one per core. The result does not depend on it.
	Workers int
	// Observe, unless nil, is called from time to time with the number of records that were read.
	Observe func(records int64)
}

// Values of [Options] for 0.
const (
	defaultMaxValues = 1000
	defaultMaxMemory = 512 << 20
)

// The default bins of X and of Y.
var fine, coarse = scale.Auto(records.FineBins), scale.Auto(records.CoarseBins)

// treatment returns what becomes of records without a value of a column.
func (o *Options) treatment(column string) string { return cmp.Or(o.MissingOf[column], o.Missing) }

// spec returns how a column is read.
func (o *Options) spec(column string) scale.Spec {
	spec := o.Scales[column]
	if spec.Bins.IsZero() {
		switch {
		case column == o.Y && o.NumericY:
		case column == o.Y:
			spec.Bins = coarse
		case o.Bins.IsZero():
			spec.Bins = fine
		default:
			spec.Bins = o.Bins
		}
	}
	if spec.KeepsText() {
		spec.Clean = o.Clean
	}
	spec.Zone, spec.Dates = cmp.Or(spec.Zone, o.Zone), cmp.Or(spec.Dates, o.Dates)
	return spec
}
