package loading

// inMemory are files in place of others of the standard library, so that servers of package httptest are in memory.
var inMemory = map[string]string{"net/http/roundtrip.go": roundTrip, "net/http/httptest/server.go": testServer}

// roundTrip is the text of the file with Transport.RoundTrip as it is executed.
const roundTrip = `package http

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// This file is in place of roundtrip.go where programs are explored. A request to a server of package httptest calls its handler with the whole request, and
// its response comes as a whole: in the goroutine of the client or, if that may give up, in one of its own.

const (
	mostMemoryServers = 64
	firstMemoryPort   = 20000
)

// memoryServers are the servers, by port. Each has a variable of its own, which requests only read.
var (
	memoryServers [mostMemoryServers]atomic.Pointer[MemoryServer]
	memoryCount   atomic.Int64
)

// MemoryServer is a server in memory. Without a server, it is closed.
type MemoryServer struct {
	Port    int
	server  *Server
	running sync.WaitGroup // handlers whose clients may have given up
}

// RefusedInMemory is native.
func RefusedInMemory(action string)

// NewMemoryServer returns a server that does not serve.
func NewMemoryServer() *MemoryServer {
	n := int(memoryCount.Add(1)) - 1
	if n >= mostMemoryServers {
		RefusedInMemory("more than 64 servers")
	}
	return &MemoryServer{Port: firstMemoryPort + n}
}

// Serve begins to serve.
func (m *MemoryServer) Serve(s *Server) {
	m.server = s
	memoryServers[m.Port-firstMemoryPort].Store(m)
}

// Close ends that, and waits for handlers.
func (m *MemoryServer) Close() {
	memoryServers[m.Port-firstMemoryPort].Store(&MemoryServer{Port: m.Port})
	m.running.Wait()
}

// memoryServer returns the server at the address of u, or nil.
func memoryServer(u *url.URL) *MemoryServer {
	port, err := strconv.Atoi(u.Port())
	if host := u.Hostname(); err != nil || host != "127.0.0.1" && host != "localhost" || port < firstMemoryPort || port >= firstMemoryPort+mostMemoryServers {
		return nil
	}
	return memoryServers[port-firstMemoryPort].Load()
}

// RoundTrip calls the handler of a server in memory; other addresses are for the transport itself.
func (t *Transport) RoundTrip(req *Request) (*Response, error) {
	if req.URL == nil || req.Header == nil {
		return t.roundTrip(req)
	}
	m := memoryServer(req.URL)
	if m == nil {
		return t.roundTrip(req)
	}
	defer req.closeBody()
	ctx := req.Context()
	if ctx.Done() != nil && ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if m.server == nil {
		addr := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: m.Port}
		return nil, &net.OpError{Op: "dial", Net: "tcp", Addr: addr, Err: errors.New("connect: connection refused")}
	}
	serving := context.WithValue(context.Background(), ServerContextKey, m.server)
	serving, cancel := context.WithCancel(serving)
	in, err := accepted(req.WithContext(serving))
	if err != nil {
		cancel()
		return nil, err
	}
	asked := req.Header.Get("Accept-Encoding") == "" && req.Header.Get("Range") == "" && req.Method != "HEAD" && !t.DisableCompression
	if asked {
		in.Header.Set("Accept-Encoding", "gzip")
	}
	if ctx.Done() == nil {
		w := m.handle(in)
		cancel()
		return w.response(req, asked)
	}
	done := make(chan *memoryWriter, 1)
	m.running.Add(1)
	go func() {
		defer m.running.Done()
		done <- m.handle(in)
	}()
	select {
	case w := <-done:
		cancel()
		return w.response(req, asked)
	case <-ctx.Done():
		cancel()
		return nil, context.Cause(ctx)
	}
}

// accepted is a request as its server sees it.
func accepted(req *Request) (*Request, error) {
	in := req.Clone(req.Context())
	in.Method, in.Host = valueOrDefault(req.Method, "GET"), valueOrDefault(req.Host, req.URL.Host)
	in.Proto, in.ProtoMajor, in.ProtoMinor, in.RemoteAddr, in.RequestURI = "HTTP/1.1", 1, 1, "127.0.0.1:19999", req.URL.RequestURI()
	in.Response, in.Cancel, in.GetBody, in.Close = nil, nil, nil, req.Close
	u, err := url.ParseRequestURI(in.RequestURI)
	if err != nil {
		return nil, err
	}
	in.URL = u
	if _, set := in.Header["User-Agent"]; !set {
		in.Header.Set("User-Agent", "Go-http-client/1.1")
	}
	in.Body, in.ContentLength = NoBody, 0
	if req.Body != nil && req.Body != NoBody {
		all, err := io.ReadAll(req.Body)
		if err != nil {
			return nil, err
		}
		in.Body, in.ContentLength = io.NopCloser(bytes.NewReader(all)), int64(len(all))
	}
	if in.ContentLength > 0 || in.Method == "POST" || in.Method == "PUT" || in.Method == "PATCH" {
		in.Header.Set("Content-Length", strconv.FormatInt(in.ContentLength, 10))
	}
	return in, nil
}

// handle calls the handler. If that panics, the connection ends.
func (m *MemoryServer) handle(in *Request) (w *memoryWriter) {
	w = &memoryWriter{header: Header{}, head: in.Method == "HEAD"}
	defer func() { w.broken = recover() != nil }()
	serverHandler{m.server}.ServeHTTP(w, in)
	w.WriteHeader(StatusOK)
	return w
}

// memoryWriter is the response that a handler writes.
type memoryWriter struct {
	header, sent Header
	code         int
	head, broken bool
	body         bytes.Buffer
}

func (w *memoryWriter) Header() Header { return w.header }

func (w *memoryWriter) WriteHeader(code int) {
	if code < 100 || code > 999 {
		panic("invalid WriteHeader code " + strconv.Itoa(code))
	}
	if w.code == 0 && (code >= 200 || code == StatusSwitchingProtocols) {
		w.code, w.sent = code, w.header.Clone()
	}
}

func (w *memoryWriter) Write(b []byte) (int, error) {
	w.WriteHeader(StatusOK)
	if !bodyAllowedForStatus(w.code) {
		return 0, ErrBodyNotAllowed
	}
	return w.body.Write(b)
}

func (w *memoryWriter) WriteString(s string) (int, error) { return w.Write([]byte(s)) }

func (w *memoryWriter) Flush() { RefusedInMemory("Flush") }

func (w *memoryWriter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	RefusedInMemory("Hijack")
	return nil, nil, nil
}

// shortResponse is the size up to which the length of a response is sent.
const shortResponse = 2048

func (w *memoryWriter) response(req *Request, asked bool) (*Response, error) {
	if w.broken {
		return nil, io.EOF
	}
	body := w.body.Bytes()
	r := &Response{StatusCode: w.code, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: w.sent, Request: req, ContentLength: int64(len(body))}
	r.Status = strconv.Itoa(w.code) + " " + StatusText(w.code)
	for name := range w.sent {
		if strings.HasPrefix(name, TrailerPrefix) || name == "Trailer" {
			RefusedInMemory("a trailer")
		}
	}
	_, typed := w.sent["Content-Type"]
	if !typed && len(body) > 0 && w.sent.Get("Content-Encoding") == "" {
		w.sent.Set("Content-Type", DetectContentType(body))
	}
	if _, dated := w.sent["Date"]; !dated {
		w.sent.Set("Date", "Thu, 01 Jan 2026 00:00:00 GMT")
	}
	length := w.sent.Get("Content-Length")
	switch {
	case length == "" && len(body) > shortResponse && !w.head:
		r.ContentLength, r.TransferEncoding = -1, []string{"chunked"}
	case length == "" && bodyAllowedForStatus(w.code) && (!w.head || len(body) > 0):
		w.sent.Set("Content-Length", strconv.Itoa(len(body)))
	case length != "" && length != strconv.Itoa(len(body)) && !w.head:
		RefusedInMemory("a response whose length is not as its header says")
	}
	if w.head {
		body = nil
	}
	if asked && w.sent.Get("Content-Encoding") == "gzip" && len(body) > 0 {
		z, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			return nil, err
		}
		if body, err = io.ReadAll(z); err != nil {
			return nil, err
		}
		w.sent.Del("Content-Encoding")
		w.sent.Del("Content-Length")
		r.ContentLength, r.Uncompressed = -1, true
	}
	r.Body = &memoryBody{left: *bytes.NewReader(body)}
	if len(body) == 0 {
		r.Body = NoBody
	}
	return r, nil
}

// memoryBody is the body of a response.
type memoryBody struct {
	left   bytes.Reader
	closed bool
}

func (b *memoryBody) Read(p []byte) (int, error) {
	if b.closed {
		return 0, errReadOnClosedResBody
	}
	return b.left.Read(p)
}

func (b *memoryBody) Close() error {
	b.closed = true
	return nil
}
`

// testServer is the text of the file of package httptest with its servers.
const testServer = `package httptest

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
)

// This file is in place of server.go where programs are explored: see RoundTrip.

// A Server is an HTTP server in memory.
type Server struct {
	URL         string
	Listener    net.Listener
	EnableHTTP2 bool
	TLS         *tls.Config
	Config      *http.Server
	memory      *http.MemoryServer
	client      *http.Client
	closed      bool
}

type memoryListener struct{ port int }

func (l memoryListener) Accept() (net.Conn, error) {
	http.RefusedInMemory("Accept")
	return nil, nil
}

func (l memoryListener) Close() error   { return nil }
func (l memoryListener) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: l.port} }

// NewServer makes a server that serves at once.
func NewServer(handler http.Handler) *Server {
	s := NewUnstartedServer(handler)
	s.Start()
	return s
}

// NewUnstartedServer makes one whose Config may still be changed.
func NewUnstartedServer(handler http.Handler) *Server {
	m := http.NewMemoryServer()
	return &Server{Listener: memoryListener{m.Port}, Config: &http.Server{Handler: handler}, memory: m}
}

// Start lets it serve.
func (s *Server) Start() {
	if s.URL != "" {
		panic("Server already started")
	}
	s.client = &http.Client{Transport: &http.Transport{}}
	s.URL = fmt.Sprintf("http://127.0.0.1:%d", s.memory.Port)
	s.memory.Serve(s.Config)
}

// StartTLS is not supported.
func (s *Server) StartTLS() { http.RefusedInMemory("TLS") }

// NewTLSServer is not supported.
func NewTLSServer(handler http.Handler) *Server {
	http.RefusedInMemory("TLS")
	return nil
}

// Close ends it, once its handlers have returned. It may be closed again.
func (s *Server) Close() {
	if !s.closed {
		s.closed = true
		s.memory.Close()
	}
}

// CloseClientConnections has nothing to do: there are no connections between requests.
func (s *Server) CloseClientConnections() {}

// Certificate is nil, since there is no TLS.
func (s *Server) Certificate() *x509.Certificate { return nil }

// Client is nil before Start.
func (s *Server) Client() *http.Client { return s.client }
`
