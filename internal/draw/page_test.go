package draw

import "testing"

func TestFormatOf(t *testing.T) {
	for path, want := range map[string]string{
		"a.svg": "svg", "A.SVG": "svg", "x/b.png": "png", "c.tar.pdf": "pdf", ".pdf": "pdf",
	} {
		if got, err := FormatOf(path); got != want || err != nil {
			t.Errorf("FormatOf(%q) = %v, %v", path, got, err)
		}
	}
	for _, path := range []string{"", "fig", "fig.jpg", "svg", "fig.svg/"} {
		_, err := FormatOf(path)
		want := path + ": the name does not tell the format of the figure: end it in .svg, .png or .pdf"
		if err == nil || err.Error() != want {
			t.Errorf("FormatOf(%q): %v", path, err)
		}
	}
}
