// Package tool supports other model checkers that may be installed: it runs them on a C
// file, and reads their output.
package tool

import (
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"dporbench/frontends/cprog"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/command"
)

// Tool is another model checker, in one of its modes.
type Tool struct {
	Name       string
	executable string
	arguments  func(file string, o cprog.Options) []string
	// Labels of the counts in the output. A count without its label is 0, except the
	// first, without which there is no result.
	counts []count
	// In the output, an error after which the counts are of a part only, or of another program. One of its groups says which.
	failure *regexp.Regexp
}

type count struct {
	label string
	add   func(*Counts, int64)
}

// Counts are the numbers of explorations that a tool reports.
type Counts struct {
	Executions    int64 // of all outcomes, classes of happens-before
	AssumeBlocked int64 // of these, those in which a thread waits forever
	Redundant     int64 // explorations blocked by a sleep set
	Blocked       int64 // in addition to executions: explorations that ended with a blocked thread, however many classes those are
	ReadsFrom     int64 // reads-from classes, of a tool that counts these instead of executions
}

// Tools are the known tools. The modes of Nidhugg for POP are in the version of that algorithm's authors alone.
func Tools() []Tool {
	byTraces := func(name, algorithm string) Tool {
		return Tool{name, "nidhuggc", nidhugg(algorithm), []count{
			{"Trace count", func(c *Counts, n int64) { c.Executions += n }},
			{"Await-blocked trace count", addBlocked},
			{"Assume-blocked trace count", addBlocked},
			{"Sleepset-blocked trace count", func(c *Counts, n int64) { c.Redundant += n }},
		}, nidhuggError}
	}
	return []Tool{
		byTraces("nidhugg", "--optimal"), byTraces("nidhugg-source", "--source"), byTraces("nidhugg-pop", "--pop"),
		byTraces("nidhugg-lpop", "--lpop"), byTraces("nidhugg-epop", "--epop"),
		{"nidhugg-rf", "nidhuggc", nidhugg("--rf"), []count{
			{"Trace count", func(c *Counts, n int64) { c.ReadsFrom += n }},
			{"Await-blocked trace count", func(c *Counts, n int64) { c.Blocked += n }},
			{"Assume-blocked trace count", func(c *Counts, n int64) { c.Blocked += n }},
		}, nidhuggError},
		{"genmc", "genmc", genmc, []count{
			{"Number of complete executions explored", func(c *Counts, n int64) { c.Executions += n }},
			{"Number of blocked executions seen", func(c *Counts, n int64) { c.Blocked += n }},
		}, genmcError},
	}
}

var (
	// With --keep-going, Nidhugg counts all traces in spite of failed assertions. Other errors are its own: the file uses an
	// interface in a way that it refuses.
	nidhuggError = regexp.MustCompile(`(?m)\bError: ((?:Pthreads error|Memory error|Segmentation fault|Nondeterminism).*)$`)
	// GenMC stops at the first error of any kind, which may be a warning that one of its features does not survive.
	genmcError = regexp.MustCompile(`(?m)^(?:Error: ([^\n]*)$|(?s:Warning: ([^\n]*)\n.*^\*\*\* Verification unsuccessful))`)
)

func addBlocked(c *Counts, n int64) {
	c.Executions, c.AssumeBlocked = c.Executions+n, c.AssumeBlocked+n
}

func Names() (names []string) {
	for _, t := range Tools() {
		names = append(names, t.Name)
	}
	return names
}

func Lookup(name string) (Tool, bool) {
	i := slices.IndexFunc(Tools(), func(t Tool) bool { return t.Name == name })
	if i < 0 {
		return Tool{}, false
	}
	return Tools()[i], true
}

// Find finds installed tools by name.
func Find(names []string) (tools []Tool, err error) {
	for _, name := range names {
		t, known := Lookup(name)
		if !known {
			return nil, command.Unknown("tool", name, Names())
		}
		if _, err := exec.LookPath(t.executable); err != nil {
			return nil, cli.Usagef("--tool %s: %s is not installed: there is no such executable on PATH", name, t.executable)
		}
		tools = append(tools, t)
	}
	return tools, nil
}

var versionNumber = regexp.MustCompile(`\d+\.\d+`)

// Version is the line of the tool's output with its version, or "version unknown".
func (t Tool) Version(ctx context.Context) string {
	const patience = 10 * time.Second
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	output, _ := exec.CommandContext(ctx, t.executable, "--version").CombinedOutput() // some exit with a nonzero status
	for line := range strings.Lines(string(output)) {
		if versionNumber.MatchString(line) {
			return strings.TrimSpace(line)
		}
	}
	return "version unknown"
}

// Command runs the tool on a file, under sequential consistency.
func (t Tool) Command(file string, o cprog.Options) *exec.Cmd {
	return exec.Command(t.executable, t.arguments(file, o)...)
}

func nidhugg(algorithm string) func(string, cprog.Options) []string {
	return func(file string, o cprog.Options) []string {
		args := append(append([]string{"-std=gnu11"}, compiling(o)...), "--", "--sc", algorithm, "--keep-going", "--no-check-mutex-init")
		if o.Unroll > 0 {
			args = append(args, "--unroll="+strconv.Itoa(o.Unroll))
		}
		return append(args, file)
	}
}

// genmc has no symmetry reduction, which counts other classes.
func genmc(file string, o cprog.Options) []string {
	args := []string{"-sc", "-disable-mm-detector", "-disable-estimation", "-disable-sr"}
	if o.Unroll > 0 {
		args = append(args, "-unroll="+strconv.Itoa(o.Unroll))
	}
	return append(append(append(args, "--", "-std=gnu11"), compiling(o)...), file)
}

func compiling(o cprog.Options) (args []string) {
	for _, d := range o.Define {
		args = append(args, "-D"+d)
	}
	for _, folder := range o.Include {
		args = append(args, "-I"+folder)
	}
	return args
}

// Read reads the counts from the tool's output. An error of the tool is returned in its own words.
func (t Tool) Read(output string) (c Counts, err error) {
	if m := t.failure.FindStringSubmatch(output); m != nil {
		return c, fmt.Errorf("%s ends with an error: %s", t.executable, strings.TrimSpace(strings.Join(m[1:], "")))
	}
	for i, known := range t.counts {
		m := regexp.MustCompile(`(?m)^\s*` + known.label + `: (\d+)`).FindStringSubmatch(output)
		if m == nil && i == 0 {
			return c, fmt.Errorf("%s has not printed %q: %s", t.executable, known.label, complaint(output))
		}
		if m != nil {
			n, err := strconv.ParseInt(m[1], 10, 64)
			if err != nil {
				return c, err
			}
			known.add(&c, n)
		}
	}
	return c, nil
}

var anError = regexp.MustCompile(`(?im)^.*\berror\b.*$`)

// complaint returns the first line of an output with an error, or else its last line.
func complaint(output string) string {
	if line := anError.FindString(output); line != "" {
		return strings.TrimSpace(line)
	}
	lines := strings.Split(strings.TrimSpace(output), "\n")
	return lines[len(lines)-1]
}
