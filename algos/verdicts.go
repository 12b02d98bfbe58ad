package algos

import (
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/machine"
	"dporbench/model/memory"
)

// verdicts decide how executions end whose events alone do not show it: by the judge of the program, and by their data
// races.
type verdicts struct {
	needed  bool // by this program
	program *front.Program
	machine *machine.Machine // that explores, or nil
	glance  front.Glance     // or nil
	watch   *machine.Watch   // for glance
	mayRace bool             // plain accesses that may race with others have been seen
	races   races
}

func newVerdicts(p *model.Program, m memory.Model) verdicts {
	of := (*front.Program)(p)
	return verdicts{needed: of.IsJudged(), program: of, glance: of.Glance(), races: races{program: p, memory: m}}
}

// follow makes the verdicts on executions of a machine.
func (v *verdicts) follow(m *machine.Machine) {
	v.machine, v.races.machine = m, m
	if v.glance != nil {
		v.watch = m.Watch()
	}
}

// judge asks the judge of the program, if it has one, unless a glance shows that there is no need.
func (v *verdicts) judge(o model.Outcome, failure string, events func() []event.Event) (model.Outcome, string) {
	if !v.program.IsJudged() || v.machine != nil && v.glance != nil && v.glance(v.machine, v.watch.Stayed(), o) {
		return o, failure
	}
	return v.program.Judged(events, o, failure)
}

// findRaces is called when plain accesses that may race with others are seen.
func (v *verdicts) findRaces() { v.mayRace, v.needed = true, true }
