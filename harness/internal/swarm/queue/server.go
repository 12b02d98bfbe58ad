package queue

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/gofrs/flock"
	"github.com/nats-io/nats-server/v2/server"

	"dporbench/harness/internal/shared/cli"
)

// Server is a running server.
type Server struct {
	server *server.Server
	access Access
	lock   *flock.Flock // of the folder, held while it runs
}

const patience = 30 * time.Second

// StartServer starts a server that keeps its files in the folder, and listens at HOST:PORT; port 0 means
// any free port. If other machines can reach it, it requires a token and TLS. Both are created at the
// first start and kept in the folder, which is locked by one server at a time.
func StartServer(folder, listen string) (_ *Server, err error) {
	host, portText, err := net.SplitHostPort(listen)
	port, err2 := strconv.Atoi(portText)
	if err != nil || err2 != nil {
		return nil, cli.Usagef("--listen %q: must be HOST:PORT", listen)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	lock := flock.New(filepath.Join(folder, "lock"))
	if free, err := lock.TryLock(); err != nil {
		return nil, err
	} else if !free {
		return nil, fmt.Errorf("%s is in use by another server", folder)
	}
	options := &server.Options{
		ServerName: "dporswarm", Host: host, Port: port, DontListen: false,
		JetStream: true, StoreDir: filepath.Join(folder, "jetstream"), SyncAlways: true,
		NoLog: true, NoSigs: true, NoSystemAccount: true,
	}
	defer func() {
		if err != nil {
			lock.Close()
		}
	}()
	s := &Server{lock: lock}
	if !IsLoopback(host) {
		if s.access, err = secure(options, folder, host); err != nil {
			return nil, err
		}
	}
	if s.server, err = server.NewServer(options); err != nil {
		return nil, fmt.Errorf("server in %s: %w", folder, err)
	}
	s.server.Start()
	if !s.server.ReadyForConnections(patience) {
		s.server.Shutdown()
		return nil, fmt.Errorf("no server at %s: is the address in use, or %s by another server?", listen, folder)
	}
	address, ok := s.server.Addr().(*net.TCPAddr)
	if !ok {
		return nil, errors.New("the server has no address")
	}
	scheme := "nats"
	if options.TLSConfig != nil {
		scheme = "tls"
	}
	s.access.URL = scheme + "://" + net.JoinHostPort(reachable(host), strconv.Itoa(address.Port))
	return s, nil
}

// secure makes the server require a token and TLS.
func secure(options *server.Options, folder, host string) (Access, error) {
	c, err := credentialsIn(folder, host)
	if err != nil {
		return Access{}, err
	}
	options.Authorization = c.token
	options.TLS = true
	options.TLSTimeout = 5
	options.TLSConfig = &tls.Config{Certificates: []tls.Certificate{c.certificate}, MinVersion: tls.VersionTLS13}
	return Access{TokenFile: c.tokenFile, CAFile: c.certificateFile}, nil
}

// reachable is the name by which another machine reaches a server that listens at host.
func reachable(host string) string {
	if ip := net.ParseIP(host); host != "" && (ip == nil || !ip.IsUnspecified()) {
		return host
	}
	name, err := os.Hostname()
	if err != nil {
		return "localhost"
	}
	return name
}

// Access is the address and the credentials for clients of the server.
func (s *Server) Access() Access { return s.access }

// Stop stops the server. Its files stay.
func (s *Server) Stop() {
	s.server.Shutdown()
	s.server.WaitForShutdown()
	s.lock.Close()
}
