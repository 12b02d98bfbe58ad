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

	Error   string `json:",omitempty"` // why the program cannot be explored
	Learned string `json:",omitempty"` // fact that Error reveals about a Go program, which is then explored from scratch
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
