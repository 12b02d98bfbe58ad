// Package tasks identifies the exploration of a swarm, so that all its processes, on whatever machine,
// are sure to explore the same; explores its tasks; and writes a record of each.
package tasks

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"dporbench/algos"
	"dporbench/harness/internal/shared/program"
	"dporbench/internal/certificate"
	"dporbench/model/memory"
	"dporbench/results"
)

// Job is an exploration as requested, with the hashes that let another process check that it
// would explore the same.
type Job struct {
	Program   program.Spec
	Algorithm string
	Order     algos.Order
	Seed      uint64
	MaxSteps  int
	Memory    memory.Model
	Classes   bool `json:",omitempty"` // the hashes of the classes are added up
	Certify   bool `json:",omitempty"` // each class is written down

	Build     string // identifies the source of the program and the algorithm: see process.Build
	Behaviour string // a hash of the first executions
}

// ID identifies a job. It is part of the names of everything that belongs to the job.
func (j Job) ID() string {
	text, err := json.Marshal(j)
	if err != nil {
		panic(err) // a Job has nothing that cannot be marshalled
	}
	return textID(text)
}

func textID(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:6])
}

// ParseJob decodes the JSON of the job with that ID. It refuses any other text.
func ParseJob(id string, text []byte) (j Job, err error) {
	if textID(text) != id {
		return j, fmt.Errorf("exploration %s: its description on the server is damaged", id)
	}
	if err := json.Unmarshal(text, &j); err != nil || j.ID() != id || j.Program.IsNone() {
		return j, fmt.Errorf("exploration %s: started by another version, which only that version continues", id)
	}
	return j, nil
}

// Run is the job as a run of which nothing else is known.
func (j Job) Run() results.Run {
	name, params := j.Program.Recorded()
	return results.Run{
		Benchmark: name, Params: params, Algorithm: j.Algorithm, Order: j.Order.String(), Seed: j.Seed, Memory: j.Memory.String(), Repetition: 1,
	}
}

// Header is the header of the certificate of a job or one of its tasks.
func (j Job) Header() certificate.Header {
	run := j.Run()
	return certificate.Header{Benchmark: run.Benchmark, Params: run.Params, Algorithm: j.Algorithm, Order: run.Order, Seed: j.Seed, Memory: j.Memory, Origin: j.Program.Origin, Build: j.Build}
}

// String names the program and the algorithm.
func (j Job) String() string { return j.Run().Name() + ", " + j.Algorithm }

// differs returns an error if mine, the job as this process builds it, differs.
func (j Job) differs(mine Job) error {
	switch {
	case j.Build != mine.Build:
		return fmt.Errorf("%v is explored by build %s, and this is build %s: build both from the same source", j, j.Build, mine.Build)
	case j.Behaviour != mine.Behaviour:
		return fmt.Errorf("%v behaves differently here (%s) from where the exploration began (%s): use the same program, on the same kind of machine", j, mine.Behaviour, j.Behaviour)
	}
	return nil
}
