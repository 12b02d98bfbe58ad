package site

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
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
