package goprog_test

import (
	"bufio"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/goprog"
	"dporbench/model"
)

// runner runs the programs natively, and prints what each has been seen to do: deadlock where that takes too long.
const runner = `package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"generated/progs"
)

func main() {
	first, _ := strconv.Atoi(os.Args[1])
	times, _ := strconv.Atoi(os.Args[2])
	progs.Pause = func() {
		switch rand.IntN(6) {
		case 0, 1:
			runtime.Gosched()
		case 2:
			time.Sleep(time.Duration(rand.IntN(50)) * time.Microsecond)
		}
	}
	for k := max(first, 0); k < len(all) && (first < 0 || k == first); k++ {
		stuck := 0
		for n := 0; n < times && stuck < 2; n++ {
			result := make(chan string, 1)
			go func() {
				defer func() {
					if r := recover(); r != nil {
						result <- fmt.Sprint("panic ", r)
					}
				}()
				result <- all[k]()
			}()
			select {
			case r := <-result:
				fmt.Println(k, r)
				continue
			case <-time.After(50 * time.Millisecond):
			}
			for n := 0; n < 50 && moves(); n++ { // a loop that waits moves forever
			}
			select {
			case r := <-result:
				fmt.Println(k, r)
			default:
				fmt.Println(k, "deadlock")
				stuck++
			}
		}
	}
}

// moves reports whether a goroutine of a program could continue, however busy the machine is: one that waits is seen to wait twice.
func moves() bool {
	for range 2 {
		time.Sleep(200 * time.Millisecond)
		all := make([]byte, 1<<20)
		for _, g := range strings.Split(string(all[:runtime.Stack(all, true)]), "\n\n") {
			state, _, _ := strings.Cut(g, "]")
			if strings.Contains(g, "generated/progs.") &&
				(strings.Contains(state, "[run") || strings.Contains(state, "[sleep") || strings.Contains(state, "[syscall")) {
				return true
			}
		}
	}
	return false
}
`

// TestConcurrentPrograms compares small random programs with what they do when run natively: every outcome seen is
// among those explored, and if the race detector, which needs GOPROG_RACE, reports a race, one is found.
// GOPROG_CONCURRENT is the number of programs, and GOPROG_SEED the seed.
func TestConcurrentPrograms(t *testing.T) {
	n, seed, race := number("GOPROG_CONCURRENT", 12), number("GOPROG_SEED", 1), os.Getenv("GOPROG_RACE") != ""
	folder := t.TempDir()
	generate(t, folder, n, uint64(seed))
	args := []string{"build", "-ldflags=-w", "-o", "run"}
	if race {
		args = append(args, "-race")
	}
	command(t, folder, "go", append(args, "./run.d")...)
	p, err := goprog.LoadPackage("./progs", false, goprog.Options{Dir: folder, AnyOrder: true})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int]map[string]bool{}
	if !race {
		seen = outcomes(t, folder, false, "-1", "40")
	}
	compared, raced := 0, 0
	for k := range n {
		if race {
			for i, o := range outcomes(t, folder, true, strconv.Itoa(k), "150") {
				seen[i] = o
			}
		}
		m, err := p.Program("E" + strconv.Itoa(k))
		if err != nil {
			t.Errorf("seed %d, program %d: %v", seed, k, err)
			continue
		}
		possible, err := possibleOutcomes(m)
		switch {
		case errors.Is(err, context.DeadlineExceeded):
			continue // too many
		case err != nil:
			t.Errorf("seed %d, program %d: %v", seed, k, err)
			continue
		case possible["race"]:
			raced++
			continue
		}
		compared++
		for o := range seen[k] {
			if !possible[o] {
				source, _ := os.ReadFile(filepath.Join(folder, "progs", "progs.go"))
				_, text, _ := strings.Cut(string(source), "func P"+strconv.Itoa(k)+"()")
				text, _, _ = strings.Cut(text, "\nfunc E")
				t.Errorf("seed %d, program %d does %q, which is none of %v:\n%s", seed, k, o, possible, text)
			}
		}
	}
	t.Logf("%d programs compared, %d have races", compared, raced)
	if compared == 0 {
		t.Error("nothing is compared")
	}
}

func number(variable string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(variable)); err == nil {
		return n
	}
	return otherwise
}

func generate(t *testing.T, folder string, n int, seed uint64) {
	t.Helper()
	c := &concurrent{Rand: rand.New(rand.NewPCG(seed, 0))}
	source, list := header+concurrentTypes, "package main\n\nimport \"generated/progs\"\n\nvar all = []func() string{"
	for k := range n {
		source += c.program(k)
		list += "progs.P" + strconv.Itoa(k) + ", "
	}
	for name, text := range map[string]string{
		"go.mod": "module generated\n\ngo 1.26\n", "progs/progs.go": source, "run.d/list.go": list + "}\n", "run.d/main.go": runner,
	} {
		path := filepath.Join(folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
}

func command(t *testing.T, folder, name string, args ...string) {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir = folder
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// outcomes runs programs, and returns what each has done; a program with a reported race has done "race".
func outcomes(t *testing.T, folder string, race bool, args ...string) map[int]map[string]bool {
	t.Helper()
	c := exec.Command(filepath.Join(folder, "run"), args...)
	out, err := c.Output()
	var exit *exec.ExitError
	if isExit := errors.As(err, &exit); err != nil && (!race || !isExit || exit.ExitCode() != 66) {
		if isExit {
			t.Logf("%s", exit.Stderr)
		}
		t.Fatal(err)
	}
	seen := map[int]map[string]bool{}
	add := func(k int, o string) {
		if seen[k] == nil {
			seen[k] = map[string]bool{}
		}
		seen[k][o] = true
	}
	lines := bufio.NewScanner(strings.NewReader(string(out)))
	for lines.Scan() {
		number, o, _ := strings.Cut(lines.Text(), " ")
		k, _ := strconv.Atoi(number)
		add(k, o)
	}
	if err != nil {
		k, _ := strconv.Atoi(args[0])
		add(k, "race")
	}
	return seen
}

// possibleOutcomes returns the outcomes of all executions.
func possibleOutcomes(m *model.Program) (map[string]bool, error) {
	possible := map[string]bool{}
	explorer, err := catalog.New("pop", algos.Options{})
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	_, err = explorer.Explore(ctx, m, func(e *model.Execution) error {
		switch e.Outcome() {
		case model.Raced:
			possible["race"] = true
			return algos.ErrStop
		case model.Deadlocked, model.Livelocked, model.Leaked:
			possible["deadlock"] = true
		case model.Failed:
			_, o, _ := strings.Cut(e.Failure(), "panic: ")
			if !strings.HasPrefix(o, "[") {
				o = "panic " + o
			}
			possible[o] = true
		}
		return nil
	})
	return possible, err
}
