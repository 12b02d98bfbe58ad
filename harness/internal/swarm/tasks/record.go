package tasks

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"dporbench/algos"
	"dporbench/model"
)

// Record is the result of one worker on a task. Stats and Children are of the same exploration of it,
// which is why they are kept together: another worker may have cut the task elsewhere.
type Record struct {
	Task     []byte // as algos.Task.Append encodes it
	Stats    algos.Stats
	Children [][]byte      `json:",omitempty"` // the tasks that are left
	Wall     time.Duration // that exploring it took

	// The number, among the executions of the task and from 1, of the first one with each outcome that is a failure.
	First map[model.Outcome]int64 `json:",omitempty"`

	Classes     Sum    `json:",omitzero"`  // of the classes, if the job wants it
	Certificate []byte `json:",omitempty"` // of the classes, if the job wants it

	Error   string `json:",omitempty"` // for which the program cannot be explored
	Learned string `json:",omitempty"` // what that says of a Go program, which is explored anew with it
}

// ID names a task of a job.
func ID(job string, task []byte) string {
	h := sha256.New()
	h.Write([]byte(job))
	h.Write(task)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Encode writes the record, to be read by Parse.
func (r Record) Encode() []byte {
	data, err := json.Marshal(r)
	if err != nil {
		panic(err) // there is nothing in a Record that cannot be written
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
