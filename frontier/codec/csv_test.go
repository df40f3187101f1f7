package codec

import (
	"strings"
	"testing"
)

func TestCSVErrors(t *testing.T) {
	const head = "h,i,k,ties\n"
	for text, want := range map[string]string{
		"h,i,k\n":                         "line 1, column 1: there is no column ties",
		"x,h,k,ties\n":                    "line 1, column 1: there is no column i",
		head + "0,0,1\n":                  "line 2, column 1: 3 fields, but the header has 4",
		head + "0,\"0,1,0\n":              `line 2, column 10: a quoted field goes wrong here: a " in it must be doubled, and one must end it`,
		head + "0,0,1,0\n1,zero,2,0\n":    `line 3, column 3: i is "zero", want a number`,
		head + ",0,1,0\n":                 `line 2, column 1: h is "", want a number`,
		head + "1e999,0,1,0\n":            `line 2, column 1: h is "1e999", want a number`,
		head + "NaN,0,1,0\n":              "point 0: (h NaN, i 0) is not a point",
		head + "0,inf,1,0\n":              "point 0: (h 0, i +Inf) is not a point",
		head + "0,0,0,0\n":                `line 2, column 5: k is 0, want a whole number from 1`,
		head + "0,0,1.5,0\n":              `line 2, column 5: k is 1.5, want a whole number from 1`,
		head + "0,0,2147483648,0\n":       `line 2, column 5: k is 2147483648, want a whole number from 1`,
		head + "0,0,1,-1\n":               `line 2, column 7: ties is -1, want a whole number from 0`,
		head + "0,0,1,-1,,\n":             "line 2, column 1: 6 fields, but the header has 4",
		head + "0,0,1,0\n0,1,2,0\n":       "point 1: (h 0, i 1) does not lie right of and above (h 0, i 0)",
		head + "a long text in here,0,0,": "line 2, column 1: h is \"a long text in here\", want a number",
	} {
		if _, err := Read(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%q:\n got %v\nwant %s", text, err, want)
		}
	}
}

func TestCSVColumnsInAnyOrder(t *testing.T) {
	f, err := Read(strings.NewReader("note,\"ties\",k,i,h\n\"a, b\",2,3,0.5,1\n"))
	if err != nil {
		t.Fatal(err)
	}
	if p := f.At(0); p.H != 1 || p.I != 0.5 || p.K != 3 || p.Ties != 2 || p.Assignment() != nil || p.Clusters() != nil {
		t.Errorf("got %+v", p)
	}
}
