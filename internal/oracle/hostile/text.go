package hostile

import (
	"fmt"
	"strings"
)

// text returns inputs of uncompressed text.
func text() []Input {
	const many = 200_000
	nested := func(open string) []byte { return repeated(open, 1_000_000/len(open)) }
	var labels, objects, keys strings.Builder
	labels.WriteString("x,y\n")
	for k := range 120_000 {
		fmt.Fprintf(&labels, "%x,a\n", k)
	}
	for k := range 40_000 {
		fmt.Fprintf(&objects, `{"x":%d,"y":1}`+"\n", k)
	}
	keys.WriteString("{")
	for k := range 60_000 {
		fmt.Fprintf(&keys, `"k%d":1,`, k)
	}
	keys.WriteString(`"x":"a","y":"b"}` + "\n")
	digits := strings.Repeat("9", 400_000)
	return []Input{
		one("half a million columns", "f.csv", append([]byte("x,y"), repeated(",c", 500_000)...), false, reading("f.csv")...),
		one("a header of commas", "f.csv", append([]byte("x,y"), repeated(",", 1_000_000)...), false, reading("f.csv")...),
		one("different names of many columns", "f.csv", []byte("x,y,"+numbered(130_000, ",")+"\n"+strings.Repeat(",", 130_000)+"\n"), false, reading("f.csv")...),
		one("a matrix of one row and half a million columns", "f.csv", []byte(strings.Repeat(",1", 250_000)+"\na"+strings.Repeat(",1", 250_000)+"\n"), false, []string{"info", "f.csv"}),
		one("a wide matrix", "f.csv", []byte(","+numbered(70_000, ",")+"\na"+strings.Repeat(",1", 70_000)+"\nb"+strings.Repeat(",1", 70_000)+"\n"), true, []string{"info", "f.csv"}),
		one("many different labels", "f.csv", []byte(labels.String()), true, reading("f.csv")[:1]...),
		one("many lines of one byte", "f.csv", append([]byte("x,y\na,b\n"), repeated("a\n", 400_000)...), false, reading("f.csv")...),
		one("numbers of many digits", "f.csv", []byte("x,y\n"+digits+",a\n"+digits+"8,b\n"), true, reading("f.csv")[:2]...),
		one("counts of many digits", "f.csv", []byte("x,y,n\na,b,"+digits+"\n"), false, []string{"info", "f.csv", "--x", "x", "--y", "y", "--count", "n"}),
		one("counts beyond floats", "f.csv", []byte("x,y,n\na,b,1e400\nb,c,1\n"), false, []string{"info", "f.csv", "--x", "x", "--y", "y", "--count", "n"}),
		one("a small count of many digits", "f.csv", []byte("x,y,n\na,b,0."+strings.Repeat("0", 400_000)+"1\nb,c,1\n"), true, []string{"info", "f.csv", "--x", "x", "--y", "y", "--count", "n"}),
		one("a huge exponent", "f.csv", []byte("x,y,n\na,b,1e-99999999999999999999\nb,c,1e99999999999999999999\n"), false, []string{"info", "f.csv", "--x", "x", "--y", "y", "--count", "n"}),
		one("points that are no numbers", "f.csv", append([]byte("a,b\n1,2\n3,4\n"), repeated("NaN,1\n", 100_000)...), false, []string{"map", "f.csv", "--problem", "kmeans", "-q", "-o", "out.json"}),
		one("points that are too far apart", "f.csv", []byte("a,b\n1e308,1\n-1e308,1\n1e400,2\n"), false, []string{"map", "f.csv", "--problem", "quantizer", "-q", "-o", "out.json"}),
		one("many brackets in a line", "f.jsonl", nested("["), false, reading("f.jsonl")...),
		one("many nested objects", "f.jsonl", nested(`{"x":`), false, reading("f.jsonl")...),
		one("many nested values in a record", "f.jsonl", []byte(`{"x":"a","y":"b","z":`+strings.Repeat("[", 500_000)+strings.Repeat("]", 400_000)+"}\n"), false, reading("f.jsonl")...),
		one("an object of many keys", "f.jsonl", []byte(keys.String()), true, reading("f.jsonl")[:2]...),
		one("scan of an object of many keys", "f.jsonl", []byte(keys.String()), true, []string{"scan", "f.jsonl", "--y", "y", "-q", "-o", "scanned"}),
		one("equal keys", "f.jsonl", []byte("{"+strings.Repeat(`"x":"a",`, 100_000)+`"y":"b"}`+"\n"), true, reading("f.jsonl")[:1]...),
		one("numbers as labels", "f.jsonl", []byte(objects.String()), true, reading("f.jsonl")[:1]...),
		one("a number of many digits in JSON", "f.jsonl", []byte(`{"x":`+digits+`,"y":"b"}`+"\n"), true, reading("f.jsonl")[:1]...),
		one("a file of line ends", "f.csv", repeated("\n", 1_000_000), false, reading("f.csv")...),
		one("a file of quotes", "f.csv", repeated(`"`, 1_000_000), false, reading("f.csv")...),
		one("words of one letter", "f.txt", repeated("a b c ", many/6), true, []string{"info", "f.txt", "--text", "words"}),
		{"an order of many values", map[string][]byte{"f.csv": []byte("x,y\na,b\nc,d\n"), "order": []byte(numbered(140_000, "\n"))}, [][]string{{"info", "f.csv", "--x", "x", "--y", "y", "--order-file", "order"}}, true},
		{"links of many values", map[string][]byte{"f.csv": []byte("x,y\na,b\nc,d\n"), "links": []byte(numbered(140_000, ","))}, [][]string{{"map", "f.csv", "--x", "x", "--y", "y", "--must-link", "links", "-q", "-o", "out.json"}}, false},
	}
}

// numbered returns n different names.
func numbered(n int, separator string) string {
	var b strings.Builder
	for k := range n {
		if k > 0 {
			b.WriteString(separator)
		}
		fmt.Fprintf(&b, "%x", k)
	}
	return b.String()
}
