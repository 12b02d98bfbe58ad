// Package queue keeps the tasks and the records of explorations on NATS JetStream, a message for
// each, on a subject that its task's hash names; and runs such a server in this process, so that
// nothing need be installed.
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

// Access says where the server is, and how it is to be spoken to.
type Access struct {
	URL       string // nats://HOST:PORT, or tls://HOST:PORT; several are separated by commas
	TokenFile string // that the server asks for; empty if it asks for none
	CAFile    string // with the certificate that the server's is checked by; empty for those the system knows
}

// Validate refuses to speak openly to another machine.
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

// IsLoopback reports whether the host is this machine and can be reached from no other.
func IsLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Connection is one to a server or a cluster. While that cannot be reached it tries again.
type Connection struct {
	conn     *nats.Conn
	js       jetstream.JetStream
	patience time.Duration
}

// reconnectWait is how long to wait before another attempt to connect.
const reconnectWait = 100 * time.Millisecond

// Connect waits for the server up to patience, now and whenever it is away.
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

// isRefusal distinguishes permanent errors from those of a server that is not there yet.
func isRefusal(err error) bool {
	refusals := []error{nats.ErrAuthorization, nats.ErrAuthExpired, nats.ErrSecureConnRequired, nats.ErrSecureConnWanted}
	_, certificate := errors.AsType[*tls.CertificateVerificationError](err)
	host, unknown := errors.AsType[*net.DNSError](err)
	return certificate || unknown && host.IsNotFound || slices.ContainsFunc(refusals, func(r error) bool { return errors.Is(err, r) })
}

// Close ends it, when all that was sent has gone out.
func (c *Connection) Close() {
	c.conn.FlushTimeout(time.Second)
	c.conn.Close()
}

// final is an error that trying again does not mend.
type final struct{ error }

func (f final) Unwrap() error { return f.error }

// ErrAway is that a server cannot be reached.
var ErrAway = errors.New("the server does not answer")

// again does what fails while the server is away, up to its patience.
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
