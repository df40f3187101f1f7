package exploring

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/calling"
	"github.com/dibmap/dibmap/cmd/dibmap/internal/cli"
)

// program returns commands that stand for those of dibmap: info prints its arguments, map writes them to its output,
// and the others do nothing.
func program(s cli.Streams) *cobra.Command {
	root := &cobra.Command{Use: "dibmap", SilenceErrors: true, SilenceUsage: true}
	for _, name := range []string{"info", "map", "plot", "encode"} {
		cmd := &cobra.Command{Use: name}
		for _, flag := range []string{"x", "prove", "robust", "delimiter", "json", "propose"} {
			cmd.Flags().String(flag, "", "")
			cmd.Flags().Lookup(flag).NoOptDefVal = "yes"
		}
		output := cmd.Flags().StringP("output", "o", "", "")
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			text := strings.Join(append(args, cmd.Flag("delimiter").Value.String()), " ")
			if *output == "" {
				_, err := fmt.Fprintf(s.Out, "%q", text)
				return err
			}
			return os.WriteFile(*output, []byte(text), 0o600)
		}
		root.AddCommand(cmd)
	}
	return root
}

// started returns a server, and the address of its page.
func started(t *testing.T) (*server, string) {
	t.Helper()
	c := &calling.Calls{Root: program, Folder: t.TempDir(), Table: "table.csv", Given: map[string][]string{"x": {"city"}, "delimiter": {";"}}}
	if _, err := c.Begin(context.Background()); err != nil {
		t.Fatal(err)
	}
	s := newServer("", c)
	h := httptest.NewServer(s)
	t.Cleanup(h.Close)
	s.host = strings.TrimPrefix(h.URL, "http://")
	return s, s.address()
}

// ask sends a request and returns the status and the body.
func ask(t *testing.T, method, address, body string, header ...string) (status int, text string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; n < len(header); n += 2 {
		r.Header.Set(header[n], header[n+1])
		if header[n] == "Host" {
			r.Host = header[n+1]
		}
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	b, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(b)
}

// TestOnlyThePageIsAnswered: another host, as after DNS rebinding, another origin, and an address without the token.
func TestOnlyThePageIsAnswered(t *testing.T) {
	s, at := started(t)
	for _, c := range []struct {
		method, address string
		header          []string
		want            int
	}{
		{"GET", at, nil, 200},
		{"GET", at, []string{"Origin", "http://" + s.host}, 200},
		{"GET", at, []string{"Host", "evil.example"}, 403},
		{"GET", at, []string{"Host", "localhost"}, 403},
		{"GET", at, []string{"Host", strings.Replace(s.host, "127.0.0.1", "localhost", 1)}, 403},
		{"GET", at, []string{"Origin", "http://evil.example"}, 403},
		{"GET", at, []string{"Origin", "null"}, 403},
		{"GET", "http://" + s.host + "/", nil, 404},
		{"GET", "http://" + s.host + "/about", nil, 404},
		{"POST", at + "about", nil, 405},
		{"GET", at + "file/frontier.json", nil, 404},
		{"GET", at + "file/table.csv", nil, 404},
		{"GET", at + "file/..%2f..%2fetc%2fpasswd", nil, 404},
	} {
		if got, _ := ask(t, c.method, c.address, "", c.header...); got != c.want {
			t.Errorf("%s %s %v: %d, want %d", c.method, c.address, c.header, got, c.want)
		}
	}
}

// TestHostsInTheFirstLine: a request that names the host of the page there, and another one in its header.
func TestHostsInTheFirstLine(t *testing.T) {
	s, at := started(t)
	for first, want := range map[string]string{strings.TrimPrefix(at, "http://"+s.host): "200", at: "403"} {
		c, err := net.Dial("tcp", s.host)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = c.Close() }()
		host := s.host
		if first == at {
			host = "localhost"
		}
		fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", first, host)
		answer, err := io.ReadAll(c)
		if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 "+want) {
			t.Errorf("%s, %s: %.80s, %v", first, host, answer, err)
		}
	}
}

// TestCallsAreThoseOffered: other commands, flags and files are refused, and what is called reads the table only.
func TestCallsAreThoseOffered(t *testing.T) {
	s, at := started(t)
	long := `{"command":"` + strings.Repeat("m", mostCall) + `"}`
	for call, want := range map[string]string{
		`{"command":"verify"}`: `the page does not call "verify"`,
		`{"command":"map","flags":{"order-file":"/etc/passwd"}}`: "the page does not call map with --order-file",
		`{"command":"map","flags":{"output":"x"}}`:               "the page does not call map with --output",
		`{"command":"map","output":"../x"}`:                      `map does not make a file "../x" for the page`,
		`{"command":"map","output":"page.html"}`:                 `map does not make a file "page.html" for the page`,
		`{"command":"map","more":1}`:                             "this is no call",
		`{`:                                                      "this is no call",
		long:                                                     "this is no call",
	} {
		if status, text := ask(t, "POST", at+"call", call); status < 400 || strings.TrimSpace(text) != want {
			t.Errorf("%.80s: %d %s", call, status, text)
		}
	}
	if _, text := ask(t, "POST", at+"call", `{"command":"map","flags":{"x":"--output=evil","prove":"true","robust":""},"output":"frontier.json"}`); text != "event: outcome\ndata: {\"code\":0,\"text\":\"\"}\n\n" {
		t.Errorf("map: %q", text)
	}
	if status, text := ask(t, "GET", at+"file/frontier.json", ""); status != 200 || text != "table.csv ;" {
		t.Errorf("the frontier: %d %q", status, text)
	}
	files, err := os.ReadDir(s.calls.Folder)
	if err != nil || len(files) != 1 {
		t.Errorf("the folder holds %v (%v)", files, err)
	}
}

// TestEndsWhenThePageIsClosed: the server is left once the last page that is open closes, and not before.
func TestEndsWhenThePageIsClosed(t *testing.T) {
	s, at := started(t)
	left := make(chan bool, 1)
	s.left, s.after = func() { left <- true }, 0
	open := func() context.CancelFunc {
		ctx, stop := context.WithCancel(t.Context())
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, at+"open", nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(r) // returns when the head is there
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = answer.Body.Close() })
		return stop
	}
	first, second := open(), open()
	first()
	pages := func() int {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.open
	}
	for pages() == 2 {
		time.Sleep(time.Millisecond)
	}
	select {
	case <-left:
		t.Fatal("left while a page is open")
	default:
	}
	second()
	<-left
}

func TestTableOf(t *testing.T) {
	folder := t.TempDir()
	for _, c := range []struct {
		args []string
		want string
	}{{nil, "@alphabet"}, {[]string{"a.csv"}, "a.csv"}, {[]string{"-"}, filepath.Join(folder, "standard input")}} {
		got, err := tableOf(c.args, folder, cli.Streams{In: strings.NewReader("x,y\n")})
		if err != nil || got != c.want {
			t.Errorf("%v: %q, %v", c.args, got, err)
		}
	}
	if b, err := os.ReadFile(filepath.Join(folder, "standard input")); err != nil || string(b) != "x,y\n" {
		t.Errorf("standard input is kept as %q (%v)", b, err)
	}
	if _, err := tableOf([]string{"-"}, folder, cli.Streams{}); err == nil {
		t.Error("there is a standard input where there is none")
	}
}

// TestReread: the page sets how the table is read, and nothing else.
func TestReread(t *testing.T) {
	s, at := started(t)
	for body, status := range map[string]int{`{"delimiter":"tab"}`: 200, `{"x":"town"}`: 422, `{"output":"f"}`: 422, `no flags`: 400} {
		response, err := http.Post(at+"reread", "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		if response.StatusCode != status {
			t.Errorf("%s: status %d, want %d", body, response.StatusCode, status)
		}
	}
	if got := s.calls.About().Flags["delimiter"]; got != "tab" {
		t.Errorf("the delimiter is %q", got)
	}
}
