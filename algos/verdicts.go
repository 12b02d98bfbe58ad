package algos

import (
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/machine"
	"dporbench/model/memory"
)

// verdicts decide how executions end whose events alone do not show it: by the [front.Verdict] of the program, and by their data
// races.
type verdicts struct {
	needed   bool // by this program
	program  *front.Program
	machine  *machine.Machine // that explores, or nil
	fastPath front.FastPath   // or nil
	watch    *machine.Watch   // for fastPath
	mayRace  bool             // plain accesses that may race with others have been seen
	races    races
}

func newVerdicts(p *model.Program, m memory.Model) verdicts {
	of := (*front.Program)(p)
	v := verdicts{needed: of.Verdict() != nil, program: of, races: races{program: p, memory: m}}
	if v.needed {
		v.fastPath = of.Verdict().FastPath()
	}
	return v
}

// follow makes the verdicts on executions of a machine.
func (v *verdicts) follow(m *machine.Machine) {
	v.machine, v.races.machine = m, m
	if v.fastPath != nil {
		v.watch = m.Watch()
	}
}

// judge applies the Verdict of the program, if it has one, unless the fast path shows that there is no need.
func (v *verdicts) judge(o model.Outcome, failure string, events func() []event.Event) (model.Outcome, string) {
	if v.machine != nil && v.fastPath != nil && v.fastPath(v.machine, v.watch.Unchanged(), o) {
		return o, failure
	}
	return v.program.Decide(events, o, failure)
}

// findRaces is called when plain accesses that may race with others are seen.
func (v *verdicts) findRaces() { v.mayRace, v.needed = true, true }
