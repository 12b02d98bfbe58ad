package front

import (
	"dporbench/model/event"
	"dporbench/model/operation"
)

// local is the part of a Thread that describes its local state, for explorers that ask for it.
type local struct {
	wanted bool
	state  func() uint64 // see Local; nil if the body does not describe itself
	since  *uint64       // a hash of the values returned, which the body resets
	at     []uint64      // the hashes at the operations asked for
}

// Local, for translators, registers state to return a hash of everything that the future of the body depends on where it is, besides
// the values that operations will return; 0 says that the body does not describe itself there, which is always right. It is called when an
// operation is asked for, and must not use the Thread. Hashes are the same in all processes, and equal ones continue
// alike: after an equal operation with an equal result, the hashes are equal again.
//
// Each value that an operation returns is added to the hash *since, which the body may replace by any other number. Local reports
// whether the explorer asks for local states; if not, nothing is registered.
func (t *Thread) Local(state func() uint64, since *uint64) bool {
	if t.local.wanted {
		t.local.state, t.local.since = state, since
	}
	return t.local.wanted
}

// asked notes the local state at an operation that has been asked for.
func (l *local) asked() {
	if l.wanted {
		l.describe()
	}
}

func (l *local) describe() {
	hash := uint64(0)
	if l.state != nil {
		hash = l.state()
	}
	l.at = append(l.at, hash)
}

// returned adds the result of an operation. The number of a new thread says nothing.
func (l *local) returned(c operation.Code, result int64) {
	if l.since == nil {
		return
	}
	if c == operation.Spawn {
		result = 0
	}
	*l.since = event.Mix(*l.since+1, uint64(result))
}

// of returns the hash at the i-th operation asked for, or 0: that at which a body ends has none.
func (l *local) of(i int) uint64 {
	if i < len(l.at) {
		return l.at[i]
	}
	return 0
}
