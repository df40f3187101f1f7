package survey

import (
	"cmp"
	"math"

	"github.com/dibmap/dibmap/internal/calendar"
	"github.com/dibmap/dibmap/internal/tally"
	"github.com/dibmap/dibmap/scale"
)

// partsOf returns the same column with parts of its times in place of these, if it holds times.
func (c *collector) partsOf(parts []string) (all []*collector) {
	if c.many {
		return c.partsOfMany(parts)
	}
	if len(parts) == 0 || c.spec.Part != "" {
		return nil
	}
	if s, _ := scale.Begin(c.name, c.spec, c.labels.Values()); s.Type != scale.Time {
		return nil
	}
	for _, part := range parts {
		other := &collector{name: c.name, spec: c.spec, labels: c.labels, ids: c.ids}
		other.spec.Part = part
		all = append(all, other)
	}
	return all
}

// partsOfMany is partsOf where the texts of times are not kept. One time represents all with the same part.
func (c *collector) partsOfMany(parts []string) (all []*collector) {
	if c.begun == nil || c.begun.Type != scale.Time || c.begun.Part != "" || c.texts > 0 || c.mixed || len(parts) == 0 {
		return nil
	}
	times, at := c.hours()
	for _, part := range parts {
		other := newCollector(c.name, c.spec)
		other.spec.Part, other.spec.Zone, other.spec.NA, other.spec.Dates = part, c.begun.Zone, c.begun.NA, "" // they are written anew
		s, _ := scale.Begin(c.name, other.spec, nil)
		first := make(map[float64]string) // the first time with a part
		ids := make([]uint16, len(times))
		for n, text := range times {
			v, _ := s.Measure(text, false) // what was written here is a time
			if first[v] == "" {
				first[v] = text
			}
			ids[n] = uint16(other.labels.NumberOf(first[v]))
		}
		for _, n := range at {
			if n < 0 {
				other.ids.add(uint16(other.labels.Number(nil, true)))
			} else {
				other.ids.add(ids[n])
			}
		}
		all = append(all, other)
	}
	return all
}

// different returns the different numbers, times or parts of times among values, each as the first value that
// has it, with their counts. All missing values are one value.
func different(s *scale.Scale, values []scale.Value, absent []bool) (all []scale.Value, missing []bool) {
	type number struct {
		value  float64
		absent bool
	}
	at := make(map[number]int)
	of := make([]int, len(values))
	for n, v := range values {
		this := number{absent: absent[n]}
		if !absent[n] {
			this.value, _ = s.Measure(v.Text, false)
		}
		place, ok := at[this]
		if !ok {
			place = len(all)
			at[this] = place
			all, missing = append(all, v), append(missing, absent[n])
		}
		of[n] = place
	}
	sums := tally.NewSums(len(all))
	for n, v := range values {
		sums.Add(of[n], v.Count)
	}
	for n := range all {
		all[n].Count = sums.Total(n)
	}
	return all, missing
}

// hours returns a time of each hour that occurs, as a clock in the zone of the column shows it, and the
// place of each record's hour among them, or -1 for a record without a time. The parts of a time depend on its hour alone.
func (c *collector) hours() (times []string, at []int32) {
	zone, err := calendar.Zone(cmp.Or(c.begun.Zone, "UTC"))
	if err != nil {
		zone = calendar.UTC // scale.Cut has the error
	}
	known := make(map[int64]int32)
	for v := range c.numbers.all() {
		if math.IsNaN(v) {
			at = append(at, -1)
			continue
		}
		wall := calendar.WallOf(int64(v), zone)
		hour := calendar.Multiple(wall, calendar.Hour, 0)
		n, ok := known[hour]
		if !ok {
			n = int32(len(times))
			known[hour] = n
			times = append(times, string(calendar.AppendTime(nil, wall)))
		}
		at = append(at, n)
	}
	return times, at
}
