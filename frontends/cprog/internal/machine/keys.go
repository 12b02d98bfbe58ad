package machine

import (
	"maps"
	"slices"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/image"
	"dporbench/model/operation"
)

// A key is numbered by the thread that has made it. A variable for each has its destructor, or records that it is deleted; only in a
// program that deletes keys is it read where a key is used.

// deletedKey is the value of the variable of a deleted key. No function has that address.
const deletedKey = -1

// createKey is pthread_key_create.
func (th *thread) createKey(c libraryCall) int64 {
	key, ok := image.KeyOf(th.segment, int64(th.keys)+1)
	if !ok {
		th.refuse(c.i, "a thread that makes more than %d keys, or is started by a long chain of threads, is not supported", image.MostKeys)
	}
	th.keys++
	th.changes.Note()
	th.write(th.noteAt(c.i, image.DestructorOf(key)), c.arg(1))
	th.store(c.i, c.arg(0), member, key)
	return 0
}

// deleteKey is pthread_key_delete: no destructor is called from now on.
func (th *thread) deleteKey(c libraryCall) int64 {
	th.changes.Note()
	if th.swap(th.keyAt(c), deletedKey) == deletedKey {
		return invalid
	}
	return 0
}

func (th *thread) keyAt(c libraryCall) *image.Cell {
	return th.noteAt(c.i, image.DestructorOf(keyOf(c)))
}

func keyOf(c libraryCall) int64 { return code.Cut(operation.Uint32, c.arg(0)) }

func (th *thread) isDeleted(c libraryCall) bool {
	return th.Uses[code.LibDeleteKey] && th.read(th.keyAt(c)) == deletedKey
}

// setSpecific is pthread_setspecific.
func (th *thread) setSpecific(c libraryCall) int64 {
	if th.isDeleted(c) {
		return invalid
	}
	if th.specific == nil {
		th.specific = map[int64]int64{}
	}
	th.changes.Note()
	th.specific[keyOf(c)] = c.arg(1)
	return 0
}

// getSpecific is pthread_getspecific.
func (th *thread) getSpecific(c libraryCall) int64 {
	if th.isDeleted(c) {
		return 0
	}
	return th.specific[keyOf(c)]
}

// mostRounds is how often destructors are called for a key that gets values again.
const mostRounds = 4

// destroyKeys calls the destructors of the thread's keys that have a value, in the order in which the keys were made.
func (th *thread) destroyKeys(i *code.Instruction) {
	for range mostRounds {
		called := false
		for _, key := range slices.Sorted(maps.Keys(th.specific)) {
			v := th.specific[key]
			if v == 0 {
				continue
			}
			if destructor := th.read(th.noteAt(i, image.DestructorOf(key))); destructor > 0 {
				th.specific[key], called = 0, true
				th.callback(i, destructor, v)
			}
		}
		if !called {
			return
		}
	}
}
