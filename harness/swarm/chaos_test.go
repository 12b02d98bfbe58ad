//go:build unix

package swarm

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/counters"
	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/swarm/queue"
	"dporbench/harness/internal/swarm/tasks"
)

var (
	chaosRuns = flag.Int("chaos", 0, "explorations of TestChaos; 0 for a few")
	chaosSeed = flag.Uint64("chaos-seed", 1, "seed of the first of them")
)

// Programs to explore in the chaos.
var chaosPrograms = []struct {
	program string
	algos   []string
}{
	{"dispatcher 5", []string{"pop", "trust"}},
	{"poke 7", []string{"pop", "trust"}},
	{"lastzero 13", []string{"pop", "trust"}},
	{"fib-bench 5", []string{"pop", "trust"}},
	{"exp-mem3 8", []string{"pop"}},
	{"linuxrwlocks 6", []string{"pop"}},
}

// TestChaos: workers, the server and the coordinator are killed and stopped at random, and tasks are put into
// the queue a second time, yet the swarm finds the same classes as a single worker. The time it
// takes does not matter, except for the time limit of go test. The number of kills is limited, so that
// everything ends.
func TestChaos(t *testing.T) {
	runs, kills := *chaosRuns, 40
	if runs == 0 {
		runs, kills = 2, 25
	}
	if *chaosRuns == 0 && testing.Short() {
		runs = 1
	}
	known, err := program.New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range runs {
		seed := *chaosSeed + uint64(i)
		what := chaosPrograms[seed%uint64(len(chaosPrograms))]
		algorithm := what.algos[seed/uint64(len(chaosPrograms))%uint64(len(what.algos))]
		t.Run(fmt.Sprintf("%d/%s/%s", seed, what.program, algorithm), func(t *testing.T) {
			c := &chaos{t: t, random: rand.New(rand.NewPCG(seed, 0)), program: strings.Fields(what.program), algorithm: algorithm, left: kills}
			c.run(expected(t, known, c.program, algorithm))
		})
	}
}

// figures are the figures compared.
type figures struct {
	counts  map[string]float64 // by column
	classes string
}

// expected returns the figures of a single worker.
func expected(t *testing.T, known *program.Registry, program []string, algorithm string) figures {
	t.Helper()
	p, err := arguments.Parse(known, program)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := known.Algorithm(algorithm)
	x, err := tasks.NewExploration(known, p, a, explore.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	x.Classes = true
	e, err := tasks.NewExplorer(x)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	r, _, err := e.Explore(context.Background(), algos.Root().Append(nil), func(*algos.Stats) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	f := figures{counts: map[string]float64{}, classes: r.Classes.String()}
	for _, c := range counters.OfCounts() {
		f.counts[c.Column] = float64(c.In(r.Stats.Counts))
	}
	for _, c := range counters.Own() {
		f.counts["peak_stored."+c.Column] = float64(c.In(r.Stats.Peak))
	}
	return f
}

// read reads the output of the command.
func read(t *testing.T, stdout, stderr string) figures {
	t.Helper()
	var row map[string]any
	if err := json.Unmarshal([]byte(stdout), &row); err != nil {
		t.Fatalf("%v: %s", err, stdout)
	}
	f := figures{counts: map[string]float64{}}
	for _, c := range counters.OfCounts() {
		f.counts[c.Column], _ = row[c.Column].(float64)
	}
	stored, _ := row["peak_stored"].(map[string]any)
	for _, c := range counters.Own() {
		f.counts["peak_stored."+c.Column], _ = stored[c.Column].(float64)
	}
	_, f.classes, _ = strings.Cut(stderr, "all classes: ")
	f.classes, _, _ = strings.Cut(f.classes, "\n")
	return f
}

type chaos struct {
	t         *testing.T
	random    *rand.Rand
	program   []string
	algorithm string
	address   string // of the server
	reach     string // by which it is reached; its address if empty
	store     string
	left      int // kills left

	server, coordinator *exec.Cmd
	stdout, stderr      *bytes.Buffer // of the coordinator
	ended               chan error    // of the coordinator
	workers             [3]*exec.Cmd
	killed              map[string]int
}

const chaosLease = time.Second

func (c *chaos) run(want figures) {
	c.store, c.killed = c.t.TempDir(), map[string]int{}
	c.address = cmp.Or(c.address, freeAddress(c.t))
	c.reach = cmp.Or(c.reach, c.address)
	defer func() {
		for _, p := range append(c.workers[:], c.server, c.coordinator) {
			kill(p)
		}
	}()
	c.startServer()
	c.startCoordinator()
	for i := range c.workers {
		c.startWorker(i)
	}
	for {
		select {
		case err := <-c.ended:
			if err != nil {
				c.t.Fatalf("the coordinator: %v: %s", err, c.stderr)
			}
			c.compare(want)
			return
		case <-time.After(time.Duration(30+c.random.IntN(150)) * time.Millisecond):
			if c.left > 0 {
				c.strike()
				if c.left--; c.left == 0 {
					c.renewWorkers()
				}
			}
		}
	}
}

func (c *chaos) compare(want figures) {
	got := read(c.t, c.stdout.String(), c.stderr.String())
	if got.classes != want.classes {
		c.t.Errorf("sum of classes %q, want %q", got.classes, want.classes)
	}
	for column, n := range want.counts {
		if got.counts[column] != n {
			c.t.Errorf("%s: %v, want %v", column, got.counts[column], n)
		}
	}
	c.t.Logf("%v executions; struck: %v", want.counts["executions"], c.killed)
}

// renewWorkers makes sure that there are workers from now on. They have left if everything was
// explored, and a coordinator that was killed just after showing the result starts over.
func (c *chaos) renewWorkers() {
	for i, w := range c.workers {
		kill(w)
		c.startWorker(i)
	}
}

// strike does one thing that should not matter.
func (c *chaos) strike() {
	i := c.random.IntN(len(c.workers))
	switch n := c.random.IntN(20); {
	case n < 9:
		c.killed["workers"]++
		kill(c.workers[i])
		c.startWorker(i)
	case n < 12: // it loses its lease, and continues
		c.killed["leases"]++
		stopped := c.workers[i].Process
		stopped.Signal(syscall.SIGSTOP)
		time.AfterFunc(chaosLease*3/2, func() { stopped.Signal(syscall.SIGCONT) })
	case n < 15:
		c.killed["servers"]++
		kill(c.server)
		time.Sleep(time.Duration(c.random.IntN(300)) * time.Millisecond)
		c.startServer()
	case n < 18:
		c.killed["coordinators"]++
		kill(c.coordinator)
		if err := <-c.ended; err == nil { // it was quicker
			c.ended <- nil
			return
		}
		c.startCoordinator()
	default:
		c.duplicate()
	}
}

// duplicate puts some explored tasks into the queue.
func (c *chaos) duplicate() {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	conn, err := queue.Connect(ctx, queue.Access{URL: "nats://" + c.address, TokenFile: c.token()}, time.Second)
	if err != nil {
		return
	}
	defer conn.Close()
	all, err := conn.Jobs(ctx)
	if err != nil || len(all) == 0 || all[0].Open(ctx) != nil {
		return
	}
	q := all[0]
	q.Records(ctx, &duplicator{func(task []byte) {
		if q.AddTask(ctx, tasks.ID(q.Job.ID(), task), task, 1000+c.random.IntN(1000)) == nil {
			c.killed["duplicates"]++
		}
	}, q.Job.ID(), 0})
}

// duplicator puts the tasks of the first records into the queue again.
type duplicator struct {
	add func(task []byte)
	job string
	n   int
}

func (d *duplicator) Take(id string, data []byte) (bool, error) {
	if r, err := tasks.ParseRecord(d.job, id, data); err == nil {
		d.add(r.Task)
	}
	d.n++
	return d.n >= 5, nil
}

func (d *duplicator) Lost(uint64) {}

func (d *duplicator) Idle() (bool, error) { return true, nil }

func (c *chaos) start(args ...string) *exec.Cmd {
	cmd := exec.Command("dporswarm", args...)
	c.begin(cmd)
	return cmd
}

func (c *chaos) begin(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
}

func (c *chaos) startServer() {
	c.server = c.start("serve", "--store", c.store, "--listen", c.address)
	for { // its first start makes the token
		if _, err := os.Stat(c.token()); err == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func (c *chaos) token() string { return filepath.Join(c.store, "token") }

func (c *chaos) startWorker(i int) {
	c.workers[i] = c.start("work", "--server", "nats://"+c.reach, "--token-file", c.token(), "--jobs", fmt.Sprint(1+i%2), "--task-time", "30ms")
}

func (c *chaos) startCoordinator() {
	c.stdout, c.stderr, c.ended = &bytes.Buffer{}, &bytes.Buffer{}, make(chan error, 1)
	args := append([]string{"explore"}, c.program...)
	cmd := exec.Command("dporswarm", append(args, "--algo", c.algorithm, "--server", "nats://"+c.reach, "--token-file", c.token(),
		"--jobs", "0", "--json", "--classes", "--lease", chaosLease.String())...)
	cmd.Stdout, cmd.Stderr = c.stdout, c.stderr
	c.begin(cmd)
	c.coordinator = cmd
	ended := c.ended
	go func() { ended <- cmd.Wait() }()
}

// kill kills a process with -9. The coordinator is waited for elsewhere.
func kill(cmd *exec.Cmd) {
	if cmd == nil {
		return
	}
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	if cmd.Stdout == nil {
		cmd.Wait()
	}
}

// freeAddress returns an address that is not in use.
func freeAddress(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
