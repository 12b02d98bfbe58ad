// Package explore holds the settings and limits of explorations.
package explore

import (
	"slices"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/algos/parallel"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/front"
	"dporbench/model/isolation"
	"dporbench/model/memory"
)

// Settings holds the options and limits of an exploration.
type Settings struct {
	Order    algos.Order
	Seed     uint64 // of the random order
	MaxSteps int    // of one execution, in events
	Jobs     int    // workers that explore in parallel, at least 1
	Memory   memory.Model
	// Preemptions bounds the preemptions of the classes visited.
	Preemptions algos.Bound `json:",omitempty"`
	process.Limits

	Progress func(*algos.Stats) `json:"-"` // called after each execution, if not nil
}

// Defaults are the default settings of commands that explore.
func Defaults() Settings {
	return Settings{Seed: 1, MaxSteps: behaviour.DefaultMaxSteps, Jobs: 1, Limits: process.Limits{Time: time.Minute, MemLimit: 4 << 30}}
}

// Options are the settings for an algorithm.
func (s Settings) Options() algos.Options {
	return algos.Options{Order: s.Order, Seed: s.Seed, MaxSteps: s.MaxSteps, Memory: s.Memory, Preemptions: s.Preemptions, Progress: s.Progress}
}

// CheckIsolation returns an error if threads of p share state that the model does not see, as far as a first
// execution under that memory model shows. The exploration that follows checks more executions.
//
// It runs bodies of p and then of the same program built again; begins, if not nil, is called with the latter, and with p at the end.
func CheckIsolation(p program.Program, m memory.Model, begins func(*model.Program)) error {
	const events = 2000
	if err := isolation.CheckFirst(p.Program, m, events); err != nil {
		return err
	}
	again, err := p.Rebuilt()
	if err != nil || again == nil {
		return err
	}
	if begins != nil {
		begins(again)
		defer begins(p.Program)
	}
	return isolation.CheckRebuilt(again, m, events)
}

// OrderPosts orders the posts of semaphores of p, which has not been explored yet, if none of the algorithms that are to explore it supports
// posts that commute. It has more classes then.
func OrderPosts(p *model.Program, algorithms ...catalog.Algorithm) {
	if !slices.ContainsFunc(algorithms, func(a catalog.Algorithm) bool { return a.Commuting }) {
		(*front.Program)(p).OrderPosts()
	}
}

// New returns an explorer with these options and number of workers. More than one need
// an algorithm that can be split.
func New(a catalog.Algorithm, o algos.Options, jobs int) algos.Explorer {
	if jobs <= 1 {
		return a.New(o)
	}
	progress := o.Progress
	o.Progress = nil
	return &parallel.Explorer{Splittable: a.New(o).(algos.Splittable), Jobs: jobs, Progress: progress}
}
