package tasks

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
	"dporbench/model/front"
)

// Exploration is a job with its program and algorithm.
type Exploration struct {
	Job
	Program  program.Program
	Entry    catalog.Algorithm // of the algorithm, in the catalog
	Settings explore.Settings
	Explorer algos.Splittable
}

// NewExploration returns the exploration of p. It fails if the algorithm cannot be split, or the program
// cannot be explored at all.
func NewExploration(r *program.Registry, p program.Program, a catalog.Algorithm, s explore.Settings) (*Exploration, error) {
	if err := p.CheckMemory(s.Memory); err != nil {
		return nil, err
	}
	splittable, ok := a.New(s.Options()).(algos.Splittable)
	if !ok {
		return nil, cli.Usagef("--algo %s: cannot be split among workers: must be one of %s", a.Name, strings.Join(flags.Splittable(r), ", "))
	}
	if err := explore.CheckIsolation(p, s.Memory, nil); err != nil {
		return nil, err
	}
	build, err := process.Build()
	if err != nil {
		return nil, err
	}
	x := &Exploration{
		Job: Job{
			Program: p.Spec, Algorithm: a.Name,
			Order: s.Order, Seed: s.Seed, MaxSteps: s.MaxSteps, Memory: s.Memory, Build: build,
		},
		Program: p, Entry: a, Settings: s, Explorer: splittable,
	}
	x.Behaviour, err = x.behaviour()
	return x, err
}

// Join returns this process's exploration for a job begun by another process. It returns an
// error if the two would differ.
func Join(r *program.Registry, j Job) (*Exploration, error) {
	a, ok := r.Algorithm(j.Algorithm)
	if !ok {
		return nil, fmt.Errorf("%v: there is no algorithm %q here", j, j.Algorithm)
	}
	p, err := r.Load(j.Program)
	if err != nil {
		return nil, fmt.Errorf("%v: %w", j, err)
	}
	s := explore.Defaults()
	s.Order, s.Seed, s.MaxSteps, s.Memory = j.Order, j.Seed, j.MaxSteps, j.Memory
	x, err := NewExploration(r, p, a, s)
	if err != nil {
		return nil, err
	}
	x.Classes, x.Certify = j.Classes, j.Certify
	return x, j.differs(x.Job)
}

// The hash of an exploration covers its first executions, up to these limits.
const (
	hashedExecutions = 256
	hashedEvents     = 20_000
)

// behaviour is a hash of the first executions of the program under the algorithm.
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
			binary.Write(sum, binary.LittleEndian, []int32{int32(event.Thread), event.Index, int32(event.Kind), int32((*front.Program)(x.Program.Program).CanonicalObject(event))})
		}
		return nil
	}, func(s *algos.Stats) bool { return s.Executions < hashedExecutions && s.Events < hashedEvents })
	if err == nil {
		err = w.CheckDeterminism()
	}
	return hex.EncodeToString(sum.Sum(nil)[:6]), err
}
