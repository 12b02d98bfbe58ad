//go:build unix

package swarm

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"dporbench/harness/internal/shared/program"
)

var (
	flips    = flag.Int("flips", 0, "explorations of TestFlippedBits; 0 for one")
	flipSeed = flag.Uint64("flip-seed", 1, "seed of the first of them")
)

// TestFlippedBits: an explorer is killed, a bit of its store is flipped, and it is started again: the result is the same as
// a single worker's, since everything that the bit has damaged is explored again.
func TestFlippedBits(t *testing.T) {
	if testing.Short() {
		t.Skip("it explores a large program")
	}
	known, err := program.New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	what, runs := []string{"poke", "8"}, *flips
	if runs == 0 {
		what, runs = []string{"poke", "7"}, 1
	}
	want := expected(t, known, what, "trust")
	for seed := *flipSeed; seed < *flipSeed+uint64(runs); seed++ {
		f := flipped{t, rand.New(rand.NewPCG(seed, 0)), t.TempDir(), what}
		f.run(want, 1+len(what[1])/2+int(seed%4))
	}
}

type flipped struct {
	*testing.T
	random *rand.Rand
	store  string
	what   []string
}

// run kills the explorer that many times, and flips a bit each time.
func (f flipped) run(want figures, kills int) {
	for i := range kills {
		cmd, _, _ := f.start()
		time.Sleep(time.Duration(700+f.random.IntN(1200)) * time.Millisecond)
		syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		if cmd.Wait() == nil {
			f.Logf("over after %d kills", i)
			return
		}
		f.Logf("flipped %s", f.flip())
	}
	cmd, stdout, stderr := f.start()
	if err := cmd.Wait(); err != nil {
		f.Fatalf("%v: %s", err, stderr)
	}
	f.Logf("%s", stderr)
	got := read(f.T, stdout.String(), stderr.String())
	if got.classes != want.classes || got.counts["executions"] != want.counts["executions"] {
		f.Errorf("%v executions and classes %q, want %v and %q", got.counts["executions"], got.classes, want.counts["executions"], want.classes)
	}
}

func (f flipped) start() (cmd *exec.Cmd, stdout, stderr *bytes.Buffer) {
	args := append([]string{"explore"}, f.what...)
	cmd = exec.Command("dporswarm", append(args, "--algo", "trust", "--task-time", "10ms", "--lease", "1s", "--jobs", "2", "--store", f.store, "--json", "--classes")...)
	stdout, stderr = &bytes.Buffer{}, &bytes.Buffer{}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		f.Fatal(err)
	}
	return cmd, stdout, stderr
}

// flip flips a bit of a message, and returns its place. It is of a record four times out of five, otherwise of a task.
func (f flipped) flip() string {
	kind := "-records-"
	if f.random.IntN(5) == 0 {
		kind = "-tasks-"
	}
	var blocks []string
	filepath.WalkDir(f.store, func(path string, _ fs.DirEntry, err error) error {
		if err == nil && strings.Contains(path, kind) && strings.HasSuffix(path, ".blk") {
			blocks = append(blocks, path)
		}
		return nil
	})
	if len(blocks) == 0 {
		return "nothing"
	}
	path := blocks[f.random.IntN(len(blocks))]
	data, err := os.ReadFile(path)
	if err != nil || len(data) == 0 {
		return "nothing"
	}
	at, bit := f.random.IntN(len(data)), f.random.IntN(8)
	data[at] ^= 1 << bit
	if err := os.WriteFile(path, data, 0o600); err != nil {
		f.Fatal(err)
	}
	return fmt.Sprintf("bit %d of byte %d of %d of %s", bit, at, len(data), filepath.Base(path))
}
