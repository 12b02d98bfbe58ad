package behaviour

import (
	"slices"

	"dporbench/model/event"
	"dporbench/model/operation"
	"dporbench/model/stack"
)

// note keeps the remarks of a body at the operation of node n.
func (r *remarks) note(n Position, op *operation.Operation) {
	if r.places.wanted {
		r.places.set(n, op.Place, op.Printed)
	}
	if r.marks.wanted {
		*stack.At(&r.marks.at, int(n)) = op.Mark
	}
	if r.calls {
		*stack.At(&r.lastCalls, int(n)) = op.LastCall
	}
}

// places holds the source lines of the operations of nodes: known only if Limits ask for
// them, because finding them costs more than anything else that a thread does.
type places struct {
	wanted bool
	names  []string // "counter.go:12"; the first is ""
	at     []int32  // in names, by Position
	// printed holds what threads have printed since the previous operation, if anything.
	printed map[Position]operation.Output
}

// set notes where the operation at n is, and what its thread has printed before.
func (p *places) set(n Position, name string, printed operation.Output) {
	if delete(p.printed, n); printed != (operation.Output{}) {
		if p.printed == nil {
			p.printed = map[Position]operation.Output{}
		}
		p.printed[n] = printed
	}
	i := slices.Index(p.names, name)
	if i < 0 {
		i = len(p.names)
		p.names = append(p.names, name)
	}
	*stack.At(&p.at, int(n)) = int32(i)
}

func (p *places) of(n Position) string {
	if int(n) >= len(p.at) || len(p.names) == 0 {
		return ""
	}
	return p.names[p.at[n]]
}

// located returns the place of the operation at n, where thread t is, and finds it if it is not known.
func (b *Behaviour) located(t event.ThreadID, n Position) string {
	if b.places.wanted {
		return b.Place(n)
	}
	b.places.wanted = true
	defer func() { b.places.wanted = false }()
	c, err := b.replay(t, n)
	if err != nil {
		return ""
	}
	defer b.release(c)
	return c.Asked()[0].Place
}

// marks holds the last Mark of threads when they reached nodes: known only if Limits ask for them.
type marks struct {
	wanted bool
	at     []int32 // by Position
}

// LastCall returns the last call that the thread had recorded with Invoke or Respond when it reached n, or nil. Limits.Calls must
// have been set.
func (b *Behaviour) LastCall(n Position) *operation.Call { return b.lastCalls[n] }

// Mark returns the last Mark of the thread when it reached n.
func (b *Behaviour) Mark(n Position) int32 { return b.marks.at[n] }

// Marks returns Mark by Position, valid until the next call of After.
func (b *Behaviour) Marks() []int32 { return b.marks.at }
