package model

import "encoding/binary"

// TraceKey is the canonical key of the happens-before trace of a sequence of
// events that starts at the beginning of a program: two such sequences of one
// program have the same key exactly if they have the same trace. It is an
// exact encoding, not a hash, of about two bytes an event, and not printable.
//
// The key lists, thread by thread, the events, and with each the number of
// writes of its variable (operations on its mutex) before it. That number tells
// between which two writes an access stands, and so the order of every two
// dependent events. Spawned threads are called by their place in a walk over
// the spawns, so that the key does not depend on how an exploration numbered
// them.
func TraceKey(events []Event) string {
	labels, threads := canonicalThreads(events)
	perThread := make([][]byte, len(labels))
	writes := map[int32]uint64{}     // by variable
	operations := map[int32]uint64{} // by mutex
	for _, e := range events {
		key := perThread[e.Thread]
		switch {
		case e.Kind.OnVariable():
			key = appendNumbers(key, e.Kind, uint64(e.Object), writes[e.Object])
			if e.Kind != Read {
				writes[e.Object]++
			}
		case e.Kind.OnMutex():
			key = appendNumbers(key, e.Kind, uint64(e.Object), operations[e.Object])
			operations[e.Object]++
		default:
			key = appendNumbers(key, e.Kind, labels[e.Object])
		}
		perThread[e.Thread] = key
	}
	var key []byte
	for _, t := range threads {
		if len(perThread[t]) == 0 {
			continue // of no account, or not even there: a thread that only other executions spawn
		}
		key = binary.AppendUvarint(key, labels[t])
		key = binary.AppendUvarint(key, uint64(len(perThread[t])))
		key = append(key, perThread[t]...)
	}
	return string(key)
}

func appendNumbers(key []byte, k Kind, numbers ...uint64) []byte {
	key = append(key, byte(k))
	for _, n := range numbers {
		key = binary.AppendUvarint(key, n)
	}
	return key
}

// canonicalThreads lists the threads of the events in an order that only the
// trace determines: first those nobody spawned, by number, then the spawned
// ones, parents before children and siblings in the order of their spawns. A
// thread's label is twice its number in the first case, and an odd number that
// tells its place in the second.
func canonicalThreads(events []Event) (labels []uint64, threads []ThreadID) {
	n := ThreadID(0)
	for _, e := range events {
		n = max(n, e.Thread+1)
		if e.Kind.OnThread() {
			n = max(n, ThreadID(e.Object)+1)
		}
	}
	children := make([][]ThreadID, n)
	spawned := make([]bool, n)
	for _, e := range events {
		if e.Kind == Spawn {
			children[e.Thread] = append(children[e.Thread], ThreadID(e.Object))
			spawned[e.Object] = true
		}
	}
	labels = make([]uint64, n)
	for t := range n {
		if !spawned[t] {
			labels[t] = 2 * uint64(t)
			threads = append(threads, t)
		}
	}
	declared := len(threads)
	for i := 0; i < len(threads); i++ {
		for _, c := range children[threads[i]] {
			labels[c] = 2*uint64(len(threads)-declared) + 1
			threads = append(threads, c)
		}
	}
	return labels, threads
}
