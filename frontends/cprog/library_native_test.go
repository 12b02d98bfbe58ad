package cprog_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dporbench/model"
	"dporbench/model/memory"
)

// nativeBatch is how many programs one call of gcc compiles: its start, and the headers, cost more than a program.
const nativeBatch = 25

// nativeRuns is a program that has been explored, and is to run natively.
type nativeRuns struct {
	source   *libraryProgram
	program  *model.Program
	explored map[string]bool // results under SC
}

// runNatively runs the code that gcc makes of all programs. It returns the first of which a result is not among those explored, under SC or TSO.
func (c *libraryCheck) runNatively(all []*nativeRuns) (different *nativeRuns, err error) {
	if len(all) == 0 {
		return nil, nil
	}
	executable, err := c.compileNatively(all)
	if err != nil {
		return nil, err
	}
	for k, n := range all {
		if err := c.runOne(executable, k, n); err != nil {
			return n, err
		}
	}
	return nil, nil
}

// compileNatively makes one executable of the programs, whose argument is the number of the one to run. They share the variables of the preamble.
func (c *libraryCheck) compileNatively(all []*nativeRuns) (executable string, err error) {
	var text, calls strings.Builder
	text.WriteString(libraryPreamble)
	for k, n := range all {
		for _, name := range []string{"main", "t1", "t2", "t3", "t4"} {
			fmt.Fprintf(&text, "#undef %s\n#define %[1]s %[1]s_%d\n", name, k)
		}
		text.WriteString(strings.TrimPrefix(n.source.source(), libraryPreamble))
		fmt.Fprintf(&calls, "case %d: return main_%[1]d();\n", k)
	}
	fmt.Fprintf(&text, "#undef main\nint main(int argc, char **argv) {\nswitch (atoi(argv[1])) {\n%s}\nreturn 1;\n}\n", calls.String())
	file := filepath.Join(c.folder, "native.c")
	if err := os.WriteFile(file, []byte(text.String()), 0o600); err != nil {
		return "", err
	}
	executable = filepath.Join(c.folder, "native")
	if out, err := exec.Command("gcc", "-w", "-O1", "-pthread", "-DNATIVE", "-o", executable, file, "-latomic").CombinedOutput(); err != nil {
		return "", fmt.Errorf("gcc: %w: %s", err, out)
	}
	return executable, nil
}

// runOne runs program k, and returns an error if a result is not among those explored.
func (c *libraryCheck) runOne(executable string, k int, n *nativeRuns) error {
	explored := n.explored
	var underTSO map[string]bool
	for range c.runs {
		result := onceNatively(executable, k, shortly)
		if result == model.Deadlocked.String() && !explored[result] { // or the machine is busy
			result = onceNatively(executable, k, 100*shortly)
		}
		c.native++
		if explored[result] {
			continue
		}
		if underTSO == nil {
			s, _, err := exploreLibrary(n.program, "pop", memory.TSO)
			if err != nil {
				return nil // not supported, or too large
			}
			underTSO = s.final
		}
		if !underTSO[result] {
			return fmt.Errorf("natively: %s, explored: %q and %q", result, slices.Sorted(maps.Keys(explored)), slices.Sorted(maps.Keys(underTSO)))
		}
	}
	return nil
}

// shortly is how long a run takes at most, unless it is stuck.
const shortly = 100 * time.Millisecond

// onceNatively returns the result of one run of program k, as resultOf does: one that does not end in time is stuck.
func onceNatively(executable string, k int, limit time.Duration) string {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	out, err := exec.CommandContext(ctx, executable, fmt.Sprint(k)).Output()
	line, _, _ := strings.Cut(string(out), "\n")
	switch {
	case ctx.Err() != nil:
		return model.Deadlocked.String()
	case err != nil:
		return model.Failed.String()
	case line == "":
		return "-1" // main's thread has ended, and all others
	}
	return line
}
