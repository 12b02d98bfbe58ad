package job

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/harness/internal/ground/exit"
	"dporbench/harness/internal/ground/registry"
	"dporbench/harness/internal/work/explore"
	"dporbench/model"
)

// Exploration is a job with the program and the algorithm themselves.
type Exploration struct {
	Job
	Program  registry.Program
	Entry    catalog.Algorithm // of the algorithm, in the catalog
	Settings explore.Settings
	Explorer algos.Splittable
}

// New makes the job of exploring p. It fails if the algorithm cannot be split, or the program
// cannot be explored at all.
func New(r *registry.Registry, p registry.Program, a catalog.Algorithm, s explore.Settings) (*Exploration, error) {
	if err := registry.CheckMemory(p.Benchmark, s.Model); err != nil {
		return nil, err
	}
	splittable, ok := a.New(s.Options()).(algos.Splittable)
	if !ok {
		return nil, exit.Usagef("--algo %s: cannot be split among workers: must be one of %s", a.Name, strings.Join(splittableNames(r), ", "))
	}
	const checkedAhead = 2000 // events, looked at for Go state that threads share
	if err := model.CheckIsolation(p.Program, checkedAhead); err != nil {
		return nil, err
	}
	x := &Exploration{
		Job: Job{
			Benchmark: p.Benchmark, Params: p.Params,
			Algorithm: a.Name, Order: s.Order.String(), Seed: s.Seed, MaxSteps: s.MaxSteps,
		},
		Program: p, Entry: a, Settings: s, Explorer: splittable,
	}
	if s.Model != model.SC {
		x.Memory = s.Model.String()
	}
	var err error
	if x.Build, err = build(); err == nil {
		x.Behaviour, err = x.behaviour()
	}
	return x, err
}

// Join makes of a job, which another process has begun, what this one explores. The error says
// why that would not be the same.
func Join(r *registry.Registry, j Job) (*Exploration, error) {
	a, ok := r.Algorithm(j.Algorithm)
	if !ok {
		return nil, fmt.Errorf("%v: there is no algorithm %q here", j, j.Algorithm)
	}
	order := slices.IndexFunc(algos.Orders(), func(o algos.Order) bool { return o.String() == j.Order })
	if order < 0 {
		return nil, fmt.Errorf("%v: there is no order %q here", j, j.Order)
	}
	p, err := r.Parse(registry.Case{Benchmark: j.Benchmark, Params: j.Params}.Args())
	if err != nil {
		return nil, fmt.Errorf("%v: %w", j, err)
	}
	s := explore.Defaults()
	s.Order, s.Seed, s.MaxSteps = algos.Orders()[order], j.Seed, j.MaxSteps
	if s.Model, err = model.ParseMemory(cmp.Or(j.Memory, model.SC.String())); err != nil {
		return nil, fmt.Errorf("%v: %w", j, err)
	}
	x, err := New(r, p, a, s)
	if err != nil {
		return nil, err
	}
	x.Classes, x.Certify = j.Classes, j.Certify
	return x, j.differs(x.Job)
}

func splittableNames(r *registry.Registry) []string {
	return registry.Names(slices.DeleteFunc(r.Algorithms(), func(a catalog.Algorithm) bool { return !a.Splittable }))
}

// What is hashed of an exploration: its first executions, up to so many of them or so many events.
const (
	hashedExecutions = 256
	hashedEvents     = 20_000
)

// behaviour is a hash of how the program and the algorithm behave at first.
func (x *Exploration) behaviour() (string, error) {
	w, err := x.Explorer.NewWorker(x.Program.Program)
	if err != nil {
		return "", err
	}
	defer w.Close()
	sum := sha256.New()
	_, _, err = w.Explore(context.Background(), algos.Root(), func(e *model.Execution) error {
		binary.Write(sum, binary.LittleEndian, int64(e.Outcome()))
		for _, event := range e.Events() {
			binary.Write(sum, binary.LittleEndian, []int32{int32(event.Thread), event.Index, int32(event.Kind), int32(x.Program.Program.CanonicalObject(event))})
		}
		return nil
	}, func(s *algos.Stats) bool { return s.Executions < hashedExecutions && s.Events < hashedEvents })
	if err == nil {
		err = w.CheckDeterminism()
	}
	return hex.EncodeToString(sum.Sum(nil)[:6]), err
}
