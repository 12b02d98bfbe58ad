// Package queue keeps the tasks and records of explorations on NATS JetStream, one message each,
// on a subject named by the task's hash; and runs such a server in this process, so that nothing
// need be installed.
package queue

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dporbench/harness/internal/shared/cli"
)

// Access is the address of a server, with the credentials for it.
type Access struct {
	URL       string // nats://HOST:PORT, or tls://HOST:PORT; several are separated by commas
	TokenFile string // with the token that the server requires; empty if none
	CAFile    string // with the certificate to verify the server's; empty for those known to the system
}

// Validate refuses unencrypted or unauthenticated access to another machine.
func (s Access) Validate() error {
	for address := range strings.SplitSeq(s.URL, ",") {
		u, err := url.Parse(address)
		if err != nil || u.Scheme != "nats" && u.Scheme != "tls" || u.Hostname() == "" {
			return cli.Usagef("--server %q: must be nats://HOST:PORT or tls://HOST:PORT", address)
		}
		if IsLoopback(u.Hostname()) {
			continue
		}
		if u.Scheme != "tls" || s.TokenFile == "" && u.User == nil {
			return cli.Usagef("--server %s: another machine must be reached by tls:// and with --token-file", u.Redacted())
		}
	}
	return nil
}

// IsLoopback reports whether the host is this machine and cannot be reached from others.
func IsLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Connection is a connection to a server or cluster. While that cannot be reached, it retries.
type Connection struct {
	conn     *nats.Conn
	js       jetstream.JetStream
	patience time.Duration
}

// reconnectWait is how long to wait before another attempt to connect.
const reconnectWait = 100 * time.Millisecond

// Connect connects to the server. It waits for it up to patience, now and whenever it is unreachable.
func Connect(ctx context.Context, s Access, patience time.Duration) (*Connection, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	options := []nats.Option{nats.MaxReconnects(-1), nats.ReconnectWait(reconnectWait), nats.ReconnectJitter(reconnectWait, reconnectWait), nats.Timeout(5 * time.Second)}
	if s.CAFile != "" {
		options = append(options, nats.RootCAs(s.CAFile))
	}
	if s.TokenFile != "" {
		token, err := os.ReadFile(s.TokenFile)
		if err != nil {
			return nil, err
		}
		options = append(options, nats.Token(strings.TrimSpace(string(token))))
	}
	c := &Connection{patience: patience}
	err := c.again(ctx, func(context.Context) (err error) {
		c.conn, err = nats.Connect(s.URL, options...)
		if isRefusal(err) {
			return final{fmt.Errorf("server %s: %w", s.URL, err)}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	c.js, err = jetstream.New(c.conn)
	return c, err
}

// isRefusal distinguishes permanent errors from errors of a server that is not up yet.
func isRefusal(err error) bool {
	refusals := []error{nats.ErrAuthorization, nats.ErrAuthExpired, nats.ErrSecureConnRequired, nats.ErrSecureConnWanted}
	_, certificate := errors.AsType[*tls.CertificateVerificationError](err)
	host, unknown := errors.AsType[*net.DNSError](err)
	return certificate || unknown && host.IsNotFound || slices.ContainsFunc(refusals, func(r error) bool { return errors.Is(err, r) })
}

// Close closes the connection once everything sent has gone out.
func (c *Connection) Close() {
	c.conn.FlushTimeout(time.Second)
	c.conn.Close()
}

// final is an error that retrying does not cure.
type final struct{ error }

func (f final) Unwrap() error { return f.error }

// ErrAway means that a server cannot be reached.
var ErrAway = errors.New("the server does not answer")

// again retries what fails while the server is unreachable, up to c.patience.
func (c *Connection) again(ctx context.Context, do func(context.Context) error) error {
	begun := time.Now()
	for {
		attempt, cancel := context.WithTimeout(ctx, 5*time.Second)
		err := do(attempt)
		cancel()
		var last final
		switch {
		case err == nil:
			return nil
		case errors.As(err, &last):
			return last.error
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case time.Since(begun) > c.patience:
			return fmt.Errorf("%w: %w", ErrAway, err)
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(reconnectWait):
		}
	}
}
