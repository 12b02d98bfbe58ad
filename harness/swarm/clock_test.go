//go:build unix

package swarm

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"dporbench/harness/internal/shared/program"
)

var clockJumps = flag.Bool("clock-jumps", false, "run TestClockJumps, for which everything is compiled again")

// jump changes the time of day that time.Now returns, but not the monotonic clock: every two seconds, by up to a day
// forwards or back.
const jump = `	sec, nsec, mono := runtimeNow()
	sec += [...]int64{0, 7200, -7200, 86400, -86400}[mono/2e9%5]
`

// TestClockJumps: with clocks that jump, in the server, the workers and the coordinator, which are killed as well, the swarm
// finds the same classes as a single worker.
func TestClockJumps(t *testing.T) {
	if !*clockJumps {
		t.Skip("needs -clock-jumps")
	}
	known, err := program.New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", jumping(t)+":"+os.Getenv("PATH"))
	for seed := range uint64(3) {
		c := &chaos{t: t, random: rand.New(rand.NewPCG(seed, 2)), program: []string{"dispatcher", "5"}, algorithm: "pop", left: 30}
		c.run(expected(t, known, c.program, c.algorithm))
	}
}

// jumping builds the command with clocks that jump, and returns its folder.
func jumping(t *testing.T) string {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	folder, file := t.TempDir(), filepath.Join(strings.TrimSpace(string(root)), "src", "time", "time.go")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, now, _ := strings.Cut(string(text), "func Now() Time {\n")
	changed := strings.Replace(now, "	sec, nsec, mono := runtimeNow()\n", jump, 1)
	if now == changed {
		t.Fatalf("%s: time.Now is not as it was in Go 1.26", file)
	}
	other := filepath.Join(folder, "time.go")
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {file: other}})
	if err != nil {
		t.Fatal(err)
	}
	for path, data := range map[string][]byte{
		other:                                 []byte(strings.TrimSuffix(string(text), now) + changed),
		filepath.Join(folder, "overlay.json"): overlay,
	} {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("go", "build", "-pgo=off", "-overlay", filepath.Join(folder, "overlay.json"), "-o", filepath.Join(folder, "dporswarm"), "../../cmd/dporswarm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return folder
}
