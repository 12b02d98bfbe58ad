package trust_test

import (
	"math/rand/v2"
	"testing"

	"dporbench/algos/internal/graph"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/memory"
)

// walker builds a graph at random, and takes it apart.
type walker struct {
	*testing.T
	*rand.Rand
	g      *graph.Graph
	memory memory.Model
	marks  []int

	numbers event.ThreadID // threads and actors numbered so far
	actors  map[[2]int32]event.ThreadID
}

// Actor and Actors make the walker a graph.Buffers.
func (w *walker) Actor(t event.ThreadID, x int32) event.ThreadID {
	if w.memory == memory.TSO {
		x = 0
	}
	at := [2]int32{int32(t), x}
	if _, known := w.actors[at]; !known {
		w.actors[at] = w.number()
	}
	return w.actors[at]
}

// Actors lists NoThread and the known actors of t.
func (w *walker) Actors(t event.ThreadID) []event.ThreadID {
	all := []event.ThreadID{event.NoThread}
	for x := range int32(3) {
		if a, known := w.actors[[2]int32{int32(t), x}]; known {
			all = append(all, a)
		}
	}
	return all
}

// number is the number of a new thread or actor.
func (w *walker) number() event.ThreadID {
	w.numbers++
	return w.numbers - 1
}

// TestGraph compares a graph with the plain definitions along random walks:
// events are added in all consistent places, cut, and taken back.
func TestGraph(t *testing.T) {
	walks := 400
	if testing.Short() {
		walks = 40
	}
	r := rand.New(rand.NewPCG(1, 0))
	for i := range walks {
		p := front.NewProgram("")
		p.Vars("x", 1+r.IntN(3), 0)
		p.Mutex("m")
		w := &walker{T: t, Rand: r, memory: memory.Sequences()[i%3], numbers: 2, actors: map[[2]int32]event.ThreadID{}}
		var buffers graph.Buffers
		if w.memory != memory.SC {
			buffers = w
		}
		w.g = graph.New(p, make([]behaviour.Position, 2), buffers)
		for range 60 {
			w.step()
			if err := validate(w.g, w.memory); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func (w *walker) step() {
	switch n := w.IntN(20); {
	case w.g.Pending() > 0:
		w.finishUpdate()
	case n < 2 && len(w.marks) > 0:
		i := w.IntN(len(w.marks))
		w.g.Back(w.marks[i])
		w.marks = w.marks[:i]
	case n < 5:
		w.marks = append(w.marks, w.g.Mark())
		w.cut()
	case n < 6:
		t := w.thread()
		w.g.AddSpawn(t, w.number(), w.turn(t))
	case n < 7:
		w.join()
	case n < 8 && w.memory != memory.SC:
		t := w.thread()
		w.g.AddFence(t, w.turn(t))
	case n < 14:
		w.write()
	default:
		w.read()
	}
}

// thread is some active thread that has not been joined. The first one is never
// joined, and does not end.
func (w *walker) thread() event.ThreadID {
	var threads []event.ThreadID
	for t := w.g.Active().Above(event.NoThread); t != event.NoThread; t = w.g.Active().Above(t) {
		if !w.isJoined(t) {
			threads = append(threads, t)
		}
	}
	return threads[w.IntN(len(threads))]
}

// turn is the state of thread t after an event.
func (w *walker) turn(t event.ThreadID) graph.ThreadState {
	return graph.ThreadState{Ends: t > 0 && w.IntN(20) == 0}
}

func (w *walker) isJoined(child event.ThreadID) bool {
	for t := range event.ThreadID(w.g.Threads()) {
		for _, id := range w.g.ThreadEvents(t) {
			if e := w.g.Event(id); e.Kind == event.Join && e.Object == int32(child) {
				return true
			}
		}
	}
	return false
}

// place is a write at which thread t can consistently add a read, or a write.
func (w *walker) place(t event.ThreadID, a graph.Access, writes bool) graph.ID {
	var places []graph.ID
	location := int32(w.IntN(w.g.Locations()))
	if a == graph.Stores && w.g.IsMutex(location) {
		location = 0
	}
	for at := w.g.LastWrite(location); at != graph.None; at = w.g.Earlier(at) {
		got := !w.g.Overwritten(at, w.g.Pred(t), t, a)
		if want := consistent(w.g, t, a, at, writes, w.memory); got != want {
			w.Fatalf("under %v, thread %d at event %d, access %d, writes %v: consistent %v, want %v", w.memory, t, at, a, writes, got, want)
		}
		if got && !(writes && w.g.Splits(at)) {
			places = append(places, at)
		}
	}
	return places[w.IntN(len(places))]
}

func (w *walker) write() {
	t, access := w.thread(), graph.Waits
	if w.memory != memory.SC && w.IntN(4) > 0 {
		access = graph.Stores
	}
	w.g.AddWrite(t, access, w.place(t, access, true), w.Int64N(3), false, w.turn(t))
}

func (w *walker) read() {
	t, access := w.thread(), graph.Loads
	isUpdate := w.IntN(3) == 0
	if w.memory == memory.SC || isUpdate {
		access = graph.Waits
	}
	at := w.place(t, access, false)
	isUpdate = isUpdate && w.g.ExclusiveReader(at, graph.None) == graph.None
	w.g.AddRead(t, access, at, isUpdate, graph.ThreadState{}, graph.None)
}

// finishUpdate adds the write of an update that has none.
func (w *walker) finishUpdate() {
	for t := range event.ThreadID(w.g.Threads()) {
		last := w.g.Last(t)
		if last == graph.None {
			continue
		}
		if e := w.g.Event(last); e.Kind == event.Read && e.Exclusive {
			if !consistent(w.g, t, graph.Waits, e.Source, true, w.memory) {
				w.Fatalf("the update of thread %d has no consistent write", t)
			}
			w.g.AddWrite(t, graph.Waits, e.Source, 1, true, w.turn(t))
			return
		}
	}
}

func (w *walker) join() {
	if t, child := w.thread(), w.thread(); t != child && child != 0 {
		w.g.AddJoin(t, child, w.turn(t))
	}
}

// cut cuts events that no other event comes after.
func (w *walker) cut() {
	for range w.IntN(8) {
		t := event.ThreadID(w.IntN(w.g.Threads()))
		if last := w.g.Last(t); last != graph.None && w.isMaximal(last) {
			w.g.Cut(last)
		}
	}
}

func (w *walker) isMaximal(id graph.ID) bool {
	for t := range event.ThreadID(w.g.Threads()) {
		for _, other := range w.g.ThreadEvents(t) {
			if other != id && w.g.Before(id, other) {
				return false
			}
		}
	}
	return w.g.Event(id).Kind != event.Spawn || w.g.Last(event.ThreadID(w.g.Event(id).Object)) == graph.None
}
