package exploring

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"path/filepath"
	"sync"
	"time"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/calling"
	"github.com/dibmap/dibmap/internal/workbench"
)

// server answers the page. Every address begins with a token that only the page knows.
type server struct {
	host  string // of the listener, with its port
	token string
	calls *calling.Calls
	mux   *http.ServeMux
	left  func()        // is called when no page has been open
	after time.Duration // for so long

	mu     sync.Mutex
	open   int // pages
	closed *time.Timer
}

func newServer(host string, c *calling.Calls) *server {
	s := &server{host: host, token: rand.Text(), calls: c, mux: http.NewServeMux(), left: func() {}, after: time.Minute}
	at := "/" + s.token + "/"
	s.mux.HandleFunc("GET "+at+"{$}", s.page)
	s.mux.HandleFunc("GET "+at+"about", s.about)
	s.mux.HandleFunc("POST "+at+"reread", s.reread)
	s.mux.HandleFunc("GET "+at+"open", s.stay)
	s.mux.HandleFunc("POST "+at+"call", s.call)
	s.mux.HandleFunc("POST "+at+"stop", func(http.ResponseWriter, *http.Request) { c.Interrupt() })
	s.mux.HandleFunc("GET "+at+"file/{name}", s.file)
	return s
}

// address returns the address of the page.
func (s *server) address() string { return "http://" + s.host + "/" + s.token + "/" }

// ServeHTTP refuses requests that do not come from the page: for another host, since a name may
// have been bound to this address, and from other pages. localhost is another host: the page never
// names it, and it may be ::1, where the server of another user may have the same port. A request
// with a host in its first line, as to a proxy, may have any host in its header. Requests without
// the token find nothing.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	origin := r.Header.Get("Origin")
	if r.Host != s.host || r.URL.Host != "" || (origin != "" && origin != "http://"+s.host) {
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

// about sends the page its initial state.
func (s *server) about(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(s.calls.About())
}

// reread reads the table in another way, and sends the new initial state.
func (s *server) reread(w http.ResponseWriter, r *http.Request) {
	var flags map[string]string
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, mostCall)).Decode(&flags); err != nil {
		http.Error(w, "these are no flags", http.StatusBadRequest)
		return
	}
	about, err := s.calls.Reread(r.Context(), flags)
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(about)
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

// mostCall is the most bytes of a call, which may have the values of all groups that have names.
const mostCall = 1 << 24

// call runs a command, and sends its messages as they come, and then its outcome.
func (s *server) call(w http.ResponseWriter, r *http.Request) {
	var of calling.Call
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, mostCall))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&of); err != nil {
		http.Error(w, "this is no call", http.StatusBadRequest)
		return
	}
	if _, err := s.calls.Args(of); err != nil {
		http.Error(w, err.Error(), http.StatusForbidden)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	events := events{w, http.NewResponseController(w).Flush}
	outcome, err := s.calls.Run(r.Context(), of, &calling.Lines{Tell: func(line []byte) { events.send("message", line) }})
	if err != nil {
		return
	}
	if text, err := json.Marshal(outcome); err == nil {
		events.send("outcome", text)
	}
}

// events are the events that are sent to a page.
type events struct {
	w     io.Writer
	flush func() error
}

// send sends an event. If the page is closed, its call is cancelled.
func (e events) send(kind string, line []byte) {
	fmt.Fprintf(e.w, "event: %s\ndata: %s\n\n", kind, line)
	_ = e.flush()
}

// file sends a file that a call has made.
func (s *server) file(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	file, err := s.calls.Open(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer func() { _ = file.Close() }()
	kind := cmp.Or(mime.TypeByExtension(filepath.Ext(name)), "application/octet-stream")
	w.Header().Set("Content-Type", kind)
	_, _ = io.Copy(w, file)
}
