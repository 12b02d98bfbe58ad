package tasks

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"dporbench/algos"
	"dporbench/frontends/goprog/translation"
	"dporbench/harness/internal/shared/sealed"
	"dporbench/model"
	"dporbench/model/front"
)

// Record is the result of one worker on a task. Stats and Children are of the same exploration of the
// task, and so are kept together: another worker may have cut it elsewhere.
type Record struct {
	Job      string // its ID
	Task     []byte // as algos.Task.Append encodes it
	Worker   string `json:",omitempty"` // its process; empty if the record is in a file
	Audit    bool   `json:",omitempty"` // the task was explored again, as far as its record goes: this record does not count
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

// Name is how messages to users name a task: by its path, shortened.
func Name(task []byte) string {
	t, err := algos.ParseTask(task)
	if err != nil {
		return fmt.Sprintf("%.40x", task)
	}
	name := t.String()
	if len(name) > mostName {
		name = name[:mostName] + "…"
	}
	return name
}

const mostName = 60 // bytes

var recordKind = sealed.Kind{Name: "record of dporswarm", Version: 1}

// Encode encodes the record for ParseRecord.
func (r Record) Encode() []byte {
	data, err := recordKind.Seal(r)
	if err != nil {
		panic(err) // a Record has nothing that cannot be marshalled
	}
	return data
}

// ParseRecord decodes the record of a task of a job, named by its ID. It refuses records that are damaged, or of
// other tasks, or do not fit their task.
func ParseRecord(job, id string, data []byte) (Record, error) {
	var r Record
	if err := recordKind.Open(data, &r); err != nil {
		return r, err
	}
	if r.Job != job || ID(job, r.Task) != id {
		return r, errors.New("the record of another task")
	}
	return r, r.Fits()
}

// Differs returns an error that names both workers if a second record, of an audit, is not the same in everything but its
// cost and its certificate.
func (r Record) Differs(second Record) error {
	a, b := r.Stats, second.Stats
	a.Work, b.Work = algos.Work{}, algos.Work{}
	a.Peak, b.Peak = algos.Stored{}, algos.Stored{}
	if a == b && r.Classes == second.Classes && maps.Equal(r.First, second.First) && slices.EqualFunc(r.Children, second.Children, bytes.Equal) && r.Error == second.Error {
		return nil
	}
	return fmt.Errorf("task %s: %s and %s found different executions (%d and %d), classes or remaining tasks: one of them is wrong, and so may be all that it has recorded",
		Name(r.Task), r.By(), second.By(), r.Stats.Executions, second.Stats.Executions)
}

// Fits returns an error unless the children of the record are one rest of its task, cut as Leave does.
func (r Record) Fits() error {
	task, err := algos.ParseTask(r.Task)
	if err != nil || len(r.Children) == 0 {
		return err
	}
	last, err := algos.ParseTask(r.Children[len(r.Children)-1])
	if err != nil {
		return err
	}
	rest := algos.Task{Path: last.Path, From: task.From}
	if rest.Compare(task) <= 0 || !slices.EqualFunc(Leave(rest, len(r.Children)), r.Children, bytes.Equal) {
		return errors.New("the tasks that it leaves are not the rest of the task")
	}
	return nil
}
