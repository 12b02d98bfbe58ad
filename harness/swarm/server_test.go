package swarm

import (
	"os"
	"path/filepath"
	"testing"

	"dporbench/harness/internal/swarm/queue"
)

// TestFailedStartLocksNothing: a folder in which no server could be started is free for the next one.
func TestFailedStartLocksNothing(t *testing.T) {
	folder := t.TempDir()
	unreadable := filepath.Join(folder, "token")
	if err := os.Mkdir(unreadable, 0o777); err != nil {
		t.Fatal(err)
	}
	if s, err := queue.StartServer(folder, "0.0.0.0:0", func(string) {}); err == nil {
		s.Stop()
		t.Fatal("a server was started that has no token")
	}
	if err := os.Remove(unreadable); err != nil {
		t.Fatal(err)
	}
	s, err := queue.StartServer(folder, "127.0.0.1:0", func(string) {})
	if err != nil {
		t.Fatal(err)
	}
	s.Stop()
}
