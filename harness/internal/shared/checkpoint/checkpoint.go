// Package checkpoint saves the progress of an exploration to disk, so that it can be continued after
// its process has ended for whatever reason.
package checkpoint

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"dporbench/algos"
	"dporbench/algos/parallel"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/sealed"
	"dporbench/model/machine"
	"dporbench/model/memory"
)

// Header identifies the exploration of a checkpoint. A task means nothing in another one.
type Header struct {
	Program     program.Spec // with the files that it was made from
	Fingerprint string       // of the program; see machine.Fingerprint
	Algorithm   string
	Order       string
	Seed        uint64
	MaxSteps    int
	Memory      memory.Model
	Version     string // of the source of the laboratory, or of the executable if that is not known
}

var kind = sealed.Kind{Name: "dporbench checkpoint", Version: 3}

// Of returns the header of an exploration.
func Of(p program.Program, algorithm string, s explore.Settings) (h Header, err error) {
	h = Header{p.Spec, "", algorithm, s.Order.String(), s.Seed, s.MaxSteps, s.Memory, ""}
	if s.Order != algos.RandomThread {
		h.Seed = 0
	}
	if h.Fingerprint, err = machine.Fingerprint(p.Program); err == nil {
		h.Version, err = process.Build()
	}
	return h, err
}

// Checkpoint is how far an exploration has got, and its cost so far.
type Checkpoint struct {
	Header
	parallel.State
	Wall, CPU time.Duration // in all processes that have explored
}

// IsDone reports whether nothing is left to explore.
func (c *Checkpoint) IsDone() bool { return len(c.Tasks) == 0 }

// file is a Checkpoint as JSON.
type file struct {
	Header
	Wall, CPU time.Duration // in nanoseconds
	Stats     algos.Stats
	Tasks     [][]byte
}

// Write writes a checkpoint to path.
func (c *Checkpoint) Write(path string) error {
	f := file{Header: c.Header, Wall: c.Wall, CPU: c.CPU, Stats: c.Stats, Tasks: [][]byte{}}
	for _, t := range c.Tasks {
		f.Tasks = append(f.Tasks, t.Append(nil))
	}
	data, err := kind.Seal(f)
	if err != nil {
		return err
	}
	return cli.WriteFile(path, append(data, '\n'))
}

// Read reads the checkpoint at path. If there is none, it returns nil and no error.
func Read(path string) (*Checkpoint, error) {
	data, err := cli.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var old struct{ Format int } // of versions without seals
	if err := json.Unmarshal(data, &old); err == nil && old.Format != 0 {
		return nil, fmt.Errorf("%s is a checkpoint of version %d, must be %d; it is left alone", path, old.Format, kind.Version)
	}
	var f file
	if err := kind.Open(data, &f); err != nil {
		return nil, fmt.Errorf("%s: %w; it is left alone", path, err)
	}
	if f.Program.IsNone() {
		return nil, fmt.Errorf("%s: no program is named", path)
	}
	c := &Checkpoint{Header: f.Header, State: parallel.State{Stats: f.Stats}, Wall: f.Wall, CPU: f.CPU}
	for _, task := range f.Tasks {
		t, err := algos.ParseTask(task)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		c.Tasks = append(c.Tasks, t)
	}
	return c, nil
}

// Matches returns an error, which names path, if the checkpoint is not of the exploration with
// header want. If want has no Version, any will do.
func (h Header) Matches(path string, want Header) error {
	if want.Version == "" {
		h.Version = ""
	}
	var differences []string
	if file := h.Program.Origin.Differs(want.Program.Origin); file != "" {
		differences = append(differences, fmt.Sprintf("%s has changed", file))
		h.Fingerprint = want.Fingerprint // differs or not, with the file
	}
	for _, d := range []struct {
		what      string
		has, want any
	}{
		{"program", h.Program.String(), want.Program.String()},
		{"algorithm", h.Algorithm, want.Algorithm},
		{"order", h.Order, want.Order},
		{"seed", h.Seed, want.Seed},
		{"max-steps", h.MaxSteps, want.MaxSteps},
		{"memory model", h.Memory, want.Memory},
		{"fingerprint of the program", h.Fingerprint, want.Fingerprint},
		{"version", h.Version, want.Version},
	} {
		if d.has != d.want {
			differences = append(differences, fmt.Sprintf("%s %v, not %v", d.what, d.has, d.want))
		}
	}
	if len(differences) == 0 {
		return nil
	}
	return fmt.Errorf("%s: is of another exploration: %s", path, strings.Join(differences, "; "))
}
