package worker

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"dporbench/harness/internal/swarm/tasks"
)

// books adds up the records that the store announces. It does not trust the announcements to be complete: a task
// that waits for a record for long is looked up, and put into the queue again if it has none.
type books struct {
	job    string
	report func(message string) // of damage, for people

	mu        sync.Mutex
	ledger    *tasks.Ledger
	damaged   bool      // since tasks were last put into the queue again
	aside     int       // most records that have been set aside at a time
	idleSince time.Time // when the last record came
	attempt   int       // of putting tasks into the queue again
	audits
}

func newBooks(job string, report func(string)) *books {
	// The number of an attempt must not have been used before by another coordinator, whose clock may have been ahead.
	return &books{job: job, report: report, ledger: tasks.NewLedger(job), idleSince: time.Now(), attempt: int(rand.Int64() >> 1), audits: newAudits(0)}
}

// Take adds a record that the store has announced for the task with that ID. A damaged one is reported, and does not
// count. all means that everything has been explored.
func (b *books) Take(id string, data []byte) (all bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	r, err := tasks.ParseRecord(b.job, id, data)
	if err != nil {
		b.damaged = true
		b.report(fmt.Sprintf("the record of task %s in the store is not counted, and the task is explored again: %v", id, err))
		return false, nil
	}
	return b.add(r)
}

func (b *books) add(r tasks.Record) (all bool, err error) {
	b.idleSince = time.Now()
	if r.Audit {
		b.audits.audits[tasks.ID(r.Job, r.Task)] = r
	} else {
		err = b.ledger.Add(r)
	}
	if _, twice := errors.AsType[*tasks.Twice](err); twice {
		b.report(fmt.Sprintf("%v: the first one counts", err))
		err = nil
	}
	if err != nil {
		return false, err
	}
	missing, err := b.audits.check(b.ledger)
	return missing == 0 && b.ledger.Done(), err
}

// Lost reports that the store has lost that many messages with records.
func (b *books) Lost(messages uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.damaged = true
	b.report(fmt.Sprintf("the store has lost %d records: what has not been counted before is explored again", messages))
}

// late reports whether no record has come for a time, or if soon, whether damage has been found.
func (b *books) late(after time.Duration, soon bool) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return soon && b.damaged || time.Since(b.idleSince) > after
}

// again looks up the tasks that wait for a record, counts the records that they have, and puts the others into the queue again.
func (b *books) again(ctx context.Context, s Store) (all bool, err error) {
	b.mu.Lock()
	b.attempt++
	b.damaged, b.idleSince = false, time.Now()
	attempt, waiting := b.attempt, maps.Clone(b.ledger.Waiting())
	b.mu.Unlock()
	for _, id := range slices.Sorted(maps.Keys(waiting)) {
		r, _, ok, err := intact(ctx, s, b.job, id, 0)
		if err == nil && ok {
			b.mu.Lock()
			all, err = b.add(r)
			b.mu.Unlock()
		} else if err == nil {
			err = s.AddTask(ctx, id, waiting[id], attempt)
		}
		if all || err != nil {
			return all, err
		}
	}
	return false, nil
}

// checkAside finds that the store has lost a record: there are records of tasks that no record leaves.
func (b *books) checkAside() {
	b.mu.Lock()
	defer b.mu.Unlock()
	aside := b.ledger.Aside()
	if len(aside) > 0 && b.aside == 0 {
		b.report(fmt.Sprintf("the store has lost a record: task %s and others have records, but no record leaves these tasks, so they do not count; "+
			"tasks without a record are explored again", tasks.Name(aside[0].Task)))
	}
	b.damaged = b.damaged || len(aside) > b.aside
	b.aside = max(b.aside, len(aside))
}

// reportAside reports at the end how many records did not count.
func (b *books) reportAside() {
	if aside := b.ledger.Aside(); len(aside) > 0 {
		b.report(fmt.Sprintf("%d records did not count: their executions were explored again in other tasks", len(aside)))
	}
}

// Counted returns the record, with its certificate, that counts of the task with that ID.
func Counted(ctx context.Context, s Store, job, id string, l *tasks.Ledger) (tasks.Record, error) {
	for from := 0; ; from++ {
		r, copy, ok, err := intact(ctx, s, job, id, from)
		if err == nil && !ok {
			err = fmt.Errorf("the store has lost the record of task %s after it was counted: repeat the command, and it is explored again", id)
		}
		if err != nil || l.Counts(r) {
			return r, err
		}
		from = copy
	}
}
