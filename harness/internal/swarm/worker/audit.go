package worker

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"math"
	"slices"

	"dporbench/algos"
	"dporbench/harness/internal/swarm/queue"
	"dporbench/harness/internal/swarm/tasks"
)

// audits are the tasks of a sample, each of which a second worker explores again, as far as the first one did.
type audits struct {
	percent float64
	seen    int                     // records that count and have been considered
	waiting map[string]tasks.Record // records of the sample without an audit, by the ID of the task
	audits  map[string]tasks.Record // by the ID of the task
	asked   map[string]bool         // tasks that were put into the queue for that
}

func newAudits(percent float64) audits {
	return audits{percent: percent, waiting: map[string]tasks.Record{}, audits: map[string]tasks.Record{}, asked: map[string]bool{}}
}

// inSample reports whether a task is in the sample, which depends on nothing but its ID.
func (a *audits) inSample(id string) bool {
	hash, err := hex.DecodeString(id)
	return err == nil && float64(binary.BigEndian.Uint64(hash))/math.MaxUint64 < a.percent/100
}

// check adds the records that count by now, and compares the records of the sample with their audits. It returns how many are missing.
func (a *audits) check(l *tasks.Ledger) (missing int, err error) {
	if a.percent == 0 {
		return 0, nil
	}
	for _, r := range l.CountedFrom(a.seen) {
		a.seen++
		if id := tasks.ID(r.Job, r.Task); a.inSample(id) {
			a.waiting[id] = r
		}
	}
	for id, r := range a.waiting {
		second, ok := a.audits[id]
		if !ok {
			continue
		}
		if err := r.Differs(second); err != nil {
			return 0, err
		}
		delete(a.waiting, id)
	}
	return len(a.waiting), nil
}

// ask puts the tasks of the sample into the queue once more; those for which that was done before, only if all is true.
func (a *audits) ask(ctx context.Context, q *queue.Queue, all bool) error {
	for _, id := range slices.Sorted(maps.Keys(a.waiting)) {
		if a.asked[id] && !all {
			continue
		}
		if err := q.AddAudit(ctx, id, a.waiting[id].Task); err != nil {
			return err
		}
		a.asked[id] = true
	}
	return nil
}

// told is a message about the audits, for people, at the end.
func (a *audits) told() string {
	return fmt.Sprintf("%d of %d tasks were explored again by a second worker, and do not differ", len(a.audits), a.seen)
}

// audit explores a task again, as far as its record goes, and stores the result. It returns false if another worker should.
func (w *Worker) audit(ctx context.Context, e *tasks.Explorer, t *queue.Task) (bool, error) {
	r, _, ok, err := intact(ctx, w.Queue, w.Job.ID(), t.ID, 0)
	if err != nil || !ok {
		return true, err
	}
	if r.Worker == name() && w.others.Load() {
		return false, nil
	}
	watch := watchTask(never, w.Queue.Lease, func() bool { return false }, t.Extend)
	defer watch.end()
	second, rest, err := e.Explore(ctx, r.Task, func(s *algos.Stats) bool {
		watch.goOn(s)
		return s.Executions < r.Stats.Executions || len(r.Children) == 0 && s.Executions == r.Stats.Executions
	})
	if err != nil {
		return true, err
	}
	second.Children, second.Worker, second.Audit, second.Certificate = tasks.Leave(rest, max(1, len(r.Children))), name(), true, nil
	return true, w.Queue.AddAuditRecord(ctx, t.ID, second.Encode())
}

const never = math.MaxInt64
