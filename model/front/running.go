package front

import (
	"fmt"

	"dporbench/model/event"
	"dporbench/model/operation"
)

// What packages behaviour and isolation need from the programs they run.

// ChildName returns the name of a child.
func (d Declared) ChildName() string { return d.Name }

// IsActor reports whether the path is that of an actor.
func (p SpawnPath) IsActor() bool { return p.N < 0 }

// Seal ends the declarations, and returns an error if one of them was wrong.
func (p *Program) Seal() error {
	p.sealed.Store(true)
	return p.Misuse()
}

// Misuse returns the first misuse of p that was noticed, or nil. A body that recovers
// from a panic cannot hide it.
func (p *Program) Misuse() error {
	if err := p.refused.Load(); err != nil {
		return err
	}
	return nil
}

func (p *Program) refuse(err *operation.UsageError) { p.refused.CompareAndSwap(nil, err) }

// Isolated records what is known about the isolation of a program.
type Isolated int32

const (
	Unchecked Isolated = iota
	Checked            // isolation.CheckFirst has found nothing
	Assumed            // see [Program.AssumeIsolated]
)

// MarkChecked records that nothing was found to break the isolation of p.
func (p *Program) MarkChecked() { p.known.CompareAndSwap(int32(Unchecked), int32(Checked)) }

// Repeatable reports whether RepeatBodies was called.
func (p *Program) Repeatable() bool { return p.repeatable }

// Running returns the number and, if it is declared, the name of the thread whose body ran last: if one worker
// explores p and a body does not reach its next event, it is this one. Any goroutine may call it.
func (p *Program) Running() string {
	t := int(p.entered.Load())
	if t < len(p.threads) {
		return fmt.Sprintf("%d (%s)", t, p.threads[t].Name)
	}
	return fmt.Sprint(t)
}

// Declared returns the declared thread t.
func (p *Program) Declared(t event.ThreadID) Declared { return p.threads[t] }
