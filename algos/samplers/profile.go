package samplers

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"dporbench/algos"
	"dporbench/algos/sampling"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/machine"
)

// Profile records how many events the threads of a program do on average, and on which objects, as far as has been
// seen.
type Profile struct {
	Threads int      // at most, in an execution
	Longest int      // events of the longest execution
	Shared  []object // that several threads access

	program *model.Program
	of      map[string]*Share
}

// Share is the average work of a thread and all threads that it starts.
type Share struct {
	Events   float64
	Accesses map[object]float64
}

// object is a variable or a mutex, by a number that is the same on all machines. The zero value is none.
type object struct {
	class  objectClass
	number uint64
}

type objectClass byte

const (
	_ objectClass = iota
	variable
	mutex
)

// Of is the share of the thread with this path, which is empty if the profile does not contain it.
func (p *Profile) Of(path string) Share {
	if s := p.of[path]; s != nil {
		return *s
	}
	return Share{}
}

func (p *Profile) objectOf(e event.Event) object {
	switch {
	case e.Kind.OnVariable():
		return object{variable, (*front.Program)(p.program).CanonicalObject(e)}
	case e.Kind.OnMutex():
		return object{mutex, uint64(e.Object)}
	}
	return object{}
}

// path identifies thread t on all machines: a declared thread by its number, others by which child of which thread
// they are. n is 0 for declared threads.
func path(t event.ThreadID, n int32, parent func() string) string {
	if n == 0 {
		return fmt.Sprint(t)
	}
	return fmt.Sprintf("%s.%d", parent(), n)
}

const (
	// profiled is the number of executions that a profile averages.
	profiled = 10
	// large is the number of threads times the number of events above which executions are not drawn evenly, because
	// that would take more than a second or two.
	large = 1000
)

// NewProfile makes a profile from some executions of a program. They are drawn evenly from the classes, by
// package sampling; random walks take their place if executions are long or stores are buffered.
func NewProfile(ctx context.Context, o algos.Options, p *model.Program) (*Profile, error) {
	profile := &Profile{program: p, of: map[string]*Share{}}
	first := &Profile{program: p, of: map[string]*Share{}}
	if err := walks(ctx, o, p, 1, first.add); err != nil {
		return nil, err
	}
	if first.Threads*first.Longest <= large && !o.Memory.Buffers() {
		add := func(e *model.Execution) error { profile.add(e.Events()); return nil }
		if err := sampling.Sample(ctx, o, p, profiled, o.Seed, add); err == nil || ctx.Err() != nil {
			profile.finish()
			return profile, context.Cause(ctx)
		}
		*profile = Profile{program: p, of: map[string]*Share{}}
	}
	err := walks(ctx, o, p, profiled, profile.add)
	profile.finish()
	return profile, err
}

// walks shows n random walks.
func walks(ctx context.Context, o algos.Options, p *model.Program, n int, show func([]event.Event)) error {
	m, err := machine.New(p, behaviour.Limits{MaxSteps: o.MaxSteps, Memory: o.Memory, Interrupt: func() error { return context.Cause(ctx) }})
	if err != nil {
		return err
	}
	defer m.Close()
	d, walk := thrown{rand.New(rand.NewPCG(o.Seed, 0))}, &Walk{}
	for range n {
		if err := draw(m, walk, d, nil); err != nil {
			return err
		}
		show(m.Events())
		m.Reset()
	}
	return nil
}

// add adds an execution to the shares.
func (p *Profile) add(events []event.Event) {
	p.Longest = max(p.Longest, len(events))
	paths, children := map[event.ThreadID]string{}, map[event.ThreadID]int32{}
	parents := map[event.ThreadID]event.ThreadID{}
	threads := map[event.ThreadID]bool{}
	for _, e := range events {
		threads[e.Thread] = true
		at, known := paths[e.Thread]
		if !known {
			at = path(e.Thread, 0, nil)
			paths[e.Thread] = at
		}
		if e.Kind == event.Spawn {
			child := event.ThreadID(e.Object)
			children[e.Thread]++
			parents[child] = e.Thread
			paths[child] = path(child, children[e.Thread], func() string { return at })
		}
		for t, more := e.Thread, true; more; t, more = parentOf(parents, t) {
			p.count(paths[t], e)
		}
	}
	p.Threads = max(p.Threads, len(threads))
}

func parentOf(parents map[event.ThreadID]event.ThreadID, t event.ThreadID) (event.ThreadID, bool) {
	parent, ok := parents[t]
	return parent, ok
}

func (p *Profile) count(path string, e event.Event) {
	s := p.of[path]
	if s == nil {
		s = &Share{Accesses: map[object]float64{}}
		p.of[path] = s
	}
	s.Events += 1.0 / profiled
	if o := p.objectOf(e); o != (object{}) {
		s.Accesses[o] += 1.0 / profiled
	}
}

// finish lists the shared objects in a fixed order.
func (p *Profile) finish() {
	by := map[object]int{}
	for path, s := range p.of {
		for o, n := range s.Accesses {
			if n > p.ofChildren(path, o) {
				by[o]++
			}
		}
	}
	for o, threads := range by {
		if threads > 1 {
			p.Shared = append(p.Shared, o)
		}
	}
	slices.SortFunc(p.Shared, func(a, b object) int {
		return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(a.number, b.number))
	})
}

// ofChildren is how many of a thread's accesses are done by the threads that it starts.
func (p *Profile) ofChildren(path string, o object) (sum float64) {
	for n := 1; ; n++ {
		child := p.of[fmt.Sprintf("%s.%d", path, n)]
		if child == nil {
			return sum
		}
		sum += child.Accesses[o]
	}
}
