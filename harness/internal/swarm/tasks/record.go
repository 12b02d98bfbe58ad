package tasks

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"dporbench/algos"
	"dporbench/frontends/goprog/translation"
	"dporbench/model"
	"dporbench/model/front"
)

// Record is the result of one worker on a task. Stats and Children are of the same exploration of the
// task, and so are kept together: another worker may have cut it elsewhere.
type Record struct {
	Task     []byte // as algos.Task.Append encodes it
	Stats    algos.Stats
	Children [][]byte      `json:",omitempty"` // tasks for the unexplored part
	Wall     time.Duration // the time that the exploration took

	// For each outcome that is a failure, the number of the first execution of the task with it, from 1.
	First map[model.Outcome]int64 `json:",omitempty"`

	Classes     Sum    `json:",omitzero"`  // of the classes, if the job wants it
	Certificate []byte `json:",omitempty"` // of the classes, if the job wants it

	Error string           `json:",omitempty"`       // why the program cannot be explored
	Fact  translation.Fact `json:"Learned,omitzero"` // that the program must allow for, if it is too coarse; Error says why
}

// Failed returns the error with which the exploration of the task has ended, or nil: a [front.Refine] if the program is too coarse.
func (r Record) Failed() error {
	switch {
	case r.Fact != translation.Fact{}:
		return &front.Refine{Why: r.Error, Fact: r.Fact}
	case r.Error != "":
		return errors.New(r.Error)
	}
	return nil
}

// ID names a task of a job.
func ID(job string, task []byte) string {
	h := sha256.New()
	h.Write([]byte(job))
	h.Write(task)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Encode encodes the record for ParseRecord.
func (r Record) Encode() []byte {
	data, err := json.Marshal(r)
	if err != nil {
		panic(err) // a Record has nothing that cannot be marshalled
	}
	return data
}

func ParseRecord(data []byte) (Record, error) {
	var r Record
	if err := json.Unmarshal(data, &r); err != nil {
		return r, fmt.Errorf("not a record: %w", err)
	}
	return r, nil
}
