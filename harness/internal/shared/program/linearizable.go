package program

import (
	"fmt"
	"strings"

	"github.com/anishathalye/porcupine"

	"dporbench/harness/internal/shared/cli"
	"dporbench/linear"
	"dporbench/linear/spec"
	"dporbench/model"
	"dporbench/model/front"
	"dporbench/model/memory"
)

// Linearizable is a program whose objects are required to be linearizable. Executions that violate this have an outcome of their own.
type Linearizable struct {
	Program Spec         `json:"program"`
	Demand  Demand       `json:"demand"`
	Memory  memory.Model `json:"memory"` // under which it is explored
}

// Demand states the required property of a program's objects, in the form of --linearizable: "queue", "q=queue,l=lock", "observed:queue".
type Demand string

const (
	LinearizableFlag = "linearizable"
	observedPrefix   = "observed:"
	eventsPrefix     = "events:"
)

// Property returns the property that d names.
func (d Demand) Property() (linear.Property, error) {
	text, timed := strings.CutPrefix(string(d), eventsPrefix)
	text, observed := strings.CutPrefix(text, observedPrefix)
	if timed && observed {
		return linear.Property{}, fmt.Errorf("%s: must be %s or %s, not both", d, eventsPrefix, observedPrefix)
	}
	p, named := linear.Property{Of: map[string]porcupine.Model{}, Results: map[string]func(any, linear.Input) []int64{}}, map[string]spec.Named{}
	if observed || timed {
		p.Question = linear.Observed
	}
	for part := range strings.SplitSeq(text, ",") {
		object, name, ok := strings.Cut(part, "=")
		if !ok {
			object, name = "", part
		}
		s, err := spec.Lookup(name)
		if err != nil {
			return p, err
		}
		if _, twice := named[object]; twice {
			return p, fmt.Errorf("%s: there must be one specification for each object", text)
		}
		named[object], p.Of[object], p.Results[object] = s, s.Model, s.Results
	}
	p.Check = func(in linear.Input) error {
		s, ok := named[in.Object]
		if !ok {
			s, ok = named[""]
		}
		if !ok {
			return nil
		}
		return s.Check(in)
	}
	return p, nil
}

// Observed returns d with the question that can be asked where executions are graphs.
func (d Demand) Observed() Demand { return observedPrefix + d }

// Of returns s with the demand d, if d is not empty.
func (d Demand) Of(s Spec, m memory.Model) Spec {
	if d == "" {
		return s
	}
	return Spec{Kind: Linearizable{s, d, m}}
}

func (l Linearizable) Words() []string {
	return append(l.Program.Words(), fmt.Sprintf("--%s=%s", LinearizableFlag, l.Demand))
}

// Build builds the program with a judge.
func (l Linearizable) Build(r *Registry) (*model.Program, error) {
	p, err := l.Program.Build(r)
	if err != nil {
		return nil, err
	}
	return p, l.demandOf(p)
}

// demandOf makes p, which has no events yet, judged by the demand.
func (l Linearizable) demandOf(p *model.Program) error {
	demanded, err := l.Demand.Property()
	if err != nil {
		return cli.Usagef("--%s: %w", LinearizableFlag, err)
	}
	if l.timed() {
		(*front.Program)(p).TimeCalls()
	}
	return linear.Demand(p, l.Memory, demanded)
}

// timed reports whether calls and returns are to be events.
func (l Linearizable) timed() bool { return strings.HasPrefix(string(l.Demand), eventsPrefix) }

// CheckMemory refuses store buffers and, where executions are graphs, all but the observed question.
func (l Linearizable) CheckMemory(m memory.Model) error {
	switch {
	case m.Buffers():
		return cli.Usagef("--memory %v: --%s is for executions without store buffers: must be sc, sc-commuting, or one of %v", m, LinearizableFlag, memory.Graphs())
	case m.Graphs() && !strings.HasPrefix(string(l.Demand), observedPrefix):
		return cli.Usagef("--%s %s: under %v no time orders the events of different threads: must be %s%s", LinearizableFlag, l.Demand, m, observedPrefix, strings.TrimPrefix(string(l.Demand), eventsPrefix))
	}
	_, isC := l.Program.Kind.(CFile)
	if l.timed() && (isC || l.Program.IsGo()) {
		return cli.Usagef("--%s %s: a C file or a Go function must be without %s", LinearizableFlag, l.Demand, eventsPrefix)
	}
	return l.Program.CheckMemory(m)
}

// Plain returns s without a demand.
func (s Spec) Plain() Spec {
	if l, ok := s.Kind.(Linearizable); ok {
		return Spec{l.Program.Kind, s.Origin}
	}
	return s
}

// hasProgram reports whether l is a demand on a program, as one read from a file may not be.
func (l Linearizable) hasProgram() bool {
	_, nested := l.Program.Kind.(Linearizable)
	return !l.Program.IsNone() && !nested
}
