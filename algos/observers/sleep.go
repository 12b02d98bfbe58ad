package observers

import "dporbench/model/event"

// sleeper is a thread that is asleep after E, given by its next event there: all that begins with it has been
// explored, up to equivalence. If the event is a write, another write of its variable does not wake the thread yet:
// it does so only if it is observed before the thread continues, or if the thread continues and its write is observed
// after that. So the thread may continue; then its write must be observed before the variable is written again.
type sleeper struct {
	event.Event
	from       int32 // |E| where it fell asleep
	overtaken  bool  // there has been another write
	unobserved bool  // and then this one
}

// verdict is the next state of a sleeper.
type verdict int

const (
	asleep    verdict = iota // still
	awake                    // its continuations have not been explored
	redundant                // its continuations have all been explored
)

// pass updates s when e happens, and returns the verdict.
func (s *sleeper) pass(e event.Event) verdict {
	onObject := e.Kind.InMemory() && e.Object == s.Object
	switch {
	case s.unobserved && !onObject:
		return asleep
	case s.unobserved && e.Kind == event.Write:
		return redundant
	case s.unobserved:
		return awake
	case e.Thread == s.Thread && e.Kind == event.Choice && e.Value() != s.Value():
		return awake
	case e.Thread == s.Thread && !s.overtaken:
		return redundant
	case e.Thread == s.Thread:
		s.unobserved = true
	case onObject && e.Kind == event.Write && s.Kind == event.Write:
		s.overtaken = true
	case event.Dependent(e, s.Event):
		return awake
	}
	return asleep
}

// sleepSets are the sleep sets of E and all its prefixes.
type sleepSets struct {
	all    []sleeper // the sets, one after the other
	from   []int     // by |E'|: where the set of the prefix E' begins
	looked int64
}

func newSleepSets() *sleepSets { return &sleepSets{from: []int{0}} }

// of is sleep(E') for the prefix E' of the given length.
func (s *sleepSets) of(length int) []sleeper {
	if length+1 == len(s.from) {
		return s.all[s.from[length]:]
	}
	return s.all[s.from[length]:s.from[length+1]]
}

// add puts the thread of e, whose next event after E is e, to sleep after E.
func (s *sleepSets) add(e event.Event) {
	s.all = append(s.all, sleeper{Event: e, from: int32(len(s.from) - 1)})
}

// push makes E longer by e. ok is false if all that follows has been explored.
func (s *sleepSets) push(e event.Event) (ok bool) {
	from, end := s.from[len(s.from)-1], len(s.all)
	s.from = append(s.from, end)
	s.looked += int64(end - from)
	for _, q := range s.all[from:end] {
		switch q.pass(e) {
		case asleep:
			s.all = append(s.all, q)
		case redundant:
			return false
		}
	}
	return true
}

// pop makes E one event shorter.
func (s *sleepSets) pop() {
	last := len(s.from) - 1
	s.all, s.from = s.all[:s.from[last]], s.from[:last]
}
