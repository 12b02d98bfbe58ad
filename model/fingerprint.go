package model

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
)

// fingerprintEvents bounds what Fingerprint runs of an execution.
const fingerprintEvents = 10_000

// Fingerprint is a short text that tells programs apart: by what they declare, and by their first
// executions in the order of threads and in the opposite one, of which it runs ten thousand events at
// most. Programs that differ only in other executions have the same.
func Fingerprint(p *Program) (string, error) {
	sum := sha256.New()
	if err := p.seal(); err != nil {
		return "", err
	}
	fmt.Fprintln(sum, p.name)
	for _, v := range p.vars {
		fmt.Fprintln(sum, v.name, v.initial)
	}
	for _, m := range p.mutexes {
		fmt.Fprintln(sum, m)
	}
	for _, t := range p.threads {
		fmt.Fprintln(sum, t.name)
	}
	for _, next := range []func(*Machine) ThreadID{
		func(m *Machine) ThreadID { return m.NextEnabled(NoThread) },
		func(m *Machine) ThreadID { return m.PreviousEnabled(ThreadID(m.Threads())) },
	} {
		if err := fingerprintExecution(sum, p, next); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:8]), nil
}

func fingerprintExecution(sum hash.Hash, p *Program, next func(*Machine) ThreadID) error {
	m, err := NewMachine(p, Limits{})
	if err != nil {
		return err
	}
	defer m.Close()
	for t := next(m); t != NoThread && m.Len() < fingerprintEvents; t = next(m) {
		e, err := m.Step(t)
		if err != nil {
			return err
		}
		fmt.Fprintln(sum, e.Thread, e.Index, e.Kind, p.CanonicalObject(e))
		if e.Kind.OnVariable() {
			fmt.Fprintln(sum, m.Value(e.Object))
		}
	}
	return nil
}
