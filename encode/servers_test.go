//go:build unix

package encode

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/dibmap/dibmap/internal/oracle"
	"github.com/dibmap/dibmap/scale"
)

// server is a database on a socket of its own, which runs scripts.
type server struct {
	run func(script string) (string, error)
	// text returns a literal for any text, and hex an expression for the bytes of one.
	text, hex func(string) string
	types     map[string]string // of columns, by the names that these have in standard SQL
}

// mariaDB starts MariaDB.
func mariaDB(t *testing.T) server {
	t.Helper()
	install, daemon, client := oracle.Program(t, "mariadb-install-db"), oracle.Program(t, "mariadbd"), oracle.Program(t, "mariadb")
	folder := short(t)
	data, socket := filepath.Join(folder, "data"), filepath.Join(folder, "s")
	if out, err := exec.Command(install, "--no-defaults", "--datadir="+data, "--auth-root-authentication-method=normal", "--skip-test-db").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	args := []string{"--no-defaults", "--datadir=" + data, "--socket=" + socket, "--skip-networking", "--innodb-flush-log-at-trx-commit=0"}
	if os.Geteuid() == 0 {
		args = append(args, "--user=root")
	}
	// The connection has another character set than the texts, as many have.
	run := func(script string) (string, error) {
		return piped(exec.Command(client, "--no-defaults", "--socket="+socket, "--user=root", "--default-character-set=latin1", "--skip-column-names", "--batch", "--raw", "test"), script)
	}
	start(t, exec.Command(daemon, args...), func() error {
		_, err := piped(exec.Command(client, "--no-defaults", "--socket="+socket, "--user=root"), "CREATE DATABASE IF NOT EXISTS test CHARACTER SET utf8mb4;")
		return err
	})
	return server{
		run: run, text: func(s string) string { return fmt.Sprintf("_utf8mb4 X'%X'", s) },
		hex:   func(expression string) string { return "HEX(CONVERT(" + expression + " USING utf8mb4))" },
		types: map[string]string{"VARCHAR": "VARCHAR(100) CHARACTER SET utf8mb4", "TIMESTAMP": "DATETIME(6)"},
	}
}

// postgreSQL starts PostgreSQL, which does not run as root.
func postgreSQL(t *testing.T) server {
	t.Helper()
	client := oracle.Program(t, "psql")
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	if len(found) == 0 {
		oracle.Program(t, "initdb")
	}
	programs := ""
	if len(found) > 0 {
		programs = found[len(found)-1]
	}
	folder := short(t)
	data := filepath.Join(folder, "data")
	as := func(cmd *exec.Cmd) *exec.Cmd { return cmd }
	if os.Geteuid() == 0 {
		postgres, err := user.Lookup("postgres")
		if err != nil {
			t.Fatal(err)
		}
		uid, _ := strconv.Atoi(postgres.Uid)
		gid, _ := strconv.Atoi(postgres.Gid)
		if err := os.Chown(folder, uid, gid); err != nil {
			t.Fatal(err)
		}
		as = func(cmd *exec.Cmd) *exec.Cmd {
			cmd.Dir = folder
			cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
			return cmd
		}
	}
	if out, err := as(exec.Command(filepath.Join(programs, "initdb"), "--no-sync", "--auth=trust", "--username=test", "--encoding=UTF8", "--locale=C", "-D", data)).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	run := func(script string) (string, error) {
		return piped(exec.Command(client, "--no-psqlrc", "--host="+folder, "--username=test", "--dbname=postgres", "--tuples-only", "--no-align", "--quiet", "--set=ON_ERROR_STOP=1"), script)
	}
	start(t, as(exec.Command(filepath.Join(programs, "postgres"), "-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off")), func() error {
		_, err := run("SELECT 1;")
		return err
	})
	return server{
		run: run, text: func(s string) string { return fmt.Sprintf("convert_from('\\x%x', 'UTF8')", s) },
		hex:   func(expression string) string { return "upper(encode(convert_to(" + expression + ", 'UTF8'), 'hex'))" },
		types: map[string]string{"DOUBLE": "DOUBLE PRECISION"},
	}
}

// short returns a folder whose path is short enough for that of a socket.
func short(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "db")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	return folder
}

// start starts a server, which is ended with the test, and returns when it answers.
func start(t *testing.T, cmd *exec.Cmd, answers func() error) {
	t.Helper()
	log, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt) // of PostgreSQL, a fast shutdown
		_ = cmd.Process.Signal(syscall.SIGTERM)
		<-ended
		_ = log.Close()
	})
	for err := answers(); err != nil; err = answers() {
		select {
		case err := <-ended:
			ended <- err
			said, _ := os.ReadFile(log.Name())
			t.Fatalf("the server ended: %v: %s", err, said)
		case <-time.After(20 * time.Millisecond): // until it answers, however long that takes
		}
	}
}

func piped(cmd *exec.Cmd, script string) (string, error) {
	cmd.Stdin = strings.NewReader(script)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %.500s", err, out)
	}
	return string(out), nil
}

// TestSQLRunsOnServers has labels and names that a database may misread, and numbers in bins.
func TestSQLRunsOnServers(t *testing.T) {
	for _, c := range []struct {
		format, times string
		start         func(*testing.T) server
		quote         func(string) string
	}{{"mysql", "mysql", mariaDB, mysql.identifier}, {"sql", "postgres", postgreSQL, standard.identifier}} {
		t.Run(c.format, func(t *testing.T) {
			s := c.start(t)
			s.labels(t, c.format, c.quote)
			s.numbers(t, c.format)
			if c.format == "sql" {
				s.numbers(t, "postgres")
			}
			s.times(t, c.times)
		})
	}
}

// labels looks up nasty labels, which differ by case, accents and spaces at the end as well.
func (s *server) labels(t *testing.T, format string, quote func(string) string) {
	t.Helper()
	labels := slices.Concat(nasty()[:57], []string{"E", "É", "plain ", "PLAIN", "ß", "ss"})
	names := []string{"Zürich", `back\slash`, "it's", "日本", "two\nlines", `"quoted"`, "plain"}
	assignment := make([]int, len(labels))
	for i := range labels {
		assignment[i] = i % len(names)
	}
	e := must(t, labels, assignment, names)
	column, as := `co"l'u\m`+"`n", "my `\"cluster"
	var script strings.Builder
	fmt.Fprintf(&script, "CREATE TABLE t(n INTEGER, %s %s);\n", quote(column), s.typed("VARCHAR"))
	for i, l := range labels {
		fmt.Fprintf(&script, "INSERT INTO t VALUES (%d, %s);\n", i, s.text(l))
	}
	fmt.Fprintf(&script, "INSERT INTO t VALUES (-1, 'no such');\nSELECT CONCAT(n, ' ', COALESCE(%s, 'null')) FROM (SELECT n, %s FROM t) AS found ORDER BY n;\n",
		s.hex(quote(as)), exported(t, e, format, Coding{X: column, As: as}))
	got, err := s.run(script.String())
	if err != nil {
		t.Fatal(err)
	}
	want := "-1 null\n"
	for i, l := range labels {
		c, _ := e.Cluster(l)
		want += fmt.Sprintf("%d %X\n", i, e.Name(c))
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("labels: %.2000s", d)
	}
}

// numbers puts numbers into ranges, in columns of numbers and of texts.
func (s *server) numbers(t *testing.T, format string) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 1))
	e := inTurn(t, random, 3, true, fit(t, "x", "edges:-1,0,1,2.5,1000", scale.Clean{}, "-5", "2000"))
	values := []string{"-5", "0", "0.9999999999999999", "1", "2.5", "1e3", "1e300", "-1e-300"}
	texts := slices.Concat(values, []string{"+1", " 2.5 ", "1.", ".5", "inf", "-Infinity", "nan", "", "x", "1e", "--1", "1 2"})
	var script strings.Builder
	fmt.Fprintf(&script, "CREATE TABLE numbers(n INTEGER, x %s);\nCREATE TABLE texts(n INTEGER, x %s);\n", s.typed("DOUBLE"), s.typed("VARCHAR"))
	for i, v := range values {
		fmt.Fprintf(&script, "INSERT INTO numbers VALUES (%d, %s);\n", i, v)
	}
	for i, v := range texts {
		fmt.Fprintf(&script, "INSERT INTO texts VALUES (%d, '%s');\n", i, v)
	}
	sql := exported(t, e, format, Coding{X: "x", As: "c", Style: Style{Numbers: true}})
	for _, table := range []string{"numbers", "texts"} {
		fmt.Fprintf(&script, "SELECT CONCAT(n, ' ', COALESCE(c, -1)) FROM (SELECT n, %s FROM %s) AS found ORDER BY n;\n", sql, table)
	}
	script.WriteString("DROP TABLE numbers, texts;\n")
	got, err := s.run(script.String())
	if err != nil {
		t.Fatal(err)
	}
	want := ""
	for _, list := range [][]string{values, texts} {
		for i, v := range list {
			c, known := e.Cluster(e.Scales().Label(scale.Value{Text: v, Missing: v == ""}))
			if !known {
				c = -1
			}
			want += fmt.Sprintf("%d %d\n", i, c)
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("numbers: %s", d)
	}
}

func (s *server) typed(standard string) string {
	if name, ok := s.types[standard]; ok {
		return name
	}
	return standard + map[string]string{"VARCHAR": "(100)"}[standard]
}

// times compares on a server the times of texts and of typed columns.
func (s *server) times(t *testing.T, format string) {
	t.Helper()
	for _, c := range timeTrials(t, rand.New(rand.NewPCG(4, 4)), 60) {
		if format == "postgres" { // a day that does not exist ends the query
			c.values = slices.DeleteFunc(c.values, func(v string) bool { return slices.Contains([]string{"2024-02-30", "2023-02-29", "2024-04-31"}, v) })
		}
		s.agrees(t, format, &c)
	}
}

// agrees compares a trial of one column on a server, for texts and for typed values.
func (s *server) agrees(t *testing.T, format string, c *trial) {
	t.Helper()
	typed, meant := c.typed()
	for kind, values := range map[string][2][]string{"VARCHAR": {c.values, c.values}, "TIMESTAMP": {typed, meant}} {
		script := fmt.Sprintf("CREATE TABLE v(n INTEGER, v %s);\n", s.typed(kind))
		want := ""
		for i, v := range values[0] {
			literal := "'" + v + "'"
			if v == "\x00" || v == "none" {
				literal = "NULL"
			}
			script += fmt.Sprintf("INSERT INTO v VALUES (%d, %s);\n", i, literal)
			want += fmt.Sprintf("%d %v\n", i, c.clusterOf(t, values[1][i]))
		}
		script += fmt.Sprintf("SELECT CONCAT(n, ' ', c) FROM (SELECT n, %s FROM v) AS found ORDER BY n;\nDROP TABLE v;\n", exported(t, c.coding.Encoder, format, Coding{X: "v", As: "c", Style: c.coding.Style}))
		got, err := s.run(script)
		if err != nil {
			t.Fatalf("%s, %s, %s: %v", format, c.name, kind, err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s, %s, %s: %.3000s", format, c.name, kind, d)
		}
	}
}
