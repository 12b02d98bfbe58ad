package site

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dporbench/harness/internal/shared/cli"
)

// TestServe: the address is printed, files come with the right types and the policy, and ending is not an error.
func TestServe(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{"index.html": "<!DOCTYPE html>", "lab.wasm": "\x00asm", "app.js": "1"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	r, w := io.Pipe()
	ended := make(chan error)
	go func() { ended <- serve(ctx, w, io.Discard, "localhost:0", folder) }()
	address, err := bufio.NewReader(r).ReadString('\n')
	if err != nil || !strings.HasPrefix(address, "http://localhost:") {
		t.Fatalf("printed %q, error %v", address, err)
	}
	for name, kind := range map[string]string{"": "text/html", "lab.wasm": "application/wasm", "app.js": "text/javascript"} {
		answer, err := http.Get(strings.TrimSpace(address) + name)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		h := answer.Header
		if answer.StatusCode != http.StatusOK || !strings.HasPrefix(h.Get("Content-Type"), kind) || !strings.Contains(h.Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("/%s: %s, %v", name, answer.Status, h)
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("ended with %v", err)
	}
}

// TestCompressed: a file that has been compressed is sent in that form to readers that accept it, with its own type, and not again if they
// have it.
func TestCompressed(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{"index.html": "<!DOCTYPE html>", "index.html.gz": "small page", "lab.wasm": "\x00asm", "lab.wasm.gz": "small", "app.js": "1"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	ask := func(path, accept, since string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", path, nil)
		r.Header.Set("Accept-Encoding", accept)
		r.Header.Set("If-Modified-Since", since)
		w := httptest.NewRecorder()
		Handler(folder).ServeHTTP(w, r)
		return w
	}
	for _, c := range []struct{ path, accept, body, encoding, kind string }{
		{"/lab.wasm", "gzip, br", "small", "gzip", "application/wasm"},
		{"/", "br, gzip;q=0.8", "small page", "gzip", "text/html"},
		{"/lab.wasm", "br", "\x00asm", "", "application/wasm"},
		{"/lab.wasm", "gzip;q=0", "\x00asm", "", "application/wasm"},
		{"/app.js", "gzip", "1", "", "text/javascript"},
	} {
		w := ask(c.path, c.accept, "")
		h := w.Header()
		if w.Body.String() != c.body || h.Get("Content-Encoding") != c.encoding || !strings.HasPrefix(h.Get("Content-Type"), c.kind) || h.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s, accepting %s: %q, %v", c.path, c.accept, w.Body, h)
		}
	}
	if w := ask("/lab.wasm", "gzip", ask("/lab.wasm", "gzip", "").Header().Get("Last-Modified")); w.Code != http.StatusNotModified {
		t.Errorf("a file that has not changed is sent again: %d", w.Code)
	}
	if w := ask("/../server.go", "gzip", ""); w.Code == http.StatusOK {
		t.Error("a file outside the folder is sent")
	}
}

// TestAddressInUse: the error names the address, and is a usage error.
func TestAddressInUse(t *testing.T) {
	taken, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	err = serve(t.Context(), io.Discard, io.Discard, taken.Addr().String(), t.TempDir())
	if err == nil || cli.Status(err) != 2 || !strings.Contains(err.Error(), taken.Addr().String()) {
		t.Errorf("got %v", err)
	}
}

// TestShown: the address shown is the one on the command line, with the port in use.
func TestShown(t *testing.T) {
	used := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 4321}
	for given, want := range map[string]string{"localhost:0": "localhost:4321", ":0": "127.0.0.1:4321", "127.0.0.1:4321": "127.0.0.1:4321"} {
		if got := shown(given, used); got != want {
			t.Errorf("%s: %s, want %s", given, got, want)
		}
	}
}

// TestNoSource: without source code to build from, one line says so.
func TestNoSource(t *testing.T) {
	t.Chdir(t.TempDir())
	if _, err := findSource(); err == nil || cli.Status(err) != 2 {
		t.Errorf("got %v", err)
	}
}
