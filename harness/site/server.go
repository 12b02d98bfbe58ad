package site

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"dporbench/harness/internal/shared/cli"
	"dporbench/internal/lab/site"
)

// Handler serves the page in a folder.
func Handler(folder string) http.Handler {
	files := http.FileServer(http.Dir(folder))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", site.Policy) // any page may embed this one: it has no secrets and changes nothing
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-cache") // the browser asks again, and gets changed files
		if !serveCompressed(w, r, folder) {
			files.ServeHTTP(w, r)
		}
	})
}

// serveCompressed serves the compressed form of a file, if there is one and the reader accepts it.
func serveCompressed(w http.ResponseWriter, r *http.Request, folder string) bool {
	name := path.Clean("/" + r.URL.Path)
	if strings.HasSuffix(r.URL.Path, "/") {
		name = path.Join(name, "index.html")
	}
	w.Header().Add("Vary", "Accept-Encoding")
	if !accepts(r.Header.Get("Accept-Encoding"), "gzip") || path.Base(name) == "index.html" && !strings.HasSuffix(r.URL.Path, "/") {
		return false
	}
	file, err := os.Open(filepath.Join(folder, filepath.FromSlash(name)+site.Compressed))
	if err != nil {
		return false
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	kind := mime.TypeByExtension(path.Ext(name))
	if kind == "" {
		return false
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Encoding", "gzip")
	http.ServeContent(w, r, "", info.ModTime(), file)
	return true
}

// accepts reports whether a list of encodings contains one, without a quality of 0.
func accepts(list, encoding string) bool {
	for part := range strings.SplitSeq(list, ",") {
		name, quality, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.TrimSpace(name) == encoding {
			return strings.TrimRight(strings.ReplaceAll(quality, " ", ""), "0.") != "q="
		}
	}
	return false
}

// The page has some megabytes, so a reader that takes longer than the last of these is cut off.
const (
	headerTime = 10 * time.Second
	idleTime   = time.Minute
	writeTime  = 2 * time.Minute
)

func newServer(folder string) *http.Server {
	return &http.Server{
		Handler: Handler(folder), ReadHeaderTimeout: headerTime, ReadTimeout: headerTime, IdleTimeout: idleTime, WriteTimeout: writeTime,
		MaxHeaderBytes: 1 << 16,
	}
}

// warn says that the page can be reached from other machines, if it can.
func warn(w io.Writer, a net.Addr) {
	if tcp, ok := a.(*net.TCPAddr); ok && !tcp.IP.IsLoopback() {
		fmt.Fprintf(w, "dporbench: every machine that reaches this one can read the page at %v; it has no secrets, and explores in the reader's browser\n", a)
	}
}

// serve serves a folder until ctx is done, which is not an error.
func serve(ctx context.Context, w, stderr io.Writer, address, folder string) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return cli.Usagef("--listen %s: %w: %s", address, err, advice(err))
	}
	warn(stderr, listener.Addr())
	fmt.Fprintf(w, "http://%s/\n", shown(address, listener.Addr()))
	server := newServer(folder)
	defer context.AfterFunc(ctx, func() { server.Close() })()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// advice is how to listen after all.
func advice(err error) string {
	if errors.Is(err, syscall.EADDRINUSE) {
		return "--listen localhost:0 takes a port that is free"
	}
	return "it is a host and a port, as in localhost:8642"
}

// shown is the address to print: the host as given, with the port in use.
func shown(given string, used net.Addr) string {
	host, _, err := net.SplitHostPort(given)
	_, port, err2 := net.SplitHostPort(used.String())
	if err != nil || err2 != nil || host == "" {
		return used.String()
	}
	return net.JoinHostPort(host, port)
}
