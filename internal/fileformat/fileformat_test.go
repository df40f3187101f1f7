package fileformat

import "testing"

func TestSplit(t *testing.T) {
	for name, want := range map[string][2]string{
		"a.csv": {"csv", ""}, "A.CSV": {"csv", ""}, "x.y/b.Tsv.GZ": {"tsv", "gz"}, "b.json.zst": {"json", "zst"},
		"a": {"", ""}, "": {"", ""}, "a.gz": {"", "gz"}, ".gz": {"", "gz"}, ".csv": {"csv", ""}, "a.": {"", ""},
		"x.csv/b": {"", ""}, "a.csv.gz.zst": {"gz", "zst"},
	} {
		if extension, compression := Split(name); extension != want[0] || compression != want[1] {
			t.Errorf("%q: %q, %q; want %q", name, extension, compression, want)
		}
	}
}

func TestOf(t *testing.T) {
	for _, name := range []string{"a.svg", "A.SVG", "x/b.tar.svg", ".svg"} {
		if format, err := Of(name, "figure", "svg", "png", "pdf"); format != "svg" || err != nil {
			t.Errorf("%q: %q, %v", name, format, err)
		}
	}
	for _, name := range []string{"", "fig", "fig.jpg", "svg", "fig.svg/", "fig.svg.gz"} {
		want := name + ": the name does not tell the format of the figure: end it in .svg, .png or .pdf"
		if _, err := Of(name, "figure", "svg", "png", "pdf"); err == nil || err.Error() != want {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestCheck(t *testing.T) {
	if err := Check("csv", "json", "csv"); err != nil {
		t.Error(err)
	}
	for want, formats := range map[string][]string{
		`there is no format "CSV": choose json, csv or sql`: {"json", "csv", "sql"},
		`there is no format "CSV": choose json or csv`:      {"json", "csv"},
		`there is no format "CSV": choose json`:             {"json"},
	} {
		if err := Check("CSV", formats...); err == nil || err.Error() != want {
			t.Errorf("%v: %v", formats, err)
		}
	}
}
