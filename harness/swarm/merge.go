package swarm

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"dporbench/frontends/goprog/translation"
	"dporbench/harness/internal/swarm/tasks"
)

// Merged holds the combined results of the parts of an exploration.
type Merged struct {
	Job     tasks.Job
	Ledger  *tasks.Ledger
	Records map[string]tasks.Record // by the ID of the task
	Missing []string                // parts that have not been explored completely
}

// Merge combines the results in a folder.
func Merge(folder string) (*Merged, error) {
	var s split
	if err := readSealed(splitKind, filepath.Join(folder, splitName), &s); err != nil {
		return nil, err
	}
	if s.Job.Program.IsNone() {
		return nil, fmt.Errorf("%s: no program is named", filepath.Join(folder, splitName))
	}
	id := s.Job.ID()
	m := &Merged{Job: s.Job, Ledger: tasks.NewLedger(id), Records: map[string]tasks.Record{}}
	if err := m.add(s.Records); err != nil {
		return nil, err
	}
	all, err := parts(folder)
	if err != nil {
		return nil, err
	}
	var facts []translation.Fact
	for _, part := range all {
		var r result
		switch err := readResult(part, &r); {
		case errors.Is(err, fs.ErrNotExist):
			m.Missing = append(m.Missing, part)
			continue
		case err != nil:
			return nil, err
		case r.Job != id:
			return nil, fmt.Errorf("%s: of another exploration than %s", resultPath(part), filepath.Join(folder, splitName))
		case len(r.Left) > 0:
			m.Missing = append(m.Missing, part)
		}
		if found := factsIn(r.Records); len(found) > 0 {
			facts = append(facts, found...)
			continue
		}
		if err := m.add(r.Records); err != nil {
			return nil, fmt.Errorf("%s: %w", resultPath(part), err)
		}
	}
	if len(facts) > 0 {
		return nil, splitAgain(s.Job, facts)
	}
	if aside := m.Ledger.Aside(); len(aside) > 0 && len(m.Missing) == 0 {
		return nil, fmt.Errorf("%s: task %s has a record, but no record leaves it: files of several explorations are mixed", folder, tasks.Name(aside[0].Task))
	}
	for _, task := range m.Ledger.Waiting() {
		if len(m.Missing) == 0 {
			return nil, fmt.Errorf("%s: %d tasks are in no part, such as %s: files are missing", folder, len(m.Ledger.Waiting()), tasks.Name(task))
		}
	}
	return m, nil
}

func (m *Merged) add(records []tasks.Record) error {
	for _, r := range records {
		if err := m.Ledger.Add(r); err != nil {
			return err
		}
		m.Records[tasks.ID(m.Job.ID(), r.Task)] = r
	}
	return nil
}

// InOrder yields the records in the order in which a single worker would write them.
func (m *Merged) InOrder(yield func(tasks.Record, error) bool) {
	for _, id := range m.Ledger.InOrder() {
		if !yield(m.Records[id], nil) {
			return
		}
	}
}
