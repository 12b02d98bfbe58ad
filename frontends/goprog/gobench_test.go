package goprog_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/goprog"
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/front"
)

// gobenchPage is the page with the table that TestGoBench makes.
const gobenchPage = "../../docs/gobench.md"

// TestGoBench explores the GoKer kernels of a checkout of GoBench that GOPROG_GOBENCH names, each until its bug is found,
// and writes a table of them. A bug that the table has had must be found again.
func TestGoBench(t *testing.T) {
	kernels, folder := gobenchKernels(t)
	packages := map[goprog.Options]*goprog.Package{}
	page, err := os.ReadFile(gobenchPage)
	if err != nil {
		t.Fatal(err)
	}
	var rows strings.Builder
	found := map[string]int{}
	for _, k := range kernels {
		begun := time.Now()
		k.explore(t, folder, packages)
		found[k.group]++
		row := fmt.Sprintf("| %s/%s | ", k.group, k.name)
		switch {
		case k.bug != "":
			found[k.group+" found"]++
		case strings.Contains(string(page), row) && !strings.Contains(string(page), row+"not found"):
			t.Errorf("%s/%s: the bug that the table has is not found", k.group, k.name)
		}
		fmt.Fprintf(&rows, "| %s/%s | %s | %s |\n", k.group, k.name, cmp.Or(k.bug, "not found"), k.how)
		t.Logf("%s/%s: %s, %s, %.1f s", k.group, k.name, k.bug, k.how, time.Since(begun).Seconds())
	}
	text := fmt.Sprintf("The bugs of %d of the %d kernels are found: %d of the %d blocking ones, and %d of the %d others.\n\n"+
		"| kernel | what is found | exploration |\n|---|---|---|\n%s", found["blocking found"]+found["nonblocking found"], len(kernels),
		found["blocking found"], found["blocking"], found["nonblocking found"], found["nonblocking"], rows.String())
	replaceBetween(t, gobenchPage, "<!-- GoBench -->\n", "<!-- /GoBench -->", text)
}

// gobenchKernel is one of the programs.
type gobenchKernel struct {
	group string // blocking or nonblocking
	name  string // cockroach/584
	test  string
	bug   string // what was found: "leaked"; "" if nothing was
	how   string
}

var testFunction = regexp.MustCompile(`(?m)^func (Test\w+)\(`)

// gobenchKernels copies the kernels of the checkout to a module of their own.
func gobenchKernels(t *testing.T) (kernels []gobenchKernel, folder string) {
	t.Helper()
	checkout := os.Getenv("GOPROG_GOBENCH")
	if checkout == "" {
		t.Skip("GOPROG_GOBENCH names no checkout of GoBench")
	}
	files, err := filepath.Glob(filepath.Join(checkout, "gobench", "goker", "*", "*", "*", "*_test.go"))
	if err != nil || len(files) == 0 {
		t.Fatal("no kernels in the checkout", err)
	}
	folder = t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "go.mod"), []byte("module gobench\n\ngo 1.13\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		path := strings.Split(filepath.ToSlash(file), "/")
		path = path[len(path)-4:]
		to := filepath.Join(folder, filepath.Join(path...))
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, text, 0o600); err != nil {
			t.Fatal(err)
		}
		kernels = append(kernels, gobenchKernel{group: path[0], name: path[1] + "/" + path[2], test: string(testFunction.FindSubmatch(text)[1])})
	}
	return kernels, folder
}

// gobenchRounds are the explorations of a kernel, up to the one that finds the bug.
var gobenchRounds = []goprog.Options{{}, {Unroll: 2}, {Repetitions: 2}, {Repetitions: 4, Unroll: 4}}

func (k *gobenchKernel) explore(t *testing.T, folder string, packages map[goprog.Options]*goprog.Package) {
	for _, o := range gobenchRounds {
		o.Dir, o.Settle = folder, 50
		p := packages[o]
		if p == nil {
			var err error
			if p, err = goprog.LoadPackage("./...", true, o); err != nil {
				t.Fatal(err)
			}
			packages[o] = p
		}
		var flags string
		if o.Repetitions > 0 {
			flags += fmt.Sprintf("--repetitions %d ", o.Repetitions)
		}
		if o.Unroll > 0 {
			flags += fmt.Sprintf("--unroll %d ", o.Unroll)
		}
		m, err := p.Program(k.test)
		for err == nil {
			coarse, ok := errors.AsType[*front.Refine](k.round(p, m))
			if !ok {
				break
			}
			finer, failed := coarse.Again()
			m, err = (*model.Program)(finer), failed
		}
		if err != nil {
			k.how = err.Error()
		}
		if k.how = flags + k.how; k.bug != "" {
			return
		}
	}
}

// errFound ends an exploration that has found the bug.
var errFound = errors.New("found")

// round explores a kernel, at random at first. It stops where it finds the bug: a goroutine that waits forever in a blocking kernel, and a race, or a
// failure, in others.
func (k *gobenchKernel) round(p *goprog.Package, m *model.Program) error {
	const mostExecutions, longest = 10_000, 30 * time.Second
	explorer, err := catalog.New("pop", algos.Options{})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), longest)
	defer cancel()
	walks, executions := 0, 0
	leaks := func(events []event.Event) error {
		all, err := p.Leaks(m, events)
		if err == nil && len(all) > 0 {
			k.bug = "a goroutine waits forever"
			return errFound
		}
		return err
	}
	if k.group == "blocking" {
		err = goprog.Walk(ctx, m, 3000, func(events []event.Event) error {
			walks++
			return leaks(events)
		})
	}
	if err == nil {
		_, err = explorer.Explore(ctx, m, func(e *model.Execution) error {
			executions++
			switch o := e.Outcome(); {
			case executions > mostExecutions:
				return algos.ErrStop
			case k.group == "blocking" && o != model.Complete && o != model.Failed:
				return leaks(e.Events())
			case k.group != "blocking" && o != model.Complete && o != model.AssumeBlocked:
				k.bug, _, _ = strings.Cut(e.Failure(), ": ")
				if o == model.Failed {
					k.bug = "failed: " + strings.TrimPrefix(e.Failure(), k.bug+": ")
				}
				return errFound
			}
			return nil
		})
	}
	k.how = fmt.Sprintf("execution %d", executions)
	switch {
	case errors.Is(err, errFound) && executions == 0:
		k.how = fmt.Sprintf("execution %d at random", walks)
	case errors.Is(err, errFound):
	case err != nil && ctx.Err() == nil:
		k.how = err.Error()
		return err
	default:
		k.how = fmt.Sprintf("%d executions", executions)
	}
	return nil
}

// replaceBetween replaces the text between two marks of a page.
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
