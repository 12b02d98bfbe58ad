package suite

import (
	"regexp"
	"strings"

	"dporbench/harness/internal/shared/cli"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/machine"
	"dporbench/model/memory"
	"dporbench/model/order"
)

// orbits counts classes of executions up to exchanges of symmetric threads, as GenMC does.
// Threads are symmetric if main starts them with the same function and, unless the program
// declares them symmetric, without an argument, with no access to a variable in between, and
// with handles that are not elements of an array.
type orbits struct {
	program *model.Program
	memory  memory.Model
	alike   map[string]bool // whether a function's threads may be symmetric; nil if the program declares which are
	keyer   *order.Keyer
	groups  [][]event.ThreadID // of symmetric threads; set by the first execution
	seen    map[string]struct{}
}

var creation = regexp.MustCompile(`pthread_create\s*\(([^;,]*),[^;,]*,\s*&?(\w+)\s*,\s*([^;]*?)\)\s*[;)]`)

// newOrbits returns nil if no threads of p, the program in file, can be symmetric.
func newOrbits(p *model.Program, file string, m memory.Model) *orbits {
	text, err := cli.ReadFile(file)
	if err != nil {
		return nil
	}
	o := &orbits{program: p, memory: m, keyer: order.NewKeyer((*front.Program)(p)), seen: map[string]struct{}{}}
	if strings.Contains(string(text), "__VERIFIER_spawn_symmetric") {
		return o
	}
	o.alike = map[string]bool{}
	for _, call := range creation.FindAllStringSubmatch(string(text), -1) {
		handle, function, argument := call[1], call[2], call[3]
		known, met := o.alike[function]
		o.alike[function] = (known || !met) && (argument == "NULL" || argument == "0") && !strings.Contains(handle, "[")
	}
	for _, same := range o.alike {
		if same {
			return o
		}
	}
	return nil
}

func (o *orbits) add(events []event.Event) error {
	if o.groups == nil {
		groups, err := o.byFunction(events)
		if err != nil {
			return err
		}
		o.groups = groups
	}
	least, names := "", identity(events)
	permute(o.groups, names, func() {
		if key := string(o.keyer.Append(nil, exchanged(events, names))); least == "" || key < least {
			least = key
		}
	})
	o.seen[least] = struct{}{}
	return nil
}

// byFunction groups the symmetric threads by function, from an execution that starts them all.
func (o *orbits) byFunction(events []event.Event) (groups [][]event.ThreadID, err error) {
	m, err := machine.NewReplay(o.program, behaviour.Limits{Memory: o.memory})
	if err != nil {
		return nil, err
	}
	defer m.Close()
	places := map[string]int{}
	for _, e := range events {
		name := m.Statement(m.NumberOf(e.Thread))
		if _, err := m.Follow(e); err != nil {
			return nil, err
		}
		switch {
		case e.Kind == event.Spawn && (o.alike == nil || e.Thread == 0 && o.alike[strings.TrimPrefix(name, "go ")]):
			if _, known := places[name]; !known {
				places[name] = len(groups)
				groups = append(groups, nil)
			}
			k := places[name]
			groups[k] = append(groups[k], event.ThreadID(e.Object))
		case o.alike != nil && e.Thread == 0 && e.Kind.OnVariable():
			clear(places)
		}
	}
	return groups, nil
}

func identity(events []event.Event) (names []event.ThreadID) {
	for _, e := range events {
		for len(names) <= int(e.Thread) {
			names = append(names, event.ThreadID(len(names)))
		}
		for e.Kind == event.Spawn && len(names) <= int(e.Object) {
			names = append(names, event.ThreadID(len(names)))
		}
	}
	return names
}

// permute calls visit for all ways to exchange the threads of each group.
func permute(groups [][]event.ThreadID, names []event.ThreadID, visit func()) {
	if len(groups) == 0 {
		visit()
		return
	}
	var place func(k int)
	group := groups[0]
	place = func(k int) {
		if k == len(group) {
			permute(groups[1:], names, visit)
			return
		}
		for i := k; i < len(group); i++ {
			names[group[k]], names[group[i]] = names[group[i]], names[group[k]]
			place(k + 1)
			names[group[k]], names[group[i]] = names[group[i]], names[group[k]]
		}
	}
	place(0)
}

// exchanged is the execution with its threads renamed. All threads start first, since
// main does nothing else that others depend on.
func exchanged(events []event.Event, names []event.ThreadID) []event.Event {
	var first, rest []event.Event
	for _, e := range events {
		if e.Kind == event.Spawn {
			first = append(first, e)
			continue
		}
		e.Thread = names[e.Thread]
		if t, index, ok := e.RefersTo(); ok {
			e.Access = e.ReferTo(names[t], index)
		}
		if e.Kind == event.Join {
			e.Object = int32(names[e.Object])
		}
		rest = append(rest, e)
	}
	return append(first, rest...)
}
