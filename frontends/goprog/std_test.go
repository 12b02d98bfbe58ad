package goprog_test

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"dporbench/frontends/goprog"
	"dporbench/model"
)

// TestStd: programs end in the same ways when the code of package sync is executed.
func TestStd(t *testing.T) {
	short, code := load(t, "./testdata/std"), loadStd(t, ".", "./testdata/std")
	for _, function := range declared(t, "testdata/std/std.go") {
		if function == "Map" {
			continue
		}
		var ends [2]map[string]bool
		for i, p := range []*goprog.Package{short, code} {
			m, err := p.Program(function)
			if err != nil {
				t.Fatal(err)
			}
			ends[i] = endsOf(explore(t, m, "pop"))
		}
		if len(ends[0]) == 0 || !maps.Equal(ends[0], ends[1]) {
			t.Errorf("%s: %v, and with the code of package sync %v", function, ends[0], ends[1])
		}
	}
	m, err := code.Program("Map")
	if err == nil {
		_, err = exploreAll(m, "pop")
	}
	if want := "(*sync.Map).Store is not supported where the code of package sync is executed"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

func loadStd(t *testing.T, dir, pattern string) *goprog.Package {
	t.Helper()
	p, err := goprog.LoadPackage(pattern, false, goprog.Options{Dir: dir, Std: true, Settle: 500})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// endsOf returns how executions end: the reports of failures, and the outcomes of other executions that are not cut off, since their reports differ.
func endsOf(e explored) map[string]bool {
	ends := map[string]bool{}
	for report := range e.reports {
		if strings.Contains(report, "panic") || strings.Contains(report, "fatal error") {
			ends[report] = true
		}
	}
	for o := range e.outcomes {
		if o != model.Failed && o != model.AssumeBlocked {
			ends[o.String()] = true
		}
	}
	return ends
}

// TestMutexWithMistakes: a mistake planted in a copy of the runtime's Mutex is found, and the copy itself has none. The original reads
// its state plainly, for which it is exempt; the copy does so atomically.
func TestMutexWithMistakes(t *testing.T) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "src", "internal", "sync", "mutex.go"))
	if err != nil {
		t.Fatal(err)
	}
	copied := strings.NewReplacer("package sync", "package mutex", "\"internal/race\"", "", "old := m.state", "old := atomic.LoadInt32(&m.state)",
		"old = m.state", "old = atomic.LoadInt32(&m.state)", "_ = m.state", "").Replace(string(source))
	for _, c := range []struct {
		name, old, new string
		want           model.Outcome
	}{
		{"none", "", "", model.Complete},
		{"a waiter is not woken", "runtime_Semrelease(&m.sema, false, 2)", "", model.Deadlocked},
		{"a waiter is not counted", "new += 1 << mutexWaiterShift", "", model.Deadlocked},
		{"who has been woken does not say so", "awoke = true\n\t\t\titer = 0", "iter = 0", model.Deadlocked},
		{"the state is not compared", "if atomic.CompareAndSwapInt32(&m.state, old, new) {\n\t\t\tif old", "if atomic.SwapInt32(&m.state, new); true {\n\t\t\tif old", model.Raced},
	} {
		text := strings.Replace(copied, c.old, c.new, 1)
		if c.old != "" && text == copied {
			t.Errorf("%s: %q is not in the source", c.name, c.old)
			continue
		}
		folder := t.TempDir()
		write(t, filepath.Join(folder, "go.mod"), "module mutex\n\ngo 1.26\n")
		write(t, filepath.Join(folder, "empty.s"), "")
		write(t, filepath.Join(folder, "mutex.go"), text)
		write(t, filepath.Join(folder, "use.go"), mutexUse)
		m, err := loadStd(t, folder, ".").Program("Use")
		if err != nil {
			t.Fatal(err)
		}
		seen := explore(t, m, "pop")
		if wrong := seen.executions - seen.outcomes[model.Complete] - seen.outcomes[model.AssumeBlocked]; seen.outcomes[c.want] == 0 || (c.want == model.Complete) != (wrong == 0) {
			t.Errorf("%s: %v %v", c.name, seen.outcomes, seen.reports)
		}
	}
}

const mutexUse = `package mutex

import _ "unsafe"

//go:linkname runtime_SemacquireMutex internal/sync.runtime_SemacquireMutex
func runtime_SemacquireMutex(s *uint32, lifo bool, skipframes int)

//go:linkname runtime_Semrelease internal/sync.runtime_Semrelease
func runtime_Semrelease(s *uint32, handoff bool, skipframes int)

//go:linkname runtime_canSpin internal/sync.runtime_canSpin
func runtime_canSpin(i int) bool

//go:linkname runtime_doSpin internal/sync.runtime_doSpin
func runtime_doSpin()

//go:linkname runtime_nanotime internal/sync.runtime_nanotime
func runtime_nanotime() int64

//go:linkname throw internal/sync.throw
func throw(string)

//go:linkname fatal internal/sync.fatal
func fatal(string)

type checked struct{}

func (checked) Acquire(any) {}
func (checked) Release(any) {}

var race struct {
	checked
	Enabled bool
}

func Use() {
	var m Mutex
	total, ended := 0, make(chan struct{}, 1)
	add := func() {
		m.Lock()
		total++
		m.Unlock()
	}
	go func() {
		add()
		close(ended)
	}()
	add()
	add()
	<-ended
	if total != 3 {
		panic("an increment is lost")
	}
}
`
