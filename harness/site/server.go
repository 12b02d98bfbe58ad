package site

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"dporbench/harness/internal/shared/cli"
	"dporbench/internal/lab/site"
)

// Handler serves the page in a folder.
func Handler(folder string) http.Handler {
	files := http.FileServer(http.Dir(folder))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", site.Policy+"; frame-ancestors 'self'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-cache") // the browser asks again, and gets changed files
		files.ServeHTTP(w, r)
	})
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
		return cli.Usagef("--listen %s: %w", address, err)
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

// shown is the address to print: the host as given, with the port in use.
func shown(given string, used net.Addr) string {
	host, _, err := net.SplitHostPort(given)
	_, port, err2 := net.SplitHostPort(used.String())
	if err != nil || err2 != nil || host == "" {
		return used.String()
	}
	return net.JoinHostPort(host, port)
}
