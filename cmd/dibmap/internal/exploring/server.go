package exploring

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/dibmap/dibmap/internal/workbench"
)

// server answers the page. Every address begins with a token that only the page knows.
type server struct {
	host  string // of the listener, with its port
	token string
	calls *calls
	mux   *http.ServeMux
	left  func()        // is called when no page has been open
	after time.Duration // for so long

	mu     sync.Mutex
	open   int // pages
	closed *time.Timer
}

func newServer(host string, c *calls) *server {
	s := &server{host: host, token: rand.Text(), calls: c, mux: http.NewServeMux(), left: func() {}, after: time.Minute}
	at := "/" + s.token + "/"
	s.mux.HandleFunc("GET "+at+"{$}", s.page)
	s.mux.HandleFunc("GET "+at+"about", s.about)
	s.mux.HandleFunc("GET "+at+"open", s.stay)
	s.mux.HandleFunc("POST "+at+"call", s.call)
	s.mux.HandleFunc("POST "+at+"stop", func(http.ResponseWriter, *http.Request) { c.interrupt() })
	s.mux.HandleFunc("GET "+at+"file/{name}", s.file)
	return s
}

// address returns that of the page.
func (s *server) address() string { return "http://" + s.host + "/" + s.token + "/" }

// ServeHTTP refuses what does not come from the page: another host, to which a name may have been bound, and other
// pages. Whoever does not know the token finds nothing.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	origin := r.Header.Get("Origin")
	if r.Host != s.host || (origin != "" && origin != "http://"+s.host) {
		http.Error(w, "only the page of dibmap explore is answered", http.StatusForbidden)
		return
	}
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	s.mux.ServeHTTP(w, r)
}

func (s *server) page(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = io.WriteString(w, workbench.Page())
}

// about tells the page what it begins with.
func (s *server) about(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	name := filepath.Base(s.calls.table)
	flags := make(map[string]string)
	for flag, values := range s.calls.given {
		flags[flag] = strings.Join(values, ",")
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"table": name, "flags": flags, "info": s.calls.info, "notes": s.calls.notes})
}

// stay is open as long as the page is.
func (s *server) stay(w http.ResponseWriter, r *http.Request) {
	s.count(1)
	defer s.count(-1)
	w.Header().Set("Content-Type", "text/event-stream")
	w.WriteHeader(http.StatusOK)
	_ = http.NewResponseController(w).Flush()
	<-r.Context().Done()
}

// count counts pages that are open. When the last one is closed, the command ends after a while.
func (s *server) count(change int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open += change
	if s.closed != nil {
		s.closed.Stop()
	}
	if s.open == 0 {
		s.closed = time.AfterFunc(s.after, s.left)
	}
}

// mostCall is the most bytes of a call.
const mostCall = 1 << 16

// call runs a command, and sends its messages as they come, and how it ended.
func (s *server) call(w http.ResponseWriter, r *http.Request) {
	var of call
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, mostCall))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&of); err != nil {
		http.Error(w, "this is no call", http.StatusBadRequest)
		return
	}
	if _, err := s.calls.args(of); err != nil {
		http.Error(w, err.Error(), http.StatusForbidden)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	events := &events{w: w, flush: http.NewResponseController(w).Flush}
	outcome, err := s.calls.run(r.Context(), of, events)
	if err != nil {
		return
	}
	if text, err := json.Marshal(outcome); err == nil {
		events.send("outcome", text)
	}
}

// events writes lines of messages as events.
type events struct {
	w     io.Writer
	flush func() error
	part  []byte // of a line
}

// Write implements io.Writer.
func (e *events) Write(p []byte) (int, error) {
	e.part = append(e.part, p...)
	for {
		line, rest, whole := bytes.Cut(e.part, []byte("\n"))
		if !whole {
			return len(p), nil
		}
		e.send("message", line)
		e.part = bytes.Clone(rest)
	}
}

// send sends an event. A page that is gone needs none, and its call is cancelled.
func (e *events) send(kind string, line []byte) {
	fmt.Fprintf(e.w, "event: %s\ndata: %s\n\n", kind, line)
	_ = e.flush()
}

// file sends what a call has made.
func (s *server) file(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	file, err := s.calls.open(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer func() { _ = file.Close() }()
	kind := mime.TypeByExtension(filepath.Ext(name))
	if kind == "" {
		kind = "application/octet-stream"
	}
	w.Header().Set("Content-Type", kind)
	_, _ = io.Copy(w, file)
}
