package harness

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

// TestMeasuredProcessIsSmall builds the command and the process in which it measures, and checks that it uses the
// latter if and only if both are of the same source. The process reads no C files: they are compiled beforehand.
func TestMeasuredProcessIsSmall(t *testing.T) {
	if testing.Short() || runtime.GOOS != "linux" {
		t.Skip("builds executables, and reads their memory from /proc")
	}
	folder := t.TempDir()
	build := func(name, source string) {
		cmd := exec.Command("go", "build", "-pgo=off", "-o", filepath.Join(folder, name),
			"-ldflags", "-w -X dporbench/harness/internal/shared/process.linkedSource="+source, "dporbench/cmd/"+name)
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0") // as in `make test`, so that nothing is compiled again
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	peak := func(program ...string) int64 {
		args := slices.Concat([]string{"run"}, program, []string{"--algo", "pop", "--json"})
		out, err := exec.Command(filepath.Join(folder, "dporbench"), args...).Output()
		var row struct {
			Peak int64 `json:"peak_rss_bytes"`
		}
		if err == nil {
			err = json.Unmarshal(out, &row)
		}
		if err != nil {
			t.Fatal(err)
		}
		return row.Peak
	}
	const small = 11_000_000 // bytes
	build("dporbench", "this")
	alone := peak("exp-mem3", "7")
	build("dporbench-measured", "another")
	if other := peak("exp-mem3", "7"); alone < small || other < small {
		t.Errorf("peaks of %d bytes alone and %d next to one of another source: is the command itself so small?", alone, other)
	}
	build("dporbench-measured", "this")
	for _, program := range [][]string{{"exp-mem3", "7"}, {"../benchmarks/literature/locks/mpat.c", "-DN=4"}} {
		if p := peak(program...); p > small {
			t.Errorf("%v: a peak of %d bytes, more than %d", program, p, small)
		}
	}
}
