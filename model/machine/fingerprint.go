package machine

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/front"
)

// fingerprintEvents bounds how much of an execution Fingerprint runs.
const fingerprintEvents = 10_000

// Fingerprint returns a short text that distinguishes programs by what they declare, and by their
// first executions in the order of threads and in the opposite one, of which it runs at most ten
// thousand events each. Programs that differ only in other executions have the same fingerprint.
func Fingerprint(of *model.Program) (string, error) {
	p := (*front.Program)(of)
	sum := sha256.New()
	if err := p.Seal(); err != nil {
		return "", err
	}
	fmt.Fprintln(sum, p.Name())
	for x := range int32(p.NumVars()) {
		fmt.Fprintln(sum, p.VarName(x), p.Initial(x))
	}
	for m := range int32(p.NumMutexes()) {
		fmt.Fprintln(sum, p.MutexName(m))
	}
	for t := range event.ThreadID(p.NumThreads()) {
		fmt.Fprintln(sum, p.ThreadName(t))
	}
	for _, next := range []func(*Machine) event.ThreadID{
		func(m *Machine) event.ThreadID { return m.NextEnabled(event.NoThread) },
		func(m *Machine) event.ThreadID { return m.PreviousEnabled(event.ThreadID(m.Threads())) },
	} {
		if err := fingerprintExecution(sum, of, next); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:8]), nil
}

func fingerprintExecution(sum hash.Hash, p *model.Program, next func(*Machine) event.ThreadID) error {
	m, err := New(p, behaviour.Limits{})
	if err != nil {
		return err
	}
	defer m.Close()
	for t := next(m); t != event.NoThread && m.Len() < fingerprintEvents; t = next(m) {
		e, err := m.Step(t)
		if err != nil {
			return err
		}
		fmt.Fprintln(sum, e.Thread, e.Index, e.Kind, (*front.Program)(p).CanonicalObject(e))
		if e.Kind.OnVariable() {
			fmt.Fprintln(sum, m.Value(e.Object))
		}
	}
	return nil
}
