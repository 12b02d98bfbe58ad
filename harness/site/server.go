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

// serve serves a folder until ctx is done, which is not an error.
func serve(ctx context.Context, w io.Writer, address, folder string) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return cli.Usagef("--listen %s: %w", address, err)
	}
	fmt.Fprintf(w, "http://%s/\n", shown(address, listener.Addr()))
	server := &http.Server{Handler: Handler(folder), ReadHeaderTimeout: 10 * time.Second}
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
