//go:build linux

package queue

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestFullDisk: a server whose disk is full says so. It and its clients continue when there is room again, with no patience at all.
func TestFullDisk(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=24m"); err != nil {
		t.Skipf("no small disk: mount: %v", err)
	}
	defer syscall.Unmount(disk, syscall.MNT_DETACH)
	s, m := start(t, filepath.Join(disk, "store"), "127.0.0.1:0")
	defer s.Stop()
	q := open(t, s.Access(), 5*time.Second)
	ballast := filepath.Join(disk, "ballast")
	fill(t, ballast)
	removed := make(chan bool)
	go func() {
		time.Sleep(8 * time.Second) // more than the patience
		os.Remove(ballast)
		close(removed)
	}()
	const n = 200
	for i := range n {
		if _, err := q.AddRecord(t.Context(), fmt.Sprint(i), 0, make([]byte, 10_000)); err != nil {
			t.Fatalf("record %d: %v; said: %v", i, err, m)
		}
	}
	select {
	case <-removed:
	default:
		t.Error("the disk was never full")
	}
	if got := m.String(); !strings.Contains(got, "is full") || !strings.Contains(got, "there is room") {
		t.Errorf("said %q", got)
	}
	for i := range n {
		if data, err := q.Record(t.Context(), fmt.Sprint(i), 0); err != nil || len(data) != 10_000 {
			t.Errorf("record %d: %d bytes, %v", i, len(data), err)
		}
	}
}

// fill writes a file until the disk is full.
func fill(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for size := 1 << 20; size > 0; size /= 2 {
		for err = nil; err == nil; _, err = f.Write(make([]byte, size)) {
		}
	}
}

// expire replaces a certificate by one that has ended.
func expire(t *testing.T, names []string, file, keyFile string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	old := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: names, NotBefore: time.Now().Add(-2 * oneDay), NotAfter: time.Now().Add(-time.Hour)}
	certificate, err := x509.CreateCertificate(rand.Reader, old, old, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for path, block := range map[string]*pem.Block{file: {Type: "CERTIFICATE", Bytes: certificate}, keyFile: {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
