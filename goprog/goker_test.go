package goprog_test

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/goprog"
	"dporbench/model"
	"dporbench/trace"
)

// kernel is one of the programs with which the Go runtime tests its profile of leaked goroutines, and the leaks that are expected.
type kernel struct {
	name     string
	expected []leak
}

// leak is a goroutine that waits for ever: in a function, and why.
type leak struct {
	function, reason string
	found            bool
}

// table is where the pages have what comes of it.
const table = "../docs/go-programs.md"

// TestGoKer explores each of these programs, with one repetition of what they repeat hundreds of times, as long as GOPROG_GOKER says
// ("5s"), and writes a table of the expected leaks that are found.
func TestGoKer(t *testing.T) {
	limit, err := time.ParseDuration(os.Getenv("GOPROG_GOKER"))
	if err != nil {
		t.Skip("GOPROG_GOKER is no duration")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(strings.TrimSpace(string(root)), "src", "runtime")
	kernels := expectedLeaks(t, filepath.Join(source, "goroutineleakprofile_test.go"))
	folder := t.TempDir()
	bodies := repeatOnce(t, filepath.Join(source, "testdata", "testgoroutineleakprofile", "goker"), folder)
	var rows strings.Builder
	found, all, bounded, complete := 0, 0, 0, 0
	for _, k := range kernels {
		how := ""
		begun := time.Now()
		for _, unroll := range []int{0, 2, 4} {
			p, err := goprog.LoadPackage(".", false, goprog.Options{Dir: folder, Unroll: unroll})
			if err != nil {
				t.Fatal(err)
			}
			if how = k.explore(p, limit, bodies); unroll > 0 {
				how = fmt.Sprintf("--unroll %d: %s", unroll, how)
			}
			if k.missing() == 0 {
				break
			}
		}
		if strings.HasPrefix(how, "--") {
			bounded++
		}
		if k.missing() == 0 {
			complete++
		}
		all += len(k.expected)
		found += len(k.expected) - k.missing()
		fmt.Fprintf(&rows, "| %s | %d of %d | %s |\n", k.name, len(k.expected)-k.missing(), len(k.expected), how)
		t.Logf("%s: %d of %d, %s, %.1f s", k.name, len(k.expected)-k.missing(), len(k.expected), how, time.Since(begun).Seconds())
	}
	text := fmt.Sprintf("%d of the %d expected leaks are found, and all of them in %d of the %d kernels; %d kernels were explored with a bound on loops as well.\n\n"+
		"| kernel | expected leaks found | exploration |\n|---|---|---|\n%s", found, all, complete, len(kernels), bounded, rows.String())
	replaceBetween(t, table, "<!-- GoKer -->\n", "<!-- /GoKer -->", text)
}

func (k *kernel) missing() (n int) {
	for _, l := range k.expected {
		if !l.found {
			n++
		}
	}
	return n
}

// explore explores a kernel until all leaks are found, and says what came of it.
func (k *kernel) explore(p *goprog.Package, limit time.Duration, bodies map[string][2]int) string {
	m, err := p.Program(k.name)
	if err != nil {
		return err.Error()
	}
	explorer, err := catalog.New("pop", algos.Options{})
	if err != nil {
		return err.Error()
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	executions := 0
	raced := 0
	_, err = explorer.Explore(ctx, m, func(e *model.Execution) error {
		executions++
		if e.Outcome() == model.Raced {
			raced++
		}
		if e.Outcome() == model.Complete || e.Outcome() == model.AssumeBlocked {
			return nil
		}
		full, err := trace.Of(m, model.SC, e.Events())
		if err != nil {
			return err
		}
		if k.note(full, bodies); k.missing() == 0 {
			return algos.ErrStop
		}
		return nil
	})
	text := fmt.Sprintf("%d executions", executions)
	if executions == 1 {
		text = "1 execution"
	}
	if raced > 0 {
		text += fmt.Sprintf(", %d of them with a data race", raced)
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		text += ", not all"
	case err != nil:
		text += "; " + err.Error()
	}
	return text
}

// note notes the leaks of an execution that are expected.
func (k *kernel) note(full trace.Trace, bodies map[string][2]int) {
	for _, s := range full.Stops {
		if s.Why != trace.Blocked {
			continue
		}
		name, _, _ := strings.Cut(full.Threads[s.Thread], "#")
		for i := range k.expected {
			l := &k.expected[i]
			if l.waits(s.Text) && (l.function == name || within(s.Place, bodies[l.function])) {
				l.found = true
			}
		}
	}
}

func within(place string, lines [2]int) bool {
	_, line, _ := strings.Cut(place, ":")
	n, _ := strconv.Atoi(line)
	return n >= lines[0] && n <= lines[1]
}

// waits reports whether a goroutine that waits at that statement waits for the reason.
func (l leak) waits(statement string) bool {
	begins := func(texts ...string) bool {
		return slices.ContainsFunc(texts, func(text string) bool { return strings.HasPrefix(statement, text) })
	}
	switch l.reason {
	case "chan receive", "chan receive (nil chan)":
		return begins("receive from", "wait to receive from")
	case "chan send":
		return begins("send to", "wait to send to")
	case "select":
		return begins("select on", "wait to select on")
	case "select (no cases)":
		return begins("select without")
	case "sync.Mutex.Lock":
		return begins("lock ")
	case "sync.RWMutex.Lock":
		return begins("lock ", "announce")
	case "sync.RWMutex.RLock":
		return begins("rlock ")
	}
	return begins("wait for")
}

var (
	testCase = regexp.MustCompile("make(?:Flaky)?Test\\(\"(\\w+)\",?")
	pattern  = regexp.MustCompile("`(.*)\\\\\\(\\.\\* \\\\\\[(.*)\\\\\\]`")
	function = regexp.MustCompile(`func(\d+(?:\.\d+)*)$`)
)

// expectedLeaks reads the list of the runtime's test.
func expectedLeaks(t *testing.T, file string) (kernels []*kernel) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Skip(err)
	}
	_, list, _ := strings.Cut(string(text), "gokerTestCases := []testCase{")
	list, _, _ = strings.Cut(list, "\n\t}\n")
	for line := range strings.Lines(list) {
		if strings.HasPrefix(strings.TrimSpace(line), "//") {
			continue
		}
		if m := testCase.FindStringSubmatch(line); m != nil {
			kernels = append(kernels, &kernel{name: m[1]})
		}
		if m := pattern.FindStringSubmatch(line); m != nil {
			k := kernels[len(kernels)-1]
			k.expected = append(k.expected, leak{function: plainName(m[1]), reason: strings.NewReplacer(`\`, "", "(RW)?", "").Replace(m[2])})
		}
	}
	return kernels
}

// plainName makes F.func2.1 of a pattern what go/ssa calls the function, F$2$1, and (*T).pop what it calls the method.
func plainName(pattern string) string {
	name := strings.ReplaceAll(strings.ReplaceAll(pattern, `\.`, "."), `\`, "")
	name = strings.TrimSuffix(name, ".gowrap1")
	if m := function.FindStringSubmatchIndex(name); m != nil {
		return plainName(strings.TrimSuffix(name[:m[0]], ".")) + "$" + strings.ReplaceAll(name[m[2]:m[3]], ".", "$")
	}
	return name[strings.LastIndex(name, ".")+1:]
}

// repeatOnce copies the kernels to a module of their own, and returns the lines of their functions. What begins hundreds of
// goroutines that have nothing to do with each other does that once.
func repeatOnce(t *testing.T, from, to string) map[string][2]int {
	t.Helper()
	bodies := map[string][2]int{}
	files, err := filepath.Glob(filepath.Join(from, "*.go"))
	if err != nil || len(files) == 0 {
		t.Skip("the kernels are not there")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		fset := token.NewFileSet()
		parsed, err := parser.ParseFile(fset, file, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				bodies[fn.Name.Name] = [2]int{fset.Position(fn.Pos()).Line, fset.Position(fn.End()).Line}
				if n := repetitions(fn); n != nil {
					at := fset.Position(n.Pos()).Offset
					text = slices.Concat(text[:at], []byte("1"), text[at+len(n.Value):])
				}
			}
		}
		if err := os.WriteFile(filepath.Join(to, filepath.Base(file)), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(to, "go.mod"), []byte("module goker\n\ngo 1.26\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return bodies
}

// repetitions is the number of times that a function of no type starts what it does, if that is a number.
func repetitions(fn *ast.FuncDecl) *ast.BasicLit {
	if fn.Recv != nil || !fn.Name.IsExported() {
		return nil
	}
	for _, s := range fn.Body.List {
		if loop, ok := s.(*ast.ForStmt); ok && loop.Cond != nil {
			if cond, ok := loop.Cond.(*ast.BinaryExpr); ok {
				n, _ := cond.Y.(*ast.BasicLit)
				return n
			}
		}
	}
	return nil
}

// replaceBetween replaces what is between two marks of a page.
func replaceBetween(t *testing.T, page, from, to, text string) {
	t.Helper()
	all, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(all), from)
	_, after, there := strings.Cut(rest, to)
	if !ok || !there {
		t.Fatalf("%s has no place for the table", page)
	}
	if err := os.WriteFile(page, []byte(before+from+text+to+after), 0o600); err != nil {
		t.Fatal(err)
	}
}
