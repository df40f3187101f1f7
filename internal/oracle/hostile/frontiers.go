package hostile

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// frontierFile returns a frontier file of a version, given its points and numbers.
func frontierFile(version int, n, labels, points string) []byte {
	return fmt.Appendf(nil, `{"format":"dibmap/frontier","version":%d,"problem":{"kind":"dib","n":%s,"m":2,"x_labels":%s,"y_labels":["u","v"],`+
		`"hx":1,"hy":1,"ixy":1,"samples":100,"source":{"name":"t","sha256":"5b7a9c01"}},"search":{"method":"mapper","epsilon":0,"seed":0,`+
		`"status":"converged","evaluated":1,"expanded":1,"seconds":0},"certificate":null,"points":[%s]}`, version, n, labels, points)
}

// frontiers returns frontier files.
func frontiers() []Input {
	var list []Input
	calls := [][]string{{"show", "f.json"}, {"select", "f.json", "--clusters", "2"}, {"plot", "f.json", "-o", "f.svg"}, {"merge", "f.json", "-o", "g.json", "-q"}}
	input := func(name string, content []byte, read bool) {
		list = append(list, one("a frontier with "+name, "f.json", content, read, calls...))
	}
	point := func(k, ties string) string {
		return fmt.Sprintf(`{"h":0,"i":0,"k":1,"assignment":[0,0],"ties":0},{"h":1,"i":1,"k":%s,"assignment":[0,1],"ties":%s}`, k, ties)
	}
	two := `["a","b"]`
	input("nothing wrong", frontierFile(1, "2", two, point("2", "0")), true)
	for _, number := range []string{"1000000000000000000", "1e400", strings.Repeat("9", 900_000), "-1", "2147483647"} {
		input("k "+number[:min(20, len(number))], frontierFile(1, "2", two, point(number, "0")), false)
		input("n "+number[:min(20, len(number))], frontierFile(1, number, two, point("2", "0")), false)
	}
	input("ties of many digits", frontierFile(1, "2", two, point("2", strings.Repeat("9", 900_000))), false)
	input("many brackets", repeated("[", 1_000_000), false)
	input("many objects", repeated(`{"a":`, 200_000), false)
	input("many brackets in a point", frontierFile(1, "2", two, strings.Repeat("[", 900_000)), false)
	input("many empty points", frontierFile(1, "2", two, strings.TrimSuffix(strings.Repeat("{},", 330_000), ",")), false)
	input("many empty labels", frontierFile(1, "300000", "["+strings.TrimSuffix(strings.Repeat(`"",`, 300_000), ",")+"]", point("2", "0")), false)
	// A chain of differences, with equal and large numbers of rows and points.
	const rows = 20_000
	labels := `["` + numbered(rows, `","`) + `"]`
	var chain strings.Builder
	chain.WriteString(`{"h":0,"i":0,"k":1,"changes":[],"ties":0}`)
	for k := range 9000 {
		fmt.Fprintf(&chain, `,{"h":%g,"i":%g,"k":%d,"from":%d,"changes":[%d,%d],"ties":0}`, float64(k+1)/1e4, float64(k+1)/1e4, k+2, k, k+1, k+1)
	}
	input("a long chain of differences", frontierFile(2, fmt.Sprint(rows), labels, chain.String()), true)
	input("a point from itself", frontierFile(2, "2", two, `{"h":0,"i":0,"k":1,"changes":[],"ties":0},{"h":1,"i":1,"k":2,"from":1,"changes":[1,1],"ties":0}`), false)
	input("a change of no row", frontierFile(2, "2", two, `{"h":0,"i":0,"k":1,"changes":[],"ties":0},{"h":1,"i":1,"k":2,"from":0,"changes":[1000000000000,1],"ties":0}`), false)
	input("a change that is a huge merge", frontierFile(2, "2", two, `{"h":0,"i":0,"k":1,"changes":[],"ties":0},{"h":1,"i":1,"k":2,"from":0,"changes":[1,-2147483648],"ties":0}`), false)
	var wide strings.Builder
	wide.WriteString("h,i,k,ties\n")
	for k := range 60_000 {
		fmt.Fprintf(&wide, "%d,%d,1,0\n", k, k)
	}
	list = append(list,
		one("a frontier in CSV of many points", "f.csv", []byte(wide.String()), true, []string{"show", "f.csv"}),
		one("a frontier in CSV of many columns", "f.csv", []byte("h,i,k,ties"+strings.Repeat(",a", 500_000)+"\n0,0,1,0\n"), false, []string{"show", "f.csv"}))
	return list
}

// Sealed returns the text of a plan with its digest in place of zeros.
func Sealed(plan string) []byte {
	sum := sha256.Sum256([]byte(plan))
	return []byte(strings.Replace(plan, unsealed, hex.EncodeToString(sum[:]), 1))
}

// unsealed is replaced by the digest of a plan.
var unsealed = strings.Repeat("0", 2*sha256.Size)

// plan returns a plan with many equal elements in a list.
func plan(list, element string, times int) []byte {
	elements := strings.TrimSuffix(strings.Repeat(element+",", times), ",")
	return Sealed(fmt.Sprintf(`{"format":"dibmap/plan","version":1,"program":"(devel)",%q:[%s],"sha256":"%s"}`, list, elements, unsealed))
}

// planOf returns an input with a plan.
func planOf(name string, content []byte) Input {
	return one("a plan of "+name, "plan.json", content, false, []string{"work", ".", "--all", "-q"}, []string{"merge", ".", "-q", "-o", "../out.json"})
}

// states returns checkpoints and folders of work.
func states() []Input {
	table := []byte("x,y\na,b\nc,d\ne,b\n")
	search := []string{"map", "t.csv", "--x", "x", "--y", "y", "-q", "--checkpoint", "state", "--resume", "-o", "out.json"}
	var list []Input
	for name, content := range map[string][]byte{
		"zeros": make([]byte, 1_000_000), "ones": repeated("\xff", 1_000_000), "brackets": repeated("[", 1_000_000), "text": repeated("dibmap", 150_000),
		"frames": zstandard(nil, make([]byte, 1<<20), 1000),
	} {
		list = append(list, Input{"a checkpoint of " + name, map[string][]byte{"t.csv": table, "state": content}, [][]string{search}, false})
		list = append(list, planOf(name, content))
	}
	const kind = `{"stage":1,"kind":"a","units":10000}`
	list = append(list,
		planOf("many kinds of units", plan("work", kind, 1300)),
		planOf("very many kinds of units", plan("work", kind, 28_000)),
		planOf("many tables", plan("tables", "{}", 340_000)),
	)
	return list
}
