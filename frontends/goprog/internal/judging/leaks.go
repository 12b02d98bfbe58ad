package judging

import (
	"slices"
	"strings"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
	"dporbench/model/event"
)

// Leak is a goroutine that waits forever, in the runtime's words.
type Leak struct {
	Function string   // with which the goroutine was started, without its package: "(*T).run.func1"
	Reasons  []string // what it waits for: "chan send", or several if the runtime may call it one or the other
	// Global says that a package-level variable leads to what it waits for: to the runtime, another goroutine
	// might still wake it.
	Global bool
}

// Leaks returns the goroutines that wait forever at the end of a maximal execution. A failed execution has none.
func (j *Judges) Leaks(events []event.Event) ([]Leak, error) {
	r, err := j.take(stopping)
	if err != nil {
		return nil, err
	}
	defer j.idle[stopping].Put(r)
	return r.leaks(events)
}

func (r *replay) leaks(events []event.Event) (leaks []Leak, err error) {
	if _, err := r.Run(events); err != nil {
		return nil, err
	}
	for t := range event.ThreadID(r.Threads()) {
		if failure, _ := r.Halted(t); failure != "" {
			return nil, nil
		}
	}
	goOn, waiting, err := r.held()
	if err != nil || len(waiting) == 0 {
		return nil, err
	}
	var reached memory.Reach
	for _, h := range goOn {
		addAll(&reached, h)
	}
	if len(goOn) > 0 {
		r.g.GlobalRoots(&reached)
	}
	lost := r.unreached(&reached, waiting)
	r.g.GlobalRoots(&reached)
	beyond := r.unreached(&reached, lost)
	for _, w := range lost {
		other := slices.ContainsFunc(beyond, func(o waiter) bool { return o.ThreadID == w.ThreadID })
		leaks = append(leaks, Leak{machine.SymbolOf(w.Function), reasons(w.Native, r.Statement(w.ThreadID)), !other})
	}
	return leaks, nil
}

// operations maps the beginning of a channel statement to the runtime's reason for waiting.
var operations = []struct{ statement, reason string }{
	{"receive from nil channel", "chan receive (nil chan)"}, {"send to nil channel", "chan send (nil chan)"},
	{"receive from", "chan receive"}, {"send to", "chan send"},
	{"select without cases", "select (no cases)"}, {"select on", "select"},
}

// reasons returns what the runtime may report for a goroutine that waits in a native, or at a channel operation. Writers wait for one another
// at a Mutex within the RWMutex, and callers of Once.Do wait at a Mutex, too.
func reasons(native, statement string) []string {
	statement = strings.TrimPrefix(statement, "wait to ")
	for _, o := range operations {
		if strings.HasPrefix(statement, o.statement) {
			return []string{o.reason}
		}
	}
	name := strings.NewReplacer("(*", "", ")", "").Replace(native)
	switch name {
	case "sync.RWMutex.Lock":
		return []string{name, "sync.Mutex.Lock"}
	case "sync.Once.Do":
		return []string{"sync.Mutex.Lock"}
	}
	return []string{name}
}
