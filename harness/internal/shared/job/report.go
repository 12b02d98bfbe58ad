package job

import (
	"time"

	"dporbench/algos"
	"dporbench/algos/counters"
	"dporbench/model"
)

// Stopped is the reason why a run stopped at its last execution.
func Stopped(o model.Outcome) string { return "is the first that " + o.Verb(1) }

// Progress is how far a run has got.
type Progress struct {
	Executions int64
	Elapsed    time.Duration // of the exploration
}

// Report is a child's report on its finished run.
type Report struct {
	Stats algos.Stats
	Error string // the error of the exploration; empty if it succeeded
	Unmeasured
	Wall      time.Duration // of the exploration alone, like CPU
	CPU       time.Duration // user and system time of all threads
	PeakRSS   int64         // bytes, of the process up to the end of the exploration
	RSSSource string
	LiveHeap  int64           // bytes, after the exploration and a garbage collection
	Last      counters.Sample // the end of the curve
	Stopped   *Stopping       `json:",omitempty"` // where the run stopped, if the [Job] asks for it
	Refused   bool            `json:",omitempty"` // nothing has been found out: see refused
	// NoLateTimers says that the algorithm refuses the program as long as its timers fire only where nothing else can move.
	NoLateTimers bool `json:",omitempty"`
	Late         bool `json:",omitempty"` // it exceeded the time limit of the exploration, Within in the [Job]

	ToolBlocked, ToolReadsFrom int64 // see package results
}

// Unmeasured is the part of a report that is not measured.
type Unmeasured struct {
	Earlier Spent    // what earlier processes have spent on the same exploration
	Printed string   `json:",omitempty"` // by the first execution, if the [Job] listens
	Skipped bool     `json:",omitempty"` // all executions skipped their test; only if the [Job] listens
	Timers  bool     `json:",omitempty"` // some execution has set a timer
	Reads   bool     `json:",omitempty"` // some execution has read a clock that is slower than the original's
	Ticks   bool     `json:",omitempty"` // some ticker ticks no more, although it might
	Sampled bool     `json:",omitempty"` // of some random values, only a sample was tried
	Remarks []string `json:",omitempty"` // parts that the program leaves out: see [front.Program.Remark]
	Orders  bool     `json:",omitempty"` // some range over a map took one of several orders
	Decided *Decided `json:",omitempty"` // the answer of states, if they decide
	Advice  Advice   // if time was up, and the [Job] asks for it
	// Bounds are the places of loops that were cut off at a bound on their iterations.
	Bounds []string `json:",omitempty"`
}

// Spent is the cost of an exploration.
type Spent struct{ Wall, CPU time.Duration }

// Message is a message from a child to its parent, with the samples taken since the last one.
type Message struct {
	Progress *Progress         `json:",omitempty"`
	Samples  []counters.Sample `json:",omitempty"`
	Report   *Report           `json:",omitempty"`
	Note     string            `json:",omitempty"` // why the exploration restarts; for people
	Begun    bool              `json:",omitempty"` // the package of the program has been read, in a process that does many jobs
	Stuck    string            `json:",omitempty"` // which thread does not reach its next event, and where it is
}
