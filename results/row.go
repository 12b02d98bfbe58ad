package results

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"dporbench/algos/counters"
)

// Run is one run as requested.
type Run struct {
	Benchmark  string
	Params     []int
	Algorithm  string
	Order      string // scheduling order
	Memory     string // memory model; "" is sc
	Seed       uint64 // of the random scheduling order
	Repetition int    // counted from 1
	Timeout    time.Duration
	MemLimit   int64 // bytes of resident memory
	GOGC       int   // the collector's target percentage
	Jobs       int   // workers that explore in parallel; see [Run.Workers]
}

// Name is the run's benchmark and parameters as on the command line, and the memory model unless
// that is sequential consistency: "length-param 2 1024", "fib-bench 3 --memory tso".
func (r Run) Name() string {
	name := strings.TrimSpace(r.Benchmark + " " + joinInts(r.Params))
	if r.IsSC() {
		return name
	}
	return name + " --memory " + r.Memory
}

// IsSC reports whether the memory is sequentially consistent.
func (r Run) IsSC() bool { return r.Memory == "" || r.Memory == "sc" }

// Workers is the number of workers: one unless Jobs says otherwise.
func (r Run) Workers() int { return max(r.Jobs, 1) }

// Row is a run and its results. The fields from Counts to Work are known only for a
// run that finished: they are zero unless Status is OK. [Columns] explains
// each field.
type Row struct {
	Run
	Status Status
	Error  string // one line; empty when Status is OK

	Counts
	Wall     time.Duration
	CPU      time.Duration
	LiveHeap int64
	Stored   Stored // each counter at its peak
	Work     Work   // all 0 in files of versions that did not count them

	Reached   int64
	Elapsed   time.Duration
	PeakRSS   int64
	RSSSource string

	ToolBlocked   int64 // of another tool that counts blocked explorations separately
	ToolReadsFrom int64 // of another tool that counts reads-from classes

	GoVersion string
	Commit    string
	Build     string
	Start     time.Time
}

// Counts, Stored and Work are the counters of an explorer; a Sample has some of them from the middle of a run.
type (
	Sample = counters.Sample
	Counts = counters.Counts
	Stored = counters.Stored
	Work   = counters.Work
)

// Status is how a run ended.
type Status string

// The statuses.
const (
	OK          Status = "ok"          // finished; the only status with figures
	Timeout     Status = "timeout"     // killed at the wall-clock limit
	OutOfMemory Status = "oom"         // killed at the memory limit
	Failed      Status = "failed"      // crashed, or reported an error
	Refused     Status = "refused"     // the algorithm does not explore such a program, or something in it is not supported
	Interrupted Status = "interrupted" // killed because the user gave up
)

var statuses = [...]Status{OK, Timeout, OutOfMemory, Failed, Refused, Interrupted}

// Key identifies runs: rows with equal keys are records of the same run by the
// same build. It does not include limits.
type Key struct {
	config     config
	repetition int
	build      string
}

type config struct {
	benchmark, params, algorithm, order, memory string
	seed                                        uint64
	gogc, jobs                                  int
}

// Key is the key of run r by the given build.
func (r Run) Key(build string) Key { return Key{r.config(), r.Repetition, build} }

func (r Run) config() config {
	return config{r.Benchmark, joinInts(r.Params), r.Algorithm, r.Order, cmp.Or(r.Memory, "sc"), r.Seed, r.GOGC, r.Workers()}
}

// Satisfies reports whether row r, recorded earlier, makes repeating the run
// pointless: it finished, or exceeded a limit at least as generous as the
// current one. Keys are not compared.
func (r Row) Satisfies(again Run) bool {
	switch r.Status {
	case OK:
		return true
	case Timeout:
		return r.Timeout >= again.Timeout
	case OutOfMemory:
		return r.MemLimit >= again.MemLimit
	}
	return false
}

func joinInts(ints []int) string { return strings.Trim(fmt.Sprint(ints), "[]") }
