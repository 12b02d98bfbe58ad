package queue

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

const (
	// fullSubject is where a server announces, each watchInterval, that its disk is full.
	fullSubject   = prefix + ".full"
	watchInterval = time.Second
	// room is how much must be free on the disk until the server continues, in bytes.
	room = 4 << 20
)

// serverLog receives the messages of a server. It only notes that one could not be stored; from then on the server stores no others.
type serverLog struct{ failed atomic.Bool }

func (l *serverLog) Errorf(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if strings.Contains(text, "write error") || strings.Contains(text, "failed to store") || strings.Contains(text, "no space left") {
		l.failed.Store(true)
	}
}

func (l *serverLog) Fatalf(format string, args ...any) { l.Errorf(format, args...) }
func (*serverLog) Noticef(string, ...any)              {}
func (*serverLog) Warnf(string, ...any)                {}
func (*serverLog) Debugf(string, ...any)               {}
func (*serverLog) Tracef(string, ...any)               {}

// watchRoom waits for a full disk, which makes the server stop storing messages, and starts it again when there is room.
func (s *Server) watchRoom(options *server.Options, report func(message string)) {
	tick := time.NewTicker(watchInterval)
	defer tick.Stop()
	full := false
	for {
		select {
		case <-s.stop:
			return
		case <-tick.C:
		}
		if !full && !s.log.failed.Load() && s.server.JetStreamEnabled() {
			continue
		}
		if !full {
			full = true
			report(fmt.Sprintf("the disk with %s is full, or cannot be written: the exploration waits until there is room", s.folder))
		}
		if !s.hasRoom() {
			s.announceFull(options)
			continue
		}
		s.server.Shutdown()
		s.server.WaitForShutdown()
		s.log.failed.Store(false)
		if s.start(options) == nil {
			full = false
			report(fmt.Sprintf("there is room on the disk with %s again: the exploration continues", s.folder))
		}
	}
}

// hasRoom tries whether something can be written.
func (s *Server) hasRoom() bool {
	path := filepath.Join(s.folder, "room")
	defer os.Remove(path)
	return os.WriteFile(path, bytes.Repeat([]byte{1}, room), 0o600) == nil
}

// announceFull lets clients wait: their patience is for a server that does not answer.
func (s *Server) announceFull(options *server.Options) {
	conn, err := nats.Connect("", nats.InProcessServer(s.server), nats.Token(options.Authorization))
	if err != nil {
		return
	}
	defer conn.Close()
	conn.Publish(fullSubject, nil)
	conn.FlushTimeout(watchInterval)
}

// watchFull records when the server last announced a full disk.
func (c *Connection) watchFull() error {
	_, err := c.conn.Subscribe(fullSubject, func(*nats.Msg) { c.full.Store(time.Now()) })
	return err
}

func (c *Connection) isFull() bool {
	announced, ok := c.full.Load().(time.Time)
	return ok && time.Since(announced) < 3*watchInterval
}

// waitForRoom waits while the disk of the server is full, and reports whether it was.
func (c *Connection) waitForRoom(ctx context.Context) (full bool) {
	for ctx.Err() == nil && c.isFull() {
		full = true
		select {
		case <-ctx.Done():
		case <-time.After(reconnectWait):
		}
	}
	return full
}
