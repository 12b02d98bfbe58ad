package behaviour

import (
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/operation"
	"dporbench/model/stack"
)

// locals are the local states at nodes: known only if Limits ask for them.
type locals struct {
	wanted bool
	at     []localState // by Position
}

type localState struct {
	described uint64 // by the body, or 0
	hash      uint64 // once it is known
}

// note keeps the description of node n, whose operation is the one that many before the end of those asked for.
func (l *locals) note(n Position, c *front.Coroutine, fromEnd int) {
	if l.wanted {
		*stack.At(&l.at, int(n)) = localState{described: c.LocalAt(len(c.Asked()) - fromEnd)}
	}
}

// described reports whether the body describes itself at n.
func (l *locals) described(n Position) bool { return l.wanted && l.at[n].described != 0 }

// Seeds of hashes, so that different kinds of local states differ.
const (
	seedEnd uint64 = iota + 1
	seedDeclared
	seedSpawned
	seedDescribed
	seedReturned
)

// Local returns a hash of everything that the future of thread t at n depends on, besides the values that operations will return. Where the
// body does not describe itself, that is all that has been returned since it did, or since it began. Limits.Locals must have been set.
func (b *Behaviour) Local(t event.ThreadID, n Position) uint64 {
	hash := b.locals.at[n].hash
	if hash == 0 {
		hash = b.localOf(t, n)
		b.locals.at[n].hash = hash
	}
	return hash
}

func (b *Behaviour) localOf(t event.ThreadID, n Position) uint64 {
	at := &b.nodes[n]
	switch described := b.locals.at[n].described; {
	case at.Code == operation.End:
		return hashed(seedEnd, uint64(b.ResultAt(n)), uint64(at.B))
	case described != 0:
		return hashed(seedDescribed, described, uint64(at.Code))
	case at.parent == None:
		return hashed(seedDeclared, uint64(t), 0)
	case at.root:
		return hashed(seedSpawned, b.Local(b.threads[t].Parent, at.parent), 0)
	}
	return hashed(seedReturned, b.Local(t, at.parent), uint64(at.value))
}

func hashed(kind, a, b uint64) uint64 { return event.Mix(event.Mix(kind, a), b) | 1 }
