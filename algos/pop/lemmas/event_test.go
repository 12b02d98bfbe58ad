package lemmas_test

import "fmt"

// event is a letter of a trace. Two are the same event if they are equal.
type event struct {
	thread, index int
	kind          kind
	object        int // the variable or the mutex, or the value of a choice
}

// kind is the operation that an event performs.
type kind byte

const (
	read   kind = iota // also a CompareAndSwap that fails
	write              // also an update, and a CompareAndSwap that succeeds
	lock               // Locks and Unlocks depend on each other like writes
	unlock             // of the mutex
	choice             // of a value, on which only its thread depends
)

// dependent reports whether the order of a and b makes a difference.
func dependent(a, b event) bool {
	return a.thread == b.thread || a.accesses(b) && (a.kind != read || b.kind != read)
}

// accesses reports whether both access the same variable or mutex.
func (e event) accesses(o event) bool {
	return e.kind != choice && o.kind != choice && e.onMutex() == o.onMutex() && e.object == o.object
}

func (e event) onMutex() bool { return e.kind == lock || e.kind == unlock }

func (e event) String() string {
	return fmt.Sprintf("%c%d:%s%d", 'p'+e.thread, e.index, [...]string{"r", "w", "lock", "unlock", "choose"}[e.kind], e.object)
}
