package goprog_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/algos/states"
	"dporbench/frontends/goprog"
	"dporbench/model"
	"dporbench/trace"
)

// bug is a bug of a package that others use, with a test that shows it: in a folder below bugsFolder.
type bug struct {
	folder, module string
	before, fixed  string // versions
	modfile        string // of the version before; "" if versions are commits of a repository
	want           model.Outcome
	what, source   string
}

const (
	bugsFolder = "../../benchmarks/golang/bugs"
	bugsPage   = "../../docs/go-bugs.md"

	puddleCommit = "https://github.com/jackc/puddle/commit/"
)

var bugs = []bug{
	{"semaphore-large", "golang.org/x/sync", "2019-09-11", "v0.1.0", "cd5d95a43a6e", model.Deadlocked,
		"a large request that is given up keeps a small one behind it waiting", "https://go.dev/issue/37852"},
	{"semaphore-cancelled", "golang.org/x/sync", "v0.6.0", "v0.7.0", "v0.6.0", model.Failed,
		"Acquire succeeds although its context was cancelled before", "https://go.dev/issue/63615"},
	{"singleflight-panic", "golang.org/x/sync", "2019-09-11", "v0.1.0", "cd5d95a43a6e", model.Deadlocked,
		"a call that panics leaves others waiting for its result", "https://go.dev/issue/33519"},
	{"singleflight-forget", "golang.org/x/sync", "2019-02-27", "v0.1.0", "e225da77a7e6", model.Failed,
		"a call that was forgotten removes the next one when it ends, so two are made at a time", "https://go.dev/issue/31420"},
	{"singleflight-again", "golang.org/x/sync", "2022-09-23", "v0.1.0", "7f9b1623fab7", model.Failed,
		"a caller that has had a result and asks again gets the same one", "https://go.dev/cl/436495"},
	{"batcher", "github.com/eapache/go-resiliency", "v1.4.0", "v1.6.0", "v1.4.0", model.Raced,
		"the end of a batch and the beginning of the next one use one field", "https://github.com/eapache/go-resiliency/issues/46"},
	{"puddle-cancel", "github.com/jackc/puddle", "v1.0.0", "v1.1.0", "v1.0.0", model.Deadlocked,
		"a caller that gives up waiting needs a lock that only its other goroutine can release", "https://github.com/jackc/puddle/pull/2"},
	{"puddle-close", "github.com/jackc/puddle", "v1.1.0", "v1.2.0", "v1.1.0", model.Deadlocked,
		"a resource that is made while the pool is closed is never destroyed, for which Close waits", puddleCommit + "558756d6c47ba15b0289c439815dd56a51c35a46"},
	{"puddle-close", "github.com/jackc/puddle", "v1.1.3", "v1.2.0", "v1.1.3", model.Deadlocked,
		"one that is made too late returns with the lock held", puddleCommit + "aa0e8cd5bcf39031feda870c0f5359dab038c916"},
	{"puddle-leak", "github.com/jackc/puddle/v2", "v2.0.1", "v2.1.2", "v2.0.1", model.Leaked,
		"a resource that could not be made is reported to somebody who has given up", puddleCommit + "93a3f7de51bef3818db46f8c1c7f64d16733e5c1"},
	{"puddle-stat", "github.com/jackc/puddle/v2", "v2.1.0", "v2.1.2", "v2.1.0", model.Raced,
		"statistics are read while a resource is made", puddleCommit + "2f17b3e2599a1ae8b0cc448c623fa0c25d6c50cb"},
	{"map-locked", "github.com/puzpuzpuz/xsync", "v1.0.0", "v1.0.1", "v1.0.0", model.Deadlocked,
		"LoadOrStore returns with a bucket locked", "https://github.com/puzpuzpuz/xsync/pull/23"},
	{"map-deleted", "github.com/puzpuzpuz/xsync", "v1.0.1", "v1.0.2", "v1.0.1", model.Raced,
		"LoadOrStore reads what it has found after it has unlocked it", "https://github.com/puzpuzpuz/xsync/pull/24"},
	{"map-lost", "github.com/puzpuzpuz/xsync/v3", "v3.0.0", "v3.0.1", "v3.0.0", model.Failed,
		"what is stored while the table becomes larger is stored in the old one", "https://github.com/puzpuzpuz/xsync/pull/111"},
	{"map-twice", "github.com/puzpuzpuz/xsync", "v1.5.2", "v2.0.2", "v1.5.2", model.Failed,
		"a key that takes the place of a deleted one is noted in another bucket, so it is not found and stored twice", "https://github.com/puzpuzpuz/xsync/pull/63"},
	{"map-waiter", "github.com/puzpuzpuz/xsync", "da1aa49", "3cb67e8", "", model.Deadlocked,
		"the end of a resize is announced between the look whether it goes on and the wait for its end", "https://github.com/puzpuzpuz/xsync/pull/10"},
	{"lru-callback", "github.com/hashicorp/golang-lru", "v0.5.4", "v0.6.0", "v0.5.4", model.Deadlocked,
		"the callback for an evicted entry is called with the lock held", "https://github.com/hashicorp/golang-lru/pull/80"},
	{"clock-now", "github.com/benbjohnson/clock", "v1.3.4", "v1.3.5", "v1.3.4", model.Raced,
		"a timer is made with the time of a mock clock that is read without its lock", "https://github.com/benbjohnson/clock/releases/tag/v1.3.5"},
	{"clock-afterfunc", "github.com/benbjohnson/clock", "v1.3.0", "v1.3.5", "v1.3.0", model.Raced,
		"the function of a timer is set after the timer has been", "https://github.com/benbjohnson/clock/releases/tag/v1.3.1"},
	{"clockwork-ticker", "github.com/jonboulle/clockwork", "v0.2.1", "v0.2.2", "v0.2.1", model.Deadlocked,
		"a ticker begins in a goroutine of its own, and misses time that passes before", "https://github.com/jonboulle/clockwork/releases/tag/v0.2.2"},
	{"ring-lost", "github.com/hedzr/go-ringbuf/v2", "v2.2.2", "v2.2.5", "v2.2.2", model.Failed,
		"two producers take the same place, since the result of a CompareAndSwap is ignored", "https://github.com/hedzr/go-ringbuf/pull/10"},
	{"fifo-missed", "github.com/enriquebris/goconcurrentqueue", "v0.6.3", "v0.7.0", "v0.6.3", model.Deadlocked,
		"an element is put between a consumer's look into the queue and its wait for the next one", "https://github.com/enriquebris/goconcurrentqueue/issues/34"},
	{"pond-submit", "github.com/alitto/pond/v2", "v2.3.1", "v2.3.2", "v2.3.1", model.Deadlocked,
		"a worker waits until somebody submits, who waits for the worker", "https://github.com/alitto/pond/pull/109"},
	{"pond-waiter", "github.com/alitto/pond/v2", "v2.3.3", "v2.3.4", "v2.3.3", model.Deadlocked,
		"the second one who waits to submit is not woken", "https://github.com/alitto/pond/pull/115"},
	{"ttl-stop", "github.com/jellydator/ttlcache/v3", "v3.3.0", "v3.4.1", "v3.3.0", model.Deadlocked,
		"Stop blocks if it is called twice", "https://github.com/jellydator/ttlcache/issues/175"},
}

// setAgain are the folders of packages that set a timer again each time that it fires. Their tests are explored with timers that fire late, as dporbench test does first; otherwise they
// have no end.
var setAgain = map[string]bool{"ttl-stop": true}

// byStates are the folders whose tests have too many executions with the mended version, some 85 million, but few states.
var byStates = map[string]bool{"pond-waiter": true}

// TestBugsAreOnThePage: the page has each of the bugs, and each exists.
func TestBugsAreOnThePage(t *testing.T) {
	page, err := os.ReadFile(bugsPage)
	if err != nil {
		t.Fatal(err)
	}
	folders, err := os.ReadDir(bugsFolder)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range folders {
		if !slices.ContainsFunc(bugs, func(b bug) bool { return b.folder == f.Name() }) {
			t.Errorf("no bug names %s", f.Name())
		}
	}
	for _, b := range bugs {
		if !strings.Contains(string(page), b.source) || !strings.Contains(string(page), b.rowStart()) {
			t.Errorf("%s is not on the page", b.folder)
		}
		if _, err := os.Stat(filepath.Join(bugsFolder, b.folder, b.modfile+".mod")); err != nil && b.modfile != "" {
			t.Error(err)
		}
	}
}

// TestBugs explores the bugs' tests, with the version before the bug was fixed and with one after, and writes the table.
// It needs GOPROG_BUGS, since the modules may have to be downloaded.
func TestBugs(t *testing.T) {
	if os.Getenv("GOPROG_BUGS") == "" {
		t.Skip("GOPROG_BUGS is not set")
	}
	var rows strings.Builder
	for _, b := range bugs {
		if b.modfile == "" && os.Getenv(repositories[b.module]) == "" {
			rows.WriteString(b.rowOnPage(t))
			continue
		}
		t.Run(b.folder+" "+b.before, func(t *testing.T) {
			before, fixed := b.modfiles(t)
			t.Setenv("GOFLAGS", "-modfile="+before)
			schedule, n := b.explore(t)
			if schedule == "" {
				t.Fatalf("%d executions, and none of them is %v", n, b.want)
			}
			if again := b.again(t, schedule); again != b.want {
				t.Errorf("when it is repeated, it is %v", again)
			}
			t.Setenv("GOFLAGS", "-modfile="+fixed)
			fmt.Fprintf(&rows, "%s %s | %s | %v in execution %d | %s: %s | [source](%s) |\n",
				b.rowStart(), b.what, versions(b.module, b.before), b.want, n, b.fixed, b.whole(t), b.source)
		})
	}
	replaceBetween(t, bugsPage, "<!-- bugs -->\n", "<!-- /bugs -->",
		"| test | what was wrong | version | found | mended version | |\n|---|---|---|---|---|---|\n"+rows.String())
}

// whole explores the mended version, and returns how many executions or states it has.
func (b bug) whole(t *testing.T) string {
	t.Helper()
	if byStates[b.folder] {
		return fmt.Sprintf("all %d states", b.decide(t))
	}
	schedule, all := b.explore(t)
	if schedule != "" {
		t.Fatalf("execution %d with the mended version is %v", all, b.again(t, schedule))
	}
	return fmt.Sprintf("all %d executions", all)
}

// decide visits the states of the program, and returns their number.
func (b bug) decide(t *testing.T) int64 {
	t.Helper()
	r, err := states.Decide(t.Context(), b.program(t), states.Options{FinalVerdicts: true}, func(e states.Ended) error {
		if e.Outcome != model.Complete {
			t.Errorf("a state of the mended version is %v", e.Outcome)
		}
		return nil
	})
	if err != nil || r.Unknown != "" {
		t.Fatal(err, r.Unknown)
	}
	return r.States
}

func (b bug) rowStart() string { return "| `" + b.folder + "` |" }

func versions(module, version string) string {
	return strings.TrimPrefix(module, "github.com/") + " " + version
}

func (b bug) program(t *testing.T) *model.Program {
	t.Helper()
	folder := filepath.Join(bugsFolder, b.folder)
	found, err := goprog.FindTests(folder, ".")
	if err != nil || len(found) != 1 || len(found[0].Functions) != 1 || found[0].Problem != "" {
		t.Fatalf("%v, %v", found, err)
	}
	m, err := goprog.Load(".", found[0].Functions[0], goprog.Options{Dir: folder, TimersLast: setAgain[b.folder]})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// explore returns the schedule of the first wrong execution, or "", and the number of executions.
func (b bug) explore(t *testing.T) (schedule string, executions int) {
	t.Helper()
	explorer, err := catalog.New("pop", algos.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := b.program(t)
	_, err = explorer.Explore(context.Background(), m, func(e *model.Execution) error {
		if executions++; e.Outcome() == model.Complete || e.Outcome() == model.AssumeBlocked {
			return nil
		}
		wrong, err := trace.Of(m, model.SC, e.Events())
		if err != nil {
			return err
		}
		if schedule, err = wrong.Schedule(m); err != nil {
			return err
		}
		return algos.ErrStop
	})
	if err != nil && !errors.Is(err, algos.ErrStop) {
		t.Fatal(err)
	}
	return schedule, executions
}

// again returns the outcome of the execution when a freshly loaded program repeats it.
func (b bug) again(t *testing.T, schedule string) model.Outcome {
	t.Helper()
	recording, err := trace.ReadSchedule(schedule)
	if err != nil {
		t.Fatal(err)
	}
	again, _, err := recording.Replay(b.program(t))
	if err != nil {
		t.Fatal(err)
	}
	return again.Outcome
}

// TestTestify: tests with assert and require of testify are explored; failed assertions are reported with the line of the test.
func TestTestify(t *testing.T) {
	if os.Getenv("GOPROG_BUGS") == "" {
		t.Skip("GOPROG_BUGS is not set")
	}
	reports := map[string]string{
		"TestFirst":      "pool_test.go:62: Target error should be in err chain",
		"TestUnexpected": "mock: Unexpected Method Call",
		"TestOnce":       "mock: The method has been called over 1 times",
	}
	for function, want := range map[string]map[model.Outcome]int{
		"TestTake": {model.Complete: 2}, "TestFirst": {model.Complete: 1, model.Failed: 1}, "TestValues": {model.Complete: 1},
		"TestMock": {model.Complete: 1}, "TestUnexpected": {model.Failed: 1}, "TestOnce": {model.Failed: 21}, "TestSuite": {model.Complete: 1},
	} {
		m, err := goprog.Load(".", function, goprog.Options{Dir: "testdata/testify"})
		if err != nil {
			t.Fatal(err)
		}
		seen := explore(t, m, "pop")
		if !maps.Equal(seen.outcomes, want) {
			t.Errorf("%s: %v, want %v; %v", function, seen.outcomes, want, seen.reports)
		}
		for report := range seen.reports {
			if !strings.Contains(report, reports[function]) {
				t.Errorf("%s: %s", function, report)
			}
		}
	}
}
