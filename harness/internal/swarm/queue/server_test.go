package queue

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/swarm/tasks"
)

// messages collects messages for people.
type messages struct {
	sync.Mutex
	all []string
}

func (m *messages) report(message string) {
	m.Lock()
	defer m.Unlock()
	m.all = append(m.all, message)
}

func (m *messages) String() string {
	m.Lock()
	defer m.Unlock()
	return strings.Join(m.all, "\n")
}

func start(t *testing.T, folder, listen string) (*Server, *messages) {
	t.Helper()
	var m messages
	s, err := StartServer(folder, listen, m.report)
	if err != nil {
		t.Fatal(err)
	}
	return s, &m
}

// open connects to a server, and creates a queue there.
func open(t *testing.T, a Access, patience time.Duration) *Queue {
	t.Helper()
	c, err := Connect(t.Context(), a, patience)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	q, err := c.Create(t.Context(), tasks.Job{Program: program.Spec{Kind: program.Benchmark{Name: "fig1"}}, Algorithm: "pop"}, time.Second, 1)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// TestToken: no client connects without the token, on this machine either, and none that is empty, short or readable by others is used.
func TestToken(t *testing.T) {
	folder := t.TempDir()
	s, m := start(t, folder, "127.0.0.1:0")
	if got := m.String(); got != "" {
		t.Errorf("said %q", got)
	}
	a := s.Access()
	open(t, a, time.Second)
	info, err := os.Stat(a.TokenFile)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the token's file: %v, %v", info, err)
	}
	_, err = Connect(t.Context(), Access{URL: a.URL}, time.Second)
	if err == nil || !strings.Contains(err.Error(), "needs --token-file FILE") {
		t.Errorf("without a token: %v", err)
	}
	secret := "nats://sesame@" + strings.TrimPrefix(a.URL, "nats://")
	_, err = Connect(t.Context(), Access{URL: secret}, time.Second)
	if err == nil || strings.Contains(err.Error(), "sesame") || !strings.Contains(err.Error(), "nats://…@127.0.0.1") {
		t.Errorf("with a token in the address: %v", err)
	}
	for _, url := range []string{"http://sesame@host", "nats://sesame%zz@host", "sesame@host", "nats://a:sesame@192.0.2.1:4222"} {
		if err := (Access{URL: url}).Validate(); err == nil || strings.Contains(err.Error(), "sesame") {
			t.Errorf("%s: %v", url, err)
		}
	}
	s.Stop()
	for _, bad := range []struct {
		token string
		mode  os.FileMode
		want  string
	}{{"", 0o600, "has no token"}, {"\n", 0o600, "has no token"}, {"short\n", 0o600, "has 5 characters"}, {"long-enough-for-a-token\n", 0o644, "other users can read"}} {
		path := filepath.Join(folder, "token")
		os.Remove(path)
		if err := os.WriteFile(path, []byte(bad.token), bad.mode); err != nil {
			t.Fatal(err)
		}
		for _, listen := range []string{"127.0.0.1:0", "0.0.0.0:0"} {
			s, err := StartServer(folder, listen, func(string) {})
			if err == nil {
				s.Stop()
			}
			if err == nil || !strings.Contains(err.Error(), bad.want) || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "\n") {
				t.Errorf("token %q of mode %v at %s: error %v, want one line with %q", bad.token, bad.mode, listen, err, bad.want)
			}
		}
	}
}

// TestCertificates: an expired certificate is replaced, with a message; a client with a copy of the old one is refused, and one
// whose copy is replaced while it runs connects again.
func TestCertificates(t *testing.T) {
	folder := t.TempDir()
	s, m := start(t, folder, "0.0.0.0:0")
	if got := m.String(); !strings.Contains(got, "every machine") || !strings.Contains(got, "token") {
		t.Errorf("said %q", got)
	}
	a := s.Access()
	_, port, _ := strings.Cut(strings.TrimPrefix(a.URL, "tls://"), ":")
	a.URL, a.CAFile = "tls://localhost:"+port, filepath.Join(t.TempDir(), "copy.pem")
	copyFile(t, filepath.Join(folder, "certificate.pem"), a.CAFile)
	q := open(t, a, 20*time.Second)
	s.Stop()

	c, file, _, err := certificateIn(folder, "0.0.0.0")
	if err != nil {
		t.Fatal(err)
	}
	expire(t, c.Leaf.DNSNames, file, filepath.Join(folder, "key.pem"))
	s, m = start(t, folder, "0.0.0.0:"+port)
	defer s.Stop()
	if got := m.String(); !strings.Contains(got, "had expired") {
		t.Errorf("said %q", got)
	}
	if _, err := Connect(t.Context(), a, time.Second); err == nil || !strings.Contains(err.Error(), "needs --ca FILE") || strings.Contains(err.Error(), "\n") {
		t.Errorf("with the old certificate: %v", err)
	}
	stored := make(chan error)
	go func() {
		_, err := q.AddRecord(context.Background(), "id", 0, []byte("x"))
		stored <- err
	}()
	time.Sleep(300 * time.Millisecond)
	copyFile(t, filepath.Join(folder, "certificate.pem"), a.CAFile)
	if err := <-stored; err != nil {
		t.Errorf("with a new copy: %v", err)
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestLargeRecords: records of several megabytes are stored and read, although together they are more than a server keeps for one client.
func TestLargeRecords(t *testing.T) {
	s, _ := start(t, t.TempDir(), "127.0.0.1:0")
	defer s.Stop()
	q := open(t, s.Access(), 20*time.Second)
	large := bytes.Repeat([]byte("record "), 1<<19)
	const n = 20 // more than a server keeps for a client
	for i := range n {
		if first, err := q.AddRecord(t.Context(), string(rune('a'+i)), 0, large); err != nil || !first {
			t.Fatalf("record %d: %v, %v", i, first, err)
		}
	}
	if _, err := q.AddRecord(t.Context(), "huge", 0, make([]byte, mostPayload+1)); err == nil || !strings.Contains(err.Error(), "maximum payload") {
		t.Errorf("a record of more than a message: %v", err)
	}
	got := counter{t: t, want: large, n: n}
	if err := q.Records(t.Context(), &got); err != nil || got.n != 0 {
		t.Errorf("%d are missing, error %v", got.n, err)
	}
}

// counter counts records down.
type counter struct {
	t    *testing.T
	want []byte
	n    int
}

func (c *counter) Take(id string, data []byte) (bool, error) {
	if !bytes.Equal(data, c.want) {
		c.t.Errorf("%s: another record", id)
	}
	c.n--
	return c.n == 0, nil
}

func (c *counter) Lost(n uint64)       { c.t.Errorf("%d are lost", n) }
func (c *counter) Idle() (bool, error) { return false, nil }
