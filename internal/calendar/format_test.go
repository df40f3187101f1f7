package calendar

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestParseFormat(t *testing.T) {
	for _, tt := range [][3]string{
		{"03/04/2012", "d/m/y", "2012-04-03 00:00"},
		{"03/04/2012", "m/d/y", "2012-03-04 00:00"},
		{"3.4.2012", "d.m.y", "2012-04-03 00:00"},
		{"Apr 3, 2012", "m d, y", "2012-04-03 00:00"},
		{"april 3 2012", "m d y", "2012-04-03 00:00"},
		{"Sept. 3, 2012", "m d, y", "2012-09-03 00:00"},
		{"3 April 2012", "d m y", "2012-04-03 00:00"},
		{"03-Apr-2012", "d-m-y", "2012-04-03 00:00"},
		{"3/4/12", "d/m/yy", "2012-04-03 00:00"},
		{"3/4/70", "d/m/yy", "1970-04-03 00:00"},
		{"3/4/2012 12:30 PM", "d/m/y", "2012-04-03 12:30"},
		{"3/4/2012, 12:05:07 am", "d/m/y", "2012-04-03 00:05:07"},
		{"3.4.2012 13:05", "d.m.y", "2012-04-03 13:05"},
		{"31/04/2012", "d/m/y", ""},
		{"13/04/2012", "m/d/y", ""},
		{"3/4/2012x", "d/m/y", ""},
		{"3/4/201", "d/m/y", ""},
		{"1.2.10", "d.m.y", ""},
		{"Ap 3, 2012", "m d, y", ""},
		{"3/4/2012 13:05 PM", "d/m/y", ""},
	} {
		got := ""
		if at, ok := ParseFormat(tt[0], tt[1]); ok {
			got = string(AppendTime(nil, at.Wall))
		}
		if got != tt[2] {
			t.Errorf("%s as %s is %q, want %q", tt[0], tt[1], got, tt[2])
		}
	}
	for format, want := range map[string]bool{"d/m/y": true, "m d, y": true, "d.m.yy": true, "d/m": false, "dmy": false, "d/m/y/y": false, "d/m/yyy": false, "D/M/Y": false, "": false} {
		if CheckFormat(format) != want {
			t.Errorf("%q is taken for a format: %v", format, !want)
		}
	}
}

// TestFormatsAgreeWithTime reads what package time writes in every format.
func TestFormatsAgreeWithTime(t *testing.T) {
	layouts := map[string]string{
		"d/m/y": "2/01/2006", "m/d/y": "01/02/2006", "d-m-y": "02-Jan-2006", "m-d-y": "1-2-2006", "d.m.y": "2.1.2006", "y/m/d": "2006/01/02",
		"y.m.d": "2006.1.2", "d m y": "2 January 2006", "m d y": "Jan 2 2006", "m d, y": "January 2, 2006",
	}
	rapid.Check(t, func(t *rapid.T) {
		at := time.Unix(rapid.Int64Range(-3e9, 3e9).Draw(t, "seconds"), 0).UTC()
		for _, format := range Formats {
			for _, clock := range []string{"", " 15:04:05", " 3:04:05 PM", ", 03:04:05pm"} {
				text := at.Format(layouts[format] + clock)
				want := at.Truncate(24 * time.Hour)
				if clock != "" {
					want = at
				}
				if got, ok := ParseFormat(text, format); !ok || got.Wall != want.UnixMicro() {
					t.Fatal(fmt.Sprint(text, " in the format ", format, " is ", At(got.Wall)))
				}
			}
		}
	})
}
