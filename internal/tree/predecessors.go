package tree

import "dporbench/model"

// predecessors is an event with what tells its place in a trace: which other events that
// it depends on come before it (see model.ClassKey).
type predecessors struct {
	kind     model.Kind
	object   int32
	writes   int // of its variable before it
	accesses int // of its variable, or operations on its mutex; 0 for a read
}

// identity is what an event is, in whatever execution.
type identity struct {
	thread model.ThreadID
	index  int32
}

// predecessorsOf finds the predecessors of each event of a sequence.
func predecessorsOf(events []model.Event) []predecessors {
	type object struct {
		mutex bool
		id    int32
	}
	writes, accesses := map[object]int{}, map[object]int{}
	all := make([]predecessors, len(events))
	for i, e := range events {
		if e.Kind.OnThread() {
			all[i] = predecessors{kind: e.Kind}
			continue
		}
		o := object{e.Kind.OnMutex(), e.Object}
		all[i] = predecessors{kind: e.Kind, object: e.Object, writes: writes[o]}
		if e.Kind != model.Read {
			all[i].accesses = accesses[o]
			writes[o]++
		}
		accesses[o]++
	}
	return all
}

// renaming maps the numbers of threads in one sequence to those in another one
// of the same program. Declared threads have the same number everywhere.
type renaming map[model.ThreadID]model.ThreadID

func (r renaming) of(t model.ThreadID) model.ThreadID {
	if u, ok := r[t]; ok {
		return u
	}
	return t
}

// learn notes that the Spawn e is called f in the other sequence.
func (r renaming) learn(e, f model.Event) {
	if e.Kind == model.Spawn {
		r[model.ThreadID(e.Object)] = model.ThreadID(f.Object)
	}
}

// shared is how many of the first events of w are the first ones of e.
func shared(w, e []model.Event) int {
	names := renaming{}
	n := 0
	for n < len(w) && n < len(e) && names.of(w[n].Thread) == e[n].Thread && w[n].Index == e[n].Index {
		names.learn(w[n], e[n])
		n++
	}
	return n
}

// included is how many of the first events of w are, in any equivalent order,
// the first ones of e: w[:n] ⊑ e.
func included(w, e []model.Event) int {
	at := map[identity]int{}
	for i, f := range e {
		at[identity{f.Thread, f.Index}] = i
	}
	names := renaming{}
	mine, theirs := predecessorsOf(w), predecessorsOf(e)
	for n, f := range w {
		i, ok := at[identity{names.of(f.Thread), f.Index}]
		if !ok || mine[n] != theirs[i] {
			return n
		}
		names.learn(f, e[i])
	}
	return len(w)
}
