package letters_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/memory"
)

// TestAssumptions checks (X2) to (X6) and (X8) at each prefix of random executions.
func TestAssumptions(t *testing.T) {
	for _, m := range memories {
		t.Run(m.String(), func(t *testing.T) {
			programs, checked := 0, map[string]int{}
			eachRandom(t, m, 400, 20_000, func(r *rand.Rand, p smallprog.Program) error {
				programs++
				return holdAlongOne(p.Build(), m, r, flushedBefore, checked)
			})
			t.Logf("%d programs, %v", programs, checked)
		})
	}
}

// holdAlongOne checks a random execution of p.
func holdAlongOne(p *model.Program, m memory.Model, r *rand.Rand, conflict rule, checked map[string]int) error {
	e, err := newExecution(p, m)
	if err != nil {
		return err
	}
	defer e.Close()
	x := &assumptions{e, conflict, r, checked}
	var enabled [][]letter // after each prefix
	for more := true; more; more = x.extend(r) {
		enabled = append(enabled, x.enabled())
		for _, a := range enabled[x.Len()] {
			if err := x.holdFor(a, enabled[x.Len()]); err != nil {
				return fmt.Errorf("%w, after %v under %v", err, x.letters, m)
			}
		}
	}
	for n, all := range enabled {
		for _, a := range all {
			if err := x.writesInConflict(a, x.letters[n:]); err != nil {
				return fmt.Errorf("%w, after %v under %v", err, x.letters[:n], m)
			}
		}
	}
	return nil
}

// assumptions are the proof's assumptions, at E.
type assumptions struct {
	*execution
	rule
	random  *rand.Rand
	checked map[string]int // by assumption
}

// holdFor checks all but (X6) for an enabled letter a.
func (x *assumptions) holdFor(a letter, enabled []letter) error {
	for _, b := range enabled {
		if a.Thread == b.Thread {
			continue
		}
		if err := x.bothEnabled(a, b); err != nil {
			return err
		}
	}
	x.step(a.Thread)
	next := x.enabled()
	x.backTo(x.Len() - 1)
	for _, b := range next {
		if x.dependent(a, b) {
			continue
		}
		x.checked["X2"]++
		if !x.continues(b, a) {
			return fmt.Errorf("(X2): not %v after %v", a, b)
		}
	}
	return x.replaceable(a)
}

// bothEnabled is (X3), (X4) and (X5).
func (x *assumptions) bothEnabled(a, b letter) error {
	switch dependent := x.dependent(a, b); {
	case !dependent:
		x.checked["X3"]++
		if !x.continues(a, b) {
			return fmt.Errorf("(X3): not %v after %v", b, a)
		}
	case a.isRead():
		x.checked["X5"]++
		if !x.continues(a, b) {
			return fmt.Errorf("(X5): not %v after %v", b, a)
		}
		fallthrough
	default:
		x.checked["X4"]++
		if !x.inConflict(a, b) {
			return fmt.Errorf("(X4): %v and %v are ordered", a, b)
		}
	}
	return nil
}

// writesInConflict is (X6), or its replacement where updates commute: letters of w that conflict with e and are
// independent of each other are of one class, and so are not writes.
func (x *assumptions) writesInConflict(e letter, w []letter) error {
	for i, f := range w {
		if !x.inConflict(e, f) {
			continue
		}
		for _, g := range w[i+1:] {
			if !x.inConflict(e, g) || f.Thread == g.Thread {
				continue
			}
			x.checked["X6"]++
			class, commutes := f.commuting()
			if other, _ := g.commuting(); !x.dependent(f, g) && (class != other || !commutes) {
				return fmt.Errorf("(X6): %v and %v are independent, and both in conflict with %v", f, g, e)
			}
		}
	}
	return nil
}
