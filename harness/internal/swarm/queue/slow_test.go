package queue

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"
)

// dial connects to a server, and returns the connection after the server has introduced itself.
func dial(t *testing.T, s *Server) *net.TCPConn {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(s.Access().URL, "nats://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if line, err := bufio.NewReaderSize(c, 16<<10).ReadString('\n'); err != nil || !strings.HasPrefix(line, "INFO ") {
		t.Fatalf("%q, %v", line, err)
	}
	return c.(*net.TCPConn)
}

// cutOff reports whether the other side closes the connection within a time.
func cutOff(c *net.TCPConn, within time.Duration) bool {
	c.SetReadDeadline(time.Now().Add(within))
	_, err := io.Copy(io.Discard, c)
	return !errors.Is(err, os.ErrDeadlineExceeded)
}

// TestCutOff: a client that does not authenticate itself, and one that subscribes to everything and reads nothing, are cut off;
// others are served meanwhile.
func TestCutOff(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for limits of ten seconds")
	}
	s, _ := start(t, t.TempDir(), "127.0.0.1:0")
	defer s.Stop()
	silent, slow := dial(t, s), dial(t, s)
	token, err := os.ReadFile(s.Access().TokenFile)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Fprintf(slow, "CONNECT {\"verbose\":false,\"auth_token\":%q}\r\nSUB > 1\r\n", strings.TrimSpace(string(token))); err != nil {
		t.Fatal(err)
	}
	if !cutOff(silent, 2*time.Duration(authTime)*time.Second) {
		t.Error("a client that does not authenticate itself stays connected")
	}
	q, large := open(t, s.Access(), 20*time.Second), make([]byte, 1<<20)
	for i := range 32 {
		if first, err := q.AddRecord(t.Context(), fmt.Sprint(i), 0, large); err != nil || !first {
			t.Fatalf("record %d beside a slow reader: %v, %v", i, first, err)
		}
	}
	time.Sleep(writeTime + 2*time.Second) // the start of its messages can still be read
	if !cutOff(slow, writeTime) {
		t.Error("a client that reads nothing stays connected")
	}
}
