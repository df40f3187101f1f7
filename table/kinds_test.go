package table

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/internal/oracle"
	"github.com/dibmap/dibmap/scale"
)

// kindsOfPandas writes columns of every kind to Parquet and CSV, and prints what pandas itself says of
// them: the type, the order, the time zone, and the values in their order, as dibmap labels them.
const kindsOfPandas = `
import sys, os, json, datetime as dt
import pandas as pd
at = lambda name: os.path.join(sys.argv[1], name)
local = pd.Series(pd.to_datetime(['2024-02-29 23:30:00.25', '1999-12-31 05:00', None, '2024-07-01 12:00'], format='mixed'))
levels = pd.Series(pd.Categorical(['mid', 'low', None, 'high'], categories=['low', 'mid', 'high', 'top'], ordered=True))
spans = pd.Series(pd.to_timedelta(['01:30:00', '2 days 03:00:00', None, '-1 days +23:59:59']))
numbers = pd.Series([2.5, -1.0, None, 10.0])
halves = pd.cut(pd.Series([1.0, 2.0, None, 10.0]), [0, 1.5, 5, 20])
def clock(t):
    return t.strftime('%Y-%m-%d %H:%M') + ((':%02d' % t.second + ('.%06d' % t.microsecond).rstrip('0').rstrip('.')) if t.second or t.microsecond else '')
def span(d):
    s, sign = int(abs(d).total_seconds()), '-' if d < pd.Timedelta(0) else ''
    return sign + ''.join('%d%s' % (n, u) for n, u in ((s // 86400, 'd'), (s // 3600 % 24, 'h'), (s // 60 % 60, 'm'), (s % 60, 's')) if n)
frame = pd.DataFrame({
    'number': numbers, 'whole': pd.array([3, 20, None, 100], dtype='Int32'), 'truth': pd.array([True, False, None, True], dtype='boolean'),
    'text': ['a10', 'a2', None, 'b'], 'local': local, 'ns': local.astype('datetime64[ns]'), 's': local.dt.floor('s').astype('datetime64[s]'),
    'utc': local.dt.tz_localize('UTC'), 'berlin': local.dt.tz_localize('Europe/Berlin'), 'fixed': local.dt.tz_localize('+05:30'),
    'date': local.dt.date, 'span': spans, 'span_ns': spans.astype('timedelta64[ns]'), 'ordered': levels,
    'free': levels.cat.as_unordered(), 'interval': halves.astype(str).where(halves.notna()), 'day': local.dt.day_name(), 'y': ['p', 'q', 'r', 's']})
frame.to_parquet(at('pandas.parquet'))
frame.to_parquet(at('gzip.parquet'), compression='gzip', row_group_size=2)
frame.to_csv(at('pandas.csv'), index=False)
frame.to_feather(at('pandas.feather'))
import pyarrow as pa
table = pa.Table.from_pandas(frame)
with pa.ipc.new_stream(at('pandas.arrows'), table.schema) as stream:
    stream.write_table(table, max_chunksize=2)
times = lambda s: [clock(t) for t in s.dropna().sort_values()]
dates = [str(d) for d in sorted(local.dropna().dt.date)]
parts = {'hour': lambda t: t.hour, 'weekday': lambda t: t.day_of_week, 'month': lambda t: t.month, 'quarter': lambda t: t.quarter, 'year': lambda t: t.year, 'day-of-year': lambda t: t.day_of_year}
names = {'weekday': lambda n: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][n], 'month': lambda n: pd.Timestamp(2024, n, 1).month_name()[:3], 'quarter': lambda n: 'Q%d' % n}
says = {
    'number': ('number', 'linear', '', ['-1', '2.5', '10']), 'whole': ('number', 'linear', '', ['3', '20', '100']), 'truth': ('category', '', '', ['false', 'true']),
    'text': ('category', '', '', ['a2', 'a10', 'b']), 'local': ('time', 'linear', '', times(local)), 'ns': ('time', 'linear', '', times(local)), 's': ('time', 'linear', '', times(frame.s)),
    'utc': ('time', 'linear', 'UTC', times(frame.utc)), 'berlin': ('time', 'linear', 'Europe/Berlin', times(frame.berlin)), 'fixed': ('time', 'linear', '+05:30', times(frame.fixed)),
    'date': ('time', 'linear', '', dates), 'span': ('duration', 'linear', '', [span(d) for d in spans.dropna().sort_values()]),
    'span_ns': ('duration', 'linear', '', [span(d) for d in spans.dropna().sort_values()]),
    'ordered': ('category', 'linear', '', [c for c in levels.cat.categories if (levels == c).any()]), 'free': ('category', '', '', sorted(levels.dropna())),
    'interval': ('category', 'linear', '', [str(c) for c in halves.cat.categories]),
    'day': ('category', 'circular', '', [d for d in ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] if (frame.day == d).any()]),
}
for part, of in parts.items():
    for column in ['local', 'berlin']:
        says[part + ' ' + column] = ('time', 'circular' if part in ('hour', 'weekday', 'month') else 'linear', 'Europe/Berlin' if column == 'berlin' else '',
            [names.get(part, str)(n) for n in sorted(set(of(t) for t in frame[column].dropna()))])
says['hour utc in Asia/Tokyo'] = ('time', 'circular', 'Asia/Tokyo', [str(h) for h in sorted(set(frame.utc.dt.tz_convert('Asia/Tokyo').dropna().dt.hour))])
print(json.dumps(says))
`

// kindsOfPolars is kindsOfPandas for polars.
const kindsOfPolars = `
import sys, os, json, datetime as dt
import polars as pl
at = lambda name: os.path.join(sys.argv[1], name)
local = [dt.datetime(2024, 2, 29, 23, 30), dt.datetime(1999, 12, 31, 5), None, dt.datetime(2024, 7, 1, 12)]
spans = [dt.timedelta(hours=1, minutes=30), dt.timedelta(days=2), None, dt.timedelta(microseconds=250000)]
levels = ['mid', 'low', None, 'high']
frame = pl.DataFrame({
    'number': [2.5, -1.0, None, 10.0], 'whole': pl.Series([3, 20, None, 100], dtype=pl.UInt8), 'truth': [True, False, None, True],
    'text': ['a10', 'a2', None, 'b'], 'decimal': pl.Series(['1.50', '-2.25', None, '10.00']).cast(pl.Decimal(10, 2)),
    'local': pl.Series(local, dtype=pl.Datetime('us')), 'ms': pl.Series(local, dtype=pl.Datetime('ms')), 'ns': pl.Series(local, dtype=pl.Datetime('ns')),
    'utc': pl.Series(local, dtype=pl.Datetime('us')).dt.replace_time_zone('UTC'), 'berlin': pl.Series(local, dtype=pl.Datetime('us')).dt.replace_time_zone('Europe/Berlin'),
    'date': pl.Series([t and t.date() for t in local]), 'span': pl.Series(spans, dtype=pl.Duration('us')), 'span_ms': pl.Series(spans, dtype=pl.Duration('ms')), 'span_ns': pl.Series(spans, dtype=pl.Duration('ns')),
    'clock': [t and t.time() for t in local], 'enum': pl.Series(levels, dtype=pl.Enum(['low', 'mid', 'high', 'top'])), 'free': pl.Series(levels, dtype=pl.Categorical), 'y': ['p', 'q', 'r', 's']})
frame.write_parquet(at('polars.parquet'))
frame.write_parquet(at('arrow.parquet'), use_pyarrow=True)
frame.write_ipc_stream(at('polars.arrows'), compression='zstd')
# polars writes no durations to CSV, and pandas writes them as its own
frame.with_columns(pl.col('span', 'span_ms', 'span_ns').dt.to_string('iso')).write_csv(at('polars.csv'))
times = [t.strftime('%Y-%m-%d %H:%M') for t in sorted(t for t in local if t)]
enum = frame['enum']
says = {
    'number': ('number', 'linear', '', ['-1', '2.5', '10']), 'whole': ('number', 'linear', '', ['3', '20', '100']), 'truth': ('category', '', '', ['false', 'true']),
    'text': ('category', '', '', ['a2', 'a10', 'b']), 'decimal': ('number', 'linear', '', ['-2.25', '1.5', '10']),
    'local': ('time', 'linear', '', times), 'ms': ('time', 'linear', '', times), 'ns': ('time', 'linear', '', times), 'utc': ('time', 'linear', 'UTC', times), 'berlin': ('time', 'linear', 'Europe/Berlin', times),
    'date': ('time', 'linear', '', [t[:10] for t in times]), 'clock': ('duration', 'linear', '', ['5h', '12h', '23h30m']),
    'enum': ('category', 'linear', '', [c for c in enum.dtype.categories if (enum == c).any()]), 'free': ('category', '', '', sorted(l for l in levels if l)),
    'hour clock': ('time', 'circular', '', [str(h) for h in sorted(frame['clock'].drop_nulls().dt.hour())]),
    'weekday berlin': ('time', 'circular', 'Europe/Berlin', [['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][d - 1] for d in sorted(set(frame['berlin'].drop_nulls().dt.weekday()))]),
}
for name in ['span', 'span_ms', 'span_ns']:
    says[name] = ('duration', 'linear', '', ['250ms', '1h30m', '2d'])
print(json.dumps(says))
`

// TestKindsOfColumns reads columns of every kind from files that pandas and polars wrote, with the types,
// orders, zones and values that they have there.
func TestKindsOfColumns(t *testing.T) {
	for _, test := range []struct {
		library, script string
		typed           []string
		csv             string
		inCSV           map[string][2]string // what CSV does not tell: order, zone
	}{
		{"pandas", kindsOfPandas, []string{"pandas.parquet", "gzip.parquet", "pandas.feather", "pandas.arrows"}, "pandas.csv", map[string][2]string{
			"ordered": {"", ""}, "berlin": {"linear", "UTC"},
		}},
		{"polars", kindsOfPolars, []string{"polars.parquet", "arrow.parquet", "polars.arrows"}, "polars.csv", map[string][2]string{
			"enum": {"", ""}, "berlin": {"linear", "UTC"},
		}},
	} {
		t.Run(test.library, func(t *testing.T) {
			python := oracle.Python(t, "pyarrow.parquet", test.library)
			folder := t.TempDir()
			var says map[string][]json.RawMessage
			if err := json.Unmarshal(python(test.script, folder), &says); err != nil {
				t.Fatal(err)
			}
			for name, fields := range says {
				var want kind
				for n, to := range []any{&want.Type, &want.Order, &want.Zone, &want.Labels} {
					if err := json.Unmarshal(fields[n], to); err != nil {
						t.Fatal(err)
					}
				}
				for _, file := range test.typed {
					t.Run(file+"/"+name, func(t *testing.T) {
						if d := cmp.Diff(want, kindOf(t, filepath.Join(folder, file), name)); d != "" {
							t.Error(d)
						}
					})
				}
				t.Run(test.csv+"/"+name, func(t *testing.T) {
					got := kindOf(t, filepath.Join(folder, test.csv), name)
					if lost, ok := test.inCSV[name]; ok {
						want.Order, want.Zone = scale.Order(lost[0]), lost[1]
						want.Labels, got.Labels = nil, nil
					}
					if name == "truth" { // True and False
						for n, l := range got.Labels {
							got.Labels[n] = strings.ToLower(l)
						}
					}
					if _, part := partOf(name); part != "" { // the zone has no name in CSV, and the offset is as written
						want.Zone, got.Zone = "", ""
					}
					if d := cmp.Diff(want, got); d != "" {
						t.Error(d)
					}
				})
			}
		})
	}
}

// kind is what is known of a column.
type kind struct {
	Type   scale.Type
	Order  scale.Order
	Zone   string
	Labels []string
}

// kindOf reads a column, or the part of one: "hour local", or "hour utc in Asia/Tokyo".
func kindOf(t *testing.T, path, name string) kind {
	t.Helper()
	spec := scale.Spec{}
	column, part := partOf(name)
	spec.Part = part
	if zone, in := cutIn(&column); in {
		spec.Zone = zone
	}
	tab := mustOpen(t, path, Options{X: column, Y: "y", Scales: map[string]scale.Spec{column: spec}})
	x, _ := tab.Scales()
	labels := tab.x
	if last := len(labels) - 1; last >= 0 && labels[last] == scale.MissingLabel {
		labels = labels[:last]
	}
	return kind{x[0].Type, x[0].Order, x[0].Zone, labels}
}

// partOf splits a part of times off the name of a column.
func partOf(name string) (column, part string) {
	if part, column, ok := strings.Cut(name, " "); ok {
		return column, part
	}
	return name, ""
}

// cutIn splits a time zone off the name of a column.
func cutIn(column *string) (zone string, ok bool) {
	*column, zone, ok = strings.Cut(*column, " in ")
	return zone, ok
}
