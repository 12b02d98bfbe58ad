//go:build unix

package swarm

import (
	"io"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
	"time"

	"dporbench/harness/internal/shared/program"
)

// link passes connections on to an address, slowly, and breaks them off at random, as bad networks do.
type link struct {
	listener net.Listener
	to       string
	longest  time.Duration // that a part of a message is late

	mu     sync.Mutex
	random *rand.Rand
	left   int // connections to break off
	broken int
}

// newLink returns a link to an address, which breaks off that many connections.
func newLink(t *testing.T, to string, seed uint64, breaks int) *link {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &link{listener: listener, to: to, longest: 20 * time.Millisecond, random: rand.New(rand.NewPCG(seed, 1)), left: breaks}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			from, err := listener.Accept()
			if err != nil {
				return
			}
			go l.connect(from)
		}
	}()
	return l
}

func (l *link) address() string { return l.listener.Addr().String() }

func (l *link) connect(from net.Conn) {
	defer from.Close()
	to, err := net.Dial("tcp", l.to)
	if err != nil {
		return
	}
	defer to.Close()
	ended := make(chan struct{}, 2)
	for _, ends := range [][2]net.Conn{{from, to}, {to, from}} {
		go func() {
			l.pass(ends[0], ends[1])
			ended <- struct{}{}
		}()
	}
	<-ended
}

// pass passes on what comes, in parts of any length, until one end closes or the link breaks, perhaps within a message.
func (l *link) pass(from io.Reader, to io.Writer) {
	part := make([]byte, 1500)
	for {
		n, err := from.Read(part)
		if err != nil {
			return
		}
		late, breaks := l.draw()
		time.Sleep(late)
		if breaks {
			to.Write(part[:n/2])
			return
		}
		if _, err := to.Write(part[:n]); err != nil {
			return
		}
	}
}

func (l *link) draw() (late time.Duration, breaks bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.left > 0 && l.random.IntN(25) == 0 {
		l.left--
		l.broken++
		return 0, true
	}
	return time.Duration(l.random.Int64N(int64(l.longest))), false
}

// TestBadNetwork: over a network that is slow and breaks off connections, the swarm finds the same classes as a single worker.
func TestBadNetwork(t *testing.T) {
	if testing.Short() {
		t.Skip("it is slow")
	}
	known, err := program.New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	c := &chaos{t: t, random: rand.New(rand.NewPCG(1, 0)), program: []string{"poke", "7"}, algorithm: "pop"}
	l := newLink(t, freeAddress(t), 1, 25)
	c.address, c.reach = l.to, l.address()
	c.run(expected(t, known, c.program, c.algorithm))
	t.Logf("%d connections broken off", l.broken)
}
