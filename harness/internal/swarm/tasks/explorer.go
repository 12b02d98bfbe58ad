package tasks

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"dporbench/algos"
	"dporbench/frontends/goprog/translation"
	"dporbench/harness/internal/shared/flags"
	"dporbench/internal/certificate"
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/order"
)

// Explorer explores tasks of a job, one after the other. It belongs to one goroutine.
type Explorer struct {
	job    *Exploration
	worker *algos.Worker
	keyer  *order.Keyer
	key    []byte
}

// NewExplorer returns an Explorer, which must be closed.
func NewExplorer(x *Exploration) (*Explorer, error) {
	w, err := x.Explorer.NewWorker(x.Program.Program)
	return &Explorer{job: x, worker: w, keyer: order.NewKeyer((*front.Program)(x.Program.Program))}, err
}

func (e *Explorer) Close() { e.worker.Close() }

// Explore explores a task until goOn, called after each execution, returns false. rest is the
// unexplored part; the caller adds it, whole or split, to the children of the record. An error means that
// ctx is done. A program that cannot be explored is recorded, not an error. In both cases call only
// Close afterwards.
func (e *Explorer) Explore(ctx context.Context, task []byte, goOn func(*algos.Stats) bool) (r Record, rest algos.Task, err error) {
	t, err := algos.ParseTask(task)
	if err != nil {
		return Record{Job: e.job.ID(), Task: task, Error: err.Error()}, algos.Task{}, nil
	}
	begun, failures := time.Now(), flags.Failures()
	r.Job, r.Task, r.First = e.job.ID(), task, map[model.Outcome]int64{}
	v, err := e.newVisitor()
	if err != nil {
		return r, rest, err
	}
	r.Stats, rest, err = e.worker.Explore(ctx, t, v.visit(), func(s *algos.Stats) bool {
		for _, o := range failures {
			if *algos.Counted(&s.Counts, o) > 0 && r.First[o] == 0 {
				r.First[o] = s.Executions
			}
		}
		return goOn(s) && !v.full()
	})
	if err != nil && ctx.Err() != nil {
		return r, rest, context.Cause(ctx)
	}
	if err != nil {
		r := Record{Job: e.job.ID(), Task: task, Error: err.Error()}
		if coarse, ok := errors.AsType[*front.Refine](err); ok {
			r.Error = coarse.Why
			r.Fact, _ = coarse.Fact.(translation.Fact)
		}
		return r, algos.Task{}, nil
	}
	r.Classes, r.Wall = v.sum, time.Since(begun)
	r.Certificate, err = v.certificate()
	return r, rest, err
}

// visitor processes each execution as the job requires.
type visitor struct {
	*Explorer
	sum     Sum
	written bytes.Buffer
	writer  *certificate.Writer // nil if the job wants none
}

func (e *Explorer) newVisitor() (*visitor, error) {
	v := &visitor{Explorer: e}
	if !e.job.Certify {
		return v, nil
	}
	var err error
	v.writer, err = certificate.NewWriter(&v.written, e.job.Header(), e.job.Program.Program)
	return v, err
}

// visit returns nil if there is nothing to do.
func (v *visitor) visit() func(*model.Execution) error {
	if !v.job.Classes && v.writer == nil {
		return nil
	}
	return func(x *model.Execution) error {
		if v.job.Classes {
			v.key = v.keyer.Append(v.key[:0], x.Events())
			v.sum.AddClass(v.key)
		}
		if v.writer != nil {
			return v.writer.Add(x)
		}
		return nil
	}
}

// mostWritten bounds a certificate within a record, in bytes: a message must not be longer than 1 MB,
// and base64 leaves three quarters of that. The Writer buffers up to 64 KB.
const mostWritten = 500_000

func (v *visitor) full() bool { return v.written.Len() > mostWritten }

func (v *visitor) certificate() ([]byte, error) {
	if v.writer == nil {
		return nil, nil
	}
	err := v.writer.Close()
	return v.written.Bytes(), err
}

// Leave encodes the rest of a task as at most that many tasks.
func Leave(rest algos.Task, most int) (tasks [][]byte) {
	if rest.IsDone() {
		return nil
	}
	for len(tasks) < most-1 {
		shallow, deep, ok := rest.Split()
		if !ok {
			break
		}
		tasks, rest = append(tasks, shallow.Append(nil)), deep
	}
	return append(tasks, rest.Append(nil))
}

// Find returns the events of the execution with that number in the task, counted from 1.
func (e *Explorer) Find(ctx context.Context, t algos.Task, number int64) (events []event.Event, err error) {
	n := int64(0)
	_, _, err = e.worker.Explore(ctx, t, func(x *model.Execution) error {
		if n++; n < number {
			return nil
		}
		events = append(events, x.Events()...)
		return algos.ErrStop
	}, nil)
	if events == nil && err == nil {
		err = fmt.Errorf("the task has %d executions, not %d", n, number)
	}
	if events != nil {
		err = nil
	}
	return events, err
}
