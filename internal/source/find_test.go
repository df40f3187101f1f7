package source

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestHiveFolders(t *testing.T) {
	got := pairsOf(filepath.FromSlash("data/year=2020/city=S%C3%A3o%20Paulo/k=__HIVE_DEFAULT_PARTITION__/x=/=y/bad=%zz/part=1.csv"))
	want := []Pair{
		{Key: "year", Value: "2020"},
		{Key: "city", Value: "São Paulo"},
		{Key: "k", Value: hiveNull, Missing: true},
		{Key: "x"},
		{Key: "bad", Value: "%zz"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
