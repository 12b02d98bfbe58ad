package goprog_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/goprog"
	"dporbench/model"
	"dporbench/model/front"
)

// TestJoins: a WaitGroup that only waits for goroutines to end costs no executions, and others count.
func TestJoins(t *testing.T) {
	for function, want := range map[string]map[model.Outcome]int{
		"Rounds": {model.Complete: 1}, "Exits": {model.Complete: 1}, "Copied": {model.Deadlocked: 1}, "Overwritten": {model.Leaked: 1},
		"GoesOn": {model.Complete: 1, model.Failed: 1}, "Forgotten": {model.Complete: 1, model.Deadlocked: 1}, "Twice": {model.Complete: 1},
		"PassedOn": {model.Complete: 1}, "Late": {model.Complete: 1, model.Failed: 1}, "Another": {model.Complete: 2},
		"HandedOver": {model.Complete: 3}, "Other": {model.Complete: 4}, "Failing": {model.Failed: 1},
	} {
		t.Run(function, func(t *testing.T) {
			p := program(t, "./testdata/joins", function)
			seen, all := explore(t, p, "pop"), explore(t, p, "exhaustive")
			if !maps.Equal(seen.outcomes, want) || len(all.classes) != seen.executions {
				t.Errorf("%v of %d, want %v; %v", seen.outcomes, len(all.classes), want, seen.reports)
			}
		})
	}
}

// TestGroupsThatCount: random programs that use and misuse WaitGroups have the outcomes that they have if each WaitGroup counts.
// GOPROG_GROUPS is the number of programs, and GOPROG_SEED the seed.
func TestGroupsThatCount(t *testing.T) {
	least := 60
	if testing.Short() {
		least /= 2
	}
	n, folder := number("GOPROG_GROUPS", least), t.TempDir()
	c := &groupCoder{Rand: rand.New(rand.NewPCG(uint64(number("GOPROG_SEED", 1)), 0))}
	c.b.WriteString("package groups\n\nimport (\n\t\"fmt\"\n\t\"sync\"\n\t\"sync/atomic\"\n)\n")
	for k := range n {
		c.function(k)
	}
	write(t, filepath.Join(folder, "go.mod"), "module groups\n\ngo 1.26\n")
	write(t, filepath.Join(folder, "groups.go"), c.b.String())
	less, compared := 0, 0
	for k := range n {
		function := fmt.Sprint("F", k)
		joined, small := outcomesOf(t, folder, function, false)
		counted, alsoSmall := outcomesOf(t, folder, function, true)
		if !small || !alsoSmall {
			continue
		}
		compared++
		if joined.executions < counted.executions {
			less++
		}
		if !maps.Equal(keys(joined.reports), keys(counted.reports)) {
			t.Errorf("%s: %v, where each WaitGroup counts %v\n%s", function, joined.reports, counted.reports, functionText(c.b.String(), function))
		}
	}
	t.Logf("%d of %d programs compared, %d of which have fewer executions", compared, n, less)
	if n >= least && (compared < n/2 || less == 0) {
		t.Errorf("only %d of %d programs compared, %d with fewer executions", compared, n, less)
	}
}

func keys(m map[string]int) map[string]bool {
	all := map[string]bool{}
	for k := range m {
		all[k] = true
	}
	return all
}

func functionText(text, function string) string {
	_, rest, _ := strings.Cut(text, "func "+function+"()")
	before, _, _ := strings.Cut(rest, "\n}\n")
	return before
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// mostCompared bounds the executions of a program to be compared.
const mostCompared = 3000

// outcomesOf explores a function; small is false if it has too many executions. Reports are its text at its end, or the outcome.
// With count, all its WaitGroups count.
func outcomesOf(t *testing.T, folder, function string, count bool) (seen explored, small bool) {
	t.Helper()
	key := fmt.Sprint(folder, count)
	known, ok := packages.Load(key)
	if !ok {
		p, err := goprog.LoadPackage(".", false, goprog.Options{Dir: folder, Settle: 300})
		if err != nil {
			t.Fatal(err)
		}
		if count {
			p.CountAll()
		}
		known = p
		packages.Store(key, p)
	}
	p := known.(*goprog.Package)
	m, err := p.Program(function)
	if err != nil {
		t.Fatal(err)
	}
	for {
		seen = explored{reports: map[string]int{}}
		explorer, err := catalog.New("pop", algos.Options{})
		if err != nil {
			t.Fatal(err)
		}
		_, err = explorer.Explore(context.Background(), m, func(e *model.Execution) error {
			report := e.Outcome().String()
			if e.Outcome() == model.Failed {
				_, report, _ = strings.Cut(e.Failure(), "panic: ")
			}
			seen.reports[report]++
			if seen.executions++; seen.executions > mostCompared {
				return algos.ErrStop
			}
			return nil
		})
		var coarse *front.Refine
		switch {
		case errors.As(err, &coarse):
			finer, err := coarse.Again()
			if err != nil {
				t.Fatal(err)
			}
			m = (*model.Program)(finer)
		case err != nil:
			t.Fatalf("%s: %v", function, err)
		default:
			return seen, seen.executions <= mostCompared
		}
	}
}

// groupCoder writes random functions.
type groupCoder struct {
	*rand.Rand
	b     strings.Builder
	depth int
}

func (c *groupCoder) line(format string, args ...any) {
	fmt.Fprintf(&c.b, strings.Repeat("\t", c.depth+1)+format+"\n", args...)
}

func (c *groupCoder) function(k int) {
	fmt.Fprintf(&c.b, "\nfunc F%d() {\n\tvar (\n\t\tg, h sync.WaitGroup\n\t\tx, y atomic.Int32\n\t)\n\tp := &g\n\t_, _, _ = p, &h, &y\n", k)
	c.statements(2 + c.IntN(4))
	if c.IntN(4) > 0 {
		c.line("g.Wait()")
		c.line("h.Wait()")
	}
	c.line("panic(fmt.Sprint(x.Load(), y.Load()))")
	c.b.WriteString("}\n")
}

func (c *groupCoder) group() string { return []string{"g", "g", "g", "p", "h"}[c.IntN(5)] }

func (c *groupCoder) statements(n int) {
	for range n {
		c.statement()
	}
}

func (c *groupCoder) statement() {
	switch g, k := c.group(), c.IntN(20); {
	case k < 2:
		c.line("x.Add(%d)", 1+c.IntN(3))
	case k < 4:
		c.line("y.Store(x.Load() + %d)", c.IntN(3))
	case k == 4 && c.IntN(3) == 0:
		c.line("%s.Add(%d)", g, 1+c.IntN(2))
	case k == 5 && c.depth > 0 && c.IntN(3) == 0:
		c.line("%s.Done()", g)
	case k == 6 && c.IntN(3) == 0:
		c.line("%s.Wait()", g)
	case k == 7 && g != "p" && c.IntN(3) == 0:
		c.line("{ c := %s; c.Wait() }", g)
	case k == 8 && g != "p" && c.IntN(3) == 0:
		c.line("%s = sync.WaitGroup{}", g)
	case k == 9:
		c.line("if x.Load() == %d {", c.IntN(3))
		c.depth++
		c.statement()
		c.depth--
		c.line("}")
	case c.depth < 2:
		c.goroutine(g)
	}
}

// goroutine writes a goroutine, usually one that a WaitGroup is for.
func (c *groupCoder) goroutine(g string) {
	if c.IntN(4) == 0 {
		c.body(g+".Go(func() {", "})", "", 1+c.IntN(2))
		return
	}
	if c.IntN(20) > 0 {
		c.line("%s.Add(1)", g)
	}
	last := g + ".Done()"
	if c.IntN(20) == 0 {
		last = ""
	}
	c.body("go func() {", "}()", last, c.IntN(3))
}

func (c *groupCoder) body(begin, end, last string, n int) {
	c.line("%s", begin)
	c.depth++
	deferred := c.IntN(2) == 0
	if deferred && last != "" {
		c.line("defer %s", last)
	}
	c.statements(n)
	if !deferred && last != "" {
		c.line("%s", last)
		if c.IntN(12) == 0 {
			c.statement()
		}
	}
	c.depth--
	c.line("%s", end)
}
