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
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
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
			return cli.Usagef("--server %s: must be nats://HOST:PORT or tls://HOST:PORT", hideSecrets(address))
		}
		if IsLoopback(u.Hostname()) {
			continue
		}
		if u.Scheme != "tls" || s.TokenFile == "" && u.User == nil {
			return cli.Usagef("--server %s: another machine must be reached by tls:// and with --token-file", hideSecrets(address))
		}
	}
	return nil
}

// String is the address without the secrets that it may have.
func (s Access) String() string {
	var all []string
	for address := range strings.SplitSeq(s.URL, ",") {
		all = append(all, hideSecrets(address))
	}
	return strings.Join(all, ",")
}

// hideSecrets replaces what stands before @ in an address, whether or not that is valid: a token, or a user's password.
func hideSecrets(address string) string {
	at := strings.LastIndex(address, "@")
	if at < 0 {
		return strconv.Quote(address)[1 : len(strconv.Quote(address))-1]
	}
	scheme, _, ok := strings.Cut(address[:at], "://")
	if !ok {
		return "…" + address[at:]
	}
	return scheme + "://…" + address[at:]
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
	full     atomic.Value // the time when the server last announced that its disk is full
	refused  atomic.Value // the last error of an attempt to connect again
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
		if _, err := readToken(s.TokenFile); err != nil {
			return nil, err
		}
		// It is read again for each attempt to connect, as the certificate is: both may be replaced while the client runs.
		options = append(options, nats.TokenHandler(func() string { token, _ := readToken(s.TokenFile); return token }))
	}
	c := &Connection{patience: patience}
	options = append(options, nats.ReconnectErrHandler(func(_ *nats.Conn, err error) { c.refused.Store(refusal{err}) }),
		nats.ReconnectHandler(func(*nats.Conn) { c.refused.Store(refusal{}) }), nats.IgnoreAuthErrorAbort())
	err := c.again(ctx, func(context.Context) (err error) {
		c.conn, err = nats.Connect(s.URL, options...)
		if isRefusal(err) {
			return final{s.refusal(err)}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	c.js, err = jetstream.New(c.conn)
	return c, errors.Join(err, c.watchFull())
}

// refusal is an error of an attempt to connect.
type refusal struct{ error }

// refusal adds to an error of the server, or about it, which argument is wrong.
func (s Access) refusal(err error) error {
	switch _, certificate := errors.AsType[*tls.CertificateVerificationError](err); {
	case errors.Is(err, nats.ErrAuthorization) && s.TokenFile == "":
		err = fmt.Errorf("%w: it asks for a token: needs --token-file FILE", err)
	case errors.Is(err, nats.ErrAuthorization):
		err = fmt.Errorf("%w: the token in %s is not the server's", err, s.TokenFile)
	case certificate:
		err = fmt.Errorf("%w: needs --ca FILE with a copy of the server's certificate", err)
	}
	return fmt.Errorf("server %v: %w", s, err)
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
		case c.waitForRoom(ctx):
			begun = time.Now()
		case time.Since(begun) > c.patience:
			if r, ok := c.refused.Load().(refusal); ok && r.error != nil {
				err = r.error
			}
			return fmt.Errorf("%w: %w", ErrAway, err)
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(reconnectWait):
		}
	}
}
