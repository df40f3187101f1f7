package main

import (
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
)

// TestFlagsAreCompleted lists the values that shells offer for flags, which come from their help: a new text may list
// them in another form.
func TestFlagsAreCompleted(t *testing.T) {
	want := map[string]string{
		"map apart":       "both either",
		"map assignments": "auto whole",
		"map bins-x":      "none",
		"map encoding":    "utf-8 utf-16 latin1 windows-1252",
		"map estimator":   "plugin miller-madow grassberger chao-shen jackknife shrinkage dirichlet nsb",
		"map format":      "csv tsv jsonl parquet arrow npy npz mtx",
		"map missing":     "own drop nearest",
		"map missing-y":   "drop own",
		"map monotone":    "up down auto peak valley",
		"map order":       "linear circular none",
		"map overlap":     "intervals value difference",
		"map part":        "hour weekday month quarter year day-of-year",
		"map problem":     "dib dmc symmetric quantizer kmeans mean",
		"map prove":       "yes no auto",
		"map search":      "auto local merge dp",
		"map smooth":      "auto none",
		"map text":        "letters words",
		"map type":        "category number time duration",
		"map uncertainty": "bootstrap posterior delta nsb",
		"encode encoding": "utf-8 utf-16 latin1 windows-1252",
		"encode dialect":  "sqlite postgres duckdb spark mysql bigquery snowflake",
		"encode export":   "json csv sql spark python",
		"encode format":   "csv tsv jsonl parquet arrow",
		"encode names":    "labels numbers FILES",
		"encode unknown":  "error label nearest",
		"plot figure":     "groups rates kept frontier titular frontiers robust group-tables FILES",
		"plot format":     "csv tsv jsonl parquet arrow npy npz mtx",
		"plot palette":    "scale hues FILES",
		"plot plane":      "dib ib",
		"plot theme":      "light dark",
	}
	got := make(map[string]string)
	for _, command := range completed(cli.Streams{Out: io.Discard, Err: io.Discard}).Commands() {
		command.Flags().VisitAll(func(f *pflag.Flag) {
			complete, ok := command.GetFlagCompletionFunc(f.Name)
			if !ok {
				return
			}
			values, directive := complete(command, nil, "")
			if len(values) > 0 && directive == cobra.ShellCompDirectiveDefault {
				values = append(values, "FILES")
			}
			name := command.Name() + " " + f.Name
			if _, listed := want[name]; listed || (command.Name() == "map" || command.Name() == "encode" || command.Name() == "plot") && len(values) > 0 {
				got[name] = strings.Join(values, " ")
			}
		})
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("other values are offered (-want +got):\n%s", d)
	}
}
