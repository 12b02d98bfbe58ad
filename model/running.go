package model

import "fmt"

// What packages behaviour and isolation, which run programs, need from one.

// ChildName returns the name of a child.
func (d Declared) ChildName() string { return d.Name }

// IsActor reports whether the path is that of an actor.
func (p SpawnPath) IsActor() bool { return p.N < 0 }

// Seal ends the declarations, and returns an error if one was wrong.
func (p *Program) Seal() error {
	p.sealed.Store(true)
	return p.Misuse()
}

// Misuse is the first misuse of p that was noticed, or nil. A body that recovers
// from a panic cannot hide it.
func (p *Program) Misuse() error {
	if err := p.refused.Load(); err != nil {
		return err
	}
	return nil
}

func (p *Program) refuse(err *UsageError) { p.refused.CompareAndSwap(nil, err) }

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

// Running is the thread whose body was let run last, by its number and, if it is declared, its name: if one worker
// explores p, and a body does not reach its next event, it is that of this thread. Any goroutine may call it.
func (p *Program) Running() string {
	t := int(p.entered.Load())
	if t < len(p.threads) {
		return fmt.Sprintf("%d (%s)", t, p.threads[t].Name)
	}
	return fmt.Sprint(t)
}

// Declared is the declared thread t.
func (p *Program) Declared(t ThreadID) Declared { return p.threads[t] }
