package browsertest

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/dibmap/dibmap/internal/oracle"
)

// firefox is a Firefox that is driven by its own protocol, Marionette: messages of JSON with their lengths before them.
type firefox struct {
	t      testing.TB
	conn   net.Conn
	in     *bufio.Reader
	last   int
	folder string // where downloads go
}

// settings are those of a profile in which nothing is asked for, and nothing is loaded from a network.
const settings = `user_pref("marionette.port", 0);
user_pref("browser.download.folderList", 2);
user_pref("browser.download.dir", %s);
user_pref("browser.download.useDownloadDir", true);
user_pref("browser.download.always_ask_before_handling_new_types", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
user_pref("network.proxy.type", 1);
user_pref("network.proxy.http", "127.0.0.1");
user_pref("network.proxy.http_port", 9);
user_pref("network.proxy.ssl", "127.0.0.1");
user_pref("network.proxy.ssl_port", 9);
`

// openFirefox starts a Firefox with a profile of its own, which ends with the test.
func openFirefox(t testing.TB) *firefox {
	t.Helper()
	program := oracle.Program(t, "firefox-esr")
	profile, b := t.TempDir(), &firefox{t: t, folder: t.TempDir()}
	if err := os.WriteFile(filepath.Join(profile, "user.js"), fmt.Appendf(nil, settings, quoted(b.folder)), 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(program, "--headless", "--no-remote", "--profile", profile, "--marionette", "about:blank")
	command.Env = append(os.Environ(), "HOME="+profile, "MOZ_CRASHREPORTER_DISABLE=1")
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { defer close(ended); _ = command.Wait() }()
	t.Cleanup(func() {
		if b.conn != nil {
			_, _ = b.call("Marionette:Quit", map[string]any{"flags": []string{"eForceQuit"}}) // and its processes with it
			b.conn.Close()
		}
		select {
		case <-ended:
		case <-time.After(patience):
			_ = command.Process.Kill()
			<-ended
		}
	})
	port := ""
	b.eventually(func() bool {
		content, err := os.ReadFile(filepath.Join(profile, "MarionetteActivePort"))
		port = strings.TrimSpace(string(content))
		return err == nil && port != ""
	}, "Firefox opens no port")
	conn, err := net.Dial("tcp", net.JoinHostPort("127.0.0.1", port))
	if err != nil {
		t.Fatal(err)
	}
	b.conn, b.in = conn, bufio.NewReader(conn)
	if _, err := b.receive(); err != nil { // its greeting
		t.Fatal(err)
	}
	b.do("WebDriver:NewSession", map[string]any{"capabilities": map[string]any{}})
	return b
}

func (b *firefox) receive() ([]byte, error) {
	if err := b.conn.SetReadDeadline(time.Now().Add(patience)); err != nil {
		return nil, err
	}
	length, err := b.in.ReadString(':')
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(strings.TrimSuffix(length, ":"))
	if err != nil {
		return nil, err
	}
	message := make([]byte, n)
	_, err = io.ReadFull(b.in, message)
	return message, err
}

// call gives a command, and returns its result.
func (b *firefox) call(command string, parameters map[string]any) (json.RawMessage, error) {
	b.last++
	message, err := json.Marshal([]any{0, b.last, command, parameters})
	if err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintf(b.conn, "%d:%s", len(message), message); err != nil {
		return nil, err
	}
	reply, err := b.receive()
	if err != nil {
		return nil, err
	}
	var parts [4]json.RawMessage // kind, number, error, result
	if err := json.Unmarshal(reply, &parts); err != nil {
		return nil, err
	}
	if string(parts[2]) != "null" {
		return nil, errors.New(string(parts[2]))
	}
	return parts[3], nil
}

func (b *firefox) do(command string, parameters map[string]any) json.RawMessage {
	b.t.Helper()
	result, err := b.call(command, parameters)
	if err != nil {
		b.t.Fatalf("%s: %v", command, err)
	}
	return result
}

// value returns what a script returns.
func (b *firefox) value(script string) (v any) {
	b.t.Helper()
	var result struct{ Value *any }
	result.Value = &v
	if err := json.Unmarshal(b.do("WebDriver:ExecuteScript", map[string]any{"script": script, "args": []any{}}), &result); err != nil {
		b.t.Fatal(err)
	}
	return v
}

// text returns what an element shows, with plain spaces.
func (b *firefox) text(selector string) string {
	b.t.Helper()
	said, _ := b.value("return document.querySelector(" + quoted(selector) + ")?.innerText ?? ''").(string)
	return strings.ReplaceAll(said, "\u00a0", " ")
}

func (b *firefox) element(selector string) string {
	b.t.Helper()
	var result struct{ Value map[string]string }
	if err := json.Unmarshal(b.do("WebDriver:FindElement", map[string]any{"using": "css selector", "value": selector}), &result); err != nil {
		b.t.Fatal(err)
	}
	for _, id := range result.Value {
		return id
	}
	b.t.Fatalf("there is no %s", selector)
	return ""
}

func (b *firefox) click(selector string) {
	b.t.Helper()
	b.act("WebDriver:ElementClick", selector, map[string]any{})
}

// keys types keys while an element has the focus. Keys without a letter have codes of WebDriver.
func (b *firefox) keys(selector, keys string) {
	b.t.Helper()
	b.act("WebDriver:ElementSendKeys", selector, map[string]any{"text": keys})
}

// act gives a command about an element. The page draws in frames, and may replace an element after it was found: then
// the command has done nothing, and is given again for the new one.
func (b *firefox) act(command, selector string, parameters map[string]any) {
	b.t.Helper()
	b.eventually(func() bool {
		parameters["id"] = b.element(selector)
		_, err := b.call(command, parameters)
		if err != nil && !strings.Contains(err.Error(), "stale element reference") {
			b.t.Fatalf("%s: %v", command, err)
		}
		return err == nil
	}, "%s is replaced all the time", selector)
}

func (b *firefox) eventually(holds func() bool, format string, args ...any) {
	b.t.Helper()
	for end := time.Now().Add(patience); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			b.t.Fatalf("waited in vain: "+format, args...)
		}
	}
}

// download waits for the only file with an ending, and returns what is in it.
func (b *firefox) download(ending string) (content []byte) {
	b.t.Helper()
	b.eventually(func() bool {
		found, err := filepath.Glob(filepath.Join(b.folder, "*"+ending))
		unfinished, _ := filepath.Glob(filepath.Join(b.folder, "*.part"))
		if err != nil || len(found) != 1 || len(unfinished) > 0 {
			return false
		}
		content, err = os.ReadFile(found[0])
		return err == nil && len(content) > 0
	}, "no file *%s is downloaded", ending)
	return content
}
