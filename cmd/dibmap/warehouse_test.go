package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
	"github.com/dibmap/dibmap/internal/oracle"
)

// TestWarehouse runs what docs/warehouse.md shows, its SQL in DuckDB, and compares the groups of a join with
// those of an expression.
func TestWarehouse(t *testing.T) {
	python := oracle.Python(t, "duckdb")
	page := read(t, filepath.Join("..", "..", "docs", "warehouse.md"))
	t.Chdir(t.TempDir())
	duck := func(sql string) []byte {
		return python(`
import duckdb, json, sys
con = duckdb.connect("sales.duckdb")
con.execute("SET enable_progress_bar = false")  # it would go to standard output
rows = con.execute(sys.argv[1]).fetchall()
con.close()
print(json.dumps(rows, default=str))
`, sql)
	}
	// Products that are NULL, empty, or have quotes in their names.
	duck(`CREATE TABLE sales AS SELECT
		CASE i % 40 WHEN 0 THEN NULL WHEN 1 THEN '' WHEN 2 THEN 'it''s, "new"' ELSE 'p' || (i % 40) END AS product,
		'b' || ((i % 40) % 6 + i // 40 % 3) AS buyer FROM range(4000) r(i)`)
	blocks := 0
	for block := range strings.SplitSeq(page, "\n```") {
		switch language, code, _ := strings.Cut(block, "\n"); language {
		case "sql":
			duck(code)
			blocks++
		case "sh":
			for line := range strings.Lines(code) {
				if code, _, stderr := call(t.Context(), strings.Fields(line)[1:]...); code != cli.ExitDone {
					t.Fatal(line, stderr)
				}
			}
			blocks++
		}
	}
	if blocks != 3 {
		t.Fatalf("%d blocks of the page were run", blocks)
	}
	var groups [][]any
	out := duck(`SELECT product, "cluster", (SELECT count(*) FROM joined) FROM joined GROUP BY product, "cluster"`)
	if err := json.Unmarshal(out, &groups); err != nil {
		t.Fatal(err)
	}
	if len(groups) != 40 || groups[0][2] != 4000.0 {
		t.Errorf("%d products in %v records", len(groups), groups[0][2])
	}
	for _, g := range groups {
		if g[1] == nil {
			t.Errorf("%q has no group", g[0])
		}
	}
	differ := `SELECT * FROM (SELECT *, ` + read(t, "groups.sql") + ` FROM sales) EXCEPT ALL SELECT product, buyer, "cluster" FROM joined`
	if out := strings.TrimSpace(string(duck(differ))); out != "[]" {
		t.Errorf("an expression gives other groups than a join: %s", out)
	}
}
