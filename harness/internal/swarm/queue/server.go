package queue

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/gofrs/flock"
	"github.com/nats-io/nats-server/v2/server"

	"dporbench/harness/internal/shared/cli"
)

// Server is a running server.
type Server struct {
	server *server.Server
	access Access
	folder string
	log    serverLog
	lock   *flock.Flock // of the folder, held while it runs
	stop   chan struct{}
	all    sync.WaitGroup
}

const (
	patience = 30 * time.Second
	// mostPayload bounds a message, in bytes. A record has paths of events, and the classes of a certificate.
	mostPayload = 32 << 20
	// Clients that do not authenticate themselves, do not answer, or read too slowly are cut off.
	authTime     = 5.0 // seconds
	pingInterval = 20 * time.Second
	mostPings    = 3
	writeTime    = 10 * time.Second
	// unlimited bounds the store. By default a server stops at three quarters of the free space that it has found at its start.
	unlimited = 1 << 50
)

// StartServer starts a server that keeps its files in the folder, and listens at HOST:PORT; port 0 means
// any free port. It always requires a token, and TLS if other machines can reach it. Token and certificate are created at the
// first start and kept in the folder, which is locked by one server at a time. report is called with messages for people.
func StartServer(folder, listen string, report func(message string)) (_ *Server, err error) {
	host, portText, err := net.SplitHostPort(listen)
	port, err2 := strconv.Atoi(portText)
	if err != nil || err2 != nil {
		return nil, cli.Usagef("--listen %q: must be HOST:PORT", listen)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	s := &Server{folder: folder, stop: make(chan struct{})}
	if s.lock, err = lock(folder); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			s.lock.Close()
		}
	}()
	options := &server.Options{
		ServerName: "dporswarm", Host: host, Port: port, DontListen: false,
		JetStream: true, StoreDir: filepath.Join(folder, "jetstream"), SyncAlways: true, JetStreamMaxStore: unlimited, JetStreamMaxMemory: unlimited,
		MaxPayload: mostPayload, AuthTimeout: authTime, PingInterval: pingInterval, MaxPingsOut: mostPings, WriteDeadline: writeTime,
		NoLog: true, NoSigs: true, NoSystemAccount: true,
	}
	s.access.TokenFile = filepath.Join(folder, "token")
	if options.Authorization, err = tokenIn(s.access.TokenFile); err != nil {
		return nil, err
	}
	scheme := "nats"
	if !IsLoopback(host) {
		scheme = "tls"
		if err := s.secure(options, host, report); err != nil {
			return nil, err
		}
	}
	if err := s.start(options); err != nil {
		return nil, err
	}
	address, ok := s.server.Addr().(*net.TCPAddr)
	if !ok {
		return nil, errors.New("the server has no address")
	}
	options.Port = address.Port // if it is started again
	s.access.URL = scheme + "://" + net.JoinHostPort(reachable(host), strconv.Itoa(address.Port))
	if scheme == "tls" {
		report(fmt.Sprintf("every machine that reaches port %d of this one can connect; with the token in %s it can read and change the explorations", address.Port, s.access.TokenFile))
	}
	s.all.Go(func() { s.watchRoom(options, report) })
	return s, nil
}

// start starts the server, again if it has been shut down.
func (s *Server) start(options *server.Options) (err error) {
	if s.server, err = server.NewServer(options.Clone()); err != nil {
		return fmt.Errorf("server in %s: %w", s.folder, err)
	}
	s.server.SetLoggerV2(&s.log, false, false, false)
	s.server.Start()
	if !s.server.ReadyForConnections(patience) {
		s.server.Shutdown()
		return fmt.Errorf("no server at %s: is the address in use, or %s by another server? is the disk full?", net.JoinHostPort(options.Host, strconv.Itoa(options.Port)), s.folder)
	}
	return nil
}

// lock locks the folder, which it makes if necessary.
func lock(folder string) (*flock.Flock, error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	l := flock.New(filepath.Join(folder, "lock"))
	free, err := l.TryLock()
	if err == nil && !free {
		err = fmt.Errorf("%s is in use by another server", folder)
	}
	return l, err
}

// secure makes the server use TLS.
func (s *Server) secure(options *server.Options, host string, report func(string)) error {
	certificate, file, renewed, err := certificateIn(s.folder, host)
	if err != nil {
		return err
	}
	if renewed {
		report(fmt.Sprintf("%s had expired, and is another one now: workers on other machines need a copy", file))
	}
	s.access.CAFile = file
	options.TLS = true
	options.TLSTimeout = authTime
	options.TLSConfig = &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS13}
	return nil
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
	close(s.stop)
	s.all.Wait()
	s.server.Shutdown()
	s.server.WaitForShutdown()
	s.lock.Close()
}
