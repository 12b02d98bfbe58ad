// Package explore says how a program is explored, and within which limits.
package explore

import (
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/algos/parallel"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
	"dporbench/model/behaviour"
	"dporbench/model/isolation"
	"dporbench/model/memory"
)

// Settings say how an exploration is done, and within which limits.
type Settings struct {
	Order    algos.Order
	Seed     uint64 // of the random order
	MaxSteps int    // of one execution, in events
	Jobs     int    // workers that explore side by side, at least 1
	Memory   memory.Model
	// Preemptions bounds those of the classes that are visited.
	Preemptions algos.Bound `json:",omitempty"`
	process.Limits

	Progress func(*algos.Stats) `json:"-"` // called after each execution, if it is not nil
}

// Defaults are the settings that the commands which explore begin with.
func Defaults() Settings {
	return Settings{Seed: 1, MaxSteps: behaviour.DefaultMaxSteps, Jobs: 1, Limits: process.Limits{Time: time.Minute, MemLimit: 4 << 30}}
}

// Options are the settings as an algorithm takes them.
func (s Settings) Options() algos.Options {
	return algos.Options{Order: s.Order, Seed: s.Seed, MaxSteps: s.MaxSteps, Memory: s.Memory, Preemptions: s.Preemptions, Progress: s.Progress}
}

// CheckIsolation returns an error if threads of p share state that the model does not see, as far as a first
// execution under that memory model shows. An exploration that follows looks at more of them.
func CheckIsolation(p program.Program, m memory.Model) error {
	const events = 2000
	return isolation.CheckFirst(p.Program, m, events)
}

// New returns an explorer with those options and as many workers. More than one need an
// algorithm that can be split.
func New(a catalog.Algorithm, o algos.Options, jobs int) algos.Explorer {
	if jobs <= 1 {
		return a.New(o)
	}
	progress := o.Progress
	o.Progress = nil
	return &parallel.Explorer{Splittable: a.New(o).(algos.Splittable), Jobs: jobs, Progress: progress}
}
