package encode

import (
	"encoding/csv"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dibmap/dibmap/internal/lists"
	"github.com/dibmap/dibmap/internal/textfile"
	"github.com/dibmap/dibmap/scale"
)

// jsonMapping is a mapping in JSON. Version 1 has no scales: values are their own labels.
type jsonMapping struct {
	Format   string        `json:"format"`
	Version  int           `json:"version"`
	Column   string        `json:"column"`
	As       string        `json:"as,omitempty"`
	Scales   scale.Scales  `json:"scales,omitempty"`
	Clusters []jsonCluster `json:"clusters"`
	Unknown  *string       `json:"unknown"`
}

type jsonCluster struct {
	Cluster int         `json:"cluster"`
	Name    string      `json:"name"`
	Values  []string    `json:"values"`
	Ranges  []jsonRange `json:"ranges,omitempty"`
}

// jsonRange is a range of numbers: at least low, and less than high. A range without an end omits it.
type jsonRange struct {
	Range string   `json:"range"`
	Low   *float64 `json:"low,omitempty"`
	High  *float64 `json:"high,omitempty"`
}

func (x *exporter) json() error {
	all := lists.Map(x.mappings, func(v mapping) jsonMapping { return v.json() })
	out := json.NewEncoder(x.w)
	out.SetEscapeHTML(false)
	out.SetIndent("", "  ")
	if len(all) == 1 {
		return out.Encode(all[0])
	}
	for i := range all {
		all[i].As = x.mappings[i].as
	}
	return out.Encode(struct {
		Format   string        `json:"format"`
		Version  int           `json:"version"`
		Encoders []jsonMapping `json:"encoders"`
	}{"dibmap/encoders", 1, all})
}

func (m *mapping) json() jsonMapping {
	file := jsonMapping{Format: "dibmap/encoder", Version: 1, Column: m.x}
	for c, values := range m.encoder.values() {
		file.Clusters = append(file.Clusters, jsonCluster{Cluster: c, Name: m.encoder.Name(c), Values: values})
	}
	if m.HasOther {
		file.Unknown = &m.Other
	}
	if m.simple() {
		return file
	}
	file.Version, file.Scales = 2, m.encoder.scales
	if len(m.columns) > 1 {
		return file
	}
	c := m.encoder.plan(m.columns).columns[0]
	for run, class := range c.runs {
		if class == nowhere {
			continue
		}
		r := jsonRange{Range: c.scale.Range(c.first(run), c.last[run])}
		if run > 0 {
			r.Low = &c.cuts[run-1]
		}
		if run < len(c.cuts) {
			r.High = &c.cuts[run]
		}
		file.Clusters[class].Ranges = append(file.Clusters[class].Ranges, r)
	}
	return file
}

func (x *exporter) csv() error {
	if len(x.mappings) == 1 {
		return x.writeCSV(x.mappings[0].csv())
	}
	rows := [][]string{{"column", "as", "value", "low", "high", "cluster", "name"}}
	for i := range x.mappings {
		m := &x.mappings[i]
		for _, line := range m.lines() {
			rows = append(rows, slices.Concat([]string{m.x, m.as, line.value, line.low, line.high}, m.cluster(line.cluster)))
		}
	}
	return x.writeCSV(rows)
}

// writeCSV writes rows as CSV.
func (x *exporter) writeCSV(rows [][]string) error {
	if x.escape {
		for _, row := range rows {
			for i, text := range row {
				if formula(text) {
					row[i] = "'" + text
				}
			}
		}
	}
	return csv.NewWriter(x.w).WriteAll(rows)
}

// formula reports whether a spreadsheet may compute a text instead of showing it: OWASP, "CSV Injection" and ASVS
// 1.2.10.
func formula(text string) bool {
	const first = "=+-@\t\r\n\x00" + "＝＋－＠" // full-width forms, which East Asian versions convert
	if r, _ := utf8.DecodeRuneInString(text); text == "" || !strings.ContainsRune(first, r) {
		return false
	}
	_, number := textfile.Decimal(text)
	return !number
}

// line is the entry of a mapping for a value or a range of numbers.
type line struct {
	value, low, high string
	cluster          int
}

// cluster returns the number and the name of a cluster.
func (m *mapping) cluster(c int) []string { return []string{strconv.Itoa(c), m.encoder.Name(c)} }

// lines returns the lines for the labels or, in a column of numbers, for the ranges of one cluster.
func (m *mapping) lines() []line {
	var lines []line
	if len(m.columns) > 1 {
		for i, label := range m.encoder.labels {
			lines = append(lines, line{value: label, cluster: m.encoder.numbers[i]})
		}
		return lines
	}
	c := m.encoder.plan(m.columns).columns[0]
	for run, class := range c.runs {
		if class == nowhere {
			continue
		}
		first, last := c.first(run), c.last[run]
		low, high := ends(&c.scale, first, last)
		lines = append(lines, line{c.scale.Range(first, last), low, high, class})
	}
	for i, label := range c.texts {
		lines = append(lines, line{value: label, cluster: c.of[i]})
	}
	return lines
}

// ends returns the ends of a range of bins as text, empty for a range without an end. The upper end is
// where the next bin begins, also for whole numbers.
func ends(s *scale.Scale, first, last int) (low, high string) {
	open := *s
	open.Whole = false
	if first > 0 {
		low, _ = open.Ends(first)
	}
	if last < len(s.Cuts) {
		high, _ = open.Ends(last + 1)
	}
	return low, high
}

// csv returns the rows of a file for one mapping. A mapping of several columns has a line for each combination.
func (m *mapping) csv() [][]string {
	if len(m.columns) == 1 {
		ranges := m.encoder.scales != nil && m.encoder.scales[0].Binned()
		head := []string{"value", "cluster", "name"}
		if ranges {
			head = []string{"value", "low", "high", "cluster", "name"}
		}
		rows := [][]string{head}
		for _, line := range m.lines() {
			row := []string{line.value}
			if ranges {
				row = append(row, line.low, line.high)
			}
			rows = append(rows, append(row, m.cluster(line.cluster)...))
		}
		return rows
	}
	var head []string
	bins := make([]map[string]int, len(m.columns)) // of the labels
	for i, name := range m.columns {
		head = append(head, name)
		if s := &m.encoder.scales[i]; s.Binned() {
			head = append(head, name+" low", name+" high")
			bins[i] = make(map[string]int)
			for bin, label := range s.Labels() {
				bins[i][label] = bin
			}
		}
	}
	rows := [][]string{append(head, "cluster", "name")}
	for n, joined := range m.encoder.labels {
		labels, ok := textfile.SplitLabel(joined, len(m.columns))
		if !ok {
			labels = append([]string{joined}, make([]string, len(m.columns)-1)...)
		}
		var row []string
		for i, label := range labels {
			row = append(row, label)
			if bins[i] == nil {
				continue
			}
			low, high := "", ""
			if bin, known := bins[i][label]; known {
				low, high = ends(&m.encoder.scales[i], bin, bin)
			}
			row = append(row, low, high)
		}
		rows = append(rows, append(row, m.cluster(m.encoder.numbers[n])...))
	}
	return rows
}
