package sample

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"time"

	"dporbench/algos"
	"dporbench/algos/counters"
	"dporbench/algos/samplers"
	"dporbench/algos/samplers/coverage"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
	"dporbench/trace"
)

// drawing contains the executions that a sampler has drawn from a program, counted and classified.
type drawing struct {
	program  program.Program
	method   samplers.Method
	settings *settings
	adaptive bool // runs depend on those before them
	counts   counters.Counts
	time     time.Duration
	record   *coverage.Record[classHash]
	found    []int64 // for each class, the run in which it was first seen
	first    *first
}

// classHash is a hash of the key of a class.
type classHash [16]byte

func hashOf(e *model.Execution) classHash { return hashOfKey(e.Key()) }

func hashOfKey(key string) classHash {
	sum := sha256.Sum256([]byte(key))
	return classHash(sum[:16])
}

// first is the first failing execution.
type first struct {
	run      int64
	outcome  model.Outcome
	trace    trace.Trace
	schedule string // "" if there is none for this memory model
}

// drawn draws executions of p until there are enough or, with stop, until one has failed. After an error, the
// drawing is valid up to that point.
func (s *settings) drawn(ctx context.Context, p program.Program, m samplers.Method, profile *samplers.Profile, stop bool) (*drawing, error) {
	d := &drawing{program: p, method: m, settings: s, record: coverage.NewRecord[classHash](s.runs)}
	_, independent := m.New(profile).(samplers.Independent)
	d.adaptive = !independent
	explorer := samplers.New(s.optionsFor(m), func() samplers.Sampler { return m.New(profile) }, s.runs)
	begin := time.Now()
	stats, err := explorer.Explore(ctx, p.Program, func(e *model.Execution) error {
		d.see(e)
		if d.first == nil && slices.Contains(flags.Failures(), e.Outcome()) {
			return d.keep(e, stop)
		}
		return nil
	})
	d.time, d.counts = time.Since(begin), stats.Counts
	if err != nil {
		err = fmt.Errorf("%s, %s: %w; it has made %d runs", p, m.Name, err, stats.Executions)
	}
	return d, err
}

func (d *drawing) see(e *model.Execution) {
	if d.record.Add(hashOf(e)) {
		d.found = append(d.found, d.record.Samples())
	}
}

// keep keeps the first failing execution.
func (d *drawing) keep(e *model.Execution, stop bool) error {
	found, err := trace.Of(d.program.Program, d.settings.Memory, e.Events())
	if err != nil {
		return err
	}
	d.first = &first{run: d.record.Samples(), outcome: e.Outcome(), trace: found}
	if !d.settings.Memory.Buffers() {
		if d.first.schedule, err = found.Schedule(d.program.Program); err != nil {
			return err
		}
	}
	if stop {
		return algos.ErrStop
	}
	return nil
}

// failures is the number of failing runs.
func (d *drawing) failures() (n int64) {
	for _, o := range flags.Failures() {
		n += flags.Count(d.counts, o)
	}
	return n
}

// replay is the command that repeats the first failing execution.
func (d *drawing) replay(command string) string {
	if d.first.schedule != "" {
		return fmt.Sprintf("%s trace %s --schedule %s", command, d.program.Quoted(), d.first.schedule)
	}
	return fmt.Sprintf("%s sample %s --memory %v --algo %s --seed %d --runs %d", command, d.program.Quoted(), d.settings.Memory, d.method.Name, d.settings.Seed, d.first.run)
}
