package algorithm2

import (
	"strings"

	"dporbench/model/event"
)

// describe writes ψ in the notation of the paper's section 4.3: P▷x^R, or P[ψ']^D▷x^R, where P lists
// its events with their sets C, and {heads} of schedules. Empty sets are omitted; an empty P is ⟨⟩.
func (x *sleepSet) describe(s *expression) string {
	var p []string
	for _, a := range s.p {
		switch {
		case a.head:
			p = append(p, "{"+x.Run.Describe(a.event)+"}")
		case !a.removed:
			p = append(p, x.Run.Describe(a.event)+x.set(a.conflicts))
		}
	}
	text := strings.Join(p, " · ")
	if text == "" {
		text = "⟨⟩"
	}
	if s.inner != nil {
		text += "[" + x.describe(s.inner) + "]" + x.set(s.heads)
	}
	return text + " ▷ " + x.Run.Program.VarName(s.variable) + x.set(s.reads)
}

func (x *sleepSet) set(events []event.Event) string {
	if len(events) == 0 {
		return ""
	}
	return "^{" + x.Run.List(events, ", ") + "}"
}
