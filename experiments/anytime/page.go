package main

import (
	"fmt"
	"strconv"
	"strings"
)

// columns are the numbers of clusters in the table of the page.
var columns = []int{10, 50, 200}

// page returns the table of the page: I of the groupings of other methods, and of the frontier at the
// same H.
func (r results) page() string {
	var b strings.Builder
	b.WriteString("\n| table | method | groupings | above |")
	for _, k := range columns {
		fmt.Fprintf(&b, " k = %d |", k)
	}
	b.WriteString("\n|---|---|---|---|" + strings.Repeat("---|", len(columns)) + "\n")
	for _, table := range r.tables() {
		for _, m := range methods()[2:] {
			b.WriteString(r.line(table, m))
		}
	}
	return b.String() + "\n"
}

// line returns the line of a method, which is empty if it has no measurement.
func (r results) line(table string, m method) string {
	measured := r.of(table, m.id)
	if len(measured) == 0 {
		return ""
	}
	last := measured[len(measured)-1]
	line := fmt.Sprintf("| %s | %s | %s | %d |", table, m.title, thousands(last.groupings), last.above)
	for _, k := range columns {
		line += r.cell(table, m.id, k)
	}
	return line + "\n"
}

// cell returns I of the grouping near k clusters, and of the frontier.
func (r results) cell(table, method string, k int) string {
	for _, g := range r.groupings {
		if number, _, _ := nearest(g.k); g.table == table && g.method == method && number == k {
			return fmt.Sprintf(" %.4f / %.4f |", g.i, g.frontierI)
		}
	}
	return " - |"
}

// thousands writes a number below a million with a comma.
func thousands(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000)
}
